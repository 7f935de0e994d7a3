import { z } from 'zod';
import { CSV_EXPORT, endpoint, id, moment, name, text, whole } from '#platform/contract.ts';
import { LIBRARY } from '#platform/staff.ts';
import { LENGTHS, PLAY_TIME } from './limits.ts';

export const GameType = z.enum(['board-game', 'card-game', 'video-game']);
export type GameType = z.infer<typeof GameType>;

/** `playTime` in minutes. */
export const ListedGame = z.object({
  id: z.string(),
  name: z.string(),
  gameType: GameType,
  owner: z.string(),
  playerCount: z.string().nullable(),
  playTime: z.number().nullable(),
  description: z.string().nullable(),
  available: z.boolean(),
  /** Since when it is in use; staff read by whom. */
  lent: z.object({ since: z.string() }).nullable(),
});
export type ListedGame = z.infer<typeof ListedGame>;

/** `mine`: the calling device added it. */
export const Game = ListedGame.extend({ mine: z.boolean() });
export type Game = z.infer<typeof Game>;

export const NewGame = z.object({
  name: name(),
  gameType: GameType,
  owner: name(),
  playerCount: text(LENGTHS.playerCount, 1).nullable(),
  playTime: whole(PLAY_TIME).nullable(),
  description: text(LENGTHS.description, 1).nullable(),
  available: z.boolean(),
});
export type NewGame = z.output<typeof NewGame>;

export const ArchivedGame = NewGame.extend({ id: id(), createdAt: moment() });
export type ArchivedGame = z.output<typeof ArchivedGame>;

const touches = ['inventory'] as const;
const params = z.object({ id: id() });

export const listGames = endpoint({
  route: 'GET /api/inventory',
  summary: 'Every game, by name. The same for everybody.',
  who: 'anyone',
  answer: z.array(ListedGame),
  cachedUntil: touches,
});

export const listMyGames = endpoint({
  route: 'GET /api/inventory/mine',
  summary: 'The ids of the games this device added.',
  who: 'anyone',
  answer: z.array(z.string()),
});

export const addGame = endpoint({
  route: 'POST /api/inventory',
  summary: 'List a game that somebody brings.',
  who: 'anyone',
  body: NewGame,
  answer: Game,
  status: 201,
  touches,
  idempotent: true,
});

export const removeGame = endpoint({
  route: 'DELETE /api/inventory/{id}',
  summary: 'Take a game off the list.',
  who: 'owner',
  params,
  answer: null,
  status: 204,
  touches,
});

/** Same id, same owner. Removing asks nothing, so it can be undone for a while. */
export const restoreGame = endpoint({
  route: 'POST /api/inventory/{id}/restore',
  summary: 'Undo a removal.',
  who: 'owner',
  params,
  bodiless: true,
  answer: Game,
  touches,
});

export const Loan = z.object({ name: z.string(), since: z.string() });
const byLibrary = { who: 'admin', helpers: { roles: LIBRARY, id: 'game' } } as const;

export const listLoans = endpoint({
  ...byLibrary,
  route: 'GET /api/inventory/loans',
  summary: 'Who has a game of the library, the longest first.',
  answer: z.array(z.object({ id: z.string(), lent: Loan })),
});

export const lendGame = endpoint({
  ...byLibrary,
  route: 'PUT /api/inventory/{id}/loan',
  summary: 'Lend a game to a name.',
  params,
  body: z.object({ name: name() }),
  answer: Loan,
  touches,
});

export const takeBackGame = endpoint({
  ...byLibrary,
  route: 'DELETE /api/inventory/{id}/loan',
  summary: 'A lent game is back.',
  params,
  answer: null,
  status: 204,
  touches,
});

export const exportInventory = endpoint({
  route: 'GET /api/admin/exports/inventory.csv',
  summary: 'Every game, by name.',
  ...CSV_EXPORT,
});
