import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#platform/web/api.ts';
import type { generateBracket, listMatchesOf, readLeaderboardOf } from '../contract.ts';

/** An event's bracket; none before it is drawn. */
export const matchesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['matches', eventId],
    queryFn: ({ signal }) => call<typeof listMatchesOf>('GET /api/matches/{id}', { params: { id: eventId }, signal }),
  });

/** An event's players by rank; nobody before the first result. */
export const leaderboardQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['leaderboard', eventId],
    queryFn: ({ signal }) =>
      call<typeof readLeaderboardOf>('GET /api/leaderboard/{id}', { params: { id: eventId }, signal }),
  });

export const generateBracketMutation = mutationOptions({
  mutationKey: ['matches', 'generate'],
  mutationFn: ({ eventId, randomSeed }: { eventId: string; randomSeed: boolean }) =>
    call<typeof generateBracket>('POST /api/events/{id}/generate-bracket', {
      params: { id: eventId },
      body: { randomSeed },
    }),
});
