import { describe, expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { addEvent } from '#features/events/store.ts';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import type { ProgrammeCheck } from './contract.ts';

const CHECK = 'POST /api/admin/imports/programme/check';
const IMPORT = 'POST /api/admin/imports/programme';
const table = (...rows: string[]) => ['title,type,start,location,host,capacity', ...rows].join('\n');
const CATAN = 'Catan Open,board,2025-11-14 18:00,Deck,Priya,20';
const ago = { code: 'CHANGED_MEANWHILE', message: expect.stringContaining('Nothing was imported.') };

async function begin(dialect: (typeof DIALECTS)[number]) {
  const app = await testApp(dialect);
  const admin = await app.admin();
  const add = async (said = {}) => (await admin.send('POST /api/events', anEvent(said))).json<FestivalEvent>();
  const check = async (csv: string) => (await admin.send(CHECK, { csv })).json<ProgrammeCheck>();
  return { app, admin, add, check };
}
const seenIn = ({ changed }: ProgrammeCheck) => changed.map(({ id, revision }) => ({ id, revision }));
const places = async (admin: Browser) =>
  (await admin.send('GET /api/events')).json<FestivalEvent[]>().map(({ title, location }) => [title, location]);

describe.each(DIALECTS)('a programme that changes events, on %s', (dialect) => {
  it('shows each change, makes exactly those, tells who has a place, and records each', async () => {
    const { app, admin, add, check } = await begin(dialect);
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

  it('is refused as a whole when an event changed since it was shown, or was never shown', async () => {
    const { app, admin, add, check } = await begin(dialect);
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
    ['changed', 'renamed', 'Deck'],
    ['changed', 'deleted', 'Deck'],
    ['unchanged', 'renamed', 'Ballroom A'],
    ['unchanged', 'deleted', 'Ballroom A'],
  ])('adds no second event when one that was shown as %s is %s meanwhile', async (_, act, room) => {
    const { app, admin, add, check } = await begin(dialect);
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
    expect(seen(done)).toEqual({ status: 201, body: { imported: 2, changed: 0 } });
  });

  it('moves a late event, which stays late, and changes what it delayed, whichever has the smaller id', async () => {
    const { app, admin, check } = await begin(dialect);
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

  it('undoes no edit that is made at the same moment', async () => {
    const { admin, add, check } = await begin(dialect);
    for (let round = 0; round < 10; round += 1) {
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

  it('is refused with the line of a capacity below the places, also when they were taken since', async () => {
    const { app, admin, add, check } = await begin(dialect);
    const { id } = await add({ capacity: 4 });
    const csv = table('Catan Open,board,2025-11-14 18:00,Deck,Priya,2');
    const shown = await check(csv);
    expect(shown.problems).toEqual([]);
    for (const playerName of ['A', 'B', 'C']) await app.browser().send('POST /api/rsvps', { eventId: id, playerName });
    const message = "Line 2: 3 people are already registered, so the capacity can't be 2. Nothing was imported.";
    expect(seen(await admin.send(IMPORT, { csv, seen: seenIn(shown) }))).toEqual({
      status: 400,
      body: { code: 'BAD_INPUT', message, field: 'csv' },
    });
    expect(await places(admin)).toEqual([['Catan Open', 'Ballroom A']]);
  });
});
