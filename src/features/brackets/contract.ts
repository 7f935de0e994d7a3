import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';

export const generateBracket = endpoint({
  call: 'POST /api/events/{id}/generate-bracket',
  summary: 'Draw a tournament’s bracket from the people who are checked in, by score or by lot.',
  who: 'admin',
  params: z.object({ id: id() }),
  body: z.object({ randomSeed: z.boolean() }),
  answer: null,
  status: 204,
  touches: ['events', 'matches', 'leaderboard'],
});
