import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { stamp } from '#platform/stored.ts';

export const checkInSoundness: Soundness<'check_in_alarms'> = {
  rows: { check_in_alarms: z.object({ event_id: id(), at: stamp() }) },
};
