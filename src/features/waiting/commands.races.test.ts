/**
 * Races for freed seats on every database setup: never two people for one seat, never a free seat while somebody waits, never two
 * promoted for one release. More controls: app/tests/races.controls.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { finishCompletions } from '#features/events/edits/commands/status.ts';
import { changeSeats, findEvent, lockEvent, takeSeat } from '#features/events/store.ts';
import { addRsvps, removeRsvps } from '#features/rsvps/store.ts';
import { UNDO_MS } from '#platform/undo.ts';
import type { Browser } from '#testing/app.ts';
import { listedBurst, phones, remove, takePlaceIn, undo } from '#testing/burst.ts';
import { leave, promoteByHand } from '#testing/calls.ts';
import { NOBODY, ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import {
  describeRaces,
  heldEvent,
  joinLine,
  namesIn,
  overtake,
  type Race,
  type Rivals,
  register,
  seatsOf,
  send,
  tally,
  unguarded,
} from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { entryOf, eventWithLine, fullEvent } from '#testing/waiting.ts';
import type { WaitingEntry } from './contract.ts';
import { addEntries, listFirst, takeEntries } from './store.ts';

const ROUNDS = 2;

async function lineOf(rivals: Rivals, eventId: string, count: number) {
  const line: { browser: Browser; id: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const browser = rivals.at(n).browser();
    line.push({ browser, id: (await joinLine(browser, eventId, `Waiter ${n}`)).json<WaitingEntry>().id });
  }
  return line;
}

const cancelAll: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 4);
  await lineOf(rivals, id, 3);
  const [strangers] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, (_, n) => register(rivals.at(n).browser(), id, `Stranger ${n}`))),
    Promise.all(held.map(({ phone, place }) => send(phone, `DELETE /api/rsvps/${place}`))),
  ]);
  // Four seats became free: three for the line, and the last for at most one stranger.
  const took = tally(strangers)[201] ?? 0;
  expect(took).toBeLessThanOrEqual(1);
  const names = await namesIn(rivals, 'rsvps', id);
  expect(names.filter((name) => name.startsWith('Waiter'))).toEqual(['Waiter 0', 'Waiter 1', 'Waiter 2']);
  expect(await seatsOf(rivals, id)).toEqual([3 + took, 4, 0]);
};

const cancelTwiceAndJoin: Race = async (rivals) => {
  const { id, first } = await heldEvent(rivals, 2);
  const [cancelled, joined] = await Promise.all([
    Promise.all([1, 2].map(() => send(first.phone, `DELETE /api/rsvps/${first.place}`))),
    Promise.all(Array.from({ length: 4 }, (_, n) => joinLine(rivals.at(n).browser(), id, `Joiner ${n}`))),
  ]);
  expect(tally(cancelled)).toEqual({ 204: 1, 404: 1 });
  const { 201: inLine = 0, 409: seatFree = 0 } = tally(joined);
  expect(inLine + seatFree).toBe(4);
  // One of those who joined before the cancellation has the seat; if all came after it, it is free and nobody waits.
  expect(await seatsOf(rivals, id)).toEqual(inLine === 0 ? [1, 2, 0] : [2, 2, inLine - 1]);
};

const cancelAndLeave: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 2);
  const [first] = await lineOf(rivals, id, 2);
  if (first === undefined) return;
  const [, left] = await Promise.all([
    send(held[0]?.phone as Browser, `DELETE /api/rsvps/${held[0]?.place}`),
    send(first.browser, `DELETE /api/waiting/${first.id}`),
  ]);
  const seated = await namesIn(rivals, 'rsvps', id);
  expect(seated).toEqual(['Holder 1', left.statusCode === 204 ? 'Waiter 1' : 'Waiter 0']);
  expect(await seatsOf(rivals, id)).toEqual([2, 2, left.statusCode === 204 ? 0 : 1]);
};

const raiseAndCancel: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 3);
  const line = await lineOf(rivals, id, 5);
  const [raised, promoted] = await Promise.all([
    send(rivals.organisers[0], `PATCH /api/events/${id}`, { capacity: 5 }),
    send(rivals.organisers[1], `POST /api/admin/waiting/${line[4]?.id}/promote`),
    ...held.slice(0, 2).map(({ phone, place }) => send(phone, `DELETE /api/rsvps/${place}`)),
  ]);
  expect(raised.statusCode).toBe(200);
  // By hand before the larger capacity, whose number then replaces the added seat, or after it, or promoted already.
  const [taken, capacity, waiting] = await seatsOf(rivals, id);
  const isByHand = promoted.statusCode === 200;
  expect(capacity === 5 || (isByHand && capacity === 6)).toBe(true);
  expect([taken, waiting]).toEqual([capacity, 6 - Number(capacity)]);
};

const forgetAndPromote: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 3);
  const line = await lineOf(rivals, id, 4);
  const gone = [line[0], line[1]].map((one) => one?.browser as Browser);
  const [forgotten] = await Promise.all([
    Promise.all([...gone, held[2]?.phone as Browser].map((one) => send(one, 'DELETE /api/visitor'))),
    ...held.slice(0, 2).map(({ phone, place }) => send(phone, `DELETE /api/rsvps/${place}`)),
  ]);
  expect(tally(forgotten)).toEqual({ 204: 3 });
  expect(await namesIn(rivals, 'rsvps', id)).toEqual(['Waiter 2', 'Waiter 3']);
  expect(await seatsOf(rivals, id)).toEqual([2, 3, 0]);
};

const completeAndCancel: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 2);
  await lineOf(rivals, id, 2);
  await send(rivals.organisers[0], `PATCH /api/events/${id}/status`, { status: 'in-progress' });
  await Promise.all([
    send(rivals.organisers[1], `PATCH /api/events/${id}/status`, { status: 'completed' }),
    send(held[0]?.phone as Browser, `DELETE /api/rsvps/${held[0]?.place}`),
  ]);
  const seated = (await namesIn(rivals, 'rsvps', id)).length;
  expect([1, 2]).toContain(seated);
  // The line stays for a minute, in which the completion can be undone.
  const line = seated === 2 ? ['Waiter 1'] : ['Waiter 0', 'Waiter 1'];
  expect([await seatsOf(rivals, id), await namesIn(rivals, 'waiting_entries', id)]).toEqual([[seated, 2, 0], line]);
  const { db, now } = rivals.at(0).context;
  await finishCompletions({ db, now: () => new Date(now().getTime() + UNDO_MS) });
  expect(await namesIn(rivals, 'waiting_entries', id)).toEqual([]);
};

/** Both may arrive in the middle of a move. */
const soon = () => setTimeout(Math.random() * 6);

const moveAndCancel: Race = async (rivals) => {
  const [from, to] = [await heldEvent(rivals, 2), await heldEvent(rivals, 3)];
  await send(to.held[0]?.phone as Browser, `DELETE /api/rsvps/${to.held[0]?.place}`);
  const place = from.held[0]?.place;
  const [moved, , cancelled] = await Promise.all([
    send(rivals.organisers[0], `POST /api/rsvps/${place}/move`, { eventId: to.id }),
    soon().then(() => joinLine(rivals.at(1).browser(), to.id, 'Wanda')),
    soon().then(() => send(rivals.organisers[1], `DELETE /api/rsvps/${place}`)),
  ]);
  expect([200, 404]).toContain(moved.statusCode);
  expect(cancelled.statusCode).toBe(204);
  expect(await seatsOf(rivals, from.id)).toEqual([1, 2, 0]);
};

const removeBurst: Race = async (rivals) => {
  const round = randomUUID().slice(0, 8);
  const id = await rivals.at(0).event({ capacity: 30 });
  await phones(rivals.at(0), 30, takePlaceIn(id, `Script ${round}`), round);
  await lineOf(rivals, id, 3);
  const burst = await listedBurst(rivals.organisers[0], round);
  const [removed, joined] = await Promise.all([
    remove(rivals.organisers[0], burst),
    Promise.all(Array.from({ length: 4 }, (_, n) => joinLine(rivals.at(n).browser(), id, `Joiner ${n}`))),
  ]);
  const late = tally(joined)[201] ?? 0;
  expect([removed.statusCode, await seatsOf(rivals, id)]).toEqual([201, [3 + late, 30, 0]]);
  // What still fits comes back, and nobody who was promoted loses the place.
  const undone = await undo(rivals.organisers[1], removed.json<{ id: string }>().id);
  expect([undone.statusCode, await seatsOf(rivals, id)]).toEqual([200, [30, 30, 0]]);
};

const groupsAndCancellations: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 6);
  const groups = [['A1', 'A2'], ['B1', 'B2', 'B3'], ['C1'], ['D1', 'D2']];
  const phones = groups.map((_, place) => rivals.at(place).browser());
  const ids: string[] = [];
  for (const [place, playerNames] of groups.entries()) {
    const joined = await send(phones[place] as Browser, 'POST /api/waiting', { eventId: id, playerNames });
    ids.push(joined.json<WaitingEntry[]>()[0]?.id ?? '');
  }
  const [left] = await Promise.all([
    send(phones[1] as Browser, `DELETE /api/waiting/${ids[1]}?group=whole`),
    ...held.slice(0, 5).map(({ phone, place }) => send(phone, `DELETE /api/rsvps/${place}`)),
    ...['E1', 'F1'].map((name, place) => register(rivals.at(place).browser(), id, name)),
  ]);
  const seated = await namesIn(rivals, 'rsvps', id);
  // Group B left, or had its places already; five seats are free for whole groups in their order.
  if (left.statusCode !== 204) expect(seated).toEqual(['A1', 'A2', 'B1', 'B2', 'B3', 'Holder 5']);
  else expect(seated.filter((name) => /^[A-D]/.test(name))).toEqual(['A1', 'A2', 'C1', 'D1', 'D2']);
};

const RACES: [name: string, race: Race][] = [
  ['all cancel while a group leaves and strangers register: groups are promoted whole', groupsAndCancellations],
  ['all cancel while strangers register: the line comes first', cancelAll],
  ['cancelled twice while others join: one release, one promoted', cancelTwiceAndJoin],
  ['cancelled while the first leaves: the next gets the seat', cancelAndLeave],
  ['capacity raised while others cancel and one is promoted by hand: no seat stays free', raiseAndCancel],
  ['forgotten while they are promoted: nothing of them is left', forgetAndPromote],
  ['completed while somebody cancels: nobody waits', completeAndCancel],
  ['moved into the last seat and cancelled while somebody joins the line there: nobody waits in vain', moveAndCancel],
  ['a burst removed while others join: its seats go to the line', removeBurst],
];

describeRaces(RACES, ROUNDS);

const person = (eventId: string, name: string) => ({
  ...{ id: randomUUID(), eventId, playerName: name, nameKey: name, playerEmail: null },
  ...{ visitorId: 'visitor', createdAt: '2025-11-14T17:00:00.000Z' },
});

/** A full event of two places with a line of two, without the constraint on seats and line. */
async function sceneOf(db: Db): Promise<string> {
  await addVisitor(db, { id: 'visitor', tokenHash: 'hash', now: '' });
  const context = { ...(await testContext({ db } as Parameters<typeof testContext>[0])), db };
  const eventId = await fullEvent({ context });
  for (const name of ['first', 'second']) await addEntries(db, [person(eventId, name)]);
  await changeSeats(db, eventId);
  return eventId;
}

const placeOf = async (db: Db, eventId: string): Promise<string> =>
  (await db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).executeTakeFirstOrThrow()).id;

describe.each(DIALECTS)('%s', (dialect) => {
  const open = () => unguarded(dialect, ['nobody waits in vain']);

  it('without the guard: a release that promotes nobody leaves a seat free while somebody waits', async () => {
    const { db } = await open();
    const id = await sceneOf(db);
    await removeRsvps(db, [await placeOf(db, id)], { keepProven: false });
    await changeSeats(db, id, { taken: -1 });
    expect(await problemsIn(db, dialect)).toContain(`a seat is free while somebody waits: ${id}: 1 of 2`);
  });

  it('without the guard: a held seat that is lost with its entry is named', async () => {
    const { db } = await open();
    const id = await sceneOf(db);
    await db.updateTable('waiting_entries').set({ holds_seat: 1 }).where('player_name', '=', 'first').execute();
    expect(await problemsIn(db, dialect)).toContain(`seats taken are not the places held: ${id}: 2 and 3`);
  });

  it('without the guard: the constraint refuses that, and a line of an event that is over or drawn', async () => {
    const { db } = await unguarded(dialect, []);
    const id = await sceneOf(db);
    await expect(changeSeats(db, id, { taken: -1 })).rejects.toThrow(/constraint/i);
    await expect(changeSeats(db, id, { capacity: 3 })).rejects.toThrow(/constraint/i);
    for (const change of [sql`status = 'completed'`, sql`bracket_drawn = 1`]) {
      await expect(sql`update events set ${change} where id = ${id}`.execute(db)).rejects.toThrow(/constraint/i);
    }
    expect(await takeSeat(db, id)).toBeNull();
    await db.transaction().execute(async (tx) => {
      await lockEvent(tx, id);
      const [first] = await listFirst(tx, id, 1);
      await addRsvps(tx, await takeEntries(tx, [first?.id ?? '']));
      await changeSeats(tx, id, { taken: 1, capacity: 3 });
    });
    expect((await findEvent(db, id))?.waiting).toBe(1);
  });
});

it.each([
  ['left the line', (tx: Db) => tx.deleteFrom('waiting_entries').where('id', '=', entryOf('Cy')).execute()],
  [
    'waits for an event that was completed',
    (tx: Db) => tx.updateTable('events').set({ status: 'completed', waiting: 0 }).execute(),
  ],
])(
  'what happens to a line on PostgreSQL while a request waits for the event gives no place by hand to a person who %s',
  async (_, happens) => {
    const full = await eventWithLine('postgres', ['Alex', 'Bo'], ['Cy']);
    const promoting = overtake(full.db, full.id, () => promoteByHand(full.context, ORGANISER, entryOf('Cy')), happens);
    await expect(promoting).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await full.names()).toEqual(['Alex', 'Bo']);
  },
);

it('what happens to a line on PostgreSQL while a request waits for the event refuses to take an entry out of the line when it was handed over meanwhile', async () => {
  const full = await eventWithLine('postgres', ['Alex', 'Bo'], ['Cy', 'Di']);
  const leaving = overtake(
    full.db,
    full.id,
    () => leave(full.context, { ...NOBODY, visitorId: 'Cy', deviceId: 'Cy' }, entryOf('Cy')),
    (tx) => tx.updateTable('waiting_entries').set({ visitor_id: 'Di' }).where('id', '=', entryOf('Cy')).execute(),
  );
  await expect(leaving).rejects.toMatchObject({ code: 'NOT_YOURS' });
  expect(await full.counts()).toEqual([2, 2, 2]);
});
