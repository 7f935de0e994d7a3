import { mutationOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { generateBracket } from '../contract.ts';

export const generateBracketMutation = mutationOptions({
  mutationKey: ['matches', 'generate'],
  mutationFn: ({ eventId, randomSeed }: { eventId: string; randomSeed: boolean }) =>
    call<typeof generateBracket>('POST /api/events/{id}/generate-bracket', {
      params: { id: eventId },
      body: { randomSeed },
    }),
});
