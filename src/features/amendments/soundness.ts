import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { rsvpSoundness } from '#features/rsvps/soundness.ts';
import { id, name } from '#platform/contract.ts';
import { json, stamp } from '#platform/stored.ts';
import { AmendmentKind } from './contract.ts';

/** Longer than any place: a name and its key, an email and ids. */
const LONGEST = 16 * 1024;

/** An undo inserts the place unchanged, so it must have the shape of a place. */
export const amendmentSoundness: Soundness<'amendments'> = {
  rows: {
    amendments: z.object({
      id: id(),
      kind: AmendmentKind,
      place_id: id(),
      event_id: id(),
      visitor_id: id().nullable(),
      place: json(rsvpSoundness.rows.rsvps, LONGEST),
      became: json(
        z.object({
          name: name().optional(),
          eventId: id().optional(),
          withdrawal: z.object({ drawId: id(), matches: z.array(z.string()) }).nullish(),
        }),
        LONGEST,
      ),
      amended_at: stamp(),
    }),
  },
};
