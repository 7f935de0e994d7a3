/**
 * Races of removing and restoring a burst against guests who cancel and register, on every database setup. Controls of what they
 * could damage: app/tests/races.controls.test.ts.
 */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Rsvp } from '#features/rsvps/contract.ts';
import type { Browser } from '#testing/app.ts';
import { listedBurst, phones, remove, takePlaceIn, undo } from '#testing/burst.ts';
import { CONSTELLATIONS, type Race, type Rivals, rivalsOn, runRaces, tally } from '#testing/races.ts';
import type { Removal, Restored } from '../contract.ts';

const ROUNDS = 2;
/** As few as are a burst. */
const SEATS = 30;

/** A full event whose places all belong to one burst. */
async function fullOfBurst({ at, organisers }: Rivals) {
  const round = randomUUID().slice(0, 8);
  const id = await at(0).event({ capacity: SEATS });
  const scripts = await phones(at(0), SEATS, takePlaceIn(id, `Script ${round}`), round);
  const burst = await listedBurst(organisers[0], round);
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
  // Whichever ran first, the place is taken once.
  expect([removed.json<Removal>().things, cancelled.statusCode]).toSatisfy(
    ([things, code]: number[]) => (things === SEATS && code === 404) || (things === SEATS - 1 && code === 204),
  );
  expect(await placesIn(rivals, id)).toBe(0);
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
  const { restored, things } = undone.json<Restored>();
  expect(things).toBe(SEATS);
  expect(await placesIn(rivals, id)).toBe(restored + (tally(guests)[201] ?? 0));
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
  expect([removed.statusCode, kept.length, await placesIn(rivals, id)]).toEqual([201, SEATS - 5, 0]);
};

const RACES: [name: string, race: Race][] = [
  ['removed while one cancels: each place goes once', removeAndCancel],
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
