import { mutationOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { moveClock } from '../contract.ts';

export const moveClockMutation = mutationOptions({
  mutationFn: (to: string) => call<typeof moveClock>('PUT /api/rehearsal/clock', { body: { to } }),
});
