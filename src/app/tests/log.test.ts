import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeLink } from '#features/access/commands/unlock.ts';
import { codeToken } from '#features/check-in/commands/by-code.ts';
import { PASSWORD, seen, testApp } from '#testing/app.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';

it('the log has one line per response', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const id = await app.event();
  const alex = app.browser();
  const secrets = { password: 'guess-in-the-log', playerEmail: 'private@example.org', token: 'token-in-the-query' };
  await alex.send('POST /api/admin/verify', { password: secrets.password });
  await alex.send('POST /api/rsvps?next=%2Fcheck-in', aRegistration(id, { playerEmail: secrets.playerEmail }));
  await alex.send('POST /api/rsvps', `{"playerEmail": "${secrets.playerEmail}", broken`, {
    'content-type': 'application/json',
    authorization: 'Bearer header-in-the-log',
  });
  await alex.send(`GET /api/events?token=${secrets.token}`);
  await alex.send(`GET /check-in?token=${secrets.token}`);
  await alex.send(`GET /api/%zz?token=${secrets.token}`);
  await admin.send(`DELETE /api/rsvps/${secrets.playerEmail}`);
  await admin.send(`DELETE /api/events/${id}`);
  const lines = app.log.map((line) => JSON.parse(line));
  const answered = lines.filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ method, path, status, code = '' }) => [method, path, status, code])).toEqual([
    ['POST', '/api/admin/link', 204, ''],
    ['POST', '/api/admin/verify', 200, ''],
    ['POST', '/api/rsvps', 201, ''],
    ['POST', '/api/rsvps', 400, 'BAD_JSON'],
    ['GET', '/api/events', 200, ''],
    ['GET', '(no such address)', 404, 'NO_SUCH_CALL'],
    ['DELETE', '/api/rsvps/…', 404, 'NOT_FOUND'],
    ['DELETE', `/api/events/${id}`, 204, ''],
  ]);
  for (const secret of [...Object.values(secrets), 'header-in-the-log', 'next=']) {
    expect(app.log.join('')).not.toContain(secret);
  }
});

it('the log contains the cause of a fault, which the response does not', async () => {
  const app = await testApp();
  await app.context.db.schema.alterTable('users').renameTo('people').execute();
  const answer = await app.browser().send('POST /api/users', { name: 'Alex' });
  expect(seen(answer)).toEqual({
    status: 500,
    body: { code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' },
  });
  expect(app.log.join('')).toContain('no such table: users');
});

/** A unique word for each thing somebody sends. */
const TOLD = {
  name: 'Zebulon Quibberdash',
  email: 'quibberdash@mail.example',
  owner: 'Aunt Quibberdash',
  note: 'quibberdash-in-room-12',
  guess: 'quibberdash-guess',
  search: 'quibberdash-search',
  file: 'quibberdash.csv',
  address: '203.0.113.77',
  agent: 'Quibberdash/1.0',
};

describe.each(DIALECTS)('%s', (dialect) => {
  it('the log at its most verbose level contains no personal data, for any request and any error', async () => {
    const app = await testApp(dialect, { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
    const { context } = app;
    const headers = { 'x-forwarded-for': TOLD.address, 'user-agent': TOLD.agent };
    const [visitor, organiser] = [app.browser(), app.browser()];
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
    const registration = aRegistration(eventId, { playerName: TOLD.name, playerEmail: TOLD.email });
    const [code, link] = [codeToken(context, { eventId, generation: 1 }), await makeLink(context)];
    const say = async (browser: typeof visitor, call: string, body?: unknown, more = {}) =>
      (await browser.send(call, body, { ...headers, ...more })).statusCode;

    const statuses = [
      await say(visitor, 'POST /api/users', { name: TOLD.name }),
      await say(visitor, 'POST /api/rsvps', registration),
      await say(visitor, 'POST /api/rsvps', registration),
      await say(visitor, 'POST /api/rsvps', { ...registration, playerEmail: `${TOLD.email} ` }),
      await say(visitor, 'POST /api/check-in', { token: code, playerName: TOLD.name }),
      await say(visitor, 'POST /api/check-in', { token: `${code}x`, playerName: TOLD.name }),
      await say(visitor, `GET /check-in?token=${code}`),
      await say(visitor, `GET /api/users?q=${TOLD.search}`),
      await say(visitor, 'POST /api/admin/verify', { password: TOLD.guess }),
      await say(organiser, 'POST /api/admin/verify', { password: PASSWORD }),
      await say(organiser, 'POST /api/admin/link', { token: link }),
      await say(organiser, 'POST /api/admin/link', { token: link }),
      await say(organiser, 'POST /api/events', anEvent({ host: TOLD.owner, description: TOLD.note })),
      await say(organiser, 'GET /api/admin/session'),
      await say(organiser, `GET /api/events/${eventId}/rsvps`),
      await say(organiser, 'POST /api/users/bulk-scores', {
        updates: [{ name: TOLD.name, score: 3 }],
        fileName: TOLD.file,
        fileType: 'csv',
      }),
      await say(visitor, 'POST /api/users', `{"name": "${TOLD.name}", __proto__`, {
        'content-type': 'application/json',
      }),
      await say(visitor, 'POST /api/users', `name=${TOLD.name}`, { 'content-type': 'text/plain' }),
      await say(visitor, 'POST /api/users', { name: TOLD.name }, { origin: `https://${TOLD.search}.example` }),
      await say(visitor, 'POST /api/users', { name: `${TOLD.name}\0` }),
      await say(visitor, 'POST /api/users', { name: TOLD.name }, { 'idempotency-key': TOLD.note }),
      await say(visitor, `GET /api/%zz?q=${TOLD.search}`),
    ];
    expect(statuses).toEqual([
      ...[201, 201, 409, 400, 200, 403, 404, 200, 200, 200, 204, 410, 201, 200, 200, 200],
      ...[400, 415, 403, 400, 400, 400],
    ]);
    const cookies = [...visitor.cookies.values(), ...organiser.cookies.values()];
    expect(cookies).toHaveLength(3);

    // A fault during a write: PostgreSQL's error contains the refused row.
    if (dialect === 'postgres') {
      await sql`alter table rsvps add constraint no_more check (player_name = '') not valid`.execute(context.db);
    } else {
      await context.db.schema.alterTable('rsvps').dropColumn('player_email').execute();
    }
    const late = { ...registration, playerName: `${TOLD.name} II` };
    expect(await say(app.browser(), 'POST /api/rsvps', late)).toBe(500);

    const log = app.log.join('');
    expect(log).toContain('unexpected error');
    expect(log.match(/"msg":"answered"/g)?.length).toBeGreaterThan(20);
    const secrets = [PASSWORD, code, code.split('.').at(-1) ?? '', link, context.secret, ...cookies];
    for (const secret of [...Object.values(TOLD), ...secrets]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/quibberdash|127\.0\.0\.1|\?\w+=/i);
  });
});
