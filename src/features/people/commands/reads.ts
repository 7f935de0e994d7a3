import { fromFlag } from '#database/portable.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf } from '#features/events/rules/clock.ts';
import { listEvents } from '#features/events/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { nameKey } from '#platform/names.ts';
import { pauses } from '#platform/server/pauses.ts';
import type { Person } from '../contract.ts';
import { PEOPLE_SHOWN } from '../limits.ts';
import { findNames, type Kind, listPersons, nameIndex, namesOf, nextFirst, type Owner, personOf } from '../rules.ts';
import * as store from '../store.ts';

const [ACCOUNTS, GAMES] = ['accounts', 'games'];

/** `npm run forget` replaces names without a new revision; those before it must not stay in memory. */
const READ_ALL_MS = 10 * MINUTE;

/**
 * Returns an index of all names in memory. Each use first asks the database what changed, and reads only that: so it is right
 * on every instance, also for a write of another one.
 */
function followNames({ db, now }: Pick<CommandContext, 'db' | 'now'>) {
  const index = nameIndex();
  let versions: store.Versions = { events: new Map(), accounts: '', games: '' };
  let gamesOf: ReadonlyMap<string, readonly string[]> = new Map();
  let reading: Promise<unknown> = Promise.resolve();
  let readAllAt = 0;

  async function follow(): Promise<void> {
    const present = await store.readVersions(db);
    const rest = pauses();
    const begun = now().getTime();
    const isDue = begun - readAllAt >= READ_ALL_MS;
    const changed = [...present.events].filter(([id, revision]) => isDue || versions.events.get(id) !== revision);
    const events = changed.map(([id]) => id);
    if (events.length > 0) {
      const names = await store.readEventNames(db, events.length === present.events.size ? null : events);
      for (const id of events) {
        index.setPart(id, names.get(id) ?? new Set());
        await rest();
      }
    }
    for (const id of versions.events.keys()) if (!present.events.has(id)) index.setPart(id, new Set());
    if (isDue || present.accounts !== versions.accounts) index.setPart(ACCOUNTS, await store.readAccountNames(db));
    if (isDue || present.games !== versions.games) {
      gamesOf = await store.readGameOwners(db);
      index.setPart(GAMES, new Set(gamesOf.keys()));
    }
    versions = present;
    if (isDue) readAllAt = begun;
  }

  return {
    names: index.names,
    /** One after the other, so that none puts back what it read earlier. */
    follow(): Promise<void> {
      const next = reading.then(follow);
      reading = next.catch(() => undefined);
      return next;
    },
    /** Returns where these names are. */
    locate(keys: readonly string[]): store.Whereabouts {
      const parts = new Set(keys.flatMap((key) => [...(index.names.get(key)?.parts ?? [])]));
      const eventIds = [...parts].filter((part) => versions.events.has(part));
      return { keys, eventIds, gameIds: keys.flatMap((key) => gamesOf.get(key) ?? []) };
    },
  };
}

/** `more`: how many people are left out, or names of whom it was not looked up who has them. */
type FoundPeople = { readonly people: Person[]; readonly more: number };

/** Returns the search. One for no text prepares the next. */
export function peopleSearch(context: CommandContext): (q: string) => Promise<FoundPeople> {
  const { db, now } = context;
  const index = followNames(context);
  return async (q) => {
    await index.follow();
    const { keys, count } = findNames(index.names, q, PEOPLE_SHOWN);
    if (keys.length === 0) return { people: [], more: 0 };
    const whereabouts = index.locate(keys);
    const persons = listPersons(await store.listOwners(db, whereabouts), keys);
    const shown = persons.slice(0, PEOPLE_SHOWN);
    const rows = await store.readBelongings(db, shown, whereabouts);
    const eventIds = new Set([...rows.places, ...rows.lines].map(({ event_id }) => event_id));
    const events = new Map((await listEvents(db, [...eventIds])).map((event) => [event.id, event]));
    const people = shown.flatMap((owner) => asPerson(owner, { rows, events, keys, now: now().getTime() }));
    return { people, more: count - keys.length + persons.length - shown.length };
  };
}

type Facts = {
  readonly rows: Awaited<ReturnType<typeof store.readBelongings>>;
  readonly events: ReadonlyMap<string, FestivalEvent>;
  readonly keys: readonly string[];
  readonly now: number;
};

/** Returns nobody for whom has nothing in the programme any more. */
function asPerson(owner: Owner, { rows, events, keys, now }: Facts): Person[] {
  const own = <R extends { visitor_id: string | null }>(kind: Kind, all: readonly R[], keyOf: (row: R) => string) =>
    all.filter((row) => personOf({ kind, nameKey: keyOf(row), visitorId: row.visitor_id }) === personOf(owner));
  const inEvents = <R extends store.RowInEvent, More>(
    all: readonly R[],
    more: (row: R, event: FestivalEvent) => More[],
  ) =>
    own('place', all, (row) => row.name_key).flatMap((row) => {
      const event = events.get(row.event_id);
      if (event === undefined) return [];
      const { id: eventId, title, startTime, duration, lateMinutes, location, status } = event;
      const isOver = status === 'completed' || endOf(event) <= now;
      const place = { id: row.id, playerName: row.player_name, eventId, title, startTime, duration, lateMinutes };
      return more(row, event).map((part) => ({ ...place, location, isOver, ...part }));
    });
  const belongings = {
    places: nextFirst(inEvents(rows.places, (row) => [{ checkedIn: fromFlag(row.checked_in) }])),
    // The line of a completed event has ended.
    waiting: nextFirst(
      inEvents(rows.lines, ({ rank }, { status }) => (status === 'completed' ? [] : [{ rank: Number(rank) }])),
    ),
    accounts: own('account', rows.accounts, (row) => row.name_key).map(({ id, name, score }) => ({ id, name, score })),
    games: own('game', rows.games, (row) => nameKey(row.owner)).map((game) => ({
      ...{ id: game.id, name: game.name, owner: game.owner, available: fromFlag(game.available) },
    })),
  };
  const [first] = Object.values(belongings).flat();
  if (first === undefined) return [];
  const devices = rows.devices
    .filter(({ visitor_id }) => visitor_id === owner.visitorId)
    .map(({ since, lastSeen }) => ({ since, lastSeen }));
  return [{ id: first.id, names: namesOf(belongings, keys), ...belongings, devices }];
}
