import { z } from 'zod';
import { endpoint, id, maybe, moment, name, text, whole } from '#platform/contract.ts';
import { LIBRARY } from '#platform/staff.ts';
import { LENGTHS, PLACES } from './limits.ts';

/** `at` is null for now. `host` is a name; who joined is nobody's business. */
export const OpenGame = z.object({
  id: z.string(),
  game: z.string(),
  location: z.string(),
  /** Places that nobody has yet. */
  free: z.number(),
  at: z.string().nullable(),
  note: z.string().nullable(),
  host: z.string(),
  createdAt: z.string(),
});
export type OpenGame = z.infer<typeof OpenGame>;

/** For its host and who joined. `mine`: of this device. */
export const MyOpenGame = OpenGame.extend({
  mine: z.boolean(),
  players: z.array(z.object({ name: z.string(), mine: z.boolean() })),
});
export type MyOpenGame = z.infer<typeof MyOpenGame>;

export const NewOpenGame = z.object({
  game: name(),
  location: text(LENGTHS.location, 1),
  places: whole(PLACES),
  at: maybe(moment()),
  note: maybe(text(LENGTHS.note, 1)),
  playerName: name(),
});
export type NewOpenGame = z.output<typeof NewOpenGame>;

const touches = ['open-games'] as const;
const params = z.object({ id: id() });

export const listOpenGames = endpoint({
  route: 'GET /api/open-games',
  summary: 'The games that look for players, the next first, without the names of who joined. The same for everybody.',
  who: 'anyone',
  answer: z.array(OpenGame),
  cachedUntil: touches,
});

export const listMyOpenGames = endpoint({
  route: 'GET /api/open-games/my',
  summary: 'The open games of this device and those that it joined, with all names; none without a cookie.',
  who: 'anyone',
  answer: z.array(MyOpenGame),
});

export const openGame = endpoint({
  route: 'POST /api/open-games',
  summary: 'Look for players for a game. A device has one open game.',
  who: 'anyone',
  body: NewOpenGame,
  answer: MyOpenGame,
  status: 201,
  touches,
  idempotent: true,
});

export const joinOpenGame = endpoint({
  route: 'POST /api/open-games/{id}/join',
  summary: 'Take a place in an open game.',
  who: 'anyone',
  params,
  body: z.object({ playerName: name() }),
  answer: MyOpenGame,
  status: 201,
  touches,
  idempotent: true,
});

export const leaveOpenGame = endpoint({
  route: 'DELETE /api/open-games/{id}/join',
  summary: 'Give back every place of this device in an open game.',
  who: 'visitor',
  params,
  answer: null,
  status: 204,
  touches,
});

export const endOpenGame = endpoint({
  route: 'DELETE /api/open-games/{id}',
  summary: 'End an open game: its host, or staff.',
  who: 'owner',
  helpers: { roles: LIBRARY, id: 'game' },
  params,
  answer: null,
  status: 204,
  touches: ['open-games', 'attention'],
});

export const reportOpenGame = endpoint({
  route: 'POST /api/open-games/{id}/report',
  summary: 'Tell staff that an open game should not be there. A device is counted once.',
  who: 'anyone',
  params,
  bodiless: true,
  answer: z.object({ id: z.string() }),
  touches: ['attention'],
  idempotent: true,
});
