import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '#database/schema.ts';
import type { Board } from '#features/announcements/commands.ts';
import { listWinners } from '#features/brackets/commands/reads.ts';
import {
  type FirstEvents,
  firstIds,
  isFestivalOver,
  type ProgrammeChoice,
} from '#features/events/rules/first-events.ts';
import { listEvents, listOutlines, publicEvents } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { asksDiscord } from '#features/festival/limits.ts';
import { listOpenGames } from '#features/inventory/open-games/store.ts';
import { listFirstGames } from '#features/inventory/store.ts';
import type { Message } from '#features/news/messages/contract.ts';
import { listPublic } from '#features/news/messages/store.ts';
import type { Notice } from '#features/news/notices/contract.ts';
import { listNoticesOf } from '#features/news/notices/store.ts';
import { countUsers, listTopUsers } from '#features/people/users/store/users.ts';
import { readFreeze } from '#features/points/commands/freeze.ts';
import { TOP_SHOWN } from '#features/points/scores/rules/standings.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { listRsvpsOf } from '#features/rsvps/store.ts';
import type { WaitingEntry } from '#features/waiting/contract.ts';
import { listEntriesOf } from '#features/waiting/store.ts';

export type ListFacts = {
  readonly db: Db;
  readFestival(): Promise<Festival>;
  readonly zone: string;
  readonly board: Board;
  now(): Date;
};

type Choice = ProgrammeChoice | null;
type PageList = { readonly topic: string; read(facts: ListFacts, choice: Choice): Promise<unknown> };

/** Lists of src/app/web/page-state.ts. Those that strangers can fill are limited. */
const LISTS: Record<string, PageList> = {
  events: { topic: 'events', read: ({ db }) => listEvents(db, null, publicEvents(db)) },
  firstEvents: { topic: 'events', read: (facts, choice) => readFirstEvents(facts, choice, []) },
  winners: { topic: 'winners', read: ({ db }) => listWinners(db) },
  thanks: {
    topic: 'winners',
    read: async ({ db, zone, now }) => {
      const at = { zone, now: now().toISOString() };
      return isFestivalOver(await listOutlines(db, publicEvents(db)), at) ? listWinners(db) : null;
    },
  },
  firstGames: { topic: 'inventory', read: ({ db }) => listFirstGames(db) },
  openGames: { topic: 'open-games', read: ({ db, now }) => listOpenGames(db, now().toISOString()) },
  topScores: {
    topic: 'users',
    read: async ({ db }) => ({ users: await listTopUsers(db, TOP_SHOWN), count: await countUsers(db) }),
  },
  standings: { topic: 'standings', read: readFreeze },
  faq: { topic: 'festival', read: async ({ readFestival }) => (await readFestival()).faq },
  missions: { topic: 'festival', read: async ({ readFestival }) => (await readFestival()).missions },
  messages: { topic: 'messages', read: readMessages },
  announcements: {
    topic: 'announcements',
    read: async ({ board, readFestival }) =>
      asksDiscord(await readFestival()) ? board.stored() : { announcements: [], asOf: null },
  },
};

async function readMessages({ db, now }: ListFacts): Promise<Message[]> {
  const at = now().toISOString();
  return (await listPublic(db)).filter(({ endsAt }) => endsAt > at);
}

function listNamed(name: string): PageList {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`No screen can be rendered from ${name}.`);
  return list;
}

/** Every page shows some of the festival's facts. */
export const topicsOf = (names: readonly string[]): string[] => [
  'festival',
  ...names.map((name) => listNamed(name).topic),
];

export async function readLists(
  names: readonly string[],
  facts: ListFacts,
  choice: Choice,
): Promise<Record<string, unknown>> {
  const read = names.map(async (name) => [name, await listNamed(name).read(facts, choice)] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function readFirstEvents(
  { db, zone, now }: ListFacts,
  choice: Choice,
  also: readonly string[],
): Promise<FirstEvents> {
  const at = { zone, now: now().toISOString() };
  const outlines = await listOutlines(db, publicEvents(db));
  // At 2,000 events, reading and choosing take some milliseconds each.
  await nextTurn();
  const { ids, ...rest } = firstIds(outlines, choice, at, also);
  const events = new Map((await listEvents(db, ids)).map((event) => [event.id, event]));
  return { ...rest, events: ids.flatMap((id) => events.get(id) ?? []) };
}

/** With the events of the visitor's places and lines, and what changed of them. */
export async function readOwnLists(
  visitorId: string,
  facts: ListFacts,
): Promise<{
  myRsvps: Rsvp[];
  myWaiting: WaitingEntry[];
  myNotices: Notice[];
  messages: Message[];
  firstEvents: FirstEvents;
}> {
  const myRsvps = await listRsvpsOf(facts.db, visitorId);
  const myWaiting = await listEntriesOf(facts.db, visitorId);
  const myNotices = await listNoticesOf(facts.db, visitorId);
  const also = [...myRsvps, ...myWaiting].map(({ eventId }) => eventId);
  const messages = await readMessages(facts);
  return { myRsvps, myWaiting, myNotices, messages, firstEvents: await readFirstEvents(facts, null, also) };
}
