import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { testApp } from '#testing/app.ts';
import { jobContext } from '#testing/context.ts';
import { addPlayer } from '#testing/tournament.ts';
import { endDueEvents, startDueEvents } from './duties.ts';

const FESTIVAL = { lastDay: '2025-11-16', timeZone: 'America/New_York' };

it('events that start by themselves are in progress from their start, late as they are, and are not completed', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const at = (title: string, startTime: string, duration: number) => app.event({ title, startTime, duration });
  // The app's clock stands at 17:00.
  await at('now', '2025-11-14T17:00:00.000Z', 60);
  await at('later', '2025-11-14T17:00:01.000Z', 60);
  await at('over', '2025-11-14T16:00:00.000Z', 60);
  const late = await at('late', '2025-11-14T16:45:00.000Z', 60);
  await admin.send(`PUT /api/events/${late}/late`, { minutes: 20 });
  const run = (startsByItself?: boolean) =>
    startDueEvents.run({ ...app.context, festival: { ...FESTIVAL, startsByItself } });
  const live = async () =>
    (await app.events()).filter(({ status }) => status === 'in-progress').map(({ title }) => title);

  expect([await run(), await run(false), await live()]).toEqual([0, 0, []]);
  // Two instances find the same one due.
  expect((await Promise.all([run(true), run(true)])).toSorted()).toEqual([0, 1]);
  expect([await run(true), await live()]).toEqual([0, ['now']]);
  app.clock.pass(HOUR / 12);
  expect([await run(true), await live()]).toEqual([2, ['late', 'now', 'later']]);
  app.clock.pass(2 * HOUR);
  expect([await run(true), await live()]).toEqual([0, ['late', 'now', 'later']]);
});

it('events that end by themselves are completed 15 minutes after their end, late as they are, unless they give points or are undecided', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const started = async (title: string, more: object = {}) => {
    const id = await app.event({ title, startTime: '2025-11-14T17:00:00.000Z', duration: 60, ...more });
    await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
    return id;
  };
  await started('in time');
  const late = await started('late');
  await admin.send(`PUT /api/events/${late}/late`, { minutes: 20 });
  await started('with points', { points: { places: [5], takingPart: 1 } });
  await started('no points', { points: { places: [0], takingPart: 0 } });
  await started('undrawn', { tournamentType: 'single-elimination' });
  const cup = await started('cup', { tournamentType: 'single-elimination' });
  await app.event({ title: 'never started', startTime: '2025-11-14T17:00:00.000Z', duration: 60 });
  for (const name of ['Ada', 'Bo']) await addPlayer(app.context, cup, name);
  await admin.send(`POST /api/events/${cup}/generate-bracket`, { randomSeed: false });
  const run = async (endsByItself?: boolean) => {
    await endDueEvents.run(jobContext(app.context, { festival: { ...FESTIVAL, endsByItself } }));

    return (await app.events()).filter(({ status }) => status === 'completed').map(({ title }) => title);
  };
  app.clock.pass(75 * MINUTE - 1);
  expect(await run(true)).toEqual([]);
  app.clock.pass(1);
  expect(await run(false)).toEqual([]);
  expect(await run(true)).toEqual(['in time', 'no points']);
  app.clock.pass(20 * MINUTE);
  expect((await run(true)).toSorted()).toEqual(['in time', 'late', 'no points']);
  await admin.send(`PATCH /api/matches/${cup}_W1-1/score`, { player1Score: 1, player2Score: 0 });
  expect((await run(true)).toSorted()).toEqual(['cup', 'in time', 'late', 'no points']);
  expect((await admin.send(`POST /api/events/${cup}/undo-completion`)).statusCode).toBe(200);
  // It goes on until somebody completes it.
  expect((await run(true)).toSorted()).toEqual(['in time', 'late', 'no points']);
});

it('is a fact of the festival that organisers switch on, off at first', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
  expect(facts).not.toHaveProperty('startsByItself');
  const saved = await admin.send('PUT /api/admin/festival', { facts: { ...facts, startsByItself: true } });
  expect(saved.json().facts).toMatchObject({ startsByItself: true });
  const [change] = (await admin.send('GET /api/admin/audit')).json<{ after: object }[]>();
  expect(change?.after).toEqual({ startsByItself: true });
  const wrong = await admin.send('PUT /api/admin/festival', { facts: { ...facts, startsByItself: 'yes' } });
  expect(wrong.statusCode).toBe(400);
});
