/** The data that pages are rendered from. */
import type { Db } from '#database/schema.ts';
import type { Board } from '#features/announcements/commands.ts';
import { listEvents } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { GAMES_SHOWN } from '#features/inventory/rules.ts';
import { listGames } from '#features/inventory/store.ts';
import { TOP_SHOWN } from '#features/scores/rules/standings.ts';
import { countUsers, listTopUsers } from '#features/users/store.ts';

export type ListFacts = { readonly db: Db; readonly festival: Festival; readonly board: Board };

type PageList = { readonly topic: string; read(facts: ListFacts): Promise<unknown> };

/**
 * How each list of src/app/web/page-state.ts is read, and the topic that invalidates it. Lists that strangers can fill
 * are limited.
 */
const LISTS: Record<string, PageList> = {
  events: { topic: 'events', read: ({ db }) => listEvents(db) },
  firstGames: {
    topic: 'inventory',
    read: async ({ db }) => {
      const games = await listGames(db);
      return { games: games.slice(0, GAMES_SHOWN), count: games.length };
    },
  },
  topScores: {
    topic: 'users',
    read: async ({ db }) => ({ users: await listTopUsers(db, TOP_SHOWN), count: await countUsers(db) }),
  },
  faq: { topic: 'festival', read: async ({ festival }) => festival.faq },
  missions: { topic: 'festival', read: async ({ festival }) => festival.missions },
  announcements: { topic: 'announcements', read: ({ board }) => board.kept() },
};

function listNamed(name: string): PageList {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`No screen can be rendered from ${name}.`);
  return list;
}

export const topicsOf = (names: readonly string[]): string[] => names.map((name) => listNamed(name).topic);

export async function readLists(names: readonly string[], facts: ListFacts): Promise<Record<string, unknown>> {
  const read = names.map(async (name) => [name, await listNamed(name).read(facts)] as const);
  return Object.fromEntries(await Promise.all(read));
}
