import { expect, it } from 'vitest';
import type { TournamentType } from '#features/events/contract.ts';
import { DIALECTS } from '#testing/database.ts';
import { call, drop, late, names, open, playOn, propose, publish } from '#testing/rounds.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import { type Desk, undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';

it.each(DIALECTS)('a Swiss of seven pairs three rounds without a rematch, and ends, on %s', async () => {
  const there = await undrawnDesk(7, { tournamentType: 'swiss' });
  expect((await there.draw()).status).toBe(201);
  const first = await there.matches();
  expect(first.map((match) => [match.id.split('_')[1], match.bracket, match.status, names(match).length])).toEqual([
    ['R1-1', 'round', 'ready', 2],
    ['R1-2', 'round', 'ready', 2],
    ['R1-3', 'round', 'ready', 2],
    ['R1-4', 'round', 'bye', 1],
  ]);
  expect((await propose(there)).body).toMatchObject({ code: 'ROUND_NOT_READY' });
  const pairs = new Set<string>();
  for (const round of [1, 2, 3]) {
    await playOn(there);
    for (const match of (await there.matches()).filter((one) => one.round === round && one.status === 'done'))
      pairs.add(names(match).toSorted().join());
    if (round === 3) break;
    const proposal = await propose(there);
    expect(proposal).toMatchObject({ status: 200, body: { round: round + 1, isCut: false } });
    expect((await publish(there, proposal.body)).status).toBe(201);
    expect(await publish(there, proposal.body)).toMatchObject({ status: 409 });
  }
  expect(pairs.size).toBe(9);
  expect((await propose(there)).status).toBe(409);
  const table = await there.leaderboard();
  expect(table[0]).toMatchObject({ playerName: 'Priya', wins: 3, points: 9, draws: 0 });
  expect(table.reduce((sum, { points }) => sum + points, 0)).toBe(36);
  expect(table[0]?.tieBreaks.length).toBeGreaterThan(1);
});

it('two people are exchanged before a round is published; nobody may be missing or twice', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss' });
  await there.draw();
  await playOn(there);
  const { body } = await propose(there);
  const [one, two] = body.matches;
  const [a, b] = [one?.players[0], two?.players[0]];
  if (one === undefined || two === undefined || a === undefined || b === undefined) throw new Error('too few');
  const exchanged = {
    ...body,
    matches: body.matches.map(({ players }) => ({
      players: players.map((who) => (who === a ? b : who === b ? a : who)),
    })),
  };
  const missing = { ...body, matches: body.matches.slice(1) };
  const twice = { ...body, matches: body.matches.map(({ players }) => ({ players: [a, players[1] ?? a] })) };
  expect((await publish(there, missing)).status).toBe(400);
  expect((await publish(there, twice)).status).toBe(400);
  const published = await publish(there, exchanged);
  expect(published.status).toBe(201);
  const second = published.body.filter(({ round }) => round === 2).map(names);
  expect(second).toEqual(exchanged.matches.map(({ players }) => players.map(({ name }) => name)));
});

it('a published round is taken back while it has no result; the first leaves the event undrawn', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss' });
  await there.draw();
  await playOn(there);
  await publish(there, (await propose(there)).body);
  const [match] = await open(there);
  await call(there, `PATCH /api/matches/${match?.id}/score`, { winner: 1 });
  const undo = (round: number) => call<Match[]>(there, `DELETE /api/events/${there.id}/rounds/${round}`);
  expect(await undo(2)).toMatchObject({ status: 409, body: { code: 'RESULTS_EXIST' } });
  await there.undo();
  expect((await undo(1)).status).toBe(409);
  expect((await undo(2)).body.every(({ round }) => round === 1)).toBe(true);
  await there.undo();
  await there.undo();
  expect(await undo(1)).toEqual({ status: 200, body: [] });
  expect(await there.matches()).toEqual([]);
});

it('a round robin of seven with a cut of four: draws count, and the knock-out ranks first', async () => {
  const there = await undrawnDesk(7, { tournamentType: 'round-robin', format: { groupSize: 4, cut: 4 } });
  await there.draw();
  const matches = await there.matches();
  expect([...new Set(matches.map(({ group }) => group))].toSorted()).toEqual(['A', 'B']);
  const [drawn] = await open(there);
  expect(
    await call(there, `PATCH /api/matches/${drawn?.id}/score`, { player1Score: 2, player2Score: 2 }),
  ).toMatchObject({
    status: 200,
    body: { winner: null, status: 'done', reason: 'score' },
  });
  await playOn(there);
  const proposal = await propose(there);
  expect(proposal.body).toMatchObject({ isCut: true });
  expect(proposal.body.matches.map(({ players }) => players.length)).toEqual([2, 2]);
  await publish(there, proposal.body);
  expect(await call(there, `PATCH /api/matches/${(await open(there))[0]?.id}/score`, { winner: 'draw' })).toMatchObject(
    { status: 400 },
  );
  await playOn(there);
  await playOn(there);
  const table = await there.leaderboard();
  expect(table.map(({ rank }) => rank).slice(0, 5)).toEqual([1, 2, 3, 3, 5]);
  expect(table.reduce((sum, { draws }) => sum + draws, 0)).toBe(2);
  // A correction that changes who is in the knock-out asks first, and then takes it back.
  const loser = table[6];
  const own = (await there.matches()).find(
    ({ bracket, players }) => bracket === 'group' && players.some(({ name }) => name === loser?.playerName),
  );
  const all = (await there.matches()).filter(
    ({ bracket, players }) => bracket === 'group' && players.some(({ name }) => name === loser?.playerName),
  );
  let asked = false;
  for (const { id, players } of all) {
    const winner = players[0]?.name === loser?.playerName ? 1 : 2;
    const answer = await call<{ code?: string }>(there, `PATCH /api/matches/${id}/score`, { winner });
    if (answer.status !== 409) continue;
    expect(answer.body.code).toBe('RESULT_USED');
    asked = true;
    expect((await call(there, `PATCH /api/matches/${id}/score`, { winner, cascade: true })).status).toBe(200);
    break;
  }
  expect([own !== undefined, asked]).toEqual([true, true]);
  expect((await there.matches()).every(({ bracket }) => bracket === 'group')).toBe(true);
});

it('heats of seven at tables of four, with ties and scores, and a final table', async () => {
  const there = await undrawnDesk(7, { tournamentType: 'heats', format: { tableSize: 4, rounds: 1, cut: 'final' } });
  await there.draw();
  const [first, second] = await there.matches();
  expect([first, second].map((match) => match?.players.length)).toEqual([4, 3]);
  expect(first).toMatchObject({ bracket: 'heat', player1: null, player2: null, label: 'Round 1' });
  const scores = first?.players.map(({ id }, index) => ({ id, score: [30, 10, 30, 5][index] }));
  const answer = await call<Match>(there, `PATCH /api/matches/${first?.id}/score`, { places: scores });
  expect(answer.body.players.map(({ place, score }) => [place, score])).toEqual([
    [1, 30],
    [3, 10],
    [1, 30],
    [4, 5],
  ]);
  expect(await call(there, `PATCH /api/matches/${second?.id}/score`, { winner: 1 })).toMatchObject({ status: 400 });
  await playOn(there);
  const table = await there.leaderboard();
  expect(table.map(({ points }) => points).toSorted((a, b) => b - a)).toEqual([4, 3, 3, 2, 1, 1, 0]);
  const final = await propose(there);
  expect(final.body).toMatchObject({ isCut: true, matches: [{ players: { length: 4 } }] });
  await publish(there, final.body);
  await playOn(there);
  expect((await there.leaderboard()).slice(0, 4).map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  expect((await propose(there)).status).toBe(409);
});

it('a change of the options reaches the draw: more rounds, minutes, no knock-out after it is published', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss', format: { rounds: 1, minutes: 50 } });
  await there.draw();
  await playOn(there);
  expect((await propose(there)).status).toBe(409);
  const edit = (format: object | null) =>
    call<{ format: object | null; bracketDecided: boolean; code?: string }>(there, `PATCH /api/events/${there.id}`, {
      format,
    });
  expect((await edit({ rounds: 2 })).body).toMatchObject({ format: { rounds: 2, minutes: 50 }, bracketDecided: false });
  await publish(there, (await propose(there)).body);
  expect(await edit({ rounds: 1 })).toMatchObject({ status: 409, body: { code: 'ROUND_NOT_READY' } });
  await playOn(there);
  expect((await edit({ cut: 2 })).status).toBe(200);
  await publish(there, (await propose(there)).body);
  expect(await edit({ cut: 0 })).toMatchObject({ status: 409 });
  expect(await edit({ tableSize: 5 })).toMatchObject({ status: 409, body: { code: 'BRACKET_DRAWN' } });
  expect((await edit({ minutes: null })).body.format).toEqual({ rounds: 2, cut: 2 });
});

/** Puts each player onto a phone that gets push messages. */
async function onPhones({ app, rsvpIds }: Desk): Promise<void> {
  const { db } = app.context;
  for (const [index, id] of rsvpIds.entries()) {
    await app
      .browser()
      .send('POST /api/rsvps', { eventId: await app.event({ capacity: 9 }), playerName: `Phone ${index}` });
    const newest = (table: 'visitors' | 'devices') =>
      db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    await db
      .updateTable('rsvps')
      .set({ visitor_id: (await newest('visitors')).id })
      .where('id', '=', id)
      .execute();
    await subscribe(db, (await newest('devices')).id);
  }
}

it('a published round calls its best matches to the free tables and tells everybody; taken back it tells nobody', async () => {
  const there = await undrawnDesk(5, { tournamentType: 'swiss', title: 'Masters', location: 'Salon' });
  await call(there, `PATCH /api/events/${there.id}`, { tables: ['4'] });
  await onPhones(there);
  await there.draw();
  const titles = async () =>
    (await toldNow(there.app.context)).flatMap(({ kind, title }) => (kind === 'called' ? [title] : [])).toSorted();
  expect(await titles()).toEqual([
    ...['Round 1: Table 4, against Lena', 'Round 1: Table 4, against Priya'],
    ...['Round 1: against Marcus', 'Round 1: against Tomás', 'Round 1: no match for you'],
  ]);
  await playOn(there);
  // Nobody is told of a round that is over.
  expect((await titles()).every((title) => title === 'Round 1: no match for you')).toBe(true);
  await publish(there, (await propose(there)).body);
  expect((await open(there)).map((match) => [match.id.split('_')[1], match.call?.table])).toEqual([
    ['R2-1', '4'],
    ['R2-2', undefined],
  ]);
  expect((await titles()).map((title) => title.slice(0, 8))).toEqual(Array(5).fill('Round 2:'));
  await call(there, `DELETE /api/events/${there.id}/rounds/2`);
  expect((await titles()).filter((title) => title.startsWith('Round 2'))).toEqual([]);
});

/** A round robin of four, all played, whose knock-out of two is published and played. */
async function playedCut(): Promise<Desk> {
  const there = await undrawnDesk(5, { tournamentType: 'round-robin', format: { groupSize: 5, cut: 2 } });
  await there.draw();
  await playOn(there);
  await publish(there, (await propose(there)).body);
  return there;
}
const between = async (there: Desk, one: string, other: string) => {
  const found = (await there.matches()).find(
    ({ bracket, players }) => bracket === 'group' && [one, other].every((name) => names({ players }).includes(name)),
  );
  if (found === undefined) throw new Error(`${one} never met ${other}`);
  return { id: found.id, slotOf: (name: string) => (found.players[0]?.name === name ? 1 : 2) };
};

it('a knock-out is never taken back without asking, nor by results that do not matter to it', async () => {
  const there = await playedCut();
  await playOn(there);
  const { id, slotOf } = await between(there, 'Marcus', 'Lena');
  const enter = (body: object) => call<{ code?: string }>(there, `PATCH /api/matches/${id}/score`, body);
  const lena = { winner: slotOf('Lena') };
  expect((await enter(lena)).body.code).toBe('RESULT_USED');
  const cleared = await call<{ code?: string }>(there, `DELETE /api/matches/${id}/score`);
  if (cleared.status === 200) expect((await enter(lena)).body.code).toBe('RESULT_USED');
  expect((await there.matches()).some(({ bracket }) => bracket === 'winners')).toBe(true);
  await drop(there, there.rsvpIds[0]);
  const other = await between(there, 'Tomás', 'Jo');
  const correction = { winner: other.slotOf('Jo') };
  expect((await call(there, `PATCH /api/matches/${other.id}/score`, correction)).status).toBe(200);
  expect((await there.matches()).some(({ bracket }) => bracket === 'winners')).toBe(true);
});

it('who was not at the final table comes after those who were', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'heats', format: { tableSize: 4, rounds: 1, cut: 'final' } });
  await there.draw();
  await playOn(there);
  await publish(there, (await propose(there)).body);
  const [final] = await open(there);
  const places = final?.players.slice(1).map(({ id }, index) => ({ id, place: index + 1 }));
  await call(there, `PATCH /api/matches/${final?.id}/score`, { places });
  expect((await there.leaderboard()).map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  expect((await there.leaderboard()).at(-1)?.playerName).toBe(final?.players[0]?.name);
});

it.each<[TournamentType, number[][], string]>([
  ['swiss', [[0, 1, 2, 3, 4, 5]], 'one table'],
  [
    'swiss',
    [
      [0, 1, 2],
      [3, 4, 5],
    ],
    'two tables',
  ],
  ['swiss', [[0, 1], [2, 3], [4]], 'somebody alone'],
  [
    'heats',
    [
      [0, 1, 2],
      [3, 4],
    ],
    'somebody left out',
  ],
] satisfies [TournamentType, number[][], string][])(
  'a round of %s with %j is refused: %s',
  async (tournamentType, lists) => {
    const there = await undrawnDesk(6, { tournamentType, format: { rounds: 3 } });
    await there.draw();
    await playOn(there);
    const matches = lists.map((list) => list.map((seat) => there.rsvpIds[seat]));
    const sent = await call(there, `POST /api/events/${there.id}/rounds`, { round: 2, matches });
    expect(sent).toMatchObject({ status: 400, body: { field: 'matches' } });
  },
);

it('a knock-out has the shape that was proposed, and people may change places in it', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss', format: { rounds: 1, cut: 4 } });
  await there.draw();
  await playOn(there);
  const { body } = await propose(there);
  const ids = body.matches.flatMap(({ players }) => players.map(({ id }) => id));
  const send = (matches: unknown) => call(there, `POST /api/events/${there.id}/rounds`, { round: 2, matches });
  expect((await send([ids.slice(0, 2), [ids[2]], [ids[3]]])).status).toBe(400);
  expect((await send([ids])).status).toBe(400);
  expect((await send([ids.slice(0, 2), ids.slice(2)].toReversed())).status).toBe(201);
});

it('an old proposal gives nobody a bye that was not looked at', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss', format: { rounds: 3 } });
  await there.draw();
  await playOn(there);
  const { body } = await propose(there);
  await late(there, 'Noor');
  const matches = body.matches.map(({ players }) => players.map(({ id }) => id));
  const sent = await call(there, `POST /api/events/${there.id}/rounds`, { round: 2, matches, bye: null });
  expect(sent).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
});

it('whoever was disqualified is paired no more, until that is taken back', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss', format: { rounds: 3 } });
  await there.draw();
  const [match] = await open(there);
  await call(there, `POST /api/matches/${match?.id}/forfeit`, { player: 1, disqualify: true });
  await playOn(there);
  const paired = async () =>
    (await propose(there)).body.matches.flatMap(({ players }) => players.map(({ name }) => name));
  expect(await paired()).not.toContain(match?.players[0]?.name);
  await call(there, `PATCH /api/matches/${match?.id}/score`, { winner: 1 });
  expect(await paired()).toContain(match?.players[0]?.name);
});

it('a desk that knows a draw that was taken back enters nothing in the next one', async () => {
  const there = await undrawnDesk(6, { tournamentType: 'swiss' });
  await there.draw();
  const [match] = await open(there);
  await call(there, `DELETE /api/events/${there.id}/rounds/1`);
  await drop(there, there.rsvpIds[0]);
  await there.draw();
  const stale = { winner: 1, expectedRevision: match?.revision };
  expect((await call(there, `PATCH /api/matches/${match?.id}/score`, stale)).status).toBe(409);
});

it('a match of the next pairing does not inherit who entered what in the one before', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss' });
  await there.draw();
  await playOn(there);
  await publish(there, (await propose(there)).body);
  const [match] = await open(there);
  await call(there, `PATCH /api/matches/${match?.id}/score`, { winner: 1 });
  await call(there, `DELETE /api/matches/${match?.id}/score`);
  await call(there, `DELETE /api/events/${there.id}/rounds/2`);
  await publish(there, (await propose(there)).body);
  const entries = await call<{ what: string }[]>(there, `GET /api/matches/${match?.id}/entries`);
  expect(entries.body.map(({ what }) => what)).toEqual(['drawn']);
});

it('a completed event publishes, takes back and times nothing', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss', format: { minutes: 50 } });
  await there.draw();
  await playOn(there);
  const { body } = await propose(there);
  for (const status of ['in-progress', 'completed'])
    await call(there, `PATCH /api/events/${there.id}/status`, { status, undecided: true });
  const answers = [
    await publish(there, body),
    await call(there, `DELETE /api/events/${there.id}/rounds/1`),
    await call(there, `PUT /api/events/${there.id}/round-clock`, { action: 'start' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
});

it('a result is of one kind, and names a place or a score for each', async () => {
  const there = await undrawnDesk(4, { tournamentType: 'swiss' });
  await there.draw();
  const send = (place: string, body: object) => call(there, `PATCH /api/matches/${there.match(place)}/score`, body);
  expect((await send('R1-1', { winner: 1, player1Score: 0, player2Score: 3 })).status).toBe(400);
  const heats = await undrawnDesk(4, { tournamentType: 'heats' });
  await heats.draw();
  const places = heats.rsvpIds.map((id) => ({ id }));
  expect((await call(heats, `PATCH /api/matches/${heats.match('R1-1')}/score`, { places })).status).toBe(400);
  expect(await heats.draw({ propose: true, randomSeed: true })).toMatchObject({ status: 400 });
});
