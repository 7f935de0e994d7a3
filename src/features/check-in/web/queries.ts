import { mutationOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { checkIn } from '../contract.ts';

export const checkInMutation = mutationOptions({
  mutationKey: ['check-in'],
  mutationFn: (body: { token: string; playerName: string }) => call<typeof checkIn>('POST /api/check-in', { body }),
});
