import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';
import { flag, stamp } from '#platform/stored.ts';

export const checkInSoundness: Soundness<'check_in_alarms' | 'door_taps'> = {
  rows: {
    check_in_alarms: z.object({ event_id: id(), at: stamp() }),
    door_taps: z.object({ id: id(), place_id: id(), checks_in: flag(), made_at: stamp() }),
  },
};
