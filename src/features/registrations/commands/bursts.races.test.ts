/**
 * Races of removing and restoring a burst against guests who cancel and register, on every database setup, with
 * controls that show each race without its guard.
 */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { createEvent } from '#features/events/commands.ts';
import { changeSeats, findEvent, takeSeat } from '#features/events/store.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { addRsvp, addUntaken, removeRsvps } from '#features/rsvps/store.ts';
import { LIMITS } from '#platform/server/limits.ts';
import type { Browser } from '#testing/app.ts';
import { listedBurst, phones, remove, takePlaceIn, undo } from '#testing/burst.ts';
import { NOBODY, TEST_HOOKS } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { CONSTELLATIONS, type Race, type Rivals, rivalsOn, runRaces, tally, unguarded } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import type { Removal, Restored } from '../contract.ts';
import { NONE } from '../rules/counts.ts';
import { addRemoval, keep, takeKept } from '../store.ts';

const ROUNDS = 2;
/** As few as are a burst. */
const SEATS = 20;

/** A full event whose places all belong to one burst. */
async function fullOfBurst({ at, organisers }: Rivals) {
  const round = randomUUID().slice(0, 8);
  const id = await at(0).event({ capacity: SEATS });
  const scripts = await phones(at(0), SEATS, takePlaceIn(id, `Script ${round}`), round);
  // The clocks of both instances advance only here.
  at(1).clock.pass(2001);
  const burst = await listedBurst(at(0), organisers[0], round);
  return { id, scripts, burst };
}

const placeOf = async (phone: Browser): Promise<string> =>
  (await phone.send('GET /api/rsvps/my')).json<Rsvp[]>()[0]?.id ?? '';

const register = (rivals: Rivals, eventId: string, count: number, name: string) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      rivals
        .at(n)
        .browser()
        .send('POST /api/rsvps', { eventId, playerName: `${name} ${n}` }),
    ),
  );

const placesIn = async ({ db }: Rivals, eventId: string): Promise<number> =>
  (await db.selectFrom('rsvps').select('id').where('event_id', '=', eventId).execute()).length;

const removeAndCancel: Race = async (rivals) => {
  const { id, scripts, burst } = await fullOfBurst(rivals);
  const phone = scripts[7] as Browser;
  const place = await placeOf(phone);
  const [removed, cancelled] = await Promise.all([
    remove(rivals.organisers[0], burst),
    phone.send(`DELETE /api/rsvps/${place}`),
  ]);
  // Whichever ran first: the removal takes all places or, if one is gone, none.
  expect([removed.statusCode, cancelled.statusCode]).toSatisfy(
    ([one, other]: number[]) => (one === 201 && other === 404) || (one === 409 && other === 204),
  );
  expect(await placesIn(rivals, id)).toBe(removed.statusCode === 201 ? 0 : SEATS - 1);
};

const removeAndRegister: Race = async (rivals) => {
  const { id, burst } = await fullOfBurst(rivals);
  const [removed, guests] = await Promise.all([remove(rivals.organisers[0], burst), register(rivals, id, 40, 'Guest')]);
  expect(removed.statusCode).toBe(201);
  expect(await placesIn(rivals, id)).toBe(tally(guests)[201] ?? 0);
  expect(tally(guests)[201] ?? 0).toBeLessThanOrEqual(SEATS);
};

const undoAndRegister: Race = async (rivals) => {
  const { id, burst } = await fullOfBurst(rivals);
  const removal = (await remove(rivals.organisers[0], burst)).json<Removal>();
  const [undone, guests] = await Promise.all([
    undo(rivals.organisers[1], removal.id),
    register(rivals, id, 20, 'Guest'),
  ]);
  const { restored, lost } = undone.json<Restored>();
  expect(restored.places + lost.seats).toBe(SEATS);
  expect(await placesIn(rivals, id)).toBe(restored.places + (tally(guests)[201] ?? 0));
};

const removeTwice: Race = async (rivals) => {
  const { id, burst } = await fullOfBurst(rivals);
  const answers = await Promise.all(rivals.organisers.map((organiser) => remove(organiser, burst)));
  expect(tally(answers)).toEqual({ 201: 1, 409: 1 });
  expect(await placesIn(rivals, id)).toBe(0);
};

const undoTwice: Race = async (rivals) => {
  const { id, burst } = await fullOfBurst(rivals);
  const removal = (await remove(rivals.organisers[0], burst)).json<Removal>();
  const answers = await Promise.all(rivals.organisers.map((organiser) => undo(organiser, removal.id)));
  expect(tally(answers)).toEqual({ 200: 1, 404: 1 });
  expect(await placesIn(rivals, id)).toBe(SEATS);
};

const forgetWhileUndoing: Race = async (rivals) => {
  const { id, scripts, burst } = await fullOfBurst(rivals);
  const removal = (await remove(rivals.organisers[0], burst)).json<Removal>();
  const [undone, ...forgotten] = await Promise.all([
    undo(rivals.organisers[1], removal.id),
    ...scripts.slice(0, 5).map((phone) => phone.send('DELETE /api/visitor')),
  ]);
  expect(undone.statusCode).toBe(200);
  expect(tally(forgotten)).toEqual({ 204: 5 });
  // Restored or not, none of the five is left in the end.
  expect(await placesIn(rivals, id)).toBe(SEATS - 5);
};

const forgetWhileRemoving: Race = async (rivals) => {
  const { id, scripts, burst } = await fullOfBurst(rivals);
  const [removed, ...forgotten] = await Promise.all([
    remove(rivals.organisers[1], burst),
    ...scripts.slice(0, 5).map((phone) => phone.send('DELETE /api/visitor')),
  ]);
  expect(tally(forgotten)).toEqual({ 204: 5 });
  const kept = await rivals.db.selectFrom('removed_rows').select('row_id').where('event_id', '=', id).execute();
  // All were there when it began, or it did nothing.
  expect([kept.length, await placesIn(rivals, id)]).toEqual(
    removed.statusCode === 201 ? [SEATS - 5, 0] : [0, SEATS - 5],
  );
};

const RACES: [name: string, race: Race][] = [
  ['removed while one cancels: all places or none', removeAndCancel],
  ['removed while guests register: each freed seat is taken once', removeAndRegister],
  ['undone while guests register: never two people for one seat', undoAndRegister],
  ['removed by two organisers: once', removeTwice],
  ['undone by two organisers: once', undoTwice],
  ['removed while devices are forgotten: keeps nothing of them', forgetWhileRemoving],
  ['undone while devices are forgotten: restores nothing of them', forgetWhileUndoing],
];

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('every race', { timeout: 60_000 }, async () => {
    const races = RACES.map(([name, race]) => [name, ROUNDS, race] as const);
    await runRaces(await rivalsOn(dialect, instances), races);
  });
});

const contextOf = (db: Db) => ({
  ...{ db, secret: '', limits: LIMITS, hooks: TEST_HOOKS },
  ...{ now: () => new Date(0), newId: randomUUID },
});

/** A full event of three places: two of a burst, with a removal to keep them in, and one of a guest. */
async function sceneOf(db: Db): Promise<string> {
  const { id } = await createEvent(contextOf(db), NOBODY, anEvent({ capacity: 3 }));
  for (const name of ['guest', 'one', 'two']) {
    await db.insertInto('visitors').values({ id: name, hold_key: name, created_at: '' }).execute();
    await addPlace(db, id, name);
  }
  await changeSeats(db, id, { taken: 3 });
  const removed = { ...NONE, places: 2 };
  await addRemoval(db, { id: 'removal', removedAt: '', network: 'hotel', from: '', to: '', removed });
  return id;
}

const addPlace = (db: Db, eventId: string, name: string) =>
  addRsvp(db, {
    ...{ id: name, eventId, playerName: name, nameKey: name },
    playerEmail: null,
    visitorId: 'guest',
    createdAt: '',
  });

const removeAndKeep = async (db: Db, ids: string[]) =>
  keep(db, 'removal', 'place', await removeRsvps(db, ids, { keepCheckedIn: true }));

describe.each(DIALECTS)('without the guard, on %s', (dialect) => {
  it('a removal that counts freed seats beforehand frees a cancelled one twice', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    const id = await sceneOf(db);
    const counted = ['one', 'two'];
    await dbs[1].deleteFrom('rsvps').where('id', '=', 'one').execute();
    await changeSeats(dbs[1], id, { taken: -1 });
    await removeAndKeep(dbs[0], counted);
    await changeSeats(dbs[0], id, { taken: -counted.length });
    expect(await problemsIn(db, dialect)).toContain(`seats taken are not the places held: ${id}: 0 and 1`);
  });

  it('an undo that looks for free seats without locking the event gives two people one seat', async () => {
    const { db, dbs } = await unguarded(dialect, ['seats within capacity']);
    const id = await sceneOf(db);
    await removeAndKeep(db, ['one', 'two']);
    await changeSeats(db, id, { taken: -2 });
    const found = await findEvent(dbs[0], id);
    const free = (found?.capacity ?? 0) - (found?.currentRegistrations ?? 0);
    await takeSeat(dbs[1], id);
    await addPlace(dbs[1], id, 'three');
    const kept = await takeKept(dbs[0], { removalId: 'removal', kind: 'place', eventId: id }, free);
    const back = await addUntaken(
      dbs[0],
      kept.map((row) => JSON.parse(row)),
    );
    await changeSeats(dbs[0], id, { taken: back });
    expect(await problemsIn(db, dialect)).toContain(`more places are held than there are: ${id}: 4 of 3`);
  });

  it('an undo of what another undo restored takes its seats twice', async () => {
    const { db, dbs } = await unguarded(dialect, ['seats within capacity', 'one place a name']);
    const id = await sceneOf(db);
    await removeAndKeep(db, ['one', 'two']);
    await changeSeats(db, id, { taken: -2 });
    const rows = await db.selectFrom('removed_rows').select('row').execute();
    for (const one of dbs) {
      const kept = rows.map(({ row }) => ({ ...JSON.parse(row), id: randomUUID() }));
      await changeSeats(one, id, { taken: await addUntaken(one, kept) });
    }
    expect(await problemsIn(db, dialect)).toContainEqual(expect.stringMatching(/^two places of one name/));
  });
});
