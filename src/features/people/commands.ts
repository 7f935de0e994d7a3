import { brokeUnique, fromFlag } from '#database/portable.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork } from '#features/audit/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf } from '#features/events/rules/clock.ts';
import { listEvents } from '#features/events/store.ts';
import { renamePlaces } from '#features/waiting/commands.ts';
import { MINUTE } from '#platform/durations.ts';
import { keyToSearch, nameKey } from '#platform/names.ts';
import { pauses } from '#platform/server/turns.ts';
import type { Person } from './contract.ts';
import { findNames, type Kind, listPersons, namesOf, nextFirst, type Owner, personOf } from './rules.ts';
import * as store from './store.ts';
import type { renameUser as rename } from './users/contract.ts';
import { auditedUser, nameTaken, noSuchUser } from './users/rules.ts';
import * as users from './users/store/users.ts';

/** `npm run forget` replaces names without a new revision; those before it must not stay in memory. */
const READ_ALL_MS = 10 * MINUTE;

/**
 * Returns a read of all names with the text that a search looks in. Each use first asks the database whether a name has changed:
 * so it is right on every instance, also for a write of another one.
 */
function followNames({ db, now }: Pick<CommandContext, 'db' | 'now'>) {
  let version = '';
  let names: store.Names = { keys: new Set(), gamesOf: new Map() };
  /** Computing them is what takes long. */
  let texts = new Map<string, string>();

  async function follow() {
    const present = `${Math.floor(now().getTime() / READ_ALL_MS)} ${await store.readVersion(db)}`;
    if (present !== version) {
      names = await store.readNames(db);
      const rest = pauses();
      const former = texts;
      texts = new Map();
      for (const key of names.keys) {
        texts.set(key, former.get(key) ?? keyToSearch(key));
        await rest();
      }
      version = present;
    }
    return { texts, gamesOf: names.gamesOf };
  }
  // One after the other, so that none puts back what it read earlier.
  let reading: Promise<unknown> = Promise.resolve();
  return (): ReturnType<typeof follow> => {
    const next = reading.then(follow);
    reading = next.catch(() => undefined);
    return next;
  };
}

/** `more`: how many people are left out, or names of whom it was not looked up who has them. */
type FoundPeople = { readonly people: Person[]; readonly more: number };

/** Returns the search. One for no text prepares the next. */
export function peopleSearch(
  context: CommandContext,
): (asked: { readonly q: string; readonly most: number }) => Promise<FoundPeople> {
  const { db, now } = context;
  const readNames = followNames(context);
  return async ({ q, most }) => {
    const { texts, gamesOf } = await readNames();
    const { keys, count } = findNames(texts, q, most);
    if (keys.length === 0) return { people: [], more: 0 };
    const gameIds = keys.flatMap((key) => gamesOf.get(key) ?? []);
    const persons = listPersons(await store.listOwners(db, keys, gameIds), keys);
    const shown = persons.slice(0, most);
    const rows = await store.readBelongings(db, shown, gameIds);
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
    accounts: own('account', rows.accounts, (row) => row.name_key).map((row) => ({
      ...{ id: row.id, name: row.name, score: row.score, shownScore: row.shownScore, seenAt: row.seenAt },
    })),
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

/**
 * Renames a user together with their places, waiting entries and their name in brackets. The score stays. Here and not in
 * people/users, which must not import waiting.
 */
export const renameUser: StaffWork<typeof rename> = async ({ tx, params: { id }, body: { name }, note }) => {
  const before = await users.lockUser(tx, id);
  const spelling = await users.findSpelling(tx, name, id);
  if (spelling !== null) throw nameTaken(spelling);
  const to = { name, nameKey: nameKey(name) };
  const after = await users.renameUser(tx, id, to).catch((error: unknown) => {
    throw brokeUnique(error) ? nameTaken(name) : error;
  });
  if (after === null) throw noSuchUser();
  await renamePlaces(tx, before, to);
  const [from, now] = [auditedUser(before.user, before.visitorId), auditedUser(after, before.visitorId)];
  await note({ action: 'user renamed', who: from.name, before: from, after: now });
  return after;
};
