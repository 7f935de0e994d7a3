import { z } from 'zod';
import type { Soundness } from '#database/soundness.ts';
import { id } from '#platform/contract.ts';

export const calendarSoundness: Soundness<'joined_visitors'> = {
  rows: { joined_visitors: z.object({ id: id(), visitor_id: id(), calendar_generation: z.int().min(1) }) },
};
