import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { json, sha256, stamp } from '#platform/stored.ts';

/** Ids take at most 64 characters each. */
const MOST_CHARACTERS = 16 * 1024;

export const deviceSoundness: Soundness<'device_codes'> = {
  rows: {
    device_codes: z.object({
      code_hash: sha256(),
      visitor_id: id().nullable(),
      places: json(z.array(id()), MOST_CHARACTERS).nullable(),
      made_by: id().nullable(),
      made_at: stamp(),
    }),
  },
};
