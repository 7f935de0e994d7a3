import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, type TestApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import { sendAll, toldNow } from '#testing/subscriptions.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { Message } from './contract.ts';
import { messageDuties } from './duties.ts';
import { MOST_IN_FORCE } from './limits.ts';

const KEY = '11111111-1111-4111-8111-111111111111';
const OVER = '2025-11-17T10:00:00.000Z';
const toAll = (said: object = {}) => ({ text: 'The bar is open.', urgent: false, audience: 'everybody', ...said });
const toEvent = (eventId: string, said: object = {}) => toAll({ audience: 'event', eventId, ...said });

async function scene() {
  const app = await testApp();
  const [admin, eventId, rosa] = [await app.admin(), await app.event(), app.browser()];
  await rosa.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Rosa' }));
  return { app, admin, eventId, rosa };
}

const write = async (browser: Browser, body: object) =>
  (await browser.send('POST /api/messages', body)).json<Message>();
const textsOf = async (browser: Browser, call = 'GET /api/messages') =>
  (await browser.send(call)).json<Message[]>().map(({ text }) => text);
const codeOf = async (answer: ReturnType<Browser['send']>) => {
  const { statusCode, body } = await answer;
  return `${statusCode} ${body === '' ? '' : (JSON.parse(body).code ?? 'ok')}`.trim();
};
const outboxOf = ({ context: { db } }: TestApp) => db.selectFrom('outbox').selectAll().execute();

/** Gives the device of a browser a push subscription. */
async function subscribe({ context: { db } }: TestApp, browser: Browser): Promise<void> {
  const place = (await browser.send('GET /api/rsvps/my')).json<{ id: string }[]>()[0];
  const { visitor_id } = await db
    .selectFrom('rsvps')
    .select('visitor_id')
    .where('id', '=', place?.id ?? '')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .selectFrom('devices')
    .select('id')
    .where('visitor_id', '=', visitor_id)
    .executeTakeFirstOrThrow();
  const keys = { p256dh: 'p', auth: 'a', kinds: '["urgent"]' };
  await db
    .insertInto('push_subscriptions')
    .values({ id: `push ${id}`, device_id: id, endpoint: `https://push.example/${id}`, ...keys })
    .execute();
}

it('messages go to everybody, with who wrote them and when they end', async () => {
  const { app, admin } = await scene();
  const first = await write(admin, toAll());
  app.clock.pass(MINUTE);
  await write(admin, toAll({ text: '  Lunch **now** ', urgent: true }));
  expect(first).toMatchObject({ from: 'An organiser', at: '2025-11-14T17:00:00.000Z', endsAt: OVER, revision: 1 });
  for (const call of ['GET /api/messages', 'GET /api/messages/public'])
    expect(await textsOf(app.browser(), call)).toEqual(['Lunch **now**', 'The bar is open.']);
  app.clock.pass(2 * HOUR);
  expect(await textsOf(app.browser())).toEqual(['The bar is open.']);
});

it('messages go to the people of an event: a place, a place in line, and each device of theirs', async () => {
  const { app, admin } = await scene();
  const full = await fullEvent(app);
  const [waits, other] = [app.browser(), app.browser()];
  await waits.send('POST /api/waiting', aRegistration(full, { playerName: 'Wanda' }));
  await other.send('POST /api/users', { name: 'Other' });
  await write(admin, toEvent(full));
  const { code } = (await waits.send('POST /api/devices/code')).json<{ code: string }>();
  const second = app.browser();
  await second.send('POST /api/devices/join', { code });
  for (const call of ['GET /api/messages', 'GET /api/messages/my']) {
    expect(await textsOf(waits, call)).toEqual(['The bar is open.']);
    expect(await textsOf(second, call)).toEqual(['The bar is open.']);
    expect(await textsOf(other, call)).toEqual([]);
    expect(await textsOf(app.browser(), call)).toEqual([]);
  }
  const elsewhere = await aHelper(app, { role: 'door', location: 'Arcade' });
  const here = await aHelper(app, { role: 'points', eventId: full });
  expect(await textsOf(elsewhere)).toEqual([]);
  expect(await textsOf(here)).toEqual(['The bar is open.']);
  // The offline copy of an organiser's own phone has what is for it, also once it is locked.
  await admin.send('POST /api/rsvps', aRegistration(await app.event(), { playerName: 'Priya' }));
  expect(await textsOf(admin, 'GET /api/messages/my')).toEqual([]);
});

it('messages go to organisers and helpers alone when they are for the staff', async () => {
  const { app, admin, rosa } = await scene();
  await write(admin, toAll({ audience: 'staff', text: 'Radio on 4.' }));
  expect(await textsOf(await aHelper(app, { role: 'points' }))).toEqual(['Radio on 4.']);
  expect(await textsOf(admin)).toEqual(['Radio on 4.']);
  expect([await textsOf(rosa), await textsOf(app.browser())]).toEqual([[], []]);
});

it('messages of a host go to the people of their event, and they change no others', async () => {
  const { app, admin, eventId, rosa } = await scene();
  const [host, everywhere] = [await aHelper(app, { role: 'host', eventId }), await aHelper(app, { role: 'host' })];
  const mine = await write(host, toEvent(eventId, { text: 'Bring a chair.' }));
  expect(mine.from).toBe('Mira, host');
  expect(await textsOf(rosa)).toEqual(['Bring a chair.']);
  const other = await app.event();
  expect(await codeOf(host.send('POST /api/messages', toEvent(other)))).toBe('403 NOT_YOUR_JOB');
  expect(await codeOf(everywhere.send('POST /api/messages', toEvent(other)))).toBe('201 ok');
  const [all, staff, theirs] = [
    await write(admin, toAll()),
    await write(admin, toAll({ audience: 'staff' })),
    await write(admin, toEvent(other)),
  ];
  for (const audience of ['everybody', 'staff'])
    for (const by of [host, everywhere])
      expect(await codeOf(by.send('POST /api/messages', toAll({ audience })))).toBe('403 NOT_YOUR_JOB');
  for (const { id } of [all, staff])
    for (const by of [host, everywhere]) {
      expect(await codeOf(by.send(`DELETE /api/messages/${id}`))).toBe('403 NOT_YOUR_JOB');
      expect(await codeOf(by.send(`PATCH /api/messages/${id}`, { text: 'No' }))).toBe('403 NOT_YOUR_JOB');
    }
  expect(await codeOf(host.send(`DELETE /api/messages/${theirs.id}`))).toBe('403 NOT_YOUR_JOB');
  expect(await codeOf(host.send(`DELETE /api/messages/${mine.id}`))).toBe('204');
  const door = await aHelper(app, { role: 'door', eventId });
  expect(await codeOf(door.send('POST /api/messages', toEvent(eventId)))).toBe('403 NOT_YOUR_JOB');
  expect(await codeOf(door.send('POST /api/messages', { text: 7 }))).toBe('403 NOT_YOUR_JOB');
});

it('messages of a deleted event are changed by no helper of another event or room', async () => {
  const { app, admin, eventId } = await scene();
  const other = await app.event({ title: 'Azul', location: 'Lido Deck' });
  const { id } = await write(admin, toEvent(other));
  const helpers = [
    await aHelper(app, { role: 'host', eventId }),
    await aHelper(app, { role: 'host', location: 'Attic' }),
  ];
  await admin.send(`DELETE /api/events/${other}`);
  for (const host of helpers) {
    expect(await codeOf(host.send(`PATCH /api/messages/${id}`, { text: 'Mine now' }))).toBe('404 NOT_FOUND');
    expect(await codeOf(host.send(`DELETE /api/messages/${id}`))).toBe('404 NOT_FOUND');
  }
  expect(await codeOf(admin.send(`PATCH /api/messages/${id}`, { text: 'Edited' }))).toBe('200 ok');
});

it('messages are written once per key, and not again after they were withdrawn', async () => {
  const { admin } = await scene();
  const again = () => admin.send('POST /api/messages', toAll(), { 'idempotency-key': KEY });
  const { id } = (await again()).json<Message>();
  expect((await again()).json()).toMatchObject({ id });
  expect(await textsOf(admin)).toHaveLength(1);
  await admin.send(`DELETE /api/messages/${id}`);
  expect(await codeOf(again())).toBe('410 GONE');
  expect(await textsOf(admin)).toEqual([]);
});

it('messages are edited within a minute, and withdrawn at any time, once', async () => {
  const { app, admin, rosa } = await scene();
  const { id } = await write(admin, toAll());
  expect(await codeOf(admin.send(`PATCH /api/messages/${id}`, { text: 'The bar is closed.' }))).toBe('200 ok');
  expect((await rosa.send('GET /api/messages')).json()).toMatchObject([{ text: 'The bar is closed.', revision: 2 }]);
  app.clock.pass(MINUTE);
  expect(await codeOf(admin.send(`PATCH /api/messages/${id}`, { text: 'The bar is closed.' }))).toBe('200 ok');
  expect(await codeOf(admin.send(`PATCH /api/messages/${id}`, { text: 'Late' }))).toBe('410 GONE');
  expect(await codeOf(admin.send(`DELETE /api/messages/${id}`))).toBe('204');
  expect(await textsOf(rosa)).toEqual([]);
  expect(await codeOf(admin.send(`DELETE /api/messages/${id}`))).toBe('404 NOT_FOUND');
  expect(await codeOf(admin.send(`PATCH /api/messages/${id}`, { text: 'Back' }))).toBe('404 NOT_FOUND');
});

it('messages tell phones again what an edit says, from who wrote it last, and that one they know is withdrawn', async () => {
  const { app, admin, eventId, rosa } = await scene();
  const lena = app.browser();
  await lena.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Lena' }));
  await subscribe(app, rosa);
  await subscribe(app, lena);
  const host = await aHelper(app, { role: 'host', eventId });
  const { id, from } = await write(admin, toEvent(eventId, { urgent: true, text: 'Leave by the left door.' }));
  expect(from).toBe('An organiser');
  await app.context.db
    .deleteFrom('outbox')
    .where('subscription_id', '=', (await outboxOf(app))[1]?.subscription_id ?? '')
    .execute();
  await sendAll(app.context);
  expect(await toldNow(app.context)).toEqual([]);
  const edited = await host.send(`PATCH /api/messages/${id}`, { text: 'Leave by the **right** door.' });
  expect(edited.json()).toMatchObject({ text: 'Leave by the **right** door.', from: 'Mira, host' });
  const right = { title: expect.stringMatching(/^Urgent: /), body: 'Leave by the right door.', url: '/announcements' };
  expect(await toldNow(app.context)).toMatchObject([right, right]);
  await admin.send(`DELETE /api/messages/${id}`);
  // The phone that knows the first text.
  expect(await toldNow(app.context)).toMatchObject([{ title: 'Withdrawn', kind: 'urgent', url: '/announcements' }]);
  await sendAll(app.context);
  expect((await outboxOf(app)).map(({ sent_at }) => sent_at)).not.toContain(null);
});

it('messages are 500 characters of any kind at most, also as a push message', async () => {
  const { app, admin, rosa } = await scene();
  await subscribe(app, rosa);
  const { text } = await write(admin, toAll({ urgent: true, text: '🚨'.repeat(500) }));
  expect(text).toBe('🚨'.repeat(500));
  // What push services take at least is 4,096 bytes; 103 go with the encryption.
  expect(Buffer.byteLength(JSON.stringify((await toldNow(app.context))[0]))).toBeLessThan(3900);
  for (const bad of ['🚨'.repeat(501), 'a\u0000b', 'a\u001bb', 'a\ud83d', '\u200b\u2060'])
    expect(await codeOf(admin.send('POST /api/messages', toAll({ text: bad })))).toBe('400 BAD_INPUT');
});

it('messages are in the list of changes with who wrote them', async () => {
  const { app, admin, eventId } = await scene();
  const host = await aHelper(app, { role: 'host', eventId });
  const { id } = await write(host, toEvent(eventId));
  await host.send(`PATCH /api/messages/${id}`, { text: 'Edited' });
  await admin.send(`DELETE /api/messages/${id}`);
  const entries = (await admin.send(`GET /api/admin/audit?event=${eventId}`)).json<object[]>();
  expect(entries).toMatchObject([
    { action: 'message withdrawn', byRole: 'organiser', before: { text: 'Edited' }, after: null },
    {
      action: 'message edited',
      byName: 'Mira',
      byRole: 'host',
      before: { text: 'The bar is open.' },
      after: { text: 'Edited' },
    },
    { action: 'message written', byName: 'Mira', byRole: 'host', subject: 'The bar is open.', before: null },
  ]);
});

it('messages tell phones when they are urgent, those of an event its people’s, and not what was withdrawn before', async () => {
  const { app, admin, eventId, rosa } = await scene();
  const lena = app.browser();
  await lena.send('POST /api/rsvps', aRegistration(await app.event(), { playerName: 'Lena' }));
  await subscribe(app, rosa);
  await subscribe(app, lena);
  await write(admin, toAll());
  await write(admin, toAll({ audience: 'staff', urgent: true }));
  expect(await outboxOf(app)).toEqual([]);
  const all = await write(admin, toAll({ urgent: true, text: '**Evacuate** the Arcade.' }));
  const rows = await outboxOf(app);
  expect(rows).toMatchObject([{ key: `message ${all.id}`, kind: 'urgent', ends_at: all.endsAt }, {}]);
  const said = { title: 'Urgent', body: 'Evacuate the Arcade.', url: '/announcements' };
  expect(await toldNow(app.context)).toMatchObject([said, said]);
  await admin.send(`DELETE /api/messages/${all.id}`);
  expect(await toldNow(app.context)).toEqual([]);
  await write(admin, toEvent(eventId, { urgent: true }));
  expect(await toldNow(app.context)).toHaveLength(1);
});

it('messages keep their text when everybody is forgotten, and name nobody', async () => {
  const { app, admin, eventId } = await scene();
  const host = await aHelper(app, { role: 'host', eventId });
  await write(host, toEvent(eventId));
  await messageDuties.anonymise?.(app.context.db);
  expect((await admin.send('GET /api/messages')).json()).toMatchObject([{ from: 'A host' }]);
});

it.each([
  ['a text of 501 characters', { text: 'x'.repeat(501) }],
  ['an end that has passed', { endsAt: '2025-11-14T17:00:00.000Z' }],
  ['an end long after the festival', { endsAt: '2025-11-24T17:00:00.000Z' }],
])('a message is refused with %s, and nothing is written', async (_, said) => {
  const { admin } = await scene();
  expect(await codeOf(admin.send('POST /api/messages', toAll(said)))).toBe('400 BAD_INPUT');
  expect(await textsOf(admin)).toEqual([]);
});

it('a message is refused for an event that does not exist', async () => {
  const { admin } = await scene();
  expect(await codeOf(admin.send('POST /api/messages', toEvent('e-none')))).toBe('404 NOT_FOUND');
});

it('a message is refused while 50 are in force', async () => {
  const { app, admin } = await scene();
  const urgent = toAll({ urgent: true });
  for (let count = 0; count < 50; count += 1) await write(admin, urgent);
  expect(await codeOf(admin.send('POST /api/messages', urgent))).toBe('409 TOO_MANY_HERE');
  app.clock.pass(2 * HOUR);
  expect(await codeOf(admin.send('POST /api/messages', urgent))).toBe('201 ok');
});

it('messages that are not urgent never stand in the way of an urgent one, whose phones the desk counts', async () => {
  const { app, admin, rosa } = await scene();
  await subscribe(app, rosa);
  for (let count = 0; count < MOST_IN_FORCE; count += 1) await write(admin, toAll());
  expect(await codeOf(admin.send('POST /api/messages', toAll()))).toBe('409 TOO_MANY_HERE');
  const { id } = await write(admin, toAll({ urgent: true }));
  const phones = async (browser: Browser) =>
    (await browser.send('GET /api/messages')).json<Message[]>().find((one) => one.id === id)?.phones;
  expect(await phones(admin)).toBe(0);
  await sendAll(app.context);
  expect([await phones(admin), await phones(rosa)]).toEqual([1, undefined]);
  // An open page, of the phone that got the push message, of another, and of a browser that holds nothing here.
  const bo = app.browser();
  await bo.send('POST /api/rsvps', { eventId: await app.event(), playerName: 'Bo' });
  const shown = (revision: number) => ({ messages: [id, KEY].map((one) => ({ id: one, revision })) });
  for (const browser of [rosa, bo, bo, app.browser()])
    expect((await browser.send('POST /api/messages/shown', shown(1))).statusCode).toBe(204);
  expect(await phones(admin)).toBe(2);
  // Nobody has shown the new text yet, also where the old one is said to be shown late.
  await admin.send(`PATCH /api/messages/${id}`, { text: 'The bar is closed.' });
  await bo.send('POST /api/messages/shown', shown(1));
  expect(await phones(admin)).toBe(0);
  await bo.send('POST /api/messages/shown', shown(2));
  expect(await phones(admin)).toBe(1);
  await sendAll(app.context);
  expect(await phones(admin)).toBe(2);
});

it('a phone that a message is not for does not count, whatever it says', async () => {
  const { app, admin, eventId, rosa } = await scene();
  const bo = app.browser();
  await bo.send('POST /api/rsvps', { eventId: await app.event(), playerName: 'Bo' });
  const { id } = await write(admin, toEvent(eventId, { urgent: true }));
  const phones = async () =>
    (await admin.send('GET /api/messages')).json<Message[]>().find((one) => one.id === id)?.phones;
  await bo.send('POST /api/messages/shown', { messages: [{ id, revision: 1 }] });
  expect(await phones()).toBe(0);
  await rosa.send('POST /api/messages/shown', { messages: [{ id, revision: 1 }] });
  expect(await phones()).toBe(1);
});
