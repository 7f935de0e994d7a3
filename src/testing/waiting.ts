/** Full events and their waiting lists. */
import type { DialectName } from '#database/portable.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { changeSeats, everyEvent, findEvent } from '#features/events/store.ts';
import { takePlace } from '#features/rsvps/commands/places.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import type { WaitingEntry } from '#features/waiting/contract.ts';
import { addEntries } from '#features/waiting/store.ts';
import { nameKey } from '#platform/names.ts';
import type { Browser, TestApp } from './app.ts';
import { createEvent } from './calls.ts';
import { ORGANISER, testClock, testContext } from './context.ts';
import { freshDatabase } from './database.ts';
import { anEvent } from './factories.ts';

/** Adds an event whose seats are all taken, by places of no device named Holder 1, Holder 2. Returns its id. */
export async function fullEvent(
  { context }: { readonly context: CommandContext },
  { capacity = 2, ...said }: Partial<NewEvent> = {},
): Promise<string> {
  const { id: eventId } = await createEvent(context, ORGANISER, anEvent({ capacity, ...said }));
  for (let holder = 1; holder <= capacity; holder += 1) {
    const place = { eventId, playerName: `Holder ${holder}`, visitorId: null };
    await transact(context.db, (tx) => takePlace(context, tx, place));
  }
  return eventId;
}

/** Returns the id of a person's waiting entry. */
export const entryOf = (name: string): string => `entry of ${name}`;

/**
 * A full event in a new database. `people` have its places and no visitor; `line` waits, each a visitor whose id is the
 * name. `counts` returns capacity, seats taken and people waiting.
 */
export async function eventWithLine(dialect: DialectName, people: readonly string[], line: readonly string[] = []) {
  const clock = testClock();
  const context = await testContext(await freshDatabase(dialect), clock);
  const { db } = context;
  const { id } = await createEvent(context, ORGANISER, anEvent({ capacity: people.length }));
  const places: string[] = [];
  for (const playerName of people)
    places.push((await takePlace(context, db, { eventId: id, playerName, visitorId: null })).id);
  const now = context.now().toISOString();
  for (const name of line) {
    await addVisitor(db, { id: name, tokenHash: name, now });
    const person = { playerName: name, nameKey: nameKey(name), playerEmail: null, visitorId: name };
    await addEntries(db, [{ id: entryOf(name), eventId: id, createdAt: now, ...person }]);
  }
  await changeSeats(db, id);
  const event = async () => {
    const found = await findEvent(db, id, everyEvent(db));
    if (found === null) throw new Error('there is no such event');
    return found;
  };
  const counts = async () => {
    const { capacity, currentRegistrations, waiting } = await event();
    return [capacity, currentRegistrations, waiting];
  };
  const names = async () => {
    const rows = await db.selectFrom('rsvps').select('player_name').orderBy('player_name').execute();
    return rows.map(({ player_name }) => player_name);
  };
  const notices = async () =>
    (await db.selectFrom('notices').select(['visitor_id', 'kind']).orderBy('visitor_id').execute()).map(
      ({ visitor_id, kind }) => `${visitor_id} ${kind}`,
    );
  return { clock, context, db, id, places, event, counts, names, notices };
}

/** Joins an event's line. */
export const join = (browser: Browser, eventId: string, playerName: string, more = {}) =>
  browser.send('POST /api/waiting', { eventId, playerName, ...more });
/** The waiting entries of a browser. */
export const lines = async (browser: Browser): Promise<WaitingEntry[]> =>
  (await browser.send('GET /api/waiting/my')).json();
/** The names of a browser's places. */
export const places = async (browser: Browser): Promise<string[]> =>
  (await browser.send('GET /api/rsvps/my')).json<Rsvp[]>().map(({ playerName }) => playerName);
/** Seats taken, capacity, people waiting. */
export const stateOf = async (app: TestApp, id: string) => {
  const events = await app.events();
  const event = events.find((one) => one.id === id);
  return event && [event.currentRegistrations, event.capacity, event.waiting];
};
/** The id of a player's place. */
export const placeOf = async (app: TestApp, eventId: string, player: string): Promise<string> => {
  const places = app.context.db.selectFrom('rsvps').select('id').where('event_id', '=', eventId);
  return (await places.where('player_name', '=', player).executeTakeFirstOrThrow()).id;
};
