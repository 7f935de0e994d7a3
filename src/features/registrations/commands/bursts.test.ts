import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { createEvent, finishDeletions } from '#features/events/commands.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { organisedApp, seen, type TestApp, testApp } from '#testing/app.ts';
import { addPlaces, listedBurst, phones, remove, takePlaceIn, undo, watch } from '#testing/burst.ts';
import { ORGANISER } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament } from '#testing/tournament.ts';
import type { Removal, Restored } from '../contract.ts';
import { dropOldRemovals } from '../jobs.ts';
import { NONE } from '../rules/counts.ts';

const eventIn = async ({ context }: TestApp, title = 'Catan Open', capacity = 100): Promise<string> =>
  (await createEvent(context, ORGANISER, anEvent({ title, capacity }))).id;

const seatsTaken = async ({ context }: TestApp, id: string): Promise<number> =>
  (await context.db.selectFrom('events').select('seats_taken').where('id', '=', id).executeTakeFirstOrThrow())
    .seats_taken;

/** Returns all rows except the audit, which grows, and sessions, whose last use changes. */
const festivalRows = async ({ context }: TestApp) => {
  const { audit_entries: _, admin_sessions: __, events = [], ...rows } = await everyRow(context.db);
  // An event's revision rises with every change of its seats.
  return { ...rows, events: events.map((row) => row.replace(/,"revision":\d+/, '')) };
};

describe.each(DIALECTS)('%s', (dialect) => {
  it('registrations shows places per minute, and a burst two seconds after it ended', async () => {
    const { app, admin } = await organisedApp(dialect);
    const [catan, azul] = [await eventIn(app), await eventIn(app, 'Azul')];
    await phones(app, 5, takePlaceIn(azul, 'Early'));
    app.clock.pass(2 * MINUTE);
    const at = app.clock.now().toISOString();
    await phones(app, 25, takePlaceIn(catan));
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const [guest] = await phones(app, 1, takePlaceIn(azul, 'Guest'));
    await guest?.send('POST /api/users', { name: 'Guest' });

    const early = await watch(admin);
    expect(early.bursts).toEqual([]);
    expect(early.perMinute.slice(-3).map(({ places }) => places)).toEqual([5, 0, 26]);
    expect(await listedBurst(app, admin)).toEqual({
      network: expect.stringMatching(/^[\w-]{1,64}$/),
      from: at,
      to: at,
      phones: 28,
      activePhones: 1,
      found: { ...NONE, places: 26, accounts: 3 },
      removable: { ...NONE, places: 26, accounts: 3 },
      events: [
        { id: catan, title: 'Catan Open', places: 25 },
        { id: azul, title: 'Azul', places: 1 },
      ],
    });
  });

  it('registrations shows and removes accounts whatever their ids begin with, which are not in the order of time', async () => {
    const { app, admin } = await organisedApp(dialect);
    await phones(app, 25, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const early = { id: '000000000000-0000-7000-8000-00000000' };
    await app.context.db.updateTable('users').set(early).where('name', '=', 'Account 7').execute();
    const burst = await listedBurst(app, admin);
    expect(burst.removable).toEqual({ ...NONE, accounts: 25 });
    expect((await remove(admin, burst)).statusCode).toBe(201);
    expect(await app.context.db.selectFrom('users').select('name').execute()).toEqual([]);
  });

  it('registrations removes a burst, frees its seats and keeps what came before and after', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    await phones(app, 3, takePlaceIn(id, 'Early'));
    app.clock.pass(20_000);
    const [script] = await phones(app, 30, takePlaceIn(id));
    await phones(app, 4, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    app.clock.pass(20_000);
    await phones(app, 3, takePlaceIn(id, 'Late'));

    const burst = await listedBurst(app, admin);
    const answer = await remove(admin, burst);
    const { from, to } = burst;
    const removed = { ...NONE, places: 30, accounts: 4 };
    expect(seen(answer)).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(String), from, to, removed },
        undoUntil: new Date(app.clock.now().getTime() + 10 * MINUTE).toISOString(),
      },
    });
    expect(answer.headers['x-touches']).toMatch(/^registrations,events,rsvps,users,.*audit$/);
    const names = await app.context.db.selectFrom('rsvps').select('player_name').orderBy('player_name').execute();
    expect(names.map(({ player_name }) => player_name)).toEqual([
      ...['Early 0', 'Early 1', 'Early 2', 'Late 0', 'Late 1', 'Late 2'],
    ]);
    expect(await app.context.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await seatsTaken(app, id)).toBe(6);
    expect(await watch(admin)).toMatchObject({ bursts: [], removals: [answer.json<Removal>()] });
    const [change] = (await admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
    expect(change).toMatchObject({
      action: 'burst removed',
      subject: '30 places and 4 accounts',
      before: { ...removed, from, to },
      after: null,
    });
    // The phone keeps its cookie: it is a visitor without places.
    expect(seen((await script?.send('GET /api/visitor')) ?? never())).toMatchObject({
      body: { known: true, places: 0 },
    });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations keeps checked-in places, accounts with points, drawn brackets, other networks and walk-ins', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    const { id: cup } = await aTournament(app.context, 2);
    await phones(app, 1, takePlaceIn(cup, 'Not drawn'));
    await admin.send(`POST /api/events/${cup}/generate-bracket`, { randomSeed: false });
    await phones(app, 2, takePlaceIn(id, 'Elsewhere'), 'mobile');
    await phones(app, 25, takePlaceIn(id));
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    await admin.send(`POST /api/events/${id}/rsvps`, { playerName: 'Walk-in' });
    const places = await app.context.db.selectFrom('rsvps').select(['id', 'player_name']).execute();
    const placeOf = (name: string) => places.find(({ player_name }) => player_name === name)?.id;
    await admin.send(`PUT /api/rsvps/${placeOf('Script 7')}/check-in`);
    const scored = app.context.db.selectFrom('users').select('id').where('name', '=', 'Account 1');
    await admin.send(`PATCH /api/users/${(await scored.executeTakeFirstOrThrow()).id}/score`, { score: 5 });

    const burst = await listedBurst(app, admin);
    expect(burst.found).toEqual({ ...NONE, places: 26, accounts: 2 });
    expect(burst.removable).toEqual({ ...NONE, places: 24, accounts: 1 });
    expect((await remove(admin, burst)).statusCode).toBe(201);
    const left = await app.context.db.selectFrom('rsvps').select('player_name').where('event_id', '=', id).execute();
    expect(left.map(({ player_name }) => player_name).sort()).toEqual([
      'Elsewhere 0',
      'Elsewhere 1',
      'Script 7',
      'Walk-in',
    ]);
    expect(await app.context.db.selectFrom('users').select('name').execute()).toEqual(
      expect.arrayContaining([{ name: 'Account 1' }]),
    );
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations removes nothing when it would differ from what the organiser was shown', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    const [first] = await phones(app, 30, takePlaceIn(id));
    const burst = await listedBurst(app, admin);
    const [place] = ((await first?.send('GET /api/rsvps/my')) ?? never()).json<Rsvp[]>();
    await first?.send(`DELETE /api/rsvps/${place?.id}`);
    const before = await festivalRows(app);
    expect(seen(await remove(admin, burst))).toEqual({
      status: 409,
      body: {
        code: 'CHANGED_MEANWHILE',
        message: 'This has changed since you looked, so nothing was removed. Please look again.',
      },
    });
    expect(await festivalRows(app)).toEqual(before);
    expect((await remove(admin, await listedBurst(app, admin))).statusCode).toBe(201);
    const none = { ...burst, removable: NONE };
    expect((await remove(admin, none)).statusCode).toBe(409);
  });

  it('registrations restores everything', async () => {
    const { app, admin } = await organisedApp(dialect);
    await phones(app, 12, takePlaceIn(await eventIn(app)));
    await phones(app, 12, takePlaceIn(await eventIn(app, 'Azul')));
    await phones(app, 3, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const burst = await listedBurst(app, admin);
    const before = await festivalRows(app);
    const { id } = (await remove(admin, burst)).json<Removal>();
    app.clock.pass(10 * MINUTE - 1);
    const restored = { ...NONE, places: burst.removable.places, accounts: 3 };
    expect(seen(await undo(admin, id))).toEqual({
      status: 200,
      body: { restored, lost: { seats: 0, names: 0, events: 0 } },
    });
    expect(await festivalRows(app)).toEqual(before);
    const [change] = (await admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
    expect(change).toMatchObject({ action: 'burst restored', after: restored });
    expect(seen(await undo(admin, id))).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'This can’t be undone any more.' },
    });
  });

  it('registrations counts what it cannot restore: seats and names that are taken, events that are deleted or drawn', async () => {
    const { app, admin } = await organisedApp(dialect);
    const full = await eventIn(app, 'Full', 10);
    const gone = await eventIn(app, 'Gone');
    const { id: cup } = await aTournament(app.context, 2);
    await phones(app, 10, takePlaceIn(full));
    await phones(app, 6, takePlaceIn(gone));
    await phones(app, 5, takePlaceIn(cup));
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const held = app.context.db.selectFrom('rsvps').select('player_name as name').where('event_id', '=', full);
    const first = await held.orderBy('id').limit(2).execute();
    const { id } = (await remove(admin, await listedBurst(app, admin))).json<Removal>();
    // Two guests take the names of the first two to come back, one more takes a seat: seven are free for the other eight.
    await phones(app, 2, (phone, n) => phone.send('POST /api/rsvps', { eventId: full, playerName: first[n]?.name }));
    await phones(app, 1, takePlaceIn(full, 'Guest'));
    await phones(app, 1, (phone) => phone.send('POST /api/users', { name: 'Account 0' }));
    await admin.send(`DELETE /api/events/${gone}`);
    app.clock.pass(MINUTE);
    await finishDeletions(app.context);
    await admin.send(`POST /api/events/${cup}/generate-bracket`, { randomSeed: false });
    expect(seen(await undo(admin, id))).toEqual({
      status: 200,
      body: { restored: { ...NONE, places: 7, accounts: 1 }, lost: { seats: 1, names: 3, events: 11 } },
    });
    expect(await seatsTaken(app, full)).toBe(10);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations restores places of an event that is deleted and can come back', async () => {
    const app = await testApp(dialect);
    const [admin, id] = [await app.admin(), await eventIn(app)];
    await addPlaces(app, id, 25);
    const { id: removal } = (await remove(admin, await listedBurst(app, admin))).json<Removal>();
    await admin.send(`DELETE /api/events/${id}`);
    expect((await undo(admin, removal)).json<Restored>().restored.places).toBe(25);
    await admin.send(`POST /api/events/${id}/restore`);
    expect(await seatsTaken(app, id)).toBe(25);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations removes and restores more rows than fit one statement', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app, 'Karaoke', 5000);
    await addPlaces(app, id, 2345);
    const burst = await listedBurst(app, admin);
    expect(burst.found.places).toBe(2345);
    const removal = (await remove(admin, burst)).json<Removal>();
    expect(await seatsTaken(app, id)).toBe(0);
    expect((await undo(admin, removal.id)).json<Restored>().restored.places).toBe(2345);
    expect(await seatsTaken(app, id)).toBe(2345);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations deletes the kept rows of a forgotten device, and its name in the audit', async () => {
    const { app, admin } = await organisedApp(dialect);
    const [first] = await phones(app, 25, takePlaceIn(await eventIn(app)));
    const [place] = ((await first?.send('GET /api/rsvps/my')) ?? never()).json<Rsvp[]>();
    await admin.send(`PUT /api/rsvps/${place?.id}/check-in`);
    await admin.send(`DELETE /api/rsvps/${place?.id}/check-in`);
    const { id } = (await remove(admin, await listedBurst(app, admin))).json<Removal>();
    const rows = async () => JSON.stringify(await everyRow(app.context.db));
    expect(await rows()).toMatch(/Script 0\b/);
    await first?.send('DELETE /api/visitor');
    expect(await rows()).not.toMatch(/Script 0\b/);
    expect((await undo(admin, id)).json<Restored>()).toEqual({
      restored: { ...NONE, places: 24 },
      lost: { seats: 0, names: 0, events: 0 },
    });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations can be undone for ten minutes; then the job deletes the kept rows', async () => {
    const { app, admin } = await organisedApp(dialect);
    await addPlaces(app, await eventIn(app), 25);
    const { id } = (await remove(admin, await listedBurst(app, admin))).json<Removal>();
    expect(await dropOldRemovals.run(app.context)).toBe(0);
    app.clock.pass(10 * MINUTE);
    expect((await watch(admin)).removals).toEqual([]);
    expect((await undo(admin, id)).statusCode).toBe(404);
    expect(await app.context.db.selectFrom('removed_rows').select('row_id').execute()).toHaveLength(25);
    expect(await dropOldRemovals.run(app.context)).toBe(1);
    for (const table of ['removals', 'removed_rows'] as const) {
      expect(await app.context.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  it('registrations pauses and resumes registration and sets the badge word, each recorded once', async () => {
    const app = await testApp(dialect, { badgeWord: 'lighthouse' });
    const admin = await app.admin();
    const state = async () => {
      const { paused, badgeWord, wordFrom } = await watch(admin);
      return { paused, badgeWord, wordFrom };
    };
    const warnings = async () => (await admin.send('GET /api/admin/attention')).body;
    const pause = (paused: boolean) => admin.send('PUT /api/admin/registrations/pause', { paused });
    const setWord = (word: string | null) => admin.send('PUT /api/admin/badge-word', { word });
    expect(await state()).toEqual({ paused: false, badgeWord: 'lighthouse', wordFrom: 'festival.json' });
    expect((await pause(true)).statusCode).toBe(204);
    expect((await pause(true)).statusCode).toBe(204);
    expect((await setWord(' Harbour ')).statusCode).toBe(204);
    expect(await state()).toEqual({ paused: true, badgeWord: 'Harbour', wordFrom: 'overview' });
    expect(seen(await setWord('!?'))).toEqual({
      status: 400,
      body: { code: 'BAD_INPUT', message: 'The badge word needs a letter or a digit.', field: 'word' },
    });
    expect(await warnings()).toContain('Registration is paused');
    await pause(false);
    expect(await warnings()).not.toContain('Registration is paused');
    await setWord(null);
    expect(await state()).toEqual({ paused: false, badgeWord: null, wordFrom: 'overview' });
    const changes = (await admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
    expect(changes.map(({ action }) => action).toReversed()).toEqual([
      'registration paused',
      'badge word set',
      'registration resumed',
      'badge word switched off',
    ]);
    expect(JSON.stringify(changes)).not.toContain('arbour');
  });
});

const never = (): never => {
  throw new Error('this is never reached');
};
