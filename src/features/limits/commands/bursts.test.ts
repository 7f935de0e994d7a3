import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { finishDeletions } from '#features/events/commands.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { organisedApp, seen, type TestApp, testApp } from '#testing/app.ts';
import { addPlaces, listedBurst, phones, remove, takePlaceIn, undo, watch } from '#testing/burst.ts';
import { createEvent } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aGame, anEvent } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aTournament } from '#testing/tournament.ts';
import type { Removal, Restored } from '../contract.ts';
import { dropOldRemovals } from '../jobs.ts';

const MISSION = 'find-a-dragon-meeple';

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
  it('registrations shows one burst of all kinds that a network made, since its minute', async () => {
    const { app, admin } = await organisedApp(dialect);
    const [catan, azul] = [await eventIn(app), await eventIn(app, 'Azul')];
    await phones(app, 29, takePlaceIn(catan));
    expect((await watch(admin)).bursts).toEqual([]);
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    await phones(app, 5, takePlaceIn(azul, 'Elsewhere'), 'mobile');
    const at = app.clock.now().toISOString();
    app.clock.pass(2 * MINUTE);
    await phones(app, 1, (phone) => phone.send('POST /api/inventory', aGame()));
    expect((await watch(admin)).bursts).toEqual([
      { network: 'hotel', since: at.replace(/\d\d\.\d+Z$/, '00.000Z'), until: at, things: 32 },
    ]);
    app.clock.pass(3 * HOUR);
    expect((await watch(admin)).bursts).toEqual([]);
  });

  it('registrations shows and removes accounts whatever their ids begin with, which are not in the order of time', async () => {
    const { app, admin } = await organisedApp(dialect);
    await phones(app, 30, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const early = { id: '000000000000-0000-7000-8000-00000000' };
    await app.context.db.updateTable('users').set(early).where('name', '=', 'Account 7').execute();
    const burst = await listedBurst(admin);
    expect(burst.things).toBe(30);
    expect((await remove(admin, burst)).statusCode).toBe(201);
    expect(await app.context.db.selectFrom('users').select('name').execute()).toEqual([]);
  });

  it('registrations removes what a network made since then, frees its seats and keeps what came before', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    await phones(app, 3, takePlaceIn(id, 'Early'));
    app.clock.pass(2 * MINUTE);
    const [script] = await phones(app, 30, takePlaceIn(id));
    await phones(app, 4, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    app.clock.pass(20 * MINUTE);
    await phones(app, 3, takePlaceIn(id, 'Late'));
    app.clock.pass(HOUR);

    const burst = await listedBurst(admin);
    const answer = await remove(admin, burst);
    const { network, since } = burst;
    expect(seen(answer)).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(String), network, since, things: 37 },
        undoUntil: new Date(app.clock.now().getTime() + 10 * MINUTE).toISOString(),
      },
    });
    expect(answer.headers['x-touches']).toMatch(/^registrations,events,rsvps,waiting,users,.*audit$/);
    const names = await app.context.db.selectFrom('rsvps').select('player_name').orderBy('player_name').execute();
    expect(names.map(({ player_name }) => player_name)).toEqual(['Early 0', 'Early 1', 'Early 2']);
    expect(await app.context.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await seatsTaken(app, id)).toBe(3);
    expect(await watch(admin)).toMatchObject({ bursts: [], removals: [answer.json<Removal>()] });
    const audit = await admin.send('GET /api/admin/audit');
    expect(audit.json<AuditEntry[]>()[0]).toMatchObject({
      action: 'burst removed',
      subject: '37 things',
      before: { things: 37, since },
      after: null,
    });
    // Networks are forgotten after two days, entries are not.
    expect(audit.body).not.toContain(network);
    // The phone keeps its cookie: it is a visitor without places.
    expect(seen((await script?.send('GET /api/visitor')) ?? never())).toMatchObject({
      body: { known: true, places: 0 },
    });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations keeps checked-in places, accounts with points, drawn brackets, other networks, older phones and walk-ins', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    const { id: cup } = await aTournament(app.context, 2);
    const [known] = await phones(app, 1, takePlaceIn(cup, 'Older'));
    app.clock.pass(3 * HOUR + 1);
    await phones(app, 1, takePlaceIn(cup, 'Not drawn'));
    await known?.send('POST /api/rsvps', { eventId: id, playerName: 'Older 0' });
    await admin.send(`POST /api/events/${cup}/generate-bracket`, { randomSeed: false });
    await phones(app, 2, takePlaceIn(id, 'Elsewhere'), 'mobile');
    await phones(app, 31, takePlaceIn(id));
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    await admin.send(`POST /api/events/${id}/rsvps`, { playerName: 'Walk-in' });
    const places = await app.context.db.selectFrom('rsvps').select(['id', 'player_name']).execute();
    const placeOf = (name: string) => places.find(({ player_name }) => player_name === name)?.id;
    await admin.send(`PUT /api/rsvps/${placeOf('Script 7')}/check-in`);
    const scored = app.context.db.selectFrom('users').select('id').where('name', '=', 'Account 1');
    await admin.send(`PATCH /api/users/${(await scored.executeTakeFirstOrThrow()).id}/score`, { score: 5 });

    const burst = await listedBurst(admin);
    expect(burst.things).toBe(31);
    expect((await remove(admin, burst)).json<Removal>().things).toBe(31);
    const left = app.context.db.selectFrom('rsvps').select('player_name').orderBy('player_name');
    expect((await left.where('event_id', '=', id).execute()).map(({ player_name }) => player_name)).toEqual([
      ...['Elsewhere 0', 'Elsewhere 1', 'Older 0', 'Script 7', 'Walk-in'],
    ]);
    expect((await left.where('event_id', '=', cup).execute()).map(({ player_name }) => player_name)).toContain(
      'Not drawn 0',
    );
    expect(await app.context.db.selectFrom('users').select('name').execute()).toEqual(
      expect.arrayContaining([{ name: 'Account 1' }]),
    );
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations removes also what came after the organiser looked, and refuses when nothing is left', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app);
    const [first] = await phones(app, 30, takePlaceIn(id));
    const burst = await listedBurst(admin);
    const [place] = ((await first?.send('GET /api/rsvps/my')) ?? never()).json<Rsvp[]>();
    await first?.send(`DELETE /api/rsvps/${place?.id}`);
    await phones(app, 2, takePlaceIn(id, 'More'));
    expect((await remove(admin, burst)).json<Removal>().things).toBe(31);
    const before = await festivalRows(app);
    expect(seen(await remove(admin, burst))).toEqual({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', message: 'There is nothing left to remove. Please look again.' },
    });
    expect(await festivalRows(app)).toEqual(before);
  });

  it('registrations restores everything', async () => {
    const { app, admin } = await organisedApp(dialect);
    await phones(app, 14, takePlaceIn(await eventIn(app)));
    await phones(app, 14, takePlaceIn(await eventIn(app, 'Azul')));
    await phones(app, 3, async (phone, n) => {
      const user = await phone.send('POST /api/users', { name: `Account ${n}` });
      await phone.send('POST /api/claims', { userId: user.json<{ id: string }>().id, missionId: MISSION });
      await phone.send('POST /api/inventory', aGame());
    });
    const burst = await listedBurst(admin);
    const before = await festivalRows(app);
    const { id } = (await remove(admin, burst)).json<Removal>();
    for (const table of ['rsvps', 'users', 'claims', 'inventory_games'] as const)
      expect(await app.context.db.selectFrom(table).select('id').execute()).toEqual([]);
    app.clock.pass(10 * MINUTE - 1);
    expect(seen(await undo(admin, id))).toEqual({ status: 200, body: { restored: 37, things: 37 } });
    expect(await festivalRows(app)).toEqual(before);
    const [change] = (await admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
    const after = { things: 37, since: burst.since };
    expect(change).toMatchObject({ action: 'burst restored', subject: '37 things', after });
    expect(seen(await undo(admin, id))).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'This can’t be undone any more.' },
    });
  });

  it('registrations restores all but what has its seat or name taken, or its event deleted or drawn', async () => {
    const { app, admin } = await organisedApp(dialect);
    const full = await eventIn(app, 'Full', 17);
    const gone = await eventIn(app, 'Gone');
    const { id: cup } = await aTournament(app.context, 2);
    await phones(app, 17, takePlaceIn(full));
    await phones(app, 6, takePlaceIn(gone));
    await phones(app, 5, takePlaceIn(cup));
    await phones(app, 2, (phone, n) => phone.send('POST /api/users', { name: `Account ${n}` }));
    const held = app.context.db.selectFrom('rsvps').select('player_name as name').where('event_id', '=', full);
    const first = await held.orderBy('id').limit(2).execute();
    const { id } = (await remove(admin, await listedBurst(admin))).json<Removal>();
    // Two guests take the names of the first two to come back, one more takes a seat: 14 are free for the other 15.
    await phones(app, 2, (phone, n) => phone.send('POST /api/rsvps', { eventId: full, playerName: first[n]?.name }));
    await phones(app, 1, takePlaceIn(full, 'Guest'));
    await phones(app, 1, (phone) => phone.send('POST /api/users', { name: 'Account 0' }));
    await admin.send(`DELETE /api/events/${gone}`);
    app.clock.pass(MINUTE);
    await finishDeletions(app.context);
    await admin.send(`POST /api/events/${cup}/generate-bracket`, { randomSeed: false });
    expect(seen(await undo(admin, id))).toEqual({ status: 200, body: { restored: 14 + 1, things: 30 } });
    expect(await seatsTaken(app, full)).toBe(17);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations restores places of an event that is deleted and can come back', async () => {
    const app = await testApp(dialect);
    const [admin, id] = [await app.admin(), await eventIn(app)];
    await addPlaces(app, id, 30);
    const { id: removal } = (await remove(admin, await listedBurst(admin))).json<Removal>();
    await admin.send(`DELETE /api/events/${id}`);
    expect((await undo(admin, removal)).json<Restored>().restored).toBe(30);
    await admin.send(`POST /api/events/${id}/restore`);
    expect(await seatsTaken(app, id)).toBe(30);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations removes and restores more rows than fit one statement', async () => {
    const { app, admin } = await organisedApp(dialect);
    const id = await eventIn(app, 'Karaoke', 5000);
    await addPlaces(app, id, 2345);
    const burst = await listedBurst(admin);
    expect(burst.things).toBe(2345);
    const removal = (await remove(admin, burst)).json<Removal>();
    expect(await seatsTaken(app, id)).toBe(0);
    expect((await undo(admin, removal.id)).json<Restored>().restored).toBe(2345);
    expect(await seatsTaken(app, id)).toBe(2345);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations deletes the kept rows of a forgotten device, and its name in the audit', async () => {
    const { app, admin } = await organisedApp(dialect);
    const [first] = await phones(app, 30, takePlaceIn(await eventIn(app)));
    const [place] = ((await first?.send('GET /api/rsvps/my')) ?? never()).json<Rsvp[]>();
    await admin.send(`PUT /api/rsvps/${place?.id}/check-in`);
    await admin.send(`DELETE /api/rsvps/${place?.id}/check-in`);
    const { id } = (await remove(admin, await listedBurst(admin))).json<Removal>();
    const rows = async () => JSON.stringify(await everyRow(app.context.db));
    expect(await rows()).toMatch(/Script 0\b/);
    await first?.send('DELETE /api/visitor');
    expect(await rows()).not.toMatch(/Script 0\b/);
    expect((await undo(admin, id)).json<Restored>()).toEqual({
      restored: 29,
      things: 30,
    });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('registrations can be undone for ten minutes; then the job deletes the kept rows', async () => {
    const { app, admin } = await organisedApp(dialect);
    await addPlaces(app, await eventIn(app), 30);
    const { id } = (await remove(admin, await listedBurst(admin))).json<Removal>();
    expect(await dropOldRemovals.run(app.context)).toBe(0);
    app.clock.pass(10 * MINUTE);
    expect((await watch(admin)).removals).toEqual([]);
    expect((await undo(admin, id)).statusCode).toBe(404);
    expect(await app.context.db.selectFrom('removed_rows').select('row_id').execute()).toHaveLength(30);
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
