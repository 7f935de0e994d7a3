import { expect, it } from 'vitest';
import { settlePassword } from '#features/access/commands/unlock.ts';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { codeOf, deviceOf, devicesOf, join, once, placesOf, secondDeviceOf, visitorOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { ShownCode } from './contract.ts';

const MAIL = 'rosa@mail.example';

/** A phone with Rosa's place. */
async function scene() {
  const app = await testApp();
  const [rosa, eventId] = [app.browser(), await app.event()];
  const answer = await rosa.send(
    'POST /api/rsvps',
    aRegistration(eventId, { playerName: 'Rosa', playerEmail: MAIL }),
    once(),
  );
  return { app, rosa, eventId, id: answer.json<{ id: string }>().id };
}

it('a device is not removed by itself when it is the only one', async () => {
  const { app, rosa, id } = await scene();
  const own = await deviceOf(app, rosa);
  expect(seen(await rosa.send(`DELETE /api/devices/${own}`))).toMatchObject({
    status: 409,
    body: { code: 'LAST_DEVICE' },
  });
  expect((await placesOf(rosa)).map((place) => place.id)).toEqual([id]);
  await secondDeviceOf(app, rosa);
  expect((await rosa.send(`DELETE /api/devices/${own}`)).statusCode).toBe(204);
  expect(await placesOf(rosa)).toEqual([]);
});

it('a device is refused when its visitor has ten already, and takes no row of calendars when it had no cookie', async () => {
  const { app, rosa } = await scene();
  for (let n = 2; n <= 10; n += 1) expect((await join(app.browser(), await codeOf(rosa))).statusCode).toBe(200);
  const code = await codeOf(rosa);
  expect(seen(await join(app.browser(), code))).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_HERE', field: 'code' },
  });
  const other = app.browser();
  await other.send('POST /api/users', { name: 'Theo' });
  expect(seen(await join(rosa, await codeOf(other))).status).toBe(409);
  const rows = await everyRow(app.context.db);
  expect([rows.devices?.length, rows.joined_visitors, rows.visitors?.length]).toEqual([11, [], 2]);
  // The code still works once there is room.
  const [spare] = (await devicesOf(rosa)).filter(({ current }) => !current);
  await rosa.send(`DELETE /api/devices/${spare?.id}`);
  expect((await join(app.browser(), await codeOf(rosa))).statusCode).toBe(200);
});

it('a device that joins brings no emails along', async () => {
  const { app, rosa, id } = await scene();
  const full = await fullEvent(app);
  await rosa.send('POST /api/waiting', aRegistration(full, { playerName: 'Rosa', playerEmail: MAIL }), once());
  const sender = app.browser();
  const own = aRegistration(await app.event(), { playerName: 'Theo', playerEmail: 'theo@mail.example' });
  await sender.send('POST /api/rsvps', own, once());
  expect((await join(rosa, await codeOf(sender))).statusCode).toBe(200);
  const places = await placesOf(sender);
  expect(places.map((place) => [place.id === id, place.playerEmail]).sort()).toEqual([
    [false, 'theo@mail.example'],
    [true, undefined],
  ]);
  expect((await sender.send('GET /api/waiting/my')).body).not.toContain(MAIL);
});

it('a device that was removed knows no calendar address', async () => {
  const { app, rosa } = await scene();
  const [stolen, joined] = [await secondDeviceOf(app, rosa), app.browser()];
  await joined.send('POST /api/users', { name: 'Theo' });
  const addressOf = async (phone: Browser) =>
    new URL((await phone.send('GET /api/calendar/subscription')).json<{ address: string }>().address).pathname;
  const addresses = [await addressOf(stolen), await addressOf(joined)];
  await join(joined, await codeOf(rosa));
  const answers = async () =>
    (await Promise.all(addresses.map((at) => app.browser().send(`GET ${at}`)))).map(({ statusCode }) => statusCode);
  expect(await answers()).toEqual([200, 200]);
  await rosa.send(`DELETE /api/devices/${await deviceOf(app, stolen)}`);
  expect(await answers()).toEqual([404, 404]);
  expect((await app.browser().send(`GET ${await addressOf(rosa)}`)).statusCode).toBe(200);
});

it('wrong codes of one guest do not keep the others of the network from joining', async () => {
  const { app, rosa } = await scene();
  const [guest, code] = [app.browser(), await codeOf(rosa)];
  for (let n = 0; n < 60; n += 1) expect((await join(guest, 'ABCDEFGH')).statusCode).toBe(410);
  expect((await join(app.browser(), code)).statusCode).toBe(200);
});

it.each([
  ['of callers without a cookie', 'address', [429, 200]],
  ['of known devices', 'devices', [200, 429]],
])('wrong codes: %s use up only their own budgets', async (_, kind, statuses) => {
  const { app, rosa } = await scene();
  const known = app.browser();
  await known.send('POST /api/users', { name: 'Theo' });
  const since = app.clock.now().toISOString();
  const name = `code ${kind}`;
  await app.context.db.insertInto('minute_budgets').values({ name, used: 6000, since }).execute();
  const answers = [await join(app.browser(), await codeOf(rosa)), await join(known, await codeOf(rosa))];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses);
  app.clock.pass(60_000);
  expect((await join(app.browser(), await codeOf(rosa))).statusCode).toBe(200);
});

it.each([
  ['ended by another', (one: Browser) => one.send('DELETE /api/admin/sessions')],
  ['locked', (_: Browser, two: Browser) => two.send('POST /api/admin/logout')],
  ['ended by a new password', null],
] as const)('a code of an organiser is void when the session is %s', async (_, end) => {
  const { app, rosa, id } = await scene();
  const [one, two] = [await app.admin(), await app.admin()];
  const { code } = (await two.send('POST /api/handovers', { ids: [id] })).json<ShownCode>();
  if (end === null) await settlePassword(app.context, 'a quite different one');
  else expect((await end(one, two)).statusCode).toBe(204);
  expect(seen(await join(app.browser(), code))).toMatchObject({ status: 410, body: { code: 'LINK_OVER' } });
  expect(await placesOf(rosa)).toHaveLength(1);
});

it('soundness finds a visitor whose key would make another’s forgetting fail', async () => {
  const { app, rosa } = await scene();
  const crafted = { id: 'crafted', hold_key: `leaving ${await visitorOf(app, rosa)}`, network: null };
  await app.context.db
    .insertInto('visitors')
    .values({ ...crafted, created_at: app.clock.now().toISOString() })
    .execute();
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual(['a visitor held by another key: crafted']);
  expect((await rosa.send('DELETE /api/visitor')).statusCode).toBe(500);
});
