import type { DutyContext, Leaving } from '#database/duties.ts';
import type { Db } from '#database/schema.ts';
import { noteOwners } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import type { CallerWork, StaffWork, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { lockEventOrThrow } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { changeSeats, everyEvent, findEvent, lockEvent, lockEvents } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { lockYours, oneOrAll, refuseNamesOfAccounts } from '#features/rsvps/commands/places.ts';
import { addPlaceWithSeat, settleLine, tellPromoted } from '#features/rsvps/commands/seats.ts';
import { PLACES_PER_VISITOR } from '#features/rsvps/limits.ts';
import { answersOfEach, namedIn } from '#features/rsvps/rules.ts';
import * as places from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, raced, throwRefusal } from '#platform/refusal.ts';
import type * as contract from './contract.ts';
import type { WaitingEntry } from './contract.ts';
import { whoGetsSeats, whyNotPromote, whyNotWait } from './rules.ts';
import * as store from './store.ts';

/** Joins the line of a full event, at its end: one person, or several who get their places together. */
export const join: VisitorWork<typeof contract.joinWaiting> = {
  async act({ context, tx, visitorId, body }) {
    const event = await lockEventOrThrow(tx, body.eventId);
    const entries: WaitingEntry[] = [];
    for (const { id } of await addToLine(context, tx, event, { visitorId, body })) entries.push(await reread(tx, id));
    return oneOrAll(entries, body.playerNames !== undefined);
  },
  async recall(tx, first) {
    const entries: WaitingEntry[] = [];
    for (const { id } of [first].flat())
      entries.push(...[await store.findEntry(tx, id)].flatMap((own) => own?.entry ?? []));
    const [gone] = [first].flat();
    return entries.length > 0 || gone === undefined
      ? oneOrAll(entries, Array.isArray(first))
      : waitsNoMore(tx, gone.id);
  },
};

type Wish = Parameters<Hooks['requestPlaces']>[2] & { readonly isRequest?: boolean };

/** Puts people behind the others of a locked event, after the lock: who waited for it stands behind who held it. */
async function addToLine(
  context: CommandContext,
  tx: Db,
  event: FestivalEvent,
  { visitorId, body, isRequest = false }: Wish,
): Promise<places.NewRsvp[]> {
  const { eventId, playerEmail = null } = body;
  const now = context.now().toISOString();
  const festival = await festivalInForce(context, tx);
  const own = await places.countPlacesOf(tx, eventId, visitorId);
  const placesAndEntries = own + (await store.countEntriesOf(tx, eventId, visitorId));
  const named = namedIn(body);
  const people = named.map(({ playerName }) => ({
    id: context.newId(),
    eventId,
    playerName,
    nameKey: nameKey(playerName),
    playerEmail,
    visitorId,
    createdAt: now,
  }));
  for (const [index, { nameKey: key }] of people.entries()) {
    const name = { playerName: '', ...named[index], ...(await findHolder(tx, eventId, key, visitorId)) };
    throwRefusal(whyNotWait({ event, now, festival, placesAndEntries, people: people.length, name, isRequest }));
  }
  if (body.isFriend !== true) await refuseNamesOfAccounts(tx, named, visitorId);
  const answers = answersOfEach(event.questions, body, { people, isRequired: true });
  await store.addEntries(
    tx,
    people.map((one, index) => ({ ...one, answers: answers[index] ?? null })),
  );
  await changeSeats(tx, eventId);
  return people;
}

/** See `Hooks` in rsvps/commands/places.ts. */
export const requestPlaces: Hooks['requestPlaces'] = async (context, tx, { visitorId, body }) => {
  const event = await lockEventOrThrow(tx, body.eventId);
  if (!event.lottery) throw raced('the places were drawn');
  await addToLine(context, tx, event, { visitorId, body, isRequest: true });
};

async function findHolder(tx: Db, eventId: string, key: string, visitorId: string) {
  const waiting = await store.findHolder(tx, eventId, key);
  const holder = waiting === undefined ? await places.findHolder(tx, eventId, key) : waiting;
  const heldBy = holder === undefined ? null : holder === visitorId ? 'same-visitor' : 'other';
  return { heldBy, waits: waiting !== undefined } as const;
}

async function reread(tx: Db, id: string): Promise<WaitingEntry> {
  const found = await store.findEntry(tx, id);
  if (found === null) throw noSuchEntry();
  return found.entry;
}

/** A place that came of an entry has its id. */
async function waitsNoMore(tx: Db, id: string): Promise<never> {
  const promoted = (await places.findRsvp(tx, id)) !== null;
  throw new Refusal(
    'GONE',
    promoted
      ? 'You already have a place. It is in My schedule.'
      : 'You are not on this waiting list any more. Join again if you still want to wait.',
  );
}

const noSuchEntry = (): Refusal => new Refusal('NOT_FOUND', 'That entry on the waiting list is gone already.');

/** Takes an entry out of its line, or everybody of its group. */
export const leave: CallerWork<typeof contract.leaveWaiting> = async (given) => {
  if (!(await leaveLine(given, given.params.id, given.query.group))) throw noSuchEntry();
};

/** See `Hooks` in rsvps/commands/places.ts. */
export const withdrawRequest: Hooks['withdrawRequest'] = async (given, id) => {
  const found = await store.findEntry(given.tx, id);
  const event = found && (await findEvent(given.tx, found.entry.eventId));
  if (!event?.lottery) return false;
  return leaveLine(given, id);
};

/** Returns false where the entry has become a place since it was read. */
async function leaveLine(
  { context, tx, caller, note }: Parameters<Hooks['withdrawRequest']>[0],
  id: string,
  group?: 'whole',
): Promise<boolean> {
  const { eventId, by } = await lockYours(tx, caller, {
    find: () => store.findEntry(tx, id),
    eventOf: ({ entry }) => entry.eventId,
    gone: noSuchEntry,
  });
  // It may have become a place since it was read.
  const left = await store.takeEntries(tx, group === 'whole' ? await store.listGroup(tx, id) : [id]);
  if (left.length === 0) return false;
  await settleLine(context, tx, eventId);
  for (const { id: leftId, playerName, visitorId } of left) {
    const isOwner = visitorId !== null && visitorId === by.visitorId;
    const event = isOwner ? null : await findEvent(tx, eventId);
    if (event === null) continue;
    const who = person(leftId, playerName, visitorId);
    const before = { playerName: who, event: event.title };
    await note({ action: 'taken off the waiting list', who, subject: event.title, eventId, before, after: null });
  }
  return true;
}

/**
 * Gives somebody in the line a place, whatever their rank. While somebody waits every seat is taken, so the event gets
 * one more.
 */
export const promoteByHand: StaffWork<typeof contract.promoteByHand> = async ({ context, tx, at, params, note }) => {
  const { id } = params;
  const eventId = (await reread(tx, id)).eventId;
  const event = await lockEvent(tx, eventId);
  const entry = await store.takeEntry(tx, id);
  if (event === null || event.status === 'completed' || entry === null) throw noSuchEntry();
  throwRefusal(whyNotPromote(event, at));
  const rsvp = await addPlaceWithSeat(context, tx, event, entry);
  // The others of a group may now be complete, or lack the seat that this person held.
  await settleLine(context, tx, eventId);
  await tellPromoted(context, tx, event, entry);
  const who = person(entry.id, entry.playerName, entry.visitorId);
  const before = { playerName: who, capacity: event.capacity };
  const after = { playerName: who, capacity: event.capacity + 1 };
  await note({ action: 'promoted from the waiting list', who, subject: event.title, eventId, before, after });
  return rsvp;
};

/** Puts a person who lost their seat first in the line of a locked, full event. */
export async function waitFirst(tx: Db, person: places.NewRsvp): Promise<void> {
  await store.addEntries(tx, [person], { first: true });
  await changeSeats(tx, person.eventId);
}

/** See `Hooks` in rsvps/commands/seats.ts. */
export const seatLine: Hooks['seatLine'] = async (tx, eventId, { seats, capacity, isEnded }) => {
  if (isEnded) {
    await store.removeEntries(tx, { eventId });
    return { promoted: [], held: 0, split: [] };
  }
  // A group larger than a lowered capacity would keep its seats empty for ever: its people wait one by one behind the others.
  const split = await store.splitGroups(tx, eventId, capacity);
  const first = await store.listFirst(tx, eventId, seats + PLACES_PER_VISITOR);
  const { complete, holding } = whoGetsSeats(first, seats);
  await store.holdSeats(tx, eventId, holding);
  const stillWaits = ({ id }: places.NewRsvp) => !complete.includes(id);
  return { promoted: await store.takeEntries(tx, complete), held: holding.length, split: split.filter(stillWaits) };
};

/** Ends the waiting list of a locked event, because nobody can join it any more. */
export async function endWaiting(tx: Db, eventId: string): Promise<void> {
  const held = (await store.removeEntries(tx, { eventId })).get(eventId);
  if (held !== undefined) await changeSeats(tx, eventId, { taken: -held });
}

/**
 * Gives the places and entries of a renamed user the new name, except in an event where somebody has it. Locks the events,
 * so that no name gets both a place and an entry.
 */
export async function renamePlaces(
  tx: Db,
  of: { readonly nameKey: string; readonly visitorId: string | null },
  to: { readonly name: string; readonly nameKey: string },
): Promise<void> {
  const events = await store.listEventsOfName(tx, of.nameKey);
  await lockEvents(tx, events);
  const taken = of.nameKey === to.nameKey ? [] : await store.listEventsOfName(tx, to.nameKey);
  const free = events.filter((id) => !taken.includes(id));
  if (free.length === 0) return;
  noteOwners(tx, await store.renameIn(tx, 'rsvps', { of, to, events: free }));
  store.noteEntries(tx, await store.renameIn(tx, 'waiting_entries', { of, to, events: free }));
  // The search for people follows the revisions.
  for (const id of free) await changeSeats(tx, id);
}

/** Gives what a burst's entries held to who waits still. The events are locked. */
export async function settleLines(tx: Db, events: Iterable<string>, context: DutyContext): Promise<void> {
  for (const eventId of events) await settleLine(context, tx, eventId);
}

/** Puts these rows back into the lines of locked events that still have one. Returns how many. */
export async function returnToLines(tx: Db, rows: readonly store.Row[], context: DutyContext): Promise<number> {
  let returned = 0;
  for (const [eventId, own] of Map.groupBy(rows, ({ event_id }) => event_id)) {
    // A deleted event can come back with its line.
    const event = await findEvent(tx, eventId, everyEvent(tx));
    if (event === null || event.status === 'completed' || event.bracketDrawn) continue;
    returned += await store.putBack(tx, eventId, own);
    await settleLine(context, tx, eventId);
  }
  return returned;
}

/** Takes a visitor out of every line. The events are locked. */
export async function forgetEntries(tx: Db, { visitorId }: Leaving, context: DutyContext): Promise<void> {
  for (const eventId of (await store.removeEntries(tx, { visitorId })).keys()) await settleLine(context, tx, eventId);
}
