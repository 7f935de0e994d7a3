/** Organisers' corrections of places against everything else that changes them. More controls: app/tests/races.controls.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import type { Match } from '#features/brackets/contract.ts';
import { changeSeats } from '#features/events/store.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { addEntries, findHolder } from '#features/waiting/store.ts';
import type { Browser } from '#testing/app.ts';
import { testContext } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import {
  describeRaces,
  heldEvent,
  joinLine,
  namesIn,
  type Race,
  register,
  seatsOf,
  send,
  tally,
  unguarded,
} from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament } from '#testing/tournament.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Amended } from './contract.ts';
import { renamePlace } from './store.ts';

const ROUNDS = 2;

const remove = (organiser: Browser, place: string, body = {}) =>
  send(organiser, `POST /api/rsvps/${place}/remove`, body);
const undo = (organiser: Browser, id: string) => send(organiser, `POST /api/amendments/${id}/undo`);

const removeAndCancel: Race = async (rivals) => {
  const { id, first } = await heldEvent(rivals, 2);
  for (const n of [0, 1]) await joinLine(rivals.at(n).browser(), id, `Waiter ${n}`);
  const [one, other] = rivals.organisers;
  const answers = await Promise.all([
    remove(one, first.place),
    remove(other, first.place),
    send(first.phone, `DELETE /api/rsvps/${first.place}`),
  ]);
  // One release, so one of the line has the seat.
  expect(tally(answers)[404]).toBe(2);
  expect(await namesIn(rivals, 'rsvps', id)).toEqual(['Holder 1', 'Waiter 0']);
};

const removeAndCheckIn: Race = async (rivals) => {
  const { id, first } = await heldEvent(rivals, 2);
  const [removed, checked] = await Promise.all([
    remove(rivals.organisers[0], first.place),
    send(rivals.organisers[1], `PUT /api/rsvps/${first.place}/check-in`),
  ]);
  expect([removed.statusCode, await seatsOf(rivals, id)]).toEqual([200, [1, 2, 0]]);
  await undo(rivals.organisers[1], removed.json<Amended>().id);
  const [place] = await rivals.db.selectFrom('rsvps').selectAll().where('id', '=', first.place).execute();
  expect(place?.checked_in).toBe(checked.statusCode === 200 ? 1 : 0);
};

const undoTwice: Race = async (rivals) => {
  const { id, first } = await heldEvent(rivals, 2);
  const { id: removed } = (await remove(rivals.organisers[0], first.place)).json<Amended>();
  const answers = await Promise.all(rivals.organisers.map((organiser) => undo(organiser, removed)));
  expect(tally(answers)).toEqual({ 200: 1, 404: 1 });
  expect(await seatsOf(rivals, id)).toEqual([2, 2, 0]);
};

const undoAndRegister: Race = async (rivals) => {
  const { id, first } = await heldEvent(rivals, 2);
  const { id: removed } = (await remove(rivals.organisers[0], first.place)).json<Amended>();
  const strangers = [0, 1, 2].map((n) => rivals.at(n).browser());
  const [undone, ...registered] = await Promise.all([
    undo(rivals.organisers[1], removed),
    ...strangers.map((one, n) => register(one, id, `Stranger ${n}`)),
    ...strangers.map((one, n) => joinLine(one, id, `Joiner ${n}`)),
  ]);
  const { outcome } = undone.json<{ outcome: string }>();
  const took = registered.slice(0, 3).filter(({ statusCode }) => statusCode === 201).length;
  const joined = registered.slice(3).filter(({ statusCode }) => statusCode === 201).length;
  expect([outcome === 'place' ? 0 : 1, await seatsOf(rivals, id)]).toEqual([
    took,
    [2, 2, joined + (outcome === 'place' ? 0 : 1)],
  ]);
  if (outcome === 'place') return;
  const line = await send(rivals.organisers[0], `GET /api/admin/events/${id}/waiting`);
  expect(line.json<Rsvp[]>().map(({ playerName }) => playerName)).toContain('Holder 0');
};

const undoAndPromote: Race = async (rivals) => {
  const { id, held, first } = await heldEvent(rivals, 2);
  for (const n of [0, 1]) await joinLine(rivals.at(n).browser(), id, `Waiter ${n}`);
  const { id: removed } = (await remove(rivals.organisers[0], first.place)).json<Amended>();
  const [undone] = await Promise.all([
    undo(rivals.organisers[1], removed),
    send(held[1]?.phone as Browser, `DELETE /api/rsvps/${held[1]?.place}`),
  ]);
  expect(undone.json()).toMatchObject({ outcome: 'waiting' });
  // Holder 0 was first in line when the other left, or came after the seat had gone to the next.
  expect([
    ['Holder 0', 'Waiter 0'],
    ['Waiter 0', 'Waiter 1'],
  ]).toContainEqual(await namesIn(rivals, 'rsvps', id));
  expect(await seatsOf(rivals, id)).toEqual([2, 2, 1]);
};

const drawAndRemove: Race = async (rivals) => {
  const { id, rsvpIds } = await aTournament(rivals.at(0).context, 4);
  const [first = ''] = rsvpIds;
  const [drawn, removed] = await Promise.all([
    send(rivals.organisers[0], `POST /api/events/${id}/generate-bracket`, { randomSeed: false }),
    remove(rivals.organisers[1], first),
  ]);
  const players = drawn.json<Match[]>().flatMap(({ player1, player2 }) => [player1?.id, player2?.id]);
  expect([removed.statusCode, players.includes(first)]).toEqual(
    removed.statusCode === 200 ? [200, false] : [409, true],
  );
};

const moveAcross: Race = async (rivals) => {
  const [one, other] = [await heldEvent(rivals, 2), await heldEvent(rivals, 3, 2)];
  const answers = await Promise.all([
    send(rivals.organisers[0], `POST /api/rsvps/${one.first.place}/move`, { eventId: other.id }),
    send(rivals.organisers[1], `POST /api/rsvps/${other.first.place}/move`, { eventId: one.id }),
    send(rivals.at(0).browser(), 'POST /api/rsvps', { eventId: other.id, playerName: 'Stranger' }),
  ]);
  expect(Object.keys(tally(answers)).every((status) => ['200', '201', '409'].includes(status))).toBe(true);
  expect(answers.some(({ statusCode }) => statusCode < 300)).toBe(true);
  const [[a = 0], [b = 0]] = [await seatsOf(rivals, one.id), await seatsOf(rivals, other.id)];
  expect(a + b).toBe(4 + (answers[2]?.statusCode === 201 ? 1 : 0));
};

const renameAndJoin: Race = async (rivals) => {
  const { id, held } = await heldEvent(rivals, 2);
  const answers = await Promise.all([
    ...held.map(({ place }, n) =>
      send(rivals.organisers[n] as Browser, `POST /api/rsvps/${place}/rename`, { playerName: 'Rosa' }),
    ),
    joinLine(rivals.at(1).browser(), id, 'rosa'),
  ]);
  // Of three who want the name one gets it.
  expect(tally(answers)[409]).toBe(2);
};

const forgetAndCorrect: Race = async (rivals) => {
  const [{ id, first }, other] = [await heldEvent(rivals, 2), await heldEvent(rivals, 3, 0)];
  const second = (
    await send(first.phone, 'POST /api/rsvps', { eventId: other.id, playerName: 'Holder 0' })
  ).json<Rsvp>();
  const { id: removed } = (await remove(rivals.organisers[0], second.id)).json<Amended>();
  const [forgotten] = await Promise.all([
    send(first.phone, 'DELETE /api/visitor'),
    undo(rivals.organisers[0], removed),
    remove(rivals.organisers[1], first.place),
  ]);
  expect(forgotten.statusCode).toBe(204);
  for (const eventId of [id, other.id]) expect(await namesIn(rivals, 'rsvps', eventId)).not.toContain('Holder 0');
  expect(
    await rivals.db.selectFrom('amendments').selectAll().where('event_id', 'in', [id, other.id]).execute(),
  ).toEqual([]);
};

const RACES: [name: string, race: Race][] = [
  ['removed twice and cancelled: one release, one promoted', removeAndCancel],
  ['removed while checked in: the undo restores what was there', removeAndCheckIn],
  ['undone twice: one place', undoTwice],
  ['undone while others register and join: the place or the head of the line', undoAndRegister],
  ['undone while the next is promoted: nobody loses a seat', undoAndPromote],
  ['removed while the bracket is drawn: before it, or not at all', drawAndRemove],
  ['moved both ways between two events: nobody is lost', moveAcross],
  ['two renamed to one name while it joins the line: one has it', renameAndJoin],
  ['forgotten while corrected: nothing of them is left', forgetAndCorrect],
];

describeRaces(RACES, ROUNDS);

const person = (eventId: string, name: string) => ({
  ...{ id: randomUUID(), eventId, playerName: name, nameKey: name, playerEmail: null },
  ...{ visitorId: null, createdAt: '2025-11-14T17:00:00.000Z' },
});
const placesOf = async (db: Db, eventId: string): Promise<string[]> =>
  (await db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).orderBy('id').execute()).map(
    ({ id }) => id,
  );
const sceneIn = async (db: Db): Promise<string> => {
  const context = await testContext({ db } as Parameters<typeof testContext>[0]);
  return fullEvent({ context });
};

describe.each(DIALECTS)('%s', (dialect) => {
  it('without the guard: a rename that looks for the name without locking the event gives it to a place and to an entry', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    const id = await sceneIn(db);
    const [place = ''] = await placesOf(db, id);
    expect(await findHolder(dbs[0], id, 'rosa')).toBeUndefined();
    await addEntries(dbs[1], [person(id, 'rosa')]);
    await changeSeats(dbs[1], id);
    await renamePlace(dbs[0], place, { name: 'rosa', nameKey: 'rosa' });
    expect(await problemsIn(db, dialect)).toEqual([`somebody has a place and waits for one: ${id} rosa`]);
  });
});
