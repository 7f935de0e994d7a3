/**
 * Concurrent requests for the same thing: each race on SQLite, on PostgreSQL and on two instances that share
 * one PostgreSQL. races.controls.test.ts shows that the check detects the damage. More on brackets:
 * brackets/commands/changes.races.test.ts. A thousand rounds of the last places: `npm run faults -- last-places`.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Schema } from '#database/schema.ts';
import { finishDeletions } from '#features/events/commands.ts';
import type { NewEvent } from '#features/events/contract.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { UNDO_MS } from '#platform/undo.ts';
import { ADDITIONS } from '#testing/additions.ts';
import { shared } from '#testing/app.ts';
import { CONSTELLATIONS, type Race, type Rivals, register, rivalsOn, runRaces, send, tally } from '#testing/races.ts';
import { halfUploads, problemsIn } from '#testing/soundness.ts';
import { aTournament, deskAt } from '#testing/tournament.ts';

const ROUNDS = 5;

const inParallel = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const eventIn = ({ at }: Rivals, said: Partial<NewEvent> = {}): Promise<string> => at(0).event(said);

const placesOf = async ({ db }: Rivals, eventId: string): Promise<number> =>
  (await db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).execute()).length;

const lastPlaces: Race = async (rivals, round) => {
  const id = await eventIn(rivals, { capacity: 20 });
  const answers = await inParallel(200, (index) => register(rivals.at(index).browser(), id, `Player ${index}`));
  expect(tally(answers)).toEqual({ 201: 20, 409: 180 });
  expect(await placesOf(rivals, id)).toBe(20);
  // A refused registration leaves no visitor behind.
  expect(await rivals.db.selectFrom('visitors').select('id').execute()).toHaveLength(20 * (round + 1));
};

const samePlayer: Race = async (rivals) => {
  const id = await eventIn(rivals);
  const names = ['Alex', 'ALEX', ' alex ', 'Ａlex'];
  const answers = await inParallel(12, (index) =>
    register(rivals.at(index).browser(), id, names[index % names.length] ?? ''),
  );
  expect(tally(answers)).toEqual({ 201: 1, 409: 11 });
  expect(await placesOf(rivals, id)).toBe(1);
};

const sameUser: Race = async ({ at, db }, round) => {
  const answers = await inParallel(10, (index) =>
    send(at(index).browser(), 'POST /api/users', { name: index % 2 === 0 ? `Alex ${round}` : ` ALEX  ${round}` }),
  );
  expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
  const users = await db.selectFrom('users').select('id').where('name_key', '=', `alex ${round}`).execute();
  expect(users).toHaveLength(1);
};

const sameKey: Race = async (rivals, round) => {
  const eventId = await eventIn(rivals);
  const rowsIn = (table: keyof Schema) => rivals.db.selectFrom(table).selectAll().execute();
  for (const { call, table, body } of ADDITIONS) {
    const key = randomUUID();
    const before = await rowsIn(table);
    const answers = await inParallel(10, (index) =>
      send(rivals.at(index).browser(), call, body(`Robin ${round}`, eventId), { 'idempotency-key': key }),
    );
    expect(tally(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['set-cookie'])).size).toBe(1);
    expect((await rowsIn(table)).length - before.length).toBe(1);
  }
};

const cancelAndRegister: Race = async (rivals) => {
  const id = await eventIn(rivals, { capacity: 2 });
  const holder = rivals.at(0).browser();
  const place = (await register(holder, id, 'Alex')).json<Rsvp>();
  await register(rivals.at(1).browser(), id, 'Bo');
  const cancel = () => send(holder, `DELETE /api/rsvps/${place.id}`);
  const sends = inParallel(10, (player) => register(rivals.at(player).browser(), id, `Player ${player}`));
  const [cancelled, answers] = await Promise.all([Promise.all([cancel(), cancel()]), sends]);
  expect(tally(cancelled)).toEqual({ 204: 1, 404: 1 });
  const { 201: took = 0, 409: full = 0 } = tally(answers);
  expect(took + full).toBe(10);
  expect(await placesOf(rivals, id)).toBe(1 + took);
  expect(took).toBeLessThanOrEqual(1);
};

const deleteAndRegister: Race = async (rivals) => {
  const id = await eventIn(rivals, { capacity: 100 });
  const answers = await inParallel(30, (index) =>
    index === 15
      ? send(rivals.organisers[1], `DELETE /api/events/${id}`)
      : register(rivals.at(index).browser(), id, `Player ${index}`),
  );
  const { 201: took = 0, 204: deleted = 0, 404: late = 0 } = tally(answers);
  expect({ deleted, others: took + late, all: tally(answers) }).toMatchObject({ deleted: 1, others: 29 });
  expect(await placesOf(rivals, id)).toBe(took);
  const { db, now } = rivals.at(0).context;
  await finishDeletions({ db, now: () => new Date(now().getTime() + UNDO_MS) });
  expect(await placesOf(rivals, id)).toBe(0);
};

const desksAt = async ({ at, organisers }: Rivals, players: number) => {
  const { id } = await aTournament(at(0).context, players);
  return [deskAt(at(0), organisers[0], id), deskAt(at(1), organisers[1], id)] as const;
};

const twoBrackets: Race = async (rivals) => {
  const desks = await desksAt(rivals, 8);
  const answers = await Promise.all(desks.map((desk) => desk.draw({ randomSeed: true, expectedRevision: 0 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await desks[0].matches()).toEqual(answers.find(({ status }) => status === 201)?.body);
};

const twoScores: Race = async (rivals) => {
  const desks = await desksAt(rivals, 4);
  await desks[0].draw();
  const answers = await Promise.all(desks.map((desk, index) => desk.score('W1-1', 10, index, { expectedRevision: 1 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = answers.findIndex(({ status }) => status === 200);
  expect(await desks[0].findMatch('W1-1')).toMatchObject({ player1Score: 10, player2Score: kept });
};

/** Rows that both uploads name, in the order of each, and rows of each alone. */
const rowsOf = (uploader: number, score: number) => {
  const row = (name: string) => ({ name, score });
  const shared = Array.from({ length: 1100 }, (_, index) => row(`Shared ${index}`));
  const own = Array.from({ length: 100 }, (_, index) => row(`Own ${uploader} ${index}`));
  return [...(uploader === 0 ? shared : shared.reverse()), ...own];
};

const twoUploads: Race = async ({ organisers, db }, round) => {
  const answers = await Promise.all(
    organisers.map((organiser, uploader) =>
      send(organiser, 'POST /api/users/bulk-scores', {
        updates: rowsOf(uploader, 2 * round + uploader),
        fileName: `${round} ${uploader}.csv`,
        fileType: 'csv',
      }),
    ),
  );
  expect(tally(answers)).toEqual({ 200: 2 });
  const created = answers.map((answer) => answer.json<{ created: number }>().created);
  expect(created.sort()).toEqual(round === 0 ? [100, 1200] : [0, 0]);
  expect(await halfUploads(db, 'Shared %', 1100)).toEqual([]);
  for (const uploader of [0, 1]) expect(await halfUploads(db, `Own ${uploader} %`, 100)).toEqual([]);
};

const twoRenames: Race = async ({ organisers }, round) => {
  const add = async (name: string) => (await send(organisers[0], 'POST /api/users', { name })).json<{ id: string }>();
  const users = [await add(`First ${round}`), await add(`Second ${round}`)];
  const answers = await Promise.all(
    organisers.map((organiser, index) =>
      send(organiser, `PATCH /api/users/${users[index]?.id}`, { name: `Winner ${round}` }),
    ),
  );
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
};

const RACES: [name: string, rounds: number, race: Race][] = [
  ['one name for one event, from many devices: one place', 5, samePlayer],
  ['one name for an account, from many devices: one user', 5, sameUser],
  ['one Idempotency-Key, sent many times at once: one effect and one answer', 3, sameKey],
  ['cancelled, twice, while others register: the count stays true', 5, cancelAndRegister],
  ['deleted while others register: no place is left behind', 3, deleteAndRegister],
  ['two brackets drawn by desks that saw none: one is kept, the other gets 409', 2, twoBrackets],
  ['two scores for one match, as both desks saw it: one is kept, the other gets 409', 2, twoScores],
  ['two uploads of scores, of shared and of own names: each is complete', 2, twoUploads],
  ['two users renamed to one name: one succeeds', 5, twoRenames],
];

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it(`200 devices for 20 places: exactly 20 get one, in each of ${ROUNDS} rounds`, { timeout: 60_000 }, async () => {
    const rivals = await rivalsOn(dialect, instances);
    for (let round = 0; round < ROUNDS; round += 1) await lastPlaces(rivals, round);
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });

  const others = shared((atEnd) => rivalsOn(dialect, instances, {}, atEnd));
  it.each(RACES)('%s', { timeout: 60_000 }, (...race) => runRaces(others(), [race]));
});
