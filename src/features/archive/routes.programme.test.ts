import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { addEvent } from '#features/events/store.ts';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import type { ProgrammeCheck } from './contract.ts';

const CHECK = 'POST /api/admin/imports/programme/check';
const IMPORT = 'POST /api/admin/imports/programme';
const table = (...rows: string[]) => ['title,type,start,location,host,capacity', ...rows].join('\n');
const CATAN = 'Catan Open,board,2025-11-14 18:00,Deck,Priya,20';
const ago = { code: 'CHANGED_MEANWHILE', message: expect.stringContaining('Nothing was imported.') };

async function begin() {
  const app = await testApp();
  const admin = await app.admin();
  const add = async (said = {}) => (await admin.send('POST /api/events', anEvent(said))).json<FestivalEvent>();
  const check = async (csv: string) => (await admin.send(CHECK, { csv })).json<ProgrammeCheck>();
  return { app, admin, add, check };
}
const seenIn = ({ changed }: ProgrammeCheck) => changed.map(({ id, revision, line }) => ({ id, revision, line }));
const places = async (admin: Browser) =>
  (await admin.send('GET /api/events')).json<FestivalEvent[]>().map(({ title, location }) => [title, location]);

it('a programme that changes events shows each change, makes exactly those, tells who has a place, and records each', async () => {
  const { app, admin, add, check } = await begin();
  const { id } = await add();
  await add({ title: 'Elsewhere' });
  const phone = app.browser();
  await phone.send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  const csv = table(CATAN, 'Uno,card,2025-11-14 20:00,Bar,Bo,');
  const before = await everyRow(app.context.db);
  const shown = await check(csv);
  expect(await everyRow(app.context.db)).toEqual(before);
  expect(shown).toMatchObject({
    events: [{ title: 'Uno' }],
    changed: [
      {
        line: 2,
        id,
        revision: 1,
        changes: [
          { field: 'location', was: 'Ballroom A', is: 'Deck' },
          { field: 'capacity', was: 16, is: 20 },
        ],
      },
    ],
    unchanged: 0,
    untouched: [{ title: 'Elsewhere' }],
  });
  const answer = await admin.send(IMPORT, { csv, seen: seenIn(shown) });
  expect(seen(answer)).toEqual({ status: 201, body: { imported: 1, changed: 1 } });
  expect((await places(admin)).sort()).toEqual([
    ['Catan Open', 'Deck'],
    ['Elsewhere', 'Ballroom A'],
    ['Uno', 'Bar'],
  ]);
  const notices = (await phone.send('GET /api/notices/my')).json();
  expect(notices).toMatchObject([{ kind: 'event', was: { location: 'Ballroom A' }, is: { location: 'Deck' } }]);
  const actions = await app.context.db.selectFrom('audit_entries').select('action').orderBy('id').execute();
  expect(actions.map(({ action }) => action).sort()).toEqual([
    ...['event created', 'event created', 'event edited', 'programme imported'],
  ]);
  expect(seen(await admin.send(IMPORT, { csv }))).toEqual({ status: 201, body: { imported: 0, changed: 0 } });
  // Counts what it wrote, not the lines of the file.
  const more = table(CATAN, 'Uno,card,2025-11-14 20:00,Bar,Bo,', 'Go,board,2025-11-14 21:00,Bar,Bo,');
  await admin.send(IMPORT, { csv: more });
  const imports = app.context.db.selectFrom('audit_entries').select('subject').orderBy('id');
  expect((await imports.where('action', '=', 'programme imported').execute()).map(({ subject }) => subject)).toEqual([
    '2 events',
    '1 event',
  ]);
});

it('a programme that changes events is refused as a whole when an event changed since it was shown, or was never shown', async () => {
  const { app, admin, add, check } = await begin();
  const { id } = await add();
  const csv = table(CATAN, 'Uno,card,2025-11-14 20:00,Bar,Bo,');
  const shown = await check(csv);
  await admin.send(`PATCH /api/events/${id}`, { host: 'Ann' });
  const before = await everyRow(app.context.db);
  for (const sent of [{ csv, seen: seenIn(shown) }, { csv }]) {
    expect(seen(await admin.send(IMPORT, sent))).toEqual({ status: 409, body: ago });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
});

it.each([
  ['changed', 'renamed', 'Deck', 0],
  ['changed', 'deleted', 'Deck', 0],
  ['unchanged', 'renamed', 'Ballroom A', 1],
  ['unchanged', 'deleted', 'Ballroom A', 0],
])(
  'a programme that changes events adds no second event when one that was shown as %s is %s meanwhile',
  async (_, act, room, changed) => {
    const { app, admin, add, check } = await begin();
    const { id } = await add();
    const csv = table(`Catan Open,board,2025-11-14 18:00,${room},Priya,`, 'Uno,card,2025-11-14 20:00,Bar,Bo,');
    const shown = await check(csv);
    const sent = { csv, seen: seenIn(shown), added: shown.events.map(({ line }) => line) };
    if (act === 'renamed') await admin.send(`PATCH /api/events/${id}`, { title: 'Catan' });
    else await admin.send(`DELETE /api/events/${id}`);
    const before = await everyRow(app.context.db);
    expect(seen(await admin.send(IMPORT, sent))).toEqual({ status: 409, body: ago });
    if (room === 'Deck') expect((await admin.send(IMPORT, { csv, seen: sent.seen })).statusCode).toBe(409);
    expect(await everyRow(app.context.db)).toEqual(before);
    const again = await check(csv);
    const done = await admin.send(IMPORT, { csv, seen: seenIn(again), added: again.events.map(({ line }) => line) });
    expect(seen(done)).toEqual({ status: 201, body: { imported: 2 - changed, changed } });
  },
);

it('a programme that changes events moves a late event, which stays late, and changes what it delayed, whichever has the smaller id', async () => {
  const { app, admin, check } = await begin();
  for (const ids of [
    ['a', 'b'],
    ['d', 'c'],
  ] as const) {
    const location = `Hall ${ids[0]}`;
    const said = ids.map((id, hours) => ({ id, title: id, startTime: `2025-11-14T${17 + hours}:00:00.000Z` }));
    for (const one of said) await addEvent(app.context.db, one.id, anEvent({ ...one, duration: 60, location }));
    await admin.send(`PUT /api/events/${ids[0]}/late`, { minutes: 25 });
    const csv = table(
      `${ids[0]},board,2025-11-14 12:00,Deck,Ann,`,
      `${ids[1]},board,2025-11-14 13:00,${location},Ann,`,
    );
    const answer = await admin.send(IMPORT, { csv, seen: seenIn(await check(csv)) });
    expect(seen(answer)).toEqual({ status: 201, body: { imported: 0, changed: 2 } });
  }
  const events = (await admin.send('GET /api/events')).json<FestivalEvent[]>();
  const now = events.map(({ id, lateMinutes, host }) => `${id} ${lateMinutes} ${host}`);
  expect(now.toSorted()).toEqual(['a 25 Ann', 'b 0 Ann', 'c 0 Ann', 'd 25 Ann']);
});

it('a programme that changes events delays what follows a late event in its new room, as Edit does', async () => {
  const { app, admin, check } = await begin();
  const lateAfter = async (group: string, move: (late: string) => Promise<unknown>) => {
    const [late, old, next] = ['late', 'old', 'next'].map((id) => `${id}-${group}`) as [string, string, string];
    const hours = { [late]: ['17', 'Deck'], [old]: ['18', 'Deck'], [next]: ['18', 'Bar'] };
    for (const [id, [hour, room]] of Object.entries(hours)) {
      const event = anEvent({ title: id, startTime: `2025-11-14T${hour}:00:00.000Z`, duration: 60 });
      await addEvent(app.context.db, id, { ...event, location: `${room} ${group}` });
    }
    await admin.send(`PUT /api/events/${late}/late`, { minutes: 25 });
    await move(late);
    const events = (await admin.send('GET /api/events')).json<FestivalEvent[]>();
    return [late, old, next].map((id) => events.find((event) => event.id === id)?.lateMinutes);
  };
  const byEdit = await lateAfter('A', (late) => admin.send(`PATCH /api/events/${late}`, { location: 'Bar A' }));
  const byImport = await lateAfter('B', async (late) => {
    const csv = table(`${late},board,2025-11-14 12:00,Bar B,Priya,`);
    expect((await admin.send(IMPORT, { csv, seen: seenIn(await check(csv)) })).json().changed).toBe(1);
  });
  expect([byEdit, byImport]).toEqual([
    [25, 0, 25],
    [25, 0, 25],
  ]);
});

it('a programme that changes events undoes no edit that is made at the same moment', async () => {
  const { admin, add, check } = await begin();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await add({ title: `Round ${round}` });
    const csv = table(`Round ${round},board,2025-11-14 18:00,Deck,Priya,`);
    const [imported, edited] = await Promise.all([
      admin.send(IMPORT, { csv, seen: seenIn(await check(csv)) }),
      admin.send(`PATCH /api/events/${id}`, { location: 'Bar' }),
    ]);
    expect(edited.statusCode).toBe(200);
    expect([201, 409]).toContain(imported.statusCode);
    // The edit named no revision, so it is the last word either way.
    expect((await places(admin)).find(([title]) => title === `Round ${round}`)).toEqual([`Round ${round}`, 'Bar']);
  }
});

it('a programme that changes events is refused with the line of a capacity below the places, also when they were taken since', async () => {
  const { app, admin, add, check } = await begin();
  const { id } = await add({ capacity: 4 });
  const csv = table('Catan Open,board,2025-11-14 18:00,Deck,Priya,2');
  const shown = await check(csv);
  expect(shown.problems).toEqual([]);
  for (const playerName of ['A', 'B', 'C']) await app.browser().send('POST /api/rsvps', { eventId: id, playerName });
  const message = "Line 2: 3 people have places already, so the capacity can't be 2. Nothing was imported.";
  expect(seen(await admin.send(IMPORT, { csv, seen: seenIn(shown) }))).toEqual({
    status: 400,
    body: { code: 'BAD_INPUT', message, field: 'csv' },
  });
  expect(await places(admin)).toEqual([['Catan Open', 'Ballroom A']]);
});

it('a programme that changes events has an id for each event in its table, by which a moved and renamed one is the same', async () => {
  const { app, admin, add, check } = await begin();
  const { id } = await add({ title: '=Open' });
  await add({ title: '=Open', startTime: '2025-11-15T00:00:00.000Z' });
  const phone = app.browser();
  await phone.send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  await phone.send('POST /api/rsvps', { eventId: id, playerName: 'Kim' });
  await app.context.db.updateTable('rsvps').set({ lent: 1 }).where('player_name', '=', 'Kim').execute();
  await app.context.db.updateTable('events').set({ capacity: 17 }).where('id', '=', id).execute();
  const answer = await admin.send('GET /api/admin/exports/programme.csv');
  expect(answer.body).toContain(',120,16,');
  expect(answer.body).not.toContain(',17,');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="programme.csv"');
  expect(await check(answer.body)).toMatchObject({ events: [], changed: [], questions: [], unchanged: 2 });
  const csv = answer.body.replace(/^(.*),'=Open,(.*)2025-11-14 18:00/m, '$1,Chess,$22025-11-15 24:30');
  const shown = await check(csv);
  expect(shown).toMatchObject({ events: [], changed: [{ id, told: 1 }], questions: [], unchanged: 1, clashes: [] });
  expect((await admin.send(IMPORT, { csv, seen: seenIn(shown) })).json()).toEqual({ imported: 0, changed: 1 });
  expect((await phone.send('GET /api/notices/my')).json()).toMatchObject([
    { eventId: id, is: { title: 'Chess', startTime: '2025-11-16T05:30:00.000Z' } },
  ]);
});

it('a programme that changes events moves each of two events of one title, unless an organiser says that one is new', async () => {
  const { admin, add, check } = await begin();
  const [first, second] = [
    await add({ title: 'Open table', startTime: '2027-06-18T14:00:00.000Z', location: 'Library' }),
    await add({ title: 'Open table', startTime: '2027-06-18T18:00:00.000Z', location: 'Terrace' }),
  ];
  const csv = table(
    'Open table,board,2027-06-18 14:00,Library,Priya,',
    'Open table,board,2027-06-18 18:00,Terrace,Priya,',
  );
  const questions = async (apart: number[]) =>
    (await admin.send(CHECK, { csv, apart }))
      .json<ProgrammeCheck>()
      .questions.map(({ line, id, isSame }) => [line, id, isSame]);
  expect(await questions([])).toEqual([
    [2, first.id, true],
    [3, second.id, true],
  ]);
  expect(await questions([3])).toEqual([
    [2, first.id, true],
    [3, second.id, false],
  ]);
  const seen = seenIn(await check(csv));
  const swapped = seen.map((one) => ({ ...one, line: one.line === 2 ? 3 : 2 }));
  expect((await admin.send(IMPORT, { csv, seen: swapped })).statusCode).toBe(409);
  expect((await admin.send(IMPORT, { csv, seen, apart: [3], added: [] })).statusCode).toBe(409);
  const answer = await admin.send(IMPORT, { csv, apart: [3], seen: seen.slice(0, 1), added: [3] });
  expect(answer.json()).toEqual({ imported: 1, changed: 1 });
});
