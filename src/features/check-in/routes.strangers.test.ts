import { expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import type { Limits } from '#platform/server/limits.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { codeToken } from './commands/by-code.ts';

const shared = sharedApp();

const isIn = (name: string) => ({
  status: 200,
  body: { message: `Check-in successful! ${name} is at Catan Open.` },
});
const ASK_STAFF = { status: 429, body: { code: 'TOO_FAST', message: 'Please ask the event staff to check you in.' } };
const TRUSTING = { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } };
const from = (address: string) => ({ 'x-forwarded-for': address });

/** An event with places of other devices, and of `phone`. */
async function scene(app: TestApp, others: readonly string[], own: readonly string[] = []) {
  const id = await app.event({ capacity: 60 });
  const register = (browser: Browser, playerName: string) =>
    browser.send('POST /api/rsvps', { eventId: id, playerName });
  for (const name of others) await register(app.browser(), name);
  const phone = app.browser();
  for (const name of own) await register(phone, name);
  const token = codeToken(app.context, { eventId: id, generation: 1 });
  const tryName = async (name: string, by = app.browser(), headers = {}) =>
    seen(await by.send('POST /api/check-in', { token, playerName: name }, headers));
  return { id, phone, tryName };
}

const guests = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n}`);
const checkedIn = async ({ context }: TestApp, eventId: string) => {
  const rows = await context.db
    .selectFrom('rsvps')
    .select(['player_name', 'checked_in_by'])
    .where('event_id', '=', eventId)
    .where('checked_in', '=', 1)
    .orderBy('player_name')
    .execute();
  return rows.map((row) => `${row.player_name} by ${row.checked_in_by}`);
};
const warnings = async (organiser: Browser) =>
  (await organiser.send('GET /api/admin/attention')).json<{ id: string; text: string }[]>();

it('names tried with a photographed code are limited to ten a minute, right or wrong; after that every name gets the same response', async () => {
  const app = shared();
  const { id, tryName } = await scene(app, guests(7));
  const statuses: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    for (const name of [`Guest ${n}`, `Nobody ${n}`]) statuses.push((await tryName(name)).status);
  }
  expect(statuses).toEqual([...Array(5).fill([200, 404]), 429, 429, 429, 429].flat());
  expect(await checkedIn(app, id)).toHaveLength(5);
});

it('names tried with a photographed code do not reveal beyond the limit who has a place, and say how long to wait', async () => {
  const app = await testApp('sqlite', { limits: { checkInNames: 1 } });
  const { tryName, id, phone } = await scene(app, ['Alex', 'Sam'], ['Zoë']);
  expect(await tryName('Nobody')).toEqual(expect.objectContaining({ status: 404 }));
  for (const by of [app.browser(), phone]) {
    for (const name of ['Alex', 'Nobody']) expect(await tryName(name, by)).toEqual(ASK_STAFF);
  }
  const token = codeToken(app.context, { eventId: id, generation: 1 });
  app.clock.pass(20_000);
  const refused = await app.browser().send('POST /api/check-in', { token, playerName: 'Alex' });
  expect(refused.headers['retry-after']).toBe('40');
  expect(await checkedIn(app, id)).toEqual([]);
  app.clock.pass(40_000);
  expect(await tryName('Alex')).toEqual(isIn('Alex'));
});

it('names tried with a photographed code are answered beyond the limit that the code is void, once it is', async () => {
  const app = await testApp('sqlite', { limits: { checkInNames: 1 } });
  const { tryName, id } = await scene(app, ['Alex'], []);
  await tryName('Nobody');
  expect(await tryName('Alex')).toEqual(ASK_STAFF);
  await (await app.admin()).send(`POST /api/events/${id}/qr-code`);
  expect(await tryName('Alex')).toMatchObject({ status: 410, body: { code: 'CODE_VOID' } });
  await (await app.admin()).send(`DELETE /api/events/${id}`);
  const message = 'This check-in code is for an event that is not in the programme any more. Please see event staff.';
  expect(await tryName('Alex')).toEqual({ status: 410, body: { code: 'CODE_VOID', message } });
});

it('names tried with a photographed code are not limited for the device that holds the place, nor for an organiser', async () => {
  const app = await testApp('sqlite', { limits: { checkInNames: 1 } });
  const { id, phone, tryName } = await scene(app, ['Alex', 'Sam', 'Zoe'], ['Zoë', 'Kit']);
  await tryName('Nobody');
  expect(await tryName('Alex')).toEqual(ASK_STAFF);
  // Another device holds the place of that exact name.
  expect(await tryName('Zoe', phone)).toEqual(ASK_STAFF);
  expect(await tryName('Zoë', phone)).toEqual(isIn('Zoë'));
  expect(await tryName('KIT!', phone)).toEqual(isIn('Kit'));
  expect(await tryName('Kit', phone)).toEqual({
    status: 200,
    body: { message: 'Kit is already checked in at Catan Open.' },
  });
  expect(await tryName('Sam', await app.admin())).toEqual(isIn('Sam'));
  expect(await checkedIn(app, id)).toEqual(['Kit by owner', 'Sam by staff', 'Zoë by owner']);
});

it('names tried with a photographed code are counted per network and code, over all instances', async () => {
  const url = await freshUrl('sqlite');
  const limits = { checkInNames: 2 } satisfies Partial<Limits>;
  const [one, two] = [
    await testApp('sqlite', { ...TRUSTING, url, limits }),
    await testApp('sqlite', { ...TRUSTING, url, limits }),
  ];
  const { tryName, id } = await scene(one, guests(9));
  const other = await scene(one, ['Alex']);
  const [home, away] = [from('203.0.113.7'), from('203.0.113.8')];
  expect([await tryName('Guest 0', one.browser(), home), await tryName('Guest 1', two.browser(), home)]).toEqual([
    isIn('Guest 0'),
    isIn('Guest 1'),
  ]);
  expect(await tryName('Guest 2', two.browser(), home)).toEqual(ASK_STAFF);
  expect(await tryName('Guest 2', two.browser(), away)).toEqual(isIn('Guest 2'));
  expect(await other.tryName('Alex', one.browser(), home)).toEqual(isIn('Alex'));
  const renewed = codeToken(one.context, { eventId: id, generation: 2 });
  await (await one.admin()).send(`POST /api/events/${id}/qr-code`);
  const answer = await one.browser().send('POST /api/check-in', { token: renewed, playerName: 'Guest 3' }, home);
  expect(seen(answer)).toEqual(isIn('Guest 3'));
});

it('names tried with a photographed code are counted for an IPv6 /64 and its /48, and for all networks, without a row for each', async () => {
  const app = await testApp('sqlite', { ...TRUSTING, limits: { checkInNames: 1 } });
  const { tryName } = await scene(app, guests(5));
  const at = (address: string, name: string) => tryName(name, app.browser(), from(address));
  expect(await at('2001:db8:1:1::1', 'Guest 0')).toEqual(isIn('Guest 0'));
  expect(await at('2001:db8:1:1::2', 'Guest 1')).toEqual(ASK_STAFF);
  for (const subnet of [2, 3, 4])
    expect(await at(`2001:db8:1:${subnet}::1`, `Guest ${subnet - 1}`)).toEqual(isIn(`Guest ${subnet - 1}`));
  expect(await at('2001:db8:1:5::1', 'Guest 4')).toEqual(ASK_STAFF);
  for (let n = 0; n < 80; n += 1) await at(`203.0.113.${n}`, 'Nobody');
  expect(await at('198.51.100.1', 'Guest 4')).toEqual(ASK_STAFF);
  const { rows } = await app.context.db
    .selectFrom('minute_budgets')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow();
  // 56 IPv4 networks and 4 of IPv6 with a try each, plus the /48 and the code itself.
  expect(Number(rows)).toBe(62);
  const stored = JSON.stringify(await app.context.db.selectFrom('minute_budgets').select('name').execute());
  expect(stored).not.toMatch(/203\.0\.113|2001:db8/);
});

it('organisers cause a warning when there were many, until there is a new code', async () => {
  const url = await freshUrl('sqlite');
  const limits = { checkInNames: 1 } satisfies Partial<Limits>;
  const [app, other] = [await testApp('sqlite', { url, limits }), await testApp('sqlite', { url, limits })];
  const { id, tryName } = await scene(app, ['Alex']);
  const organiser = await other.admin();
  await tryName('Nobody');
  expect(await warnings(organiser)).toEqual([]);
  await tryName('Nobody');
  const warned = await warnings(organiser);
  expect(warned).toEqual([expect.objectContaining({ id: `check-in ${id}` })]);
  expect(warned[0]?.text).toContain('with the check-in code of Catan Open (12:00 PM)');
  const alarms = () => app.context.db.selectFrom('check_in_alarms').selectAll().execute();
  const recorded = await alarms();
  app.clock.pass(30_000);
  await tryName('Alex');
  // Written at most once a minute.
  expect(await alarms()).toEqual(recorded);
  app.clock.pass(MINUTE);
  await tryName('Nobody');
  await tryName('Nobody');
  expect((await warnings(organiser))[0]?.text).toContain('(12:01 PM)');
  expect(await alarms()).toHaveLength(1);
  await organiser.send(`POST /api/events/${id}/qr-code`);
  expect(await warnings(organiser)).toEqual([]);
});

it('organisers: undo what other devices checked in during the last minutes, and nothing else', async () => {
  const app = await testApp();
  const { id, phone, tryName } = await scene(app, ['Early', 'Alex', 'Sam', 'Kit', 'Confirmed'], ['Mine', 'Also mine']);
  const admin = await app.admin();
  await tryName('Early');
  app.clock.pass(10 * MINUTE);
  for (const name of ['Alex', 'Sam', 'Confirmed', 'Also mine']) expect(await tryName(name)).toEqual(isIn(name));
  await tryName('Mine', phone);
  // Repeated by its own device or an organiser, a check-in counts as theirs.
  await tryName('Also mine', phone);
  const list = (await admin.send(`GET /api/events/${id}/rsvps`)).json<{ id: string; playerName: string }[]>();
  const placeOf = (name: string) => list.find(({ playerName }) => playerName === name)?.id;
  for (const name of ['Kit', 'Confirmed']) await admin.send(`PUT /api/rsvps/${placeOf(name)}/check-in`);

  const undone = await admin.send(`POST /api/events/${id}/undo-check-ins`, { minutes: 5 });
  expect(seen(undone)).toEqual({ status: 200, body: { undone: 2 } });
  expect(undone.headers['x-touches']).toBe('rsvps');
  expect(await checkedIn(app, id)).toEqual([
    'Also mine by owner',
    'Confirmed by staff',
    'Early by code',
    'Kit by staff',
    'Mine by owner',
  ]);
  const audit = (await admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(audit.find(({ action }) => action.endsWith('undone'))).toMatchObject({
    action: 'check-ins by other phones undone',
    subject: 'Catan Open',
    before: { checkedIn: 2, players: ['Alex', 'Sam'] },
    after: { checkedIn: 0 },
  });
  expect(seen(await admin.send(`POST /api/events/${id}/undo-check-ins`, { minutes: 5 })).body).toEqual({ undone: 0 });
  expect(await tryName('Alex')).toEqual(isIn('Alex'));
  expect(seen(await admin.send(`POST /api/events/${id}/undo-check-ins`, { minutes: 15 })).body).toEqual({
    undone: 2,
  });
});

it('organisers cannot undo for other spans, or after the event', async () => {
  const app = shared();
  const { id, tryName } = await scene(app, ['Alex']);
  const admin = await app.admin();
  await tryName('Alex');
  const undo = async (minutes: unknown) => seen(await admin.send(`POST /api/events/${id}/undo-check-ins`, { minutes }));
  for (const minutes of [0, 6, '5', null, 1e9]) expect((await undo(minutes)).status).toBe(400);
  await app.context.db.updateTable('events').set({ status: 'completed' }).execute();
  expect(await undo(5)).toEqual({ status: 409, body: { code: 'EVENT_OVER', message: 'This event is over.' } });
  expect(await checkedIn(app, id)).toEqual(['Alex by code']);
});
