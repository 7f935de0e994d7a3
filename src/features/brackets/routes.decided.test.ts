/** An event knows whether its bracket is decided, whatever changes that. */
import { expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import { findEvent } from '#features/events/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { seen, sharedApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament, type Desk, deskAt, drawnDesk } from '#testing/tournament.ts';

const SINGLE = { tournamentType: 'single-elimination' } as const;
const DOUBLE = { tournamentType: 'double-elimination' } as const;

type Held = Pick<Desk, 'app' | 'id'>;

const eventOf = async ({ app, id }: Held) => {
  const events = await app.events();
  const event = events.find((one) => one.id === id);
  if (event === undefined) throw new Error('The event is gone.');
  return event;
};
const isDecided = async (desk: Held) => (await eventOf(desk)).bracketDecided;

const app = sharedApp();

/** Decides a final of two, and returns what the event says before and after `change`. */
const around = async (change: (desk: Desk) => Promise<{ status: number }>, players = 2) => {
  const desk = await drawnDesk(players, SINGLE, app());
  if (players === 3) await desk.score('W1-2', 2, 1);
  await desk.score(players === 2 ? 'W1-1' : 'W2-1', 2, 1);
  const before = await isDecided(desk);
  expect((await change(desk)).status).toBeLessThan(300);
  expect(await problemsIn(desk.app.context.db, 'sqlite')).toEqual([]);
  return [before, await isDecided(desk)];
};

it.each<[string, (desk: Desk) => Promise<{ status: number }>]>([
  ['its last result is undone', (desk) => desk.undo()],
  ['its last result is cleared', (desk) => desk.clear('W2-1')],
  ['a correction clears its last result', (desk) => desk.score('W1-2', 1, 2, { cascade: true })],
  ['it is drawn again', (desk) => desk.draw({ replace: true })],
])('a bracket is undecided again when %s', async (_, change) => {
  expect(await around(change, 3)).toEqual([true, false]);
});

it.each<[string, (desk: Desk) => Promise<{ status: number }>]>([
  ['a correction names another champion', (desk) => desk.score('W1-1', 1, 2)],
  ['a correction is undone', (desk) => desk.score('W1-1', 1, 2).then(() => desk.undo())],
  ['the loser is disqualified', (desk) => desk.forfeit('W1-1', { player: 2, disqualify: true })],
])('a bracket stays decided when %s', async (_, change) => {
  expect(await around(change)).toEqual([true, true]);
});

it.each([{ player: 1 }, { player: 'both' }, { player: 1, disqualify: true }])(
  'a bracket is decided when its final is decided by %j',
  async (body) => {
    const desk = await drawnDesk(2, DOUBLE, app());
    expect(await isDecided(desk)).toBe(false);
    await desk.score('W1-1', 2, 1);
    await desk.score('GF', 1, 2);
    expect(await isDecided(desk)).toBe(false);
    await desk.forfeit('GR', body);
    expect(await isDecided(desk)).toBe(true);
    expect(await problemsIn(desk.app.context.db, 'sqlite')).toEqual([]);
  },
);

it('a bracket is undecided while the third place is', async () => {
  const desk = await drawnDesk(4, SINGLE, app());
  await desk.draw({ thirdPlace: true });
  for (const place of ['W1-1', 'W1-2', 'W2-1']) await desk.score(place, 2, 1);
  expect(await isDecided(desk)).toBe(false);
  await desk.score('3P', 2, 1);
  expect(await isDecided(desk)).toBe(true);
});

it('a bracket takes no place when it is decided and its event has ended, and the event goes on when that is undone', async () => {
  const desk = await drawnDesk(2, { ...SINGLE, startTime: '2025-11-14T15:30:00.000Z', duration: 120 }, app());
  await desk.score('W1-1', 2, 1);
  const register = async () => seen(await desk.app.browser().send('POST /api/rsvps', aRegistration(desk.id)));
  expect(await register()).toMatchObject({ status: 409, body: { code: 'BRACKET_DRAWN' } });
  desk.app.clock.pass(30 * MINUTE);
  expect(await register()).toMatchObject({ status: 409, body: { code: 'EVENT_OVER' } });
  await desk.undo();
  expect(await register()).toMatchObject({ status: 409, body: { code: 'BRACKET_DRAWN' } });
});

it('a bracket changes its event only when it becomes decided or undecided', async () => {
  const desk = await drawnDesk(4, SINGLE, app());
  const told: boolean[] = [];
  onCommit(desk.app.context.db, (changes) => told.push(changes.get('events')?.has(desk.id) ?? false));
  // The list of events is cached, and this listener replaces the cache's.
  const revisions = async () => {
    const event = await findEvent(desk.app.context.db, desk.id);
    return [event?.revision ?? 0, event?.editRevision] as const;
  };
  const [revision, editRevision] = await revisions();
  for (const place of ['W1-1', 'W1-2', 'W2-1']) await desk.score(place, 2, 1);
  await desk.score('W2-1', 3, 1);
  await desk.undo();
  await desk.undo();
  expect(told).toEqual([false, false, true, false, false, true]);
  expect(await revisions()).toEqual([revision + 2, editRevision]);
});

it('a bracket is as decided as its results say when it comes from a festival file, whatever the file says', async () => {
  const desk = await drawnDesk(2, SINGLE, app());
  await desk.score('W1-1', 2, 1);
  const { id, rsvpIds } = await aTournament(desk.app.context, 2, { title: 'Undecided' });
  await deskAt(desk.app, desk.admin, id, rsvpIds).draw();
  const file = (await desk.admin.send('GET /api/admin/exports/festival.json')).json<{ events: object[] }>();
  const events = file.events.map((event) => ({ ...event, bracketDrawn: true, bracketDecided: true }));
  const other = await testApp();
  const imported = await (await other.admin()).send('POST /api/admin/imports/festival', { ...file, events });
  expect(imported.statusCode).toBe(201);
  expect([await isDecided({ ...desk, app: other }), await isDecided({ id, app: other })]).toEqual([true, false]);
  expect(await problemsIn(other.context.db, 'sqlite')).toEqual([]);
});
