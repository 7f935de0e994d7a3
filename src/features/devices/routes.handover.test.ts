import { expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import type { AuditEntry } from '#features/audit/contract.ts';
import { topicOfVisitor } from '#platform/server/topics.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { deviceOf, devicesOf, join, once, placesOf, secondDeviceOf, visitorOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Holding, ShownCode } from './contract.ts';

const offer = async (admin: Browser, ids: readonly string[]) =>
  (await admin.send('POST /api/handovers', { ids })).json<ShownCode>().code;
const holdings = async (admin: Browser, id: string) =>
  (await admin.send(`GET /api/handovers/${id}`))
    .json<Holding[]>()
    .map(({ id: held, playerName, named, waits }) => [held, playerName, named, waits]);
/** The tables that hold this text. */
const tablesWith = async ({ context }: TestApp, text: string) =>
  Object.entries(await everyRow(context.db)).flatMap(([table, rows]) => (rows.join().includes(text) ? [table] : []));
/** The entries of the list of changes about devices and places of this name, the newest first. */
const audited = async (admin: Browser, person: string) =>
  (await admin.send(`GET /api/admin/audit?person=${person}`))
    .json<AuditEntry[]>()
    .filter(({ action }) => /device|hand/.test(action));
const MAIL = 'rosa@mail.example';

/** A family's phone: Rosa with an account, a place and an entry, and Theo with a place. */
async function family(app: TestApp) {
  const [phone, eventId, full] = [app.browser(), await app.event(), await fullEvent(app)];
  const add = async (call: string, body: object) => (await phone.send(call, body, once())).json<{ id: string }>().id;
  return {
    phone,
    eventId,
    rosa: await add('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa', playerEmail: MAIL })),
    theo: await add('POST /api/rsvps', aRegistration(eventId, { playerName: 'Theo' })),
    waits: await add('POST /api/waiting', aRegistration(full, { playerName: 'Rosa', playerEmail: MAIL })),
    user: await add('POST /api/users', { name: 'Rosa' }),
  };
}

it('handing over lists what is under the name and on its phone, without an email', async () => {
  const app = await testApp();
  const [admin, { rosa, theo, waits, user }] = [await app.admin(), await family(app)];
  const other = app.browser();
  const elsewhere = await other.send('POST /api/rsvps', {
    ...aRegistration(await app.event(), { playerName: 'ROSA' }),
    isFriend: true,
  });
  const { id } = elsewhere.json<{ id: string }>();
  const own = [
    [rosa, 'Rosa', true, false],
    [waits, 'Rosa', true, true],
  ];
  const both = (list: unknown[]) => list.toSorted();
  expect(both(await holdings(admin, rosa))).toEqual(both([...own, [theo, 'Theo', false, false]]));
  // A user may have registered on two phones.
  expect(both(await holdings(admin, user))).toEqual(
    both([...own, [id, 'ROSA', true, false], [theo, 'Theo', false, false]]),
  );
  const phones = (await admin.send(`GET /api/handovers/${user}`)).json<Holding[]>();
  const used = app.clock.now().toISOString();
  expect(phones.map(({ id: held, phone, since, lastUsed }) => [held === id, phone, since, lastUsed])).toEqual([
    ...Array(3).fill([false, 0, used, used]),
    [true, 1, used, used],
  ]);
  expect((await admin.send(`GET /api/handovers/${rosa}`)).body).not.toContain('mail');
  expect(seen(await admin.send('GET /api/handovers/nobody')).status).toBe(404);
});

it('handing over lets the new phone clear the names that the list of changes has of what it took over', async () => {
  const app = await testApp();
  const [admin, { rosa, user }] = [await app.admin(), await family(app)];
  await admin.send(`PATCH /api/users/${user}`, { name: 'Rosalind' });
  const fresh = app.browser();
  await join(fresh, await offer(admin, [rosa]));
  expect((await fresh.send('DELETE /api/visitor')).statusCode).toBe(204);
  const known = (await admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
  const about = known.filter(({ action }) => /hand|renamed/.test(action));
  expect(about.map(({ subject }) => subject)).toEqual(Array(3).fill(expect.stringContaining('Former player')));
  expect(JSON.stringify(about)).not.toMatch(/Rosa/);
});

it('handing over gives the chosen places to a phone that has nothing, tells the old one, and is audited', async () => {
  const app = await testApp();
  const [admin, { phone, rosa, theo, waits, user, eventId }] = [await app.admin(), await family(app)];
  await admin.send(`POST /api/rsvps/${rosa}/rename`, { playerName: 'Rosa L' });
  const fresh = app.browser();
  expect(await tablesWith(app, MAIL)).toEqual(expect.arrayContaining(['rsvps', 'waiting_entries']));
  const answer = await join(fresh, await offer(admin, [rosa, waits]));
  expect(answer.json()).toEqual({
    kind: 'handover',
    people: [
      { name: 'Rosa L', places: 1, waits: 0 },
      { name: 'Rosa', places: 0, waits: 1 },
    ],
  });
  expect([(await placesOf(fresh)).map(({ id }) => id), (await placesOf(phone)).map(({ id }) => id)]).toEqual([
    [rosa],
    [theo],
  ]);
  // The former phone's kept answers, which only it can repeat.
  expect(await tablesWith(app, MAIL)).toEqual(['idempotency_keys']);
  expect((await placesOf(fresh))[0]?.playerEmail).toBeUndefined();
  const stored = app.context.db.selectFrom('users').select('visitor_id').where('id', '=', user);
  expect(await stored.executeTakeFirst()).toEqual({ visitor_id: await visitorOf(app, fresh) });
  const notices = (await phone.send('GET /api/notices/my')).json<{ kind: string; playerName: string }[]>();
  expect(notices.map(({ kind, playerName }) => [kind, playerName]).sort()).toEqual([
    ['handed-over', 'Rosa'],
    ['handed-over', 'Rosa L'],
  ]);
  expect((await admin.send(`GET /api/events/${eventId}/amendments`)).json()).toEqual([]);
  const entries = (await audited(admin, 'Rosa')).map(({ action, before, after }) => ({ action, before, after }));
  expect(entries).toHaveLength(3);
  for (const playerName of ['Rosa', 'Rosa L']) {
    const before = expect.objectContaining({ playerName });
    expect(entries).toContainEqual(expect.objectContaining({ action: 'handed over to another phone', before }));
  }
  const after = { people: ['Rosa L', 'Rosa'], events: expect.any(Array) };
  expect(entries).toContainEqual({ action: 'handover code made', before: null, after });
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);

  // Forgotten on the new phone, nothing of it is left; on the old one, Theo.
  await fresh.send('DELETE /api/visitor');
  await phone.send('DELETE /api/visitor');
  expect(JSON.stringify(await everyRow(app.context.db))).not.toMatch(/Rosa|Theo/);
});

it('handing over adds to the places that the new phone has, and once only', async () => {
  const app = await testApp();
  const [admin, { rosa, theo }, fresh] = [await app.admin(), await family(app), app.browser()];
  const own = await fresh.send('POST /api/rsvps', {
    ...aRegistration(await app.event(), { playerName: 'Rosa' }),
    isFriend: true,
  });
  const code = await offer(admin, [rosa, theo]);
  expect((await join(fresh, code)).json<{ people: object[] }>().people).toHaveLength(2);
  const ids = [own.json<{ id: string }>().id, rosa, theo].sort();
  expect((await placesOf(fresh)).map(({ id }) => id).sort()).toEqual(ids);
  expect((await join(app.browser(), code)).statusCode).toBe(410);
  expect(seen(await admin.send('POST /api/handovers', { ids: ['gone'] })).body).toMatchObject({ code: 'GONE' });
  expect(seen(await join(fresh, await offer(admin, [rosa]))).body).toMatchObject({ code: 'GONE' });
});

it('handing over lists the name first and the earliest event first, and nothing of a deleted event', async () => {
  const app = await testApp();
  const [admin, phone] = [await app.admin(), app.browser()];
  const add = async (playerName: string, hour: string) => {
    const eventId = await app.event({ title: `At ${hour}`, startTime: `2025-11-15T${hour}:00.000Z` });
    const answer = await phone.send('POST /api/rsvps', aRegistration(eventId, { playerName }));
    return { eventId, place: answer.json<{ id: string }>().id };
  };
  const [theo, late, early, gone] = [
    await add('Theo', '13:00'),
    await add('Rosa', '18:00'),
    await add('Rosa', '15:00'),
    await add('Rosa', '12:00'),
  ];
  await admin.send(`DELETE /api/events/${gone.eventId}`);
  expect(await holdings(admin, late.place)).toEqual([
    [early.place, 'Rosa', true, false],
    [late.place, 'Rosa', true, false],
    [theo.place, 'Theo', false, false],
  ]);
  expect(seen(await admin.send('POST /api/handovers', { ids: [gone.place] })).body).toMatchObject({ code: 'GONE' });
  await offer(admin, [late.place, gone.place]);
  const made = { action: 'handover code made', after: { people: ['Rosa'], events: ['At 18:00'] } };
  expect(await audited(admin, 'Rosa')).toMatchObject([made]);
});

it('handing over lists a place without a phone alone', async () => {
  const app = await testApp();
  const [admin, eventId] = [await app.admin(), await fullEvent(app)];
  const [first] = (await admin.send(`GET /api/events/${eventId}/rsvps`)).json<{ id: string; playerName: string }[]>();
  expect(await holdings(admin, first?.id ?? '')).toEqual([[first?.id, first?.playerName, true, false]]);
});

it('handing over tells the open screens of both phones', async () => {
  const app = await testApp();
  const [admin, { phone, rosa }, fresh] = [await app.admin(), await family(app), app.browser()];
  await fresh.send('POST /api/users', { name: 'Mo' });
  const code = await offer(admin, [rosa]);
  const changed: string[] = [];
  onCommit(app.context.db, (changes) => changed.push(...changes.keys()));
  await join(fresh, code);
  const topics = [await visitorOf(app, phone), await visitorOf(app, fresh)].map((id) => topicOfVisitor(id ?? ''));
  expect(changed).toEqual(expect.arrayContaining(topics));
});

it('handing over keeps a player in the drawn bracket when the old phone is forgotten', async () => {
  const app = await testApp();
  const [admin, old, other] = [await app.admin(), app.browser(), app.browser()];
  const eventId = await app.event({ tournamentType: 'single-elimination' });
  const ids: string[] = [];
  for (const [phone, playerName] of [[old, 'Rosa'] as const, [other, 'Mo'] as const]) {
    const answer = await phone.send('POST /api/rsvps', aRegistration(eventId, { playerName }));
    ids.push(answer.json<{ id: string }>().id);
    await admin.send(`PUT /api/rsvps/${ids.at(-1)}/check-in`);
  }
  await admin.send(`POST /api/events/${eventId}/generate-bracket`, { randomSeed: false });
  const fresh = app.browser();
  await join(fresh, await offer(admin, [ids[0] ?? '']));
  await old.send('DELETE /api/visitor');
  expect((await admin.send(`GET /api/matches?eventId=${eventId}`)).body).toContain('Rosa');
  await fresh.send('DELETE /api/visitor');
  expect((await admin.send(`GET /api/matches?eventId=${eventId}`)).body).not.toContain('Rosa');
});

it('devices are listed for each of them, and a removed one is a stranger', async () => {
  const app = await testApp();
  const { phone } = await family(app);
  const tablet = await secondDeviceOf(app, phone);
  const [mine, others] = [await deviceOf(app, phone), await deviceOf(app, tablet)];
  const at = app.clock.now().toISOString();
  const listed = (current: string) =>
    [mine, others].sort().map((id) => ({ id, since: at, lastSeen: at, current: id === current }));
  expect([await devicesOf(phone), await devicesOf(tablet), await devicesOf(app.browser())]).toEqual([
    listed(mine),
    listed(others),
    [],
  ]);
  expect((await tablet.send('GET /api/rsvps/my')).json()).toHaveLength(2);

  expect((await phone.send(`DELETE /api/devices/${others}`)).statusCode).toBe(204);
  expect((await tablet.send('GET /api/rsvps/my')).json()).toEqual([]);
  expect((await tablet.send('DELETE /api/visitor')).statusCode).toBe(401);
  expect(await devicesOf(phone)).toEqual([{ id: mine, since: at, lastSeen: at, current: true }]);
  expect(seen(await phone.send(`DELETE /api/devices/${others}`)).status).toBe(404);
});

it('devices let nobody in by the code of a removed one', async () => {
  const app = await testApp();
  const { phone } = await family(app);
  const stolen = await secondDeviceOf(app, phone);
  const { code } = (await stolen.send('POST /api/devices/code')).json<ShownCode>();
  expect((await phone.send(`DELETE /api/devices/${await deviceOf(app, stolen)}`)).statusCode).toBe(204);
  expect((await join(stolen, code)).statusCode).toBe(410);
  expect(await devicesOf(phone)).toHaveLength(1);
});

it('devices have an entry in the list of changes when an organiser removes one, none when its visitor does', async () => {
  const app = await testApp();
  const [admin, { phone }, nobody] = [await app.admin(), await family(app), app.browser()];
  const [tablet, watch] = [await secondDeviceOf(app, phone), await secondDeviceOf(app, phone)];
  await phone.send(`DELETE /api/devices/${await deviceOf(app, tablet)}`);
  expect(await audited(admin, 'Rosa')).toEqual([]);
  await admin.send(`DELETE /api/devices/${await deviceOf(app, watch)}`);
  expect(await audited(admin, 'Rosa')).toMatchObject([
    { action: 'device removed', before: { people: expect.arrayContaining(['Rosa', 'Theo']) }, after: null },
  ]);
  await nobody.send('POST /api/users', { name: 'Zoe' });
  await admin.send(`DELETE /api/devices/${await deviceOf(app, nobody)}`);
  expect(await audited(admin, 'somebody')).toMatchObject([{ subject: 'somebody without places' }]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  await phone.send('DELETE /api/visitor');
  expect(JSON.stringify(await everyRow(app.context.db))).not.toMatch(/Rosa|Theo/);
});

it('devices try wrong codes few times, and a right code of the guesser’s own does not reset the count', async () => {
  const app = await testApp();
  const { phone } = await family(app);
  const guess = async () => (await join(phone, 'ABCDEFGH')).statusCode;
  expect([await guess(), await guess(), await guess()]).toEqual([410, 410, 410]);
  const friend = app.browser();
  await friend.send('POST /api/users', { name: 'Friend' });
  const { code } = (await friend.send('POST /api/devices/code')).json<ShownCode>();
  expect((await join(phone, code)).statusCode).toBe(200);
  // The phone is the friend's visitor by now, with a count of its own; its network's goes on.
  const shared = app.context.db.selectFrom('minute_budgets').select('used').where('name', '=', 'code devices');
  expect(await shared.executeTakeFirst()).toEqual({ used: 3 });
  const five = [await guess(), await guess(), await guess(), await guess(), await guess(), await guess()];
  expect(five).toEqual([410, 410, 410, 410, 410, 429]);
});
