import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import type { DialectName } from '#database/portable.ts';
import { ADDITIONS } from '#testing/additions.ts';
import { organisedApp, seen, testApp } from '#testing/app.ts';
import { testFestival } from '#testing/context.ts';
import { DIALECTS, everyRow, freshUrl } from '#testing/database.ts';
import { aPicture } from '#testing/factories.ts';
import { FILLED } from '#testing/filled.ts';
import { problemsIn } from '#testing/soundness.ts';
import { fullEvent } from '#testing/waiting.ts';
import { unzipped } from '#testing/zip.ts';

const ERASE = 'POST /api/admin/erase';
const NEXT = 'POST /api/admin/next-year';
const { name: NAME } = testFestival();
const people = { what: 'people', confirm: NAME };

/** A festival with a row in every table. */
async function filledApp(dialect: DialectName) {
  const url = await freshUrl(dialect);
  const { db, close } = await connect(url, () => undefined);
  for (const statement of FILLED) await sql.raw(statement).execute(db);
  await close();
  const app = await testApp(dialect, { url });
  return { app, admin: await app.admin() };
}

/**
 * What an erasure leaves of each table. `everything`: it is kept with the people erased, and emptied with everything. A new
 * table needs a line here, and its slice a duty (`personal`, `erased` or `cleared`) unless its rows are of nobody.
 */
const LEFT: Record<string, 'nothing' | 'everything' | string> = {
  admin_guesses: 'nothing',
  admin_links: 'nothing',
  admin_sessions: 'organisers stay unlocked',
  amendments: 'nothing',
  announcement_lists: 'when Discord was asked, and no list',
  audit_entries: 'the erasure',
  audit_people: 'nothing',
  bracket_results: 'nothing',
  brackets: 'nothing',
  bulk_uploads: 'nothing',
  check_in_alarms: 'nothing',
  claims: 'nothing',
  device_codes: 'nothing',
  devices: 'nothing',
  door_taps: 'nothing',
  event_feedback: 'nothing',
  event_stars: 'nothing',
  events: 'everything',
  helper_desks: 'nothing',
  helpers: 'nothing',
  idempotency_keys: 'nothing',
  inventory_games: 'nothing',
  jobs: 'of the program',
  joined_visitors: 'nothing',
  match_calls: 'nothing',
  match_reports: 'nothing',
  messages: 'nothing',
  meta: 'facts and secrets',
  minute_budgets: 'nothing',
  notices: 'nothing',
  open_game_players: 'nothing',
  open_game_reports: 'nothing',
  open_games: 'nothing',
  outbox: 'nothing',
  pictures: 'everything',
  place_accounts: 'nothing',
  point_entries: 'nothing',
  push_subscriptions: 'nothing',
  queue_entries: 'nothing',
  released_places: 'nothing',
  removals: 'nothing',
  removed_rows: 'nothing',
  rsvps: 'nothing',
  schema_version: 'of the program',
  // Those of walls without a screen stay until a job drops them.
  screen_codes: 'everything',
  screens: 'everything',
  shown_messages: 'nothing',
  standings: 'nothing',
  users: 'nothing',
  visitors: 'nothing',
  waiting_entries: 'nothing',
};

describe.each(DIALECTS)('%s', (dialect) => {
  it.each(['people', 'everything'])(
    'erasing %s empties the tables that it should, and leaves a sound database',
    async (what) => {
      const { app, admin } = await filledApp(dialect);
      const rows = async () =>
        Object.entries(await everyRow(app.context.db)).map(([table, all]) => [table, all.length] as const);
      const before = await rows();
      expect(before.map(([table]) => table).sort()).toEqual(Object.keys(LEFT).sort());
      expect(before.filter(([, count]) => count === 0)).toEqual([]);
      expect((await admin.send(ERASE, { what, confirm: NAME })).statusCode).toBe(200);
      const isEmpty = ([table]: readonly [string, number]) =>
        LEFT[table] === 'nothing' || (what === 'everything' && LEFT[table] === 'everything');
      const after = await rows();
      expect(
        after
          .filter(([, count]) => count === 0)
          .map(([table]) => table)
          .sort(),
      ).toEqual(
        after
          .filter(isEmpty)
          .map(([table]) => table)
          .sort(),
      );
      expect(await problemsIn(app.context.db, dialect)).toEqual([]);
      const { db } = app.context;
      const entries = await db.selectFrom('audit_entries').select(['action', 'subject']).execute();
      expect(entries).toEqual([{ action: `${what} erased`, subject: NAME }]);
      const lists = await db.selectFrom('announcement_lists').select('list').execute();
      expect(lists.every(({ list }) => list === null)).toBe(true);
      const events = await db.selectFrom('events').selectAll().execute();
      for (const event of events)
        expect(event).toMatchObject({
          ...{
            seats_taken: 0,
            waiting: 0,
            waited: 0,
            status: 'upcoming',
            late_minutes: 0,
            completed_at: null,
            round_clock: null,
          },
          ...{ bracket_drawn: 0, bracket_decided: null, closed_tables: '{}', queue_paused: 0 },
        });
      expect((await admin.send('GET /api/admin/audit')).statusCode).toBe(200);
    },
  );

  it('another name is refused, and nothing is written or backed up', async () => {
    const { app, admin } = await organisedApp(dialect);
    await app.browser().send('POST /api/users', { name: 'Rosa' }, { 'idempotency-key': crypto.randomUUID() });
    const before = await everyRow(app.context.db);
    for (const what of ['people', 'everything'])
      expect(seen(await admin.send(ERASE, { what, confirm: 'Another festival' }))).toEqual({
        status: 400,
        body: { code: 'BAD_INPUT', field: 'confirm', message: `This is not the festival’s name. Type: ${NAME}` },
      });
    for (const body of [{ what: 'people' }, { what: 'people', confirm: ' ' }, { what: 'facts', confirm: NAME }])
      expect((await admin.send(ERASE, body)).statusCode).toBe(400);
    expect(await everyRow(app.context.db)).toEqual(before);
    const asTyped = await admin.send(ERASE, { what: 'people', confirm: ` ${NAME.toLowerCase()} ` });
    const backup = dialect === 'sqlite' ? 'test-2025-11-14T17-00-00Z-before-erasing.db' : null;
    expect(seen(asTyped)).toEqual({ status: 200, body: { backup } });
  });

  it('a lent seat ends with its place, and a line with its people', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await fullEvent(app, { capacity: 3 });
    await app.browser().send('POST /api/waiting', { eventId: id, playerName: 'Next' });
    const { db } = app.context;
    await db.updateTable('rsvps').set({ lent: 1 }).where('player_name', '=', 'Holder 1').execute();
    await admin.send(ERASE, people);
    expect(await app.events()).toMatchObject([{ id, capacity: 2, currentRegistrations: 0, waiting: 0 }]);
    expect((await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'First' })).statusCode).toBe(201);
  });

  it('next year moves facts and programme as drafts, and removes the moments when they open', async () => {
    const { app, admin } = await organisedApp(dialect);
    const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
    const opening = { opensAt: '2025-11-01T12:00:00.000Z', registrationOpensAt: '2025-11-02T12:00:00.000Z' };
    const thanks = { thanks: 'Bye, and thank you, Rosa!', thanksPictures: [{ id: 'p', name: 'Rosa' }] };
    await admin.send('PUT /api/admin/festival', { facts: { ...facts, ...opening, ...thanks } });
    const id = await app.event({ title: 'Late quiz', startTime: '2025-11-14T20:00:00.000Z' });
    await admin.send(`PUT /api/events/${id}/late`, { minutes: 10 });
    expect(seen(await admin.send(NEXT, { firstDay: '2026-04-02' }))).toEqual({ status: 200, body: { events: 1 } });
    const { startTime, draft, lateMinutes } = (await admin.send('GET /api/admin/events')).json()[0];
    // 3 PM on Friday, then in summer time.
    expect([startTime, draft, lateMinutes]).toEqual(['2026-04-03T19:00:00.000Z', true, 0]);
    expect(await app.events()).toEqual([]);
    const { firstDay, lastDay } = testFestival();
    const moved = (await app.browser().send('GET /api/festival')).json();
    expect(moved).toMatchObject({ firstDay: '2026-04-02', opensAt: null, registrationOpensAt: null });
    expect(moved).toMatchObject({ thanks: null, thanksPictures: [] });
    expect(Date.parse(moved.lastDay) - Date.parse(moved.firstDay)).toBe(Date.parse(lastDay) - Date.parse(firstDay));
    expect((await admin.send('GET /api/admin/audit')).json()[0]).toMatchObject({
      action: 'next year begun',
      before: { firstDay },
      after: { firstDay: '2026-04-02', events: 1 },
    });
    // Sent twice: it is the first day already.
    expect((await admin.send(NEXT, { firstDay: '2026-04-02' })).statusCode).toBe(400);
  });

  it('next year is refused while people or what they did are there, and on another weekday', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await app.event();
    const rowsNow = () => everyRow(app.context.db);
    const refused = { code: 'NOT_EMPTY', message: 'This year is still in here. Erase the festival’s people first.' };
    const asked = async () => {
      const rows = await rowsNow();
      const answer = seen(await admin.send(NEXT, { firstDay: '2026-11-12' }));
      expect(await rowsNow()).toEqual(rows);
      return answer;
    };
    await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Rosa' });
    expect(await asked()).toEqual({ status: 409, body: refused });
    await admin.send(ERASE, people);
    await app.browser().send('POST /api/users', { name: 'Rosa' }, { 'idempotency-key': crypto.randomUUID() });
    expect(await asked()).toEqual({ status: 409, body: refused });
    await admin.send(ERASE, people);
    await admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
    expect(await asked()).toEqual({ status: 409, body: refused });
    await admin.send(ERASE, people);
    expect(seen(await admin.send(NEXT, { firstDay: '2026-11-13' }))).toMatchObject({
      status: 400,
      body: { code: 'BAD_INPUT', field: 'firstDay' },
    });
    for (const firstDay of ['soon', '2026-02-30', '2199-01-03'])
      expect((await admin.send(NEXT, { firstDay })).statusCode).toBe(400);
    expect((await admin.send(NEXT, { firstDay: '2026-11-12' })).statusCode).toBe(200);
  });
});

it('erasing everything takes the pictures of the thank you and their names along, and erasing people leaves both', async () => {
  const { app, admin } = await organisedApp();
  const { id } = (await admin.send('POST /api/pictures?name=Rosa', aPicture())).json<{ id: string }>();
  const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
  const thanksPictures = [{ id, name: 'Rosa' }];
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, thanks: 'Bye!', thanksPictures } });
  const read = async () => (await app.browser().send('GET /api/festival')).json();
  await admin.send(ERASE, people);
  expect(await read()).toMatchObject({ thanks: 'Bye!', thanksPictures });
  await admin.send(ERASE, { what: 'everything', confirm: NAME });
  expect(await read()).toMatchObject({ thanks: 'Bye!', thanksPictures: [] });
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('Rosa');
});

it('everything in one archive: the exports, each event’s places and the pictures', async () => {
  const { app, admin } = await organisedApp();
  const title = 'Chess / “late” …';
  const id = await app.event({ title });
  await app.event({ title: '🎲' });
  await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Rosa', playerEmail: 'rosa@mail.example' });
  await admin.send('POST /api/pictures?name=Dice%20Tower', aPicture());
  const answer = await admin.send('GET /api/admin/exports/everything.zip');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="festival-2025-11-14.zip"',
  });
  const files = unzipped(answer.rawPayload);
  expect(Object.keys(files)).toEqual([
    ...['festival.json', 'facts.json', 'programme.csv', 'users.csv', 'inventory.csv', 'numbers.csv', 'audit.csv'],
    ...['rsvps/001-chess-late.csv', 'rsvps/002-.csv', 'pictures/001-dice-tower.webp'],
  ]);
  const exported = async (path: string) => (await admin.send(`GET /api/admin/exports/${path}`)).body;
  for (const path of ['programme.csv', 'users.csv', 'inventory.csv', 'numbers.csv', 'audit.csv', 'festival.json'])
    expect([path, String(files[path])]).toEqual([path, await exported(path)]);
  expect(String(files['rsvps/001-chess-late.csv'])).toBe(await exported(`events/${id}/rsvps.csv`));
  expect(JSON.parse(String(files['facts.json']))).toMatchObject({ name: NAME });
  const [picture] = (await admin.send('GET /api/pictures')).json<{ id: string }[]>();
  const bytes = (await admin.send(`GET /pictures/${picture?.id}`)).rawPayload;
  expect(files['pictures/001-dice-tower.webp']?.equals(bytes)).toBe(true);
});

/** A word that occurs only where this test writes it. */
const MARK = /Quibberdash|quibberdash/;
const NAMED = 'Zebulon Quibberdash';

it('no name is left in rows, in the file, beside it or in the log; the backup has them until it is deleted', async () => {
  const url = await freshUrl('sqlite');
  const file = url.slice('sqlite:'.length);
  const app = await testApp('sqlite', { url });
  const admin = await app.admin();
  const [device, once] = [app.browser(), () => ({ 'idempotency-key': crypto.randomUUID() })];
  const questions = [{ id: 'q', label: 'Allergies?', kind: 'text', required: false }];
  const eventId = await app.event({ capacity: 50, questions: questions as never });
  const mail = 'quibberdash@mail.example';
  for (const { call, body } of ADDITIONS) {
    const said = call === 'POST /api/rsvps' ? { playerEmail: mail, answers: { q: NAMED } } : {};
    await device.send(call, { ...body(NAMED, eventId), ...said }, once());
  }
  await device.send(
    'POST /api/waiting',
    { eventId: await fullEvent(app), playerName: NAMED, playerEmail: mail },
    once(),
  );
  await admin.send('POST /api/messages', { text: `${NAMED} waits.`, urgent: true, audience: 'everybody' });
  await admin.send('POST /api/helpers', { name: NAMED, role: 'door', eventId: null, location: null, endsAt: null });
  const holding = () =>
    readdirSync(dirname(file)).filter(
      (name) => name.startsWith('test.db') && MARK.test(readFileSync(join(dirname(file), name), 'latin1')),
    );
  expect(MARK.test(JSON.stringify(await everyRow(app.context.db)))).toBe(true);
  expect(holding().length).toBeGreaterThan(0);
  const { backup } = (await admin.send(ERASE, people)).json<{ backup: string }>();
  expect(JSON.stringify(await everyRow(app.context.db))).not.toMatch(MARK);
  expect(holding()).toEqual([]);
  expect(app.log.join('')).not.toMatch(MARK);
  const kept = join(dirname(file), 'backups', backup);
  expect([existsSync(kept), MARK.test(readFileSync(kept, 'latin1'))]).toEqual([true, true]);
  // The phone is a stranger's now.
  expect((await device.send('GET /api/visitor')).json()).toMatchObject({ known: false, places: 0, accounts: 0 });
  const again = await device.send('POST /api/rsvps', { eventId, playerName: 'New here' }, once());
  expect(again.statusCode).toBe(201);
});
