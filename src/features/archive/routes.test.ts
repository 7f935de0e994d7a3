import { describe, expect, it } from 'vitest';
import { writeMeta } from '#database/meta.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { testFestival } from '#testing/context.ts';
import { everyRow } from '#testing/database.ts';
import { aFestivalFile, anEvent, aProgramme } from '#testing/factories.ts';
import { layInSample } from '#testing/sample.ts';
import type { FestivalFile } from './contract.ts';

async function organiser() {
  const app = await testApp();
  return { app, admin: await app.admin() };
}
const file = async (admin: Browser) => (await admin.send('GET /api/admin/exports/festival.json')).json<FestivalFile>();
const auditedActions = async ({ context }: TestApp) =>
  (await context.db.selectFrom('audit_entries').select('action').orderBy('id').execute()).map(({ action }) => action);
/** The number of things in every list of a file but those that follow from the others. */
const countsOf = ({ brackets: _, uploads: __, audit: ___, facts: ____, freeze: _____, ...rest }: FestivalFile) =>
  Object.fromEntries(Object.entries(rest).flatMap(([key, list]) => (Array.isArray(list) ? [[key, list.length]] : [])));
const withoutAudit = ({ audit: _, exportedAt: __, ...rest }: FestivalFile) => rest;

const at = '2025-11-14T17:00:00.000Z';
const user = (id: string, name: string) => ({ id, name, score: 1, createdAt: at });
const rsvp = (id: string, eventId: string, playerName: string) => ({
  ...{ id, eventId, playerName, playerEmail: null, checkedInAt: null, createdAt: at },
});
const event = { ...anEvent({ capacity: 2 }), id: 'e', status: 'upcoming' as const, codeGeneration: 1 };
const upload = {
  ...{ id: 'b', fileName: 'a.csv', fileType: 'csv', uploadedAt: at },
  ...{ totalRecords: 1, successfulUpdates: 1, failedUpdates: 0, errorDetails: '[]' },
};
const entry = { id: 'a', at, session: 's', action: 'event created', subject: 'Azul', before: null, after: null };

it('the sample festival is reported as the sample, cleared once, and audited once', async () => {
  const { app, admin } = await organiser();
  expect(seen(await app.browser().send('GET /api/admin/sample'))).toEqual({ status: 200, body: { sample: false } });
  await layInSample(app.context);
  expect(seen(await app.browser().send('GET /api/admin/sample'))).toEqual({ status: 200, body: { sample: true } });
  await app.browser().send('POST /api/users', { name: 'A visitor' }, { 'idempotency-key': crypto.randomUUID() });
  const before = await file(admin);

  const both = await Promise.all([admin, await app.admin()].map((one) => one.send('DELETE /api/admin/sample')));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  const rows = await everyRow(app.context.db);
  const left = Object.keys(rows).filter((table) => rows[table]?.length !== 0);
  const kept = ['admin_links', 'admin_sessions', 'audit_entries', 'devices', 'meta', 'schema_version', 'visitors'];
  expect(left.sort()).toEqual(kept);
  expect(await file(admin)).toEqual({
    ...aFestivalFile({ festival: testFestival().name, exportedAt: before.exportedAt }),
    audit: [
      {
        id: expect.any(String),
        at: app.clock.now().toISOString(),
        session: expect.stringMatching(/^.{8}$/),
        ...{ byName: null, byRole: 'organiser' },
        action: 'sample data cleared',
        subject: 'everything',
        eventId: null,
        before: { ...countsOf(before), uploads: 0 },
        after: null,
      },
    ],
  });
  expect(seen(await admin.send('GET /api/admin/sample'))).toEqual({ status: 200, body: { sample: false } });
});

it('the sample festival fills an empty festival once, as edited, and gives it back by clearing', async () => {
  const { app, admin } = await organiser();
  const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, name: 'Pier Games' } });
  const empty = await everyRow(app.context.db);
  const both = await Promise.all([admin, await app.admin()].map((one) => one.send('POST /api/admin/sample')));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  expect(seen(await app.browser().send('GET /api/admin/sample'))).toEqual({ status: 200, body: { sample: true } });
  expect((await app.browser().send('GET /api/events')).json()).toHaveLength(42);
  expect(await auditedActions(app)).toEqual(['festival edited', 'festival imported']);
  expect((await admin.send('DELETE /api/admin/sample')).statusCode).toBe(204);
  expect((await everyRow(app.context.db)).events).toEqual(empty.events);
  expect((await app.browser().send('GET /api/festival')).json().name).toBe('Pier Games');
});

it('the sample festival: a real festival cannot be cleared', async () => {
  const { app, admin } = await organiser();
  await admin.send('POST /api/events', anEvent());
  const before = await everyRow(app.context.db);
  expect(seen(await admin.send('DELETE /api/admin/sample'))).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'The sample data was cleared already.' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('the sample festival is restored from its file unchanged', async () => {
  const { app, admin } = await organiser();
  await layInSample(app.context);
  const event = (await file(admin)).events.find(({ status }) => status === 'upcoming');
  await admin.send(`POST /api/events/${event?.id}/qr-code`);
  await app.context.db.updateTable('events').set({ late_minutes: 25 }).where('id', '=', String(event?.id)).execute();
  const before = await file(admin);
  expect(before.events.find(({ id }) => id === event?.id)).toMatchObject({ codeGeneration: 2, lateMinutes: 25 });
  expect(before.brackets.some(({ lines }) => lines.length > 0)).toBe(true);
  const lists = async () =>
    Promise.all(
      [
        ...['GET /api/events', 'GET /api/users', `GET /api/events/${event?.id}/rsvps`],
        ...before.brackets.map(({ eventId }) => `GET /api/matches?eventId=${eventId}`),
      ].map(async (call) => (await admin.send(call)).json()),
    );
  const listed = await lists();
  expect((await admin.send('POST /api/admin/imports/festival', before)).statusCode).toBe(409);
  await admin.send('DELETE /api/admin/sample');
  const answer = await admin.send('POST /api/admin/imports/festival', before);
  const {
    feedback: ______,
    waiting: _,
    points: __,
    claims: ___,
    pictures: ____,
    screens: _____,
    ...counts
  } = countsOf(before);
  expect(seen(answer)).toEqual({ status: 201, body: counts });
  expect(answer.headers['x-touches']).toMatch(/events.*rsvps.*users/);
  expect(withoutAudit(await file(admin))).toEqual(withoutAudit(before));
  expect(await lists()).toEqual(listed);
  const actions = ['check-in code renewed', 'festival imported', 'sample data cleared'];
  expect((await auditedActions(app)).sort()).toEqual(actions);
});

it('a festival’s file holds emails and the audit, but no secrets', async () => {
  const { app, admin } = await organiser();
  const event = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>();
  const phone = app.browser();
  await phone.send('POST /api/rsvps', { eventId: event.id, playerName: 'Alex', playerEmail: 'a@example.org' });
  const answer = await admin.send('GET /api/admin/exports/festival.json');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="festival-2025-11-14.json"');
  expect(answer.json<FestivalFile>().rsvps).toEqual([
    {
      ...rsvp(expect.any(String), event.id, 'Alex'),
      playerEmail: 'a@example.org',
      checkedInBy: null,
      lent: false,
      answers: null,
    },
  ]);
  const rows = Object.values(await everyRow(app.context.db))
    .flat()
    .join('\n');
  const secrets = [...rows.matchAll(/"(?:token_hash|salt|visitor_id|session_id)":"([^"]+)"/g)].map(([, one]) => one);
  secrets.push(app.context.secret, ...phone.cookies.values(), ...admin.cookies.values());
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(answer.body).not.toContain(secret);
});

it('a festival’s file comes from a rehearsal only into a rehearsal', async () => {
  const { app, admin } = await organiser();
  expect(await file(admin)).toMatchObject({ rehearsal: false });
  const write = () => admin.send('POST /api/admin/imports/festival', aFestivalFile({ rehearsal: true }));
  expect(seen(await write())).toEqual({
    status: 400,
    body: {
      ...{ code: 'BAD_INPUT', field: 'rehearsal' },
      message: 'The file is of a rehearsal, and this festival is not one. Nothing was imported.',
    },
  });
  await writeMeta(app.context.db, 'rehearsal', '0');
  expect((await write()).statusCode).toBe(201);
  expect(await file(admin)).toMatchObject({ rehearsal: true });
});

it('a festival’s file comes in from before rehearsals, edited facts, waiting lists, brackets, ways of checking in and events of changes', async () => {
  const { admin } = await organiser();
  const { rehearsal: ____, facts: ___, waiting: _, brackets: __, ...old } = aFestivalFile();
  const written = { ...old, events: [event], rsvps: [rsvp('a', 'e', 'Alex')], uploads: [upload], audit: [entry] };
  expect((await admin.send('POST /api/admin/imports/festival', written)).statusCode).toBe(201);
  const again = await file(admin);
  expect([again.facts, again.waiting, again.brackets]).toEqual([[], [], []]);
  expect(again.rsvps).toEqual([{ ...rsvp('a', 'e', 'Alex'), checkedInBy: null, lent: false, answers: null }]);
  expect(again.audit).toContainEqual({ ...entry, byName: null, byRole: null, eventId: null });
});

it('a festival’s file is imported only into an empty festival: once when sent several times at once, and never beside anything', async () => {
  const { app, admin } = await organiser();
  const files = ['A', 'B', 'C', 'D'].map((name) => aFestivalFile({ sample: true, users: [user(name, name)] }));
  for (let round = 0; round < 5; round += 1) {
    await admin.send('DELETE /api/admin/sample');
    const answers = await Promise.all(files.map((one) => admin.send('POST /api/admin/imports/festival', one)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    expect((await file(admin)).users).toHaveLength(1);
  }
  const before = await everyRow(app.context.db);
  expect(seen(await admin.send('POST /api/admin/imports/festival', aFestivalFile()))).toEqual({
    status: 409,
    body: {
      code: 'NOT_EMPTY',
      message:
        'A festival can only be imported into an empty one, and this one is not empty. Clear the sample data first.',
    },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
});

describe('a festival’s file that is wrong', () => {
  const app = sharedApp();
  const refused = async (said: object) => {
    const admin = await app().admin();
    const before = await everyRow(app().context.db);
    const answer = seen(await admin.send('POST /api/admin/imports/festival', { ...aFestivalFile(), ...said }));
    expect(await everyRow(app().context.db)).toEqual(before);
    return answer;
  };

  const LISTS = {
    events: event,
    users: user('a', 'Alex'),
    rsvps: rsvp('a', 'e', 'Alex'),
    uploads: upload,
    audit: entry,
  };
  it.each<[keyof typeof LISTS, string, unknown, string]>([
    ['events', 'title', '', 'Title in row 1 is missing.'],
    ['events', 'googleDocUrl', 'https://a.example@evil.example', 'Google doc url in row 1 must not hold a user name.'],
    ['users', 'name', '\u0345'.repeat(128_000), 'Name in row 1 is longer than 60 characters.'],
    ['rsvps', 'playerEmail', 'no address', 'Player email in row 1 is not an email address.'],
    ['audit', 'after', [[[[[[[]]]]]]], 'After in row 1 is nested more than 6 levels deep.'],
    ['audit', 'before', 'x'.repeat(1024 * 1024), 'Before in row 1 is longer than 1048576 characters.'],
    ['audit', 'before', undefined, 'Before in row 1 is missing.'],
    ['uploads', 'fileType', 'exe', 'File type in row 1 must be one of: csv, tsv, txt, json.'],
    ['uploads', 'errorDetails', 'none', 'Error details in row 1 is not JSON.'],
    ['uploads', 'errorDetails', '[{}]', 'Error details.0 in row 1 must be text.'],
  ])('in a row of %s, in %s, is refused as a whole: %#', async (list, name, value, message) => {
    const { status, body } = await refused({ [list]: [{ ...LISTS[list], [name]: value }] });
    const field = expect.stringMatching(new RegExp(`^${list}\\.0\\.${name}`));
    expect({ status, body }).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field } });
  });

  const places = (...names: string[]) => names.map((name, index) => rsvp(`r${index}`, 'e', name));
  it.each([
    [{ format: 'a cake' }, 'Format does not say that this is a festival.', 'format'],
    [{ version: 2 }, 'Version is one that this program does not know.', 'version'],
    [{ users: [user('a', 'Alex'), user('a', 'Bo')] }, 'The file holds the id a twice among its users.', 'users'],
    [{ users: [user('a', 'Alex'), user('b', 'ALEX')] }, 'The file holds two users called alex.', 'users'],
    [{ rsvps: places('Alex') }, 'The file holds a place in an event that is not in it, e.', 'rsvps'],
    [{ events: [event], rsvps: places('Al', 'al') }, 'The file holds the same name twice in one event.', 'rsvps'],
    [
      { events: [event], rsvps: places('A', 'B', 'C') },
      'Catan Open has more places taken than it has room for.',
      'events',
    ],
  ])('is refused as a whole: %#', async (said, message, field) => {
    expect(await refused(said)).toEqual({ status: 400, body: { code: 'BAD_INPUT', message, field } });
  });
});

it('tables are CSV with a byte-order mark, downloaded as files, safe from names that are formulas', async () => {
  const { admin } = await organiser();
  for (const name of ['=1+1', 'Zoë "Z" Müller', 'Bo, the Great']) await admin.send('POST /api/users', { name });
  const answer = await admin.send('GET /api/admin/exports/users.csv');
  expect([
    answer.headers['content-type'],
    answer.headers['content-disposition'],
    answer.headers['cache-control'],
  ]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="users-and-scores \d{8}T\d{6}Z\.csv"$/),
    'no-store',
  ]);
  expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(answer.rawPayload.toString('utf8')).toBe(
    '\ufeffName,Score\r\n\'=1+1,0\r\n"Bo, the Great",0\r\n"Zoë ""Z"" Müller",0\r\n',
  );
});

it('tables: list who is in an event, in the festival’s time and without emails', async () => {
  const { app, admin } = await organiser();
  const { id } = (await admin.send('POST /api/events', anEvent())).json();
  for (const playerName of ['Zoe', '+Alex']) {
    await app.browser().send('POST /api/rsvps', { eventId: id, playerName, playerEmail: 'a@example.org' });
  }
  app.clock.pass(90_000);
  await admin.send(`POST /api/events/${id}/rsvps`, { playerName: 'Mo' });
  const answer = await admin.send(`GET /api/admin/exports/events/${id}/rsvps.csv`);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="rsvps-${id}.csv"`);
  expect(answer.body).toBe(
    [
      '\ufeffName,Checked in,Checked in at (America/New_York),Registered at (America/New_York)',
      "'+Alex,no,,2025-11-14 12:00",
      'Mo,yes,2025-11-14 12:01,2025-11-14 12:01',
      'Zoe,no,,2025-11-14 12:00',
      '',
    ].join('\r\n'),
  );
});

it('a programme from CSV is previewed without writing; then all of it is imported, with one audit entry', async () => {
  const { app, admin } = await organiser();
  const csv = `${aProgramme}"Catan, Open",Board Games,11/15/2025 3:00 PM,Ballroom A,Priya\n`;
  const before = await everyRow(app.context.db);
  const none = { changed: [], questions: [], clashes: [], unchanged: 0, untouched: [], problems: [], ignored: [] };
  const [first, second] = ['2025-11-15T03:00:00.000Z', '2025-11-15T20:00:00.000Z'];
  expect(seen(await admin.send('POST /api/admin/imports/programme/check', { csv }))).toEqual({
    status: 200,
    body: {
      ...none,
      events: [
        { line: 2, title: 'Karaoke', startTime: first, duration: 60, location: 'Lounge' },
        { line: 3, title: 'Catan, Open', startTime: second, duration: 60, location: 'Ballroom A' },
      ],
    },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  const answer = await admin.send('POST /api/admin/imports/programme', { csv });
  expect(seen(answer)).toEqual({ status: 201, body: { imported: 2, changed: 0 } });
  const events = (await admin.send('GET /api/events')).json<{ title: string; host: string; capacity: number }[]>();
  expect(events.map(({ title, host, capacity }) => [title, host, capacity])).toEqual([
    ['Karaoke', 'Mo', 16],
    ['Catan, Open', 'Priya', 16],
  ]);
  expect(await auditedActions(app)).toEqual(['programme imported']);
});

it('a programme from CSV is imported whole or not at all, and not twice', async () => {
  const { app, admin } = await organiser();
  const before = await everyRow(app.context.db);
  expect(
    seen(await admin.send('POST /api/admin/imports/programme', { csv: `${aProgramme}Bad,,2025-11-14 9:00,Here,Mo\n` })),
  ).toEqual({
    status: 400,
    body: { code: 'BAD_INPUT', message: 'Line 3: Type is missing. Nothing was imported.', field: 'csv' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  const twice = [aProgramme, aProgramme].map((csv) => admin.send('POST /api/admin/imports/programme', { csv }));
  expect((await Promise.all(twice)).map((answer) => answer.json().imported).sort()).toEqual([0, 1]);
  expect((await admin.send('GET /api/events')).json()).toHaveLength(1);
  expect(await auditedActions(app)).toEqual(['programme imported']);
});
