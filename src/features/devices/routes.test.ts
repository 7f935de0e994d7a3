import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ADDITIONS } from '#testing/additions.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { keepPlace } from '#testing/burst.ts';
import { everyRow } from '#testing/database.ts';
import { devicesOf, join, once, placesOf, secondDeviceOf, visitorOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Joined, ShownCode } from './contract.ts';

const shared = sharedApp();

const codeOf = async (browser: Browser) => (await browser.send('POST /api/devices/code')).json<ShownCode>();
const namesOf = async (browser: Browser) => (await placesOf(browser)).map(({ playerName }) => playerName).sort();
const UNKNOWN = { status: 410, body: { code: 'LINK_OVER', message: expect.stringContaining('wrong'), field: 'code' } };

async function phoneWith(app: TestApp, eventId: string, playerName: string): Promise<Browser> {
  const phone = app.browser();
  expect((await phone.send('POST /api/rsvps', aRegistration(eventId, { playerName }), once())).statusCode).toBe(201);
  return phone;
}

/** A visitor with a row in every table that can hold something of theirs. */
async function everything(app: TestApp, name: string, other: string): Promise<Browser> {
  const [admin, phone] = [await app.admin(), app.browser()];
  const [full, drawn] = [await fullEvent(app), await app.event({ tournamentType: 'single-elimination' })];
  for (const { call, body } of ADDITIONS) await phone.send(call, body(name, other), once());
  await phone.send('POST /api/waiting', aRegistration(full, { playerName: name }), once());
  const players = [phone, app.browser()];
  const ids: string[] = [];
  for (const [n, player] of players.entries()) {
    const answer = await player.send('POST /api/rsvps', aRegistration(drawn, { playerName: `${name} ${n}` }));
    ids.push(answer.json<{ id: string }>().id);
  }
  for (const id of ids) await admin.send(`PUT /api/rsvps/${id}/check-in`);
  expect((await admin.send(`POST /api/events/${drawn}/generate-bracket`, { randomSeed: false })).statusCode).toBe(201);
  await admin.send(`PATCH /api/events/${other}`, { location: 'Elsewhere' });
  const [mine] = await placesOf(phone);
  await admin.send(`POST /api/rsvps/${mine?.id}/rename`, { playerName: `${name} renamed` });
  const visitor_id = (await visitorOf(app, phone)) ?? '';
  await keepPlace(app, { id: randomUUID(), visitor_id, event_id: other, player_name: name });
  await codeOf(phone);
  return phone;
}

/** The tables with a row that names this id. */
const tablesWith = async ({ context }: TestApp, id: string) =>
  Object.entries(await everyRow(context.db)).flatMap(([table, rows]) => (rows.join().includes(id) ? [table] : []));

it('joining gives a phone without a cookie the places of the one that shows the code, once', async () => {
  const app = shared();
  const rosa = await phoneWith(app, await app.event(), 'Rosa');
  const shown = await codeOf(rosa);
  expect(shown).toMatchObject({
    code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/),
    address: `http://festival.test/join#${shown.code.replace('-', '')}`,
    until: '2025-11-14T17:10:00.000Z',
  });
  const tablet = app.browser();
  const answer = await join(tablet, ` ${shown.code.toLowerCase()} `);
  expect(seen(answer)).toEqual({
    status: 200,
    body: { kind: 'join', people: [{ name: 'Rosa', places: 1, waits: 0 }] },
  });
  expect([await namesOf(tablet), await namesOf(rosa)]).toEqual([['Rosa'], ['Rosa']]);
  expect(await visitorOf(app, tablet)).toBe(await visitorOf(app, rosa));
  expect(seen(await join(app.browser(), shown.code))).toEqual(UNKNOWN);
  expect((await everyRow(app.context.db)).visitors).toHaveLength(1);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain(shown.code.replace('-', ''));
});

it('joining brings along everything that the other phone has, in every table, and its devices', async () => {
  const app = await testApp();
  const other = await app.event();
  const [rosa, theo] = [await phoneWith(app, other, 'Rosa'), await everything(app, 'Theo', other)];
  const theosTablet = await secondDeviceOf(app, theo);
  const former = (await visitorOf(app, theo)) ?? '';
  const tables = await tablesWith(app, former);
  const others = [
    ...['amendments', 'audit_people', 'brackets', 'device_codes', 'devices', 'idempotency_keys'],
    ...['notices', 'removed_rows', 'visitors', 'waiting_entries'],
  ];
  expect(tables.sort()).toEqual([...ADDITIONS.map(({ table }) => table), ...others].sort());
  const counted = Object.entries(await everyRow(app.context.db)).map(([table, rows]) => [table, rows.length]);
  expect((await join(theo, (await codeOf(rosa)).code)).json<Joined>().people).toEqual([
    { name: 'Rosa', places: 1, waits: 0 },
    { name: 'Theo renamed', places: 1, waits: 0 },
    { name: 'Theo 0', places: 1, waits: 0 },
    { name: 'Theo', places: 0, waits: 1 },
  ]);

  // The first device keeps its id, a guess its guesser, and an answer the visitor it made.
  const left = ['admin_guesses', 'devices', 'idempotency_keys', 'joined_visitors'];
  expect((await tablesWith(app, former)).sort()).toEqual(left);
  const asked = app.context.db.selectFrom('idempotency_keys').select('key').where('asked_by', '=', former);
  expect(await asked.execute()).toEqual([]);
  expect(await visitorOf(app, theo)).toBe(await visitorOf(app, rosa));
  expect(await namesOf(theosTablet)).toEqual(await namesOf(rosa));
  const now = Object.fromEntries(
    Object.entries(await everyRow(app.context.db)).map(([table, rows]) => [table, rows.length]),
  );
  const before = Object.fromEntries(counted);
  expect(now).toEqual({
    ...before,
    ...{ visitors: before.visitors - 1, device_codes: 0, joined_visitors: 1 },
    ...{ idempotency_keys: before.idempotency_keys + 1, admin_guesses: 1, minute_budgets: 2 },
    // Both were told of one change.
    notices: before.notices - 1,
  });
  // The scene's removed row has few fields.
  const problems = await problemsIn(app.context.db, 'sqlite');
  expect(problems.filter((problem) => !problem.startsWith('removed_rows: row.'))).toEqual([]);

  expect((await theo.send('DELETE /api/visitor')).statusCode).toBe(204);
  expect(JSON.stringify(await everyRow(app.context.db))).not.toMatch(/Rosa|Theo(?! 1)/);
  expect([await namesOf(rosa), await namesOf(theosTablet)]).toEqual([[], []]);
});

it('joining goes on with the calendar addresses of both, until one of them asks for a new one', async () => {
  const app = await testApp();
  const [rosa, theo] = [
    await phoneWith(app, await app.event(), 'Rosa'),
    await phoneWith(app, await app.event(), 'Theo'),
  ];
  const addressOf = async (phone: Browser, method = 'GET') =>
    (await phone.send(`${method} /api/calendar/subscription`)).json<{ address: string }>().address;
  const eventsAt = async (address: string) => {
    const { statusCode, body } = await app.browser().send(`GET ${new URL(address).pathname}`);
    return statusCode === 200 ? body.split('BEGIN:VEVENT').length - 1 : statusCode;
  };
  const [rosas, theos] = [await addressOf(rosa), await addressOf(theo)];
  expect([await eventsAt(rosas), await eventsAt(theos)]).toEqual([1, 1]);
  await join(theo, (await codeOf(rosa)).code);
  expect([await eventsAt(rosas), await eventsAt(theos), await addressOf(theo)]).toEqual([2, 2, rosas]);
  const renewed = await addressOf(theo, 'POST');
  expect([await eventsAt(rosas), await eventsAt(theos), await eventsAt(renewed)]).toEqual([404, 404, 2]);
});

it('joining repeats the cookie and the answer when the first answer was lost', async () => {
  const app = shared();
  const rosa = await phoneWith(app, await app.event(), 'Rosa');
  const [{ code }, key, lost, tablet] = [await codeOf(rosa), once(), app.browser(), app.browser()];
  const first = await join(lost, code, key);
  const second = await join(tablet, code, key);
  expect([first.statusCode, second.body]).toEqual([200, first.body]);
  expect(await namesOf(tablet)).toEqual(['Rosa']);
  expect(await devicesOf(rosa)).toHaveLength(2);
});

it('joining refuses the visitor’s own code, an earlier one, an expired one, and writes nothing', async () => {
  const app = await testApp();
  const [rosa, stranger] = [await phoneWith(app, await app.event(), 'Rosa'), app.browser()];
  const earlier = await codeOf(rosa);
  const { code } = await codeOf(rosa);
  expect(seen(await join(stranger, earlier.code))).toEqual(UNKNOWN);
  expect(seen(await join(stranger, 'LOOKSBAD'))).toEqual(UNKNOWN);
  const rows = async () => {
    const { admin_guesses: _, minute_budgets: __, ...rest } = await everyRow(app.context.db);
    return rest;
  };
  const before = await rows();
  expect(seen(await join(rosa, code)).body).toMatchObject({ code: 'BAD_INPUT', field: 'code' });
  app.clock.pass(600_000);
  expect(seen(await join(stranger, code))).toEqual(UNKNOWN);
  expect(await rows()).toEqual(before);
});
