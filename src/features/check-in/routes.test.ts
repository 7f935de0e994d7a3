import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { HOUR } from '#platform/durations.ts';
import { seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { scanned } from '#testing/camera.ts';
import { NOBODY, testFestival } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import type { anEvent } from '#testing/factories.ts';
import { checkIn as checkInCommand, codeToken } from './commands/by-code.ts';

const shared = sharedApp();

const STRANGER = { caller: NOBODY, network: { key: '203.0.113.7', wider: null, factor: 1 } };

/** An event, the token of its code, and people with places. */
async function scene(app: TestApp, names: readonly string[], said: Parameters<typeof anEvent>[0] = {}) {
  const id = await app.event(said);
  const phone = app.browser();
  for (const playerName of names) await phone.send('POST /api/rsvps', { eventId: id, playerName });
  return { id, phone, token: codeToken(app.context, { eventId: id, generation: 1 }) };
}
const checkIn = (app: TestApp, token: unknown, playerName: unknown) =>
  app.browser().send('POST /api/check-in', { token, playerName });
const times = async ({ context }: TestApp, eventId: string) => {
  const rows = await context.db
    .selectFrom('rsvps')
    .select(['player_name', 'checked_in', 'checked_in_at'])
    .where('event_id', '=', eventId)
    .orderBy('player_name')
    .execute();
  return rows.map((row) => [row.player_name, row.checked_in, row.checked_in_at]);
};
/** Every row except the counts of tried names. */
const uncounted = async ({ context }: TestApp) => ({ ...(await everyRow(context.db)), minute_budgets: [] });
const said = (message: string) => ({ status: 200, body: { message } });
const invalid = {
  status: 403,
  body: { code: 'CODE_INVALID', message: 'This check-in code is not valid. Please scan the QR code again.' },
};
const replaced = {
  status: 410,
  body: {
    code: 'CODE_VOID',
    message: 'This check-in code was replaced by a new one. Please scan the QR code at the entrance.',
  },
};
const welcome = (name: string) => `Check-in successful! ${name} is at Catan Open.`;
const already = (name: string) => `${name} is already checked in at Catan Open.`;
const unknown = (name: string) => ({
  status: 404,
  body: {
    code: 'NOT_FOUND',
    message: `Nobody called '${name}' has a place in Catan Open. Check the spelling or see event staff.`,
    field: 'playerName',
  },
});

it('checking in finds a differently written name, says so on a second tap, and sets no cookie', async () => {
  const app = await testApp();
  const { id, phone, token } = await scene(app, ['Zoë Müller', 'Sam']);
  const first = await checkIn(app, token, ' zoe  MULLER ');
  expect(seen(first)).toEqual(said(welcome('Zoë Müller')));
  expect(first.headers['x-touches']).toBe('rsvps');
  const at = app.clock.now().toISOString();
  app.clock.pass(60_000);
  for (const again of ['zoe muller', 'Zoë Müller']) {
    expect(seen(await checkIn(app, token, again))).toEqual(said(already('Zoë Müller')));
  }
  expect(await times(app, id)).toEqual([
    ['Sam', 0, null],
    ['Zoë Müller', 1, at],
  ]);
  expect(first.cookies).toEqual([]);
  const mine = (await phone.send('GET /api/rsvps/my')).json<{ playerName: string; checkedIn: boolean }[]>();
  expect(mine.filter(({ checkedIn }) => checkedIn).map(({ playerName }) => playerName)).toEqual(['Zoë Müller']);
});

it('checking in names nobody: one letter off, several matches, or a name of another event', async () => {
  const app = shared();
  const { token } = await scene(app, ['Zoe', 'Zoë', '!!!']);
  await scene(app, ['Robin'], { title: 'Kart Cup' });
  const before = await uncounted(app);
  for (const name of ['Zo', 'Zo-e', 'Robin', '...', '<b>Jon</b>']) {
    expect(seen(await checkIn(app, token, name))).toEqual(unknown(name));
  }
  expect(await uncounted(app)).toEqual(before);
});

it('checking in checks the code first: 403 for a foreign one, without looking at the name', async () => {
  const app = shared();
  const { id, token } = await scene(app, ['Alex']);
  const other = await scene(app, ['Alex'], { title: 'Kart Cup' });
  const [version, purpose, , generation, signature] = token.split('.') as [string, string, string, string, string];
  const before = await everyRow(app.context.db);
  const forged = [
    [version, purpose, id, generation, 'A'.repeat(43)].join('.'),
    [version, purpose, other.id, generation, signature].join('.'),
    [version, purpose, id, '2', signature].join('.'),
    codeToken({ secret: 'another festival' }, { eventId: id, generation: 1 }),
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    // The last letter holds four bits of the signature and two spare ones: only one spelling counts.
    token.slice(0, -1) + String.fromCharCode((token.at(-1) ?? 'A').charCodeAt(0) + 1),
    'x'.repeat(2000),
  ];
  for (const one of forged) {
    for (const name of ['Alex', 'Nobody']) expect([one, seen(await checkIn(app, one, name))]).toEqual([one, invalid]);
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('checking in checks the code first: 410 for a replaced one, or when its event is deleted', async () => {
  const app = shared();
  const { id, token } = await scene(app, ['Alex']);
  const admin = await app.admin();
  await admin.send(`POST /api/events/${id}/qr-code`);
  for (const name of ['Alex', 'Nobody']) expect(seen(await checkIn(app, token, name))).toEqual(replaced);
  const renewed = codeToken(app.context, { eventId: id, generation: 2 });
  // A generation that does not exist yet, although signed by us.
  const next = codeToken(app.context, { eventId: id, generation: 3 });
  expect(seen(await checkIn(app, next, 'Alex'))).toEqual(replaced);
  expect(seen(await checkIn(app, renewed, 'Alex'))).toEqual(said(welcome('Alex')));
  await admin.send(`DELETE /api/events/${id}`);
  expect(seen(await checkIn(app, renewed, 'Alex'))).toEqual({
    status: 410,
    body: {
      code: 'CODE_VOID',
      message: 'This check-in code is for an event that is not in the programme any more. Please see event staff.',
    },
  });
});

it('checking in ends with the event; people already checked in still get 200', async () => {
  const app = shared();
  const { id, token } = await scene(app, ['Alex', 'Sam']);
  await checkIn(app, token, 'Alex');
  await app.context.db.updateTable('events').set({ status: 'completed' }).where('id', '=', id).execute();
  const before = await uncounted(app);
  const over = { status: 409, body: { code: 'EVENT_OVER', message: 'This event is over.' } };
  expect(seen(await checkIn(app, token, 'Sam'))).toEqual(over);
  expect(seen(await checkIn(app, token, 'Alex'))).toEqual(said(already('Alex')));
  expect(seen(await checkIn(app, token, 'Jon'))).toEqual(unknown('Jon'));
  expect(await uncounted(app)).toEqual(before);
});

it('checking in keeps the first time when two phones check in one RSVP at once', async () => {
  const app = await testApp();
  for (let round = 0; round < 3; round += 1) {
    const { id, token } = await scene(app, ['Zoë']);
    let hands = 0;
    // Each phone's clock is a little later than the previous one.
    const now = app.clock.now().getTime();
    const ticking = { ...app.context, now: () => new Date(now + 1000 * hands++) };
    const told = await Promise.all(
      ['Zoë', 'zoe', 'ZOE', 'Zo ë'].map((playerName) => checkInCommand(ticking, { token, playerName }, STRANGER)),
    );
    expect(told.filter((message) => message === welcome('Zoë'))).toHaveLength(1);
    expect(told.filter((message) => message === already('Zoë'))).toHaveLength(3);
    const winner = told.indexOf(welcome('Zoë'));
    expect(await times(app, id)).toEqual([['Zoë', 1, new Date(now + 1000 * winner).toISOString()]]);
  }
});

it('keeps to the window of festival.json, and says when it is', async () => {
  const festival = { ...testFestival(), checkIn: { opensMinutesBefore: 60, closesMinutesAfter: 0 } };
  const app = await testApp('sqlite', { festival });
  // Friday noon; the event begins at 6 PM and lasts two hours.
  const { token } = await scene(app, ['Alex']);
  const closed = (words: string) => ({
    status: 410,
    body: { code: 'CODE_CLOSED', message: `Check-in for Catan Open ${words}.` },
  });
  for (const name of ['Alex', 'Nobody']) {
    expect(seen(await checkIn(app, token, name))).toEqual(closed('opens on Friday, Nov 14 at 5:00 PM'));
  }
  app.clock.pass(5 * HOUR);
  expect(seen(await checkIn(app, token, 'Alex'))).toEqual(said(welcome('Alex')));
  app.clock.pass(3 * HOUR + 1);
  expect(seen(await checkIn(app, token, 'Alex'))).toEqual(
    closed('closed on Friday, Nov 14 at 8:00 PM. Please see event staff'),
  );
});

it('says what is missing', async () => {
  const app = shared();
  const { token } = await scene(app, ['Alex']);
  for (const [sent, name, message, field] of [
    [token, '  ', 'Player name is missing.', 'playerName'],
    [token, 7, 'Player name must be text.', 'playerName'],
    ['', 'Alex', 'Token is missing.', 'token'],
    [null, 'Alex', 'Token must be text.', 'token'],
    [undefined, 'Alex', 'Token is missing.', 'token'],
  ]) {
    expect(seen(await checkIn(app, sent, name))).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field } });
  }
});

it('never writes a token into the log', async () => {
  const app = shared();
  const { token } = await scene(app, ['Alex']);
  await app.browser().send(`GET /check-in?token=${token}`);
  await checkIn(app, token, 'Alex');
  await checkIn(app, `${token}x`, 'Alex');
  await checkIn(app, token, 7);
  expect(app.log.filter((line) => line.includes('/check-in')).length).toBeGreaterThan(0);
  expect(app.log.join('')).not.toContain(token.split('.').at(-1));
});

it('the code of an event links to the check-in page, is large enough to print, and stays until it is renewed', async () => {
  const app = shared();
  const { id, token } = await scene(app, []);
  const admin = await app.admin();
  const read = async (call: string): Promise<string> => (await admin.send(call)).json().qrCode;
  const first = await read(`GET /api/events/${id}/qr-code`);
  const { text, width } = scanned(first);
  expect(text).toBe(`http://festival.test/check-in?token=${token}`);
  expect(width).toBeGreaterThanOrEqual(1000);
  expect(await read(`GET /api/events/${id}/qr-code`)).toBe(first);
  const second = await read(`POST /api/events/${id}/qr-code`);
  expect(await listEntries(app.context.db, {}, 1)).toMatchObject([
    { action: 'check-in code renewed', subject: 'Catan Open', before: { generation: 1 }, after: { generation: 2 } },
  ]);
  const renewed = codeToken(app.context, { eventId: id, generation: 2 });
  expect(scanned(second).text).toBe(`http://festival.test/check-in?token=${renewed}`);
  expect(await read(`GET /api/events/${id}/qr-code`)).toBe(second);
});

it('the code of an event is void once it is renewed, also where the new one cannot be drawn now', async () => {
  const app = shared();
  const { id } = await scene(app, []);
  const admin = await app.admin();
  let [status, generation] = [200, 1];
  // On a busy machine the renewal may come when the codes before it are drawn already.
  for (let round = 0; status === 200 && round < 10; round += 1) {
    const reads = Array.from({ length: 40 }, () => admin.send(`GET /api/events/${id}/qr-code`));
    status = (await admin.send(`POST /api/events/${id}/qr-code`)).statusCode;
    await Promise.all(reads);
    generation += 1;
    expect(await listEntries(app.context.db, {}, 1)).toMatchObject([{ after: { generation } }]);
  }
  expect(status).toBe(503);
});

it('the code of an event uses the address that visitors use', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
  const { id, token } = await scene(app, []);
  const { qrCode } = (await (await app.admin()).send(`GET /api/events/${id}/qr-code`)).json();
  expect(scanned(qrCode).text).toBe(`https://fest.example/check-in?token=${token}`);
});
