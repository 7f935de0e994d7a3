import { expect, it } from 'vitest';
import { finishCompletions } from '#features/events/edits/commands/status.ts';
import { HOUR } from '#platform/durations.ts';
import { seen, sharedApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { refusal } from '#testing/tournament.ts';
import { fullEvent, join, lines, placeOf, places, stateOf } from '#testing/waiting.ts';
import type { WaitingEntry } from './contract.ts';

const shared = sharedApp();

it('people who wait together are promoted whole, and hold their first seats until then', async () => {
  const app = shared();
  const eventId = await fullEvent(app, { capacity: 3 });
  const [family, single, admin] = [app.browser(), app.browser(), await app.admin()];
  const joined = await family.send('POST /api/waiting', { eventId, playerNames: ['Rosa', 'Theo'] });
  const [rosa, theo] = joined.json<WaitingEntry[]>();
  expect([joined.statusCode, rosa, theo]).toMatchObject([201, { rank: 1 }, { rank: 2, groupId: rosa?.groupId }]);
  expect(rosa?.groupId).not.toBeNull();
  await join(single, eventId, 'Bo');
  const free = async (holder: number) =>
    admin.send(`DELETE /api/rsvps/${await placeOf(app, eventId, `Holder ${holder}`)}`);
  await free(1);
  // The seat is held: nobody overtakes, and nobody else may take it.
  expect([await places(family), await places(single), await stateOf(app, eventId)]).toEqual([[], [], [3, 3, 3]]);
  expect((await app.browser().send('POST /api/rsvps', { eventId, playerName: 'Eve' })).statusCode).toBe(409);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  await free(2);
  expect([(await places(family)).sort(), await stateOf(app, eventId)]).toEqual([
    ['Rosa', 'Theo'],
    [3, 3, 1],
  ]);
  const notices = (await family.send('GET /api/notices/my')).json<{ kind: string; playerName: string }[]>();
  expect(notices.map(({ kind, playerName }) => `${kind} ${playerName}`).sort()).toEqual([
    'promoted Rosa',
    'promoted Theo',
  ]);
  expect(await lines(single)).toMatchObject([{ playerName: 'Bo', rank: 1, groupId: null }]);
});

it('people who wait together stay in line when another phone holds them by now and the others leave', async () => {
  const app = await testApp();
  const eventId = await fullEvent(app, { capacity: 3 });
  const [family, other] = [app.browser(), app.browser()];
  await join(other, eventId, 'Bo');
  const joined = await family.send('POST /api/waiting', { eventId, playerNames: ['Rosa', 'Theo', 'Mum'] });
  const [rosa, theo] = joined.json<WaitingEntry[]>();
  const { db } = app.context;
  const bo = db.selectFrom('waiting_entries').select('visitor_id').where('player_name', '=', 'Bo');
  await db
    .updateTable('waiting_entries')
    .set({ visitor_id: bo })
    .where('id', '=', theo?.id ?? '')
    .execute();
  expect((await family.send(`DELETE /api/waiting/${rosa?.id}?group=whole`)).statusCode).toBe(204);
  expect(await lines(family)).toEqual([]);
  expect(await lines(other)).toMatchObject([{ playerName: 'Bo' }, { playerName: 'Theo' }]);
});

it.each(['leaves', 'leaves in part', 'is forgotten', 'is promoted by hand in part', 'has its event completed'])(
  'people who wait together pass a held seat on when the group %s',
  async (what) => {
    const app = await testApp();
    const eventId = await fullEvent(app, { capacity: 3 });
    const [family, single, admin] = [app.browser(), app.browser(), await app.admin()];
    const joined = await family.send('POST /api/waiting', { eventId, playerNames: ['Rosa', 'Theo', 'Mum'] });
    const [rosa, theo] = joined.json<WaitingEntry[]>();
    await join(single, eventId, 'Bo');
    await admin.send(`DELETE /api/rsvps/${await placeOf(app, eventId, 'Holder 1')}`);
    const all = async () => [await places(family), await places(single), await stateOf(app, eventId)];
    expect(await all()).toEqual([[], [], [3, 3, 4]]);
    const leave = (entry: WaitingEntry | undefined) => family.send(`DELETE /api/waiting/${entry?.id}`);
    if (what === 'leaves') {
      expect((await family.send(`DELETE /api/waiting/${theo?.id}?group=whole`)).statusCode).toBe(204);
      expect(await all()).toEqual([[], ['Bo'], [3, 3, 0]]);
    } else if (what === 'leaves in part') {
      for (const entry of [rosa, theo]) await leave(entry);
      expect(await all()).toEqual([['Mum'], [], [3, 3, 1]]);
    } else if (what === 'is forgotten') {
      await family.send('DELETE /api/visitor');
      expect((await all()).slice(1)).toEqual([['Bo'], [3, 3, 0]]);
    } else if (what === 'is promoted by hand in part') {
      await admin.send(`POST /api/admin/waiting/${rosa?.id}/promote`);
      // Theo holds the seat that Rosa held.
      expect(await all()).toEqual([['Rosa'], [], [4, 4, 3]]);
    } else {
      for (const status of ['in-progress', 'completed'])
        await admin.send(`PATCH /api/events/${eventId}/status`, { status });
      app.clock.pass(HOUR);
      await finishCompletions(app.context);
      expect(await all()).toEqual([[], [], [2, 3, 0]]);
    }
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  },
);

it('people who wait together are refused when one of them has a place or waits, and when they are too many with what the device has', async () => {
  const app = shared();
  const eventId = await fullEvent(app, { capacity: 4 });
  const family = app.browser();
  const wait = async (playerNames: string[]) => seen(await family.send('POST /api/waiting', { eventId, playerNames }));
  expect((await wait(['A', 'B', 'C', 'D'])).status).toBe(201);
  const before = await everyRow(app.context.db);
  expect(await wait(['E', 'Holder 1'])).toEqual(
    refusal(
      ...([409, 'ALREADY_REGISTERED', 'Someone called Holder 1 has a place already. Add an initial.'] as const),
      'playerNames.1',
    ),
  );
  expect(await wait(['E', 'a'])).toEqual(refusal(409, 'ALREADY_REGISTERED', 'a is already waiting.', 'playerNames.1'));
  expect(await wait(['E', 'F', 'G'])).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('people who wait together are refused when the event has too few seats for them', async () => {
  const app = shared();
  const eventId = await fullEvent(app);
  const four = { eventId, playerNames: ['Rosa', 'Theo', 'Mum', 'Dad'] };
  const answer = await app.browser().send('POST /api/waiting', four);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    {
      code: 'GROUP_TOO_LARGE',
      message: 'This event has 2 places, too few for 4 people together. Join in smaller groups.',
    },
  ]);
});

it('people who wait together are passed over and told when a lowered capacity is too small for them, and wait one by one', async () => {
  const app = await testApp();
  const eventId = await fullEvent(app, { capacity: 3 });
  const [family, single, admin] = [app.browser(), app.browser(), await app.admin()];
  await family.send('POST /api/waiting', { eventId, playerNames: ['Rosa', 'Theo', 'Mum'] });
  await join(single, eventId, 'Bo');
  for (const holder of [1, 2, 3]) {
    await admin.send(`DELETE /api/rsvps/${await placeOf(app, eventId, `Holder ${holder}`)}`);
    // The first seat is held for the family, and two people are there.
    if (holder === 1) await admin.send(`PATCH /api/events/${eventId}`, { capacity: 2 });
  }
  expect(await places(single)).toEqual(['Bo']);
  expect(await places(family)).toEqual(['Rosa']);
  expect((await lines(family)).toSorted((one, other) => one.rank - other.rank)).toMatchObject([
    { playerName: 'Theo', rank: 1, groupId: null },
    { playerName: 'Mum', rank: 2, groupId: null },
  ]);
  const told = (await family.send('GET /api/notices/my')).json<{ playerName: string; is: { capacity?: number } }[]>();
  expect(
    told
      .filter(({ is }) => is.capacity === 2)
      .map(({ playerName }) => playerName)
      .sort(),
  ).toEqual(['Mum', 'Rosa', 'Theo']);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});
