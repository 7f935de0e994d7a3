import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { testApp } from '#testing/app.ts';

it('a running event where nobody is checked in is a warning from five minutes after its start to its end, as late as it is', async () => {
  const app = await testApp();
  const id = await app.event({ title: 'Chess', startTime: '2025-11-14T17:30:00.000Z', duration: 60 });
  await app.event({ title: 'Nobody came', startTime: '2025-11-14T17:30:00.000Z' });
  await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Rosa' });
  const admin = await app.admin();
  const warnings = async () => (await admin.send('GET /api/admin/attention')).json<{ text: string }[]>();
  app.clock.pass(35 * MINUTE - 1);
  expect(await warnings()).toEqual([]);
  app.clock.pass(1);
  expect(await warnings()).toEqual([
    {
      id: `nobody ${id}`,
      text:
        'Nobody is checked in at Chess, which began at 12:30 PM. Check people in, or say under Manage Events that it is ' +
        'running late.',
      link: { label: 'QR Check-In', to: `/admin/check-in?event=${id}` },
    },
  ]);
  await admin.send(`PUT /api/events/${id}/late`, { minutes: 20 });
  expect(await warnings()).toEqual([]);
  app.clock.pass(20 * MINUTE);
  expect((await warnings()).map(({ text }) => text)).toEqual([expect.stringContaining('began at 12:50 PM')]);
  app.clock.pass(55 * MINUTE);
  expect(await warnings()).toEqual([]);
});

it('a running event where nobody is checked in stays a warning as long as the event goes on', async () => {
  const app = await testApp();
  const id = await app.event({ startTime: '2025-11-14T17:30:00.000Z', duration: 24 * 60 });
  await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Rosa' });
  await (await app.admin()).send(`PUT /api/events/${id}/late`, { minutes: 180 });
  // A session of the first day would have ended.
  const count = async () => (await (await app.admin()).send('GET /api/admin/attention')).json<unknown[]>().length;
  app.clock.pass((30 + 27 * 60) * MINUTE - 1);
  expect(await count()).toBe(1);
  app.clock.pass(1);
  expect(await count()).toBe(0);
});

it('a running event where nobody is checked in is none once somebody is checked in, or it is completed', async () => {
  const app = await testApp();
  const [one, other] = [await app.event(), await app.event()];
  for (const eventId of [one, other]) await app.browser().send('POST /api/rsvps', { eventId, playerName: 'Rosa' });
  app.clock.pass(6 * HOUR + 10 * MINUTE);
  const admin = await app.admin();
  const ids = async () => (await admin.send('GET /api/admin/attention')).json<{ id: string }[]>().map(({ id }) => id);
  expect((await ids()).sort()).toEqual([`nobody ${one}`, `nobody ${other}`].sort());
  const [place] = (await admin.send(`GET /api/events/${one}/rsvps`)).json<{ id: string }[]>();
  await admin.send(`PUT /api/rsvps/${place?.id}/check-in`);
  for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${other}/status`, { status });
  expect(await ids()).toEqual([]);
});
