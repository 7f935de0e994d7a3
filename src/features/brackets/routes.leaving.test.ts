import { expect, it } from 'vitest';
import { DIALECTS } from '#testing/database.ts';
import { call, drop, late, names, open, playOn, propose, publish, rowOf } from '#testing/rounds.ts';
import { undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';

it.each(DIALECTS)(
  'who comes late plays the one with the bye, begins with 0 points later, and drops, on %s',
  async (on) => {
    const there = await undrawnDesk(5, { tournamentType: 'swiss', format: { rounds: 4 } }, on);
    await there.draw();
    const bye = (await there.matches()).find(({ status }) => status === 'bye')?.players[0]?.name;
    await playOn(there);
    const joined = await late(there, 'Noor');
    expect(joined.status).toBe(200);
    // The one with the bye plays them now, and their bye is no bye any more.
    expect((await open(there)).map(names)).toEqual([[bye, 'Noor']]);
    expect((await rowOf(there, bye ?? ''))?.points).toBe(0);
    expect((await late(there, 'Noor')).body.code).toBe('ALREADY_REGISTERED');
    await playOn(there);
    await publish(there, (await propose(there)).body);
    expect((await late(there, 'Ines')).body.code).toBe('JOINS_LATE');
    expect((await late(there, 'Ines', { late: true })).status).toBe(200);
    expect((await there.matches()).flatMap(names)).not.toContain('Ines');
    await playOn(there);
    await publish(there, (await propose(there)).body);
    expect((await open(there)).flatMap(names)).toContain('Ines');
    expect((await rowOf(there, 'Ines'))?.points).toBe(0);
    // An undo still knows the bracket's revision, though the last entry was no result.
    const before = Math.max(...(await there.matches()).map(({ revision }) => revision));
    expect((await there.undo({ expectedRevision: before })).status).toBe(200);
  },
);

it.each(DIALECTS)('who drops out forfeits, is paired no more, and comes back to their points, on %s', async (on) => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss', format: { rounds: 4 } }, on);
  await there.draw();
  await playOn(there);
  await publish(there, (await propose(there)).body);
  const dropped = await drop(there, there.rsvpIds[0]);
  expect(dropped).toMatchObject({ status: 200, body: { forfeited: 1 } });
  await playOn(there);
  const third = (await propose(there)).body;
  expect(
    [...third.matches, { players: [third.bye] }].flatMap(({ players }) => players.map((one) => one?.name)),
  ).toEqual(expect.not.arrayContaining(['Priya']));
  expect(third.bye).not.toBeNull();
  const points = (await rowOf(there, 'Priya'))?.points;
  expect(points).toBe(3);
  expect((await late(there, 'Priya')).status).toBe(200);
  expect((await rowOf(there, 'Priya'))?.points).toBe(points);
  const again = (await propose(there)).body;
  expect(again.bye).toBeNull();
  expect((await publish(there, again)).status).toBe(201);
  expect((await open(there)).flatMap(names)).toContain('Priya');
});

it('an undo of the removal pairs them again; when everybody drops, it ends', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss', format: { rounds: 3 } });
  await there.draw();
  const first = await drop(there, there.rsvpIds[0]);
  expect(await call(there, `POST /api/amendments/${first.body.id}/undo`)).toMatchObject({ status: 200 });
  expect((await open(there)).length).toBe(2);
  for (const id of there.rsvpIds) await drop(there, id);
  expect(await open(there)).toEqual([]);
  expect((await propose(there)).body).toMatchObject({ code: 'ROUND_NOT_READY' });
  const events = (await there.admin.send('GET /api/events')).json<{ bracketDecided: boolean }[]>();
  expect(events.map(({ bracketDecided }) => bracketDecided)).toContain(true);
});

it('a table plays on without who dropped out, who gets no points; a table of one is over', async () => {
  const there = await undrawnDesk(7, { tournamentType: 'heats', format: { tableSize: 4, rounds: 2 } });
  await there.draw();
  const [four, three] = await there.matches();
  const [gone] = four?.players ?? [];
  expect((await drop(there, gone?.id)).body.forfeited).toBe(0);
  const places = four?.players.slice(1).map(({ id }, index) => ({ id, place: index + 1 }));
  expect((await call(there, `PATCH /api/matches/${four?.id}/score`, { places })).status).toBe(200);
  expect(await rowOf(there, gone?.name ?? '')).toMatchObject({ points: 0, played: 0 });
  expect((await rowOf(there, four?.players[1]?.name ?? ''))?.points).toBe(4);
  for (const { id } of three?.players.slice(1) ?? []) await drop(there, id);
  expect(await rowOf(there, three?.players[0]?.name ?? '')).toMatchObject({ points: 4, wins: 1 });
  expect((await propose(there)).body.matches.map(({ players }) => players.length)).toEqual([4]);
});

it.each(['round-robin', 'swiss', 'heats'] as const)(
  'a seed list of %s is drawn again with its first round',
  async (type) => {
    const there = await undrawnDesk(6, { tournamentType: type });
    await there.draw();
    const before = await there.matches();
    const order = there.rsvpIds.toReversed();
    const after = await call<Match[]>(there, `PUT /api/events/${there.id}/seeds`, { order });
    expect(after.status).toBe(200);
    expect(after.body.map(names)).not.toEqual(before.map(names));
    expect(after.body.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect((await late(there, 'Noor')).status).toBe(200);
    expect((await there.matches()).flatMap(names).includes('Noor')).toBe(type === 'round-robin');
    await playOn(there);
    expect((await rowOf(there, 'Noor'))?.points).toBeDefined();
  },
);

it('of a round robin nobody joins after a result; a drop-out with most matches played keeps them', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'round-robin' });
  await there.draw();
  await there.score('R1-1', 2, 0);
  expect((await late(there, 'Noor')).body.code).toBe('RESULTS_EXIST');
  const loser = (await there.findMatch('R1-1'))?.player2;
  await drop(there, loser?.id);
  await playOn(there);
  expect((await there.leaderboard()).map(({ played }) => played).toSorted()).toEqual([0, 2, 2, 2]);
});

it('a substitute plays on for who dropped out, and other seeds leave them out', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'heats', format: { rounds: 2 } });
  await there.draw();
  const [gone = '', second = ''] = there.rsvpIds;
  await drop(there, gone);
  const put = await call(there, `POST /api/events/${there.id}/substitutes`, { entrantId: gone, playerName: 'Noor' });
  expect(put.status).toBe(200);
  await playOn(there);
  const next = (await propose(there)).body.matches.flatMap(({ players }) => players.map(({ name }) => name));
  expect(next).toContain('Noor');
  const other = await undrawnDesk(6, { tournamentType: 'heats', format: { tableSize: 6 } });
  await other.draw();
  await drop(other, other.rsvpIds[1]);
  expect(second).not.toBe('');
  await call(other, `PUT /api/events/${other.id}/seeds`, { order: other.rsvpIds.toReversed() });
  expect((await other.matches()).flatMap(names)).not.toContain('Marcus');
});

it('nobody comes late against somebody who has gone', async () => {
  const there = await undrawnDesk(5, { tournamentType: 'swiss' });
  await there.draw();
  await drop(there, (await there.matches()).find(({ status }) => status === 'bye')?.players[0]?.id);
  expect((await late(there, 'Noor')).status).toBe(200);
  expect((await open(there)).flatMap(names)).not.toContain('Noor');
});

it('who leaves or joins elsewhere stands in nobody’s way', async () => {
  const there = await undrawnDesk(7, { tournamentType: 'swiss' });
  await there.draw();
  const first = (await there.matches()).find(({ id }) => id.endsWith('R1-1'));
  await drop(there, (await there.matches()).find(({ id }) => id.endsWith('R1-2'))?.players[0]?.id);
  await late(there, 'Noor');
  const seen = { winner: 1, expectedRevision: first?.revision };
  expect((await call(there, `PATCH /api/matches/${first?.id}/score`, seen)).status).toBe(200);
});

it('after an exchange that was taken back no correction is told', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss', format: { rounds: 4 } });
  await there.draw();
  await playOn(there);
  const { body } = await propose(there);
  const [one, two] = [body.matches[0]?.players[0]?.id, body.matches[1]?.players[0]?.id];
  const swap = (id: string) => (id === one ? two : id === two ? one : id);
  const matches = body.matches.map(({ players }) => players.map(({ id }) => swap(id)));
  const otherwise = async () =>
    (await there.admin.send(`GET /api/events/${there.id}/calls`)).json<{ otherwise: string[][] }>().otherwise;
  expect((await call(there, `POST /api/events/${there.id}/rounds`, { round: 2, matches })).status).toBe(201);
  expect(await otherwise()).toEqual([]);
  await call(there, `DELETE /api/events/${there.id}/rounds/2`);
  expect(await otherwise()).toEqual([]);
  await publish(there, (await propose(there)).body);
  const first = (await there.matches()).find(({ round }) => round === 1);
  await call(there, `PATCH /api/matches/${first?.id}/score`, { winner: first?.winner === 1 ? 2 : 1 });
  expect((await otherwise()).length).toBeGreaterThan(0);
});
