import { afterEach, expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import { seen, sharedApp } from '#testing/app.ts';
import { callMatch, sawCall } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import { type Desk, drawnDesk, refusal } from '#testing/tournament.ts';
import type { EventCalls, MyCall } from './rules/shapes.ts';

const app = sharedApp();
let rooms = 0;
const nextRoom = (): string => {
  rooms += 1;
  return `Room ${rooms}`;
};

// All tournaments have the same people, who are then free for the next test.
afterEach(async () => {
  await app().context.db.deleteFrom('match_calls').execute();
  await app().context.db.updateTable('events').set({ calls_by_itself: 0 }).execute();
});

/** A drawn tournament in a room of its own, with two tables. */
async function deskWithTables(players = 4, settings: object = {}, location = nextRoom()) {
  const title = `Cup of ${location}`;
  const desk = await drawnDesk(players, { location, title }, app());
  await desk.admin.send(`PATCH /api/events/${desk.id}`, { tables: ['1', 'Stage'], ...settings });
  const send = async (call: string, body?: object) => seen(await desk.admin.send(call, body));
  return {
    ...desk,
    location,
    title,
    call: (place: string, body?: object) => send(`PUT /api/matches/${desk.match(place)}/call`, body),
    undoCall: (place: string) => send(`DELETE /api/matches/${desk.match(place)}/call`),
    edit: (body: object) => send(`PATCH /api/events/${desk.id}`, body),
    start: () => send(`PATCH /api/events/${desk.id}/status`, { status: 'in-progress' }),
    calls: async () => (await desk.admin.send(`GET /api/events/${desk.id}/calls`)).json<EventCalls>(),
    tables: async () =>
      (await desk.matches()).flatMap(({ id, call }) => (call ? [`${id.split('_').at(-1)} ${call.table}`] : [])),
  };
}

/** Puts a player of the desk onto a phone, which gets its own name in another event first. */
async function phoneOf(desk: Desk, place: number) {
  const phone = app().browser();
  await phone.send('POST /api/rsvps', {
    eventId: await app().event({ capacity: 9 }),
    playerName: `Phone ${desk.id} ${place}`,
  });
  const { id } = await app()
    .context.db.selectFrom('visitors')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const row = app().context.db.updateTable('rsvps').set({ visitor_id: id });
  await row.where('id', '=', desk.rsvpIds[place] ?? '').execute();
  return { phone, calls: async () => (await phone.send('GET /api/calls/my')).json<MyCall[]>() };
}

it('a call takes the first free table, is sent with the match, and repeats itself when called again', async () => {
  const desk = await deskWithTables();
  const calledAt = app().clock.now().toISOString();
  const called = await desk.call('W1-1');
  expect(called).toEqual({ status: 200, body: { table: '1', calledAt, seenBy: [] } });
  expect(await desk.unchanged(() => desk.call('W1-1', { table: '1' }))).toEqual(called);
  expect(await desk.findMatch('W1-1')).toMatchObject({ status: 'ready', call: { table: '1', calledAt } });
  expect(await desk.call('W1-2')).toMatchObject({ status: 200, body: { table: 'Stage' } });
  expect(await desk.tables()).toEqual(['W1-1 1', 'W1-2 Stage']);
});

it('a call has the tables that the answer to their edit names', async () => {
  const desk = await deskWithTables();
  expect(await desk.edit({ tables: ['2', 'Bar'], closedTables: { Bar: 'wet' } })).toMatchObject({
    status: 200,
    body: { title: desk.title, tables: ['2', 'Bar'], closedTables: { Bar: 'wet' }, callsByItself: false },
  });
  expect(await desk.edit({ callsByItself: true })).toMatchObject({
    body: { tables: ['2', 'Bar'], callsByItself: true },
  });
});

it('a call answers the moment that is stored, by a clock that goes on meanwhile', async () => {
  const desk = await deskWithTables();
  const now = () => {
    app().clock.pass(1);
    return app().clock.now();
  };
  const { calledAt } = await callMatch({ ...app().context, now }, ORGANISER, desk.match('W1-1'));
  expect(await desk.findMatch('W1-1')).toMatchObject({ call: { calledAt } });
});

it('a call moves to another table, and is undone once', async () => {
  const desk = await deskWithTables();
  await desk.call('W1-1');
  expect(await desk.call('W1-1', { table: ' stage' })).toMatchObject({ status: 200, body: { table: 'Stage' } });
  expect(await desk.undoCall('W1-1')).toMatchObject({ status: 204 });
  expect(await desk.unchanged(() => desk.undoCall('W1-1'))).toMatchObject({ status: 204 });
  expect(await desk.tables()).toEqual([]);
});

it('a call is refused for a match that is not ready, and at a table that is taken, closed or of another event', async () => {
  const desk = await deskWithTables(4, { tables: ['1', '2', '3'], closedTables: { 3: 'wet' } });
  const refused = (place: string, body?: object) => desk.unchanged(() => desk.call(place, body));
  expect(await refused('W2-1')).toEqual(refusal(409, 'MATCH_NOT_READY', 'Final can’t be played now.'));
  await desk.call('W1-1', { table: '2' });
  const taken = `Priya and Tomás play at table 2 in ${desk.title}.`;
  expect(await refused('W1-2', { table: '2' })).toEqual(refusal(409, 'TABLE_TAKEN', taken, 'table'));
  const closed = 'Table 3 is closed, or not in this event.';
  expect(await refused('W1-2', { table: '3' })).toEqual(refusal(409, 'TABLE_TAKEN', closed, 'table'));
  expect(await refused('W9-1')).toEqual(refusal(404, 'NOT_FOUND', 'There is no such match.'));
  await desk.edit({ tables: ['2'] });
  expect(await refused('W1-2')).toEqual(refusal(409, 'TABLE_TAKEN', 'No table is free.', 'table'));
  await desk.edit({ tables: [] });
  expect(await refused('W1-2')).toEqual(refusal(409, 'TABLE_TAKEN', 'This event has no open table.', 'table'));
});

it('a call is refused while a player is at a table of another event, with where', async () => {
  const catan = await deskWithTables(2);
  const chess = await deskWithTables(2);
  await catan.call('W1-1');
  const where = `Priya plays at table 1 in ${catan.title}.`;
  expect(await chess.unchanged(() => chess.call('W1-1'))).toEqual(refusal(409, 'PLAYER_BUSY', where));
  expect((await chess.calls()).matches).toEqual([{ id: chess.match('W1-1'), call: null, table: null, whyNot: where }]);
  await catan.score('W1-1', 2, 1);
  expect(await chess.call('W1-1')).toMatchObject({ status: 200 });
  await chess.undoCall('W1-1');
});

it('a call shares the tables of a room with its other events', async () => {
  const one = await deskWithTables(2);
  const other = await deskWithTables(2, { tables: ['STAGE'] }, `${one.location} `.toUpperCase());
  for (const place of [0, 1]) {
    const renamed = { player_name: `Other ${place}`, name_key: `other ${place}` };
    await app()
      .context.db.updateTable('rsvps')
      .set(renamed)
      .where('id', '=', other.rsvpIds[place] ?? '')
      .execute();
  }
  await one.call('W1-1', { table: 'Stage' });
  expect((await other.calls()).tables).toEqual([
    { name: 'STAGE', reason: null, by: `Priya and Marcus (${one.title})` },
  ]);
  expect(await other.call('W1-1')).toEqual(refusal(409, 'TABLE_TAKEN', 'No table is free.', 'table'));
  await one.undoCall('W1-1');
  expect(await other.call('W1-1')).toMatchObject({ status: 200, body: { table: 'STAGE' } });
});

it('a call goes to the table that a player always plays at, and waits for it', async () => {
  const desk = await deskWithTables();
  const fixed = { entrantId: desk.rsvpIds[0], table: 'Stage' };
  expect(await desk.admin.send(`PUT /api/events/${desk.id}/fixed-tables`, fixed)).toMatchObject({ statusCode: 204 });
  expect((await desk.calls()).fixedTables).toEqual([fixed]);
  await desk.call('W1-2', { table: 'Stage' });
  expect(await desk.call('W1-1')).toEqual(refusal(409, 'TABLE_TAKEN', 'Stage is taken. Choose another.', 'table'));
  await desk.undoCall('W1-2');
  expect(await desk.call('W1-1')).toMatchObject({ body: { table: 'Stage' } });
});

it.each<[string, (desk: Awaited<ReturnType<typeof deskWithTables>>) => Promise<unknown>]>([
  ['a result', (desk) => desk.score('W1-1', 2, 1)],
  ['a forfeit', (desk) => desk.forfeit('W1-1', { player: 1 })],
  ['another draw', (desk) => desk.draw()],
  ['another room', (desk) => desk.edit({ location: `${desk.location} again` })],
  ['its table taken away', (desk) => desk.edit({ tables: ['Stage'] })],
  [
    'a completed event',
    async (desk) => {
      await desk.start();
      await desk.admin.send(`PATCH /api/events/${desk.id}/status`, { status: 'completed' });
    },
  ],
  ['a deleted event', (desk) => desk.admin.send(`DELETE /api/events/${desk.id}`)],
  ['a player whose place is removed', (desk) => desk.admin.send(`DELETE /api/rsvps/${desk.rsvpIds[0]}`)],
  ['other seeds', (desk) => desk.admin.send(`PUT /api/events/${desk.id}/seeds`, { order: desk.rsvpIds.toReversed() })],
  [
    'a substitute',
    (desk) =>
      desk.admin.send(`POST /api/events/${desk.id}/substitutes`, { entrantId: desk.rsvpIds[0], playerName: 'Wanda' }),
  ],
])('a call ends with %s', async (_, happens) => {
  const desk = await deskWithTables();
  await desk.call('W1-1');
  await happens(desk);
  const rows = app().context.db.selectFrom('match_calls').select('match_id').where('event_id', '=', desk.id);
  expect(await rows.execute()).toEqual([]);
});

it('a call ends when a corrected result brings another player into its match, whom nobody called', async () => {
  const desk = await deskWithTables();
  await desk.score('W1-1', 2, 1);
  await desk.score('W1-2', 2, 1);
  await desk.call('W2-1');
  await desk.score('W1-1', 1, 2, { cascade: true });
  expect(await desk.findMatch('W2-1')).toMatchObject({ status: 'ready', call: null });
});

it('a call is made anew for the player who comes in, told and not seen, where matches are called by themselves', async () => {
  const desk = await deskWithTables(4, { callsByItself: true });
  const { phone } = await phoneOf(desk, 0);
  await desk.start();
  await desk.score('W1-1', 2, 1);
  await desk.score('W1-2', 2, 1);
  await phone.send(`POST /api/matches/${desk.match('W2-1')}/call/seen`);
  app().clock.pass(60_000);
  await desk.score('W1-2', 1, 2, { cascade: true });
  const calledAt = app().clock.now().toISOString();
  expect((await desk.calls()).matches).toMatchObject([{ call: { calledAt, seenBy: [] } }]);
});

it('a call stays when its table is closed, and when its event comes later or is renamed', async () => {
  const desk = await deskWithTables();
  await desk.call('W1-1');
  await desk.edit({ closedTables: { 1: 'wet' }, title: 'Azul', startTime: '2025-11-14T21:00:00.000Z' });
  expect(await desk.tables()).toEqual(['W1-1 1']);
  expect(await desk.calls()).toMatchObject({
    tables: [{ name: '1', reason: 'wet', by: 'Priya and Tomás' }, { reason: null }],
  });
});

it('on the phone of a player tells table and opponent, and is ticked at the desk once it was shown', async () => {
  const desk = await deskWithTables();
  const { phone, calls } = await phoneOf(desk, 0);
  expect(await calls()).toEqual([]);
  await desk.call('W1-1');
  expect(await calls()).toMatchObject([
    {
      matchId: desk.match('W1-1'),
      table: '1',
      playerName: 'Priya',
      opponents: ['Tomás'],
      location: desk.location,
      seen: false,
    },
  ]);
  const say = () => phone.send(`POST /api/matches/${desk.match('W1-1')}/call/seen`);
  expect((await say()).statusCode).toBe(204);
  expect((await desk.calls()).matches[0]).toMatchObject({ call: { seenBy: [desk.rsvpIds[0]] } });
  await desk.unchanged(async () => seen(await say()));
  expect(await calls()).toMatchObject([{ seen: true }]);
  await desk.score('W1-1', 2, 1);
  expect(await calls()).toEqual([]);
  expect((await say()).statusCode).toBe(204);
});

it('on the phone of a player is no news for anybody else, who cannot say they saw it', async () => {
  const desk = await deskWithTables();
  const { phone, calls } = await phoneOf(desk, 1);
  await desk.call('W1-1');
  expect(await calls()).toEqual([]);
  const say = async () => seen(await phone.send(`POST /api/matches/${desk.match('W1-1')}/call/seen`));
  expect(await desk.unchanged(say)).toEqual(refusal(403, 'NOT_YOURS', 'Nobody of this phone plays this match.'));
  expect((await app().browser().send('GET /api/calls/my')).json()).toEqual([]);
});

it('calls by themselves fill free tables once the event is in progress, and each table that a result frees', async () => {
  const desk = await deskWithTables(8, { callsByItself: true });
  expect(await desk.tables()).toEqual([]);
  await desk.start();
  expect(await desk.tables()).toEqual(['W1-1 1', 'W1-2 Stage']);
  await desk.score('W1-1', 2, 1);
  expect(await desk.tables()).toEqual(['W1-2 Stage', 'W1-3 1']);
  await desk.score('W1-2', 2, 1);
  // The semifinal is ready now, and W1-4 has waited longer.
  expect(await desk.tables()).toEqual(['W1-3 1', 'W1-4 Stage']);
  await desk.edit({ tables: ['1', 'Stage', '3'] });
  expect(await desk.tables()).toEqual(['W1-3 1', 'W1-4 Stage', 'W2-1 3']);
});

it('calls by themselves call the next match in place of one whose call is undone, not the same', async () => {
  const desk = await deskWithTables(8, { callsByItself: true, tables: ['1'] });
  await desk.start();
  await desk.undoCall('W1-1');
  expect(await desk.tables()).toEqual(['W1-2 1']);
});

it('calls by themselves leave out a match whose call was undone, also after a result, until a judge calls it', async () => {
  const desk = await deskWithTables(8, { callsByItself: true });
  await desk.start();
  await desk.undoCall('W1-1');
  await desk.score('W1-2', 2, 1);
  await desk.score('W1-3', 2, 1);
  await desk.score('W1-4', 2, 1);
  expect(await desk.tables()).toEqual(['W2-2 1']);
  expect((await desk.calls()).matches.map(({ id, table }) => [id, table])).toEqual([
    [desk.match('W2-2'), null],
    [desk.match('W1-1'), 'Stage'],
  ]);
  await desk.call('W1-1');
  expect(await desk.tables()).toEqual(['W1-1 Stage', 'W2-2 1']);
  await desk.score('W2-2', 2, 1);
  await desk.score('W1-1', 2, 1);
  expect(await desk.tables()).toEqual(['W2-1 1']);
});

it('calls by themselves call a person in another event as soon as they are free', async () => {
  const first = await deskWithTables(2, { callsByItself: true });
  const second = await deskWithTables(2, { callsByItself: true });
  await first.start();
  await second.start();
  expect([await first.tables(), await second.tables()]).toEqual([['W1-1 1'], []]);
  await first.score('W1-1', 2, 1);
  expect(await second.tables()).toEqual(['W1-1 1']);
  await second.score('W1-1', 2, 1);
});

it('tables of an event are named once each, at most 60, and changed with who did it', async () => {
  const desk = await deskWithTables(2);
  const bad = (tables: string[]) => desk.unchanged(() => desk.edit({ tables }));
  expect(await bad(['Stage', 'stage '])).toMatchObject({ status: 400, body: { code: 'BAD_INPUT', field: 'tables' } });
  expect(await bad(Array.from({ length: 61 }, (_, n) => `${n}`))).toMatchObject({ status: 400 });
  expect(await bad(['x'.repeat(41)])).toMatchObject({ status: 400 });
  expect(await desk.edit({ tables: ['1', '2'], closedTables: { 2: 'broken', 9: 'gone' } })).toMatchObject({
    status: 200,
  });
  expect((await desk.calls()).tables).toEqual([
    { name: '1', reason: null, by: null },
    { name: '2', reason: 'broken', by: null },
  ]);
  const [entry] = (await desk.admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(entry).toMatchObject({ action: 'tables changed' });
});

it('tables of an event are shown before the bracket is drawn, with nobody to call', async () => {
  const id = await app().event({ tournamentType: 'single-elimination', location: nextRoom() });
  const admin = await app().admin();
  await admin.send(`PATCH /api/events/${id}`, { tables: ['1'] });
  expect(seen(await admin.send(`GET /api/events/${id}/calls`))).toMatchObject({
    status: 200,
    body: { tables: [{ name: '1', reason: null, by: null }], matches: [], fixedTables: [] },
  });
});

// The last test: afterwards nothing hears of changes any more.

it('a call in the live stream is announced as one small row of its match, to desks, and to the phones of its players alone', async () => {
  const desk = await deskWithTables();
  await phoneOf(desk, 0);
  await phoneOf(desk, 1);
  const { visitor_id } = await app()
    .context.db.selectFrom('rsvps')
    .select('visitor_id')
    .where('id', '=', desk.rsvpIds[0] ?? '')
    .executeTakeFirstOrThrow();
  const heard: [string, string[] | null][] = [];
  onCommit(app().context.db, (changes) => {
    for (const [topic, ids] of changes) heard.push([topic, ids && [...ids]]);
  });
  // A judge's open desk has the new tables at once.
  await desk.edit({ closedTables: { Stage: 'wet' } });
  expect(heard.splice(0).map(([topic]) => topic)).toContain('calls');
  await desk.call('W1-1');
  expect(heard).toEqual([
    [`matches:${desk.id}`, [desk.match('W1-1')]],
    ['calls', null],
    [`mine:${visitor_id}`, null],
  ]);
  heard.length = 0;
  const entrant = app().context.db.selectFrom('visitors').select('id').where('id', '=', visitor_id);
  const caller = { visitorId: (await entrant.executeTakeFirstOrThrow()).id, staff: null };
  await sawCall(app().context, caller as never, desk.match('W1-1'));
  expect(heard).toEqual([
    ['calls', null],
    [`mine:${visitor_id}`, null],
  ]);
});

it('a call that ended, that moved or that the phone showed is not sent, nor one of a player who is forgotten', async () => {
  const desk = await deskWithTables(4, { callsByItself: false });
  const [first, second] = [await phoneOf(desk, 0), await phoneOf(desk, 3)];
  const { context } = app();
  const { db } = context;
  const devices = await db.selectFrom('devices').select('id').orderBy('id', 'desc').limit(2).execute();
  for (const { id } of devices) await subscribe(db, id);
  const told = async () => (await toldNow(context)).filter(({ kind }) => kind === 'called').map(({ title }) => title);
  await desk.call('W1-1');
  expect(await told()).toHaveLength(2);
  await desk.undoCall('W1-1');
  expect(await told()).toEqual([]);
  await desk.call('W1-1');
  expect((await told()).join()).toContain('Priya');
  await second.phone.send(`POST /api/matches/${desk.match('W1-1')}/call/seen`);
  expect(await told()).toHaveLength(1);
  await desk.call('W1-1', { table: 'Stage' });
  expect((await told()).map((words) => words.split(',')[0])).toEqual(['Stage now', 'Stage now']);
  expect((await first.phone.send('DELETE /api/visitor')).statusCode).toBe(204);
  expect(await second.calls()).toEqual([]);
  expect(await told()).toEqual([]);
});
