import { z } from 'zod';
import { endpoint, moment } from '#platform/contract.ts';

/** `shows`: the time in the band on every screen. */
export const RehearsalClock = z.object({ aheadMs: z.number(), shows: z.string() });
export type RehearsalClock = z.infer<typeof RehearsalClock>;

export const readClock = endpoint({
  route: 'GET /api/rehearsal',
  summary: 'How far the rehearsal’s clock is ahead. Only in a rehearsal.',
  who: 'anyone',
  answer: RehearsalClock,
});

export const moveClock = endpoint({
  route: 'PUT /api/rehearsal/clock',
  summary: 'Move the rehearsal’s clock forward. Only in a rehearsal.',
  who: 'admin',
  body: z.object({ to: moment() }),
  answer: RehearsalClock,
  touches: ['audit'],
});
