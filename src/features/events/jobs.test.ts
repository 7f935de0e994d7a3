import { expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { testApp } from '#testing/app.ts';
import { startDueEvents } from './jobs.ts';

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
