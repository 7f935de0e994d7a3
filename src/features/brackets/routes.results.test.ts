import { expect, it, vi } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import type { AuditEntry } from '#features/audit/contract.ts';
import { seen, sharedApp } from '#testing/app.ts';
import { aHelper } from '#testing/staff.ts';
import { aTournament, deskAt, drawnDesk, NAMES, refusal, undrawnDesk } from '#testing/tournament.ts';

const app = sharedApp();
const DOUBLE = { tournamentType: 'double-elimination' } as const;

it('a score decides the match, sends both on and fills the leaderboard', async () => {
  const there = await drawnDesk(4, DOUBLE, app());
  const answer = await there.admin.send(`PATCH /api/matches/${there.match('W1-1')}/score`, {
    player1Score: 1,
    player2Score: 2,
  });
  expect(answer.headers['x-touches']).toBe('matches,leaderboard,events');
  expect(seen(answer)).toMatchObject({
    status: 200,
    body: { id: there.match('W1-1'), player1Score: 1, player2Score: 2, winner: 2, status: 'done', reason: 'score' },
  });
  expect(await there.findMatch('W1-1')).toEqual(answer.json());
  expect((await there.findMatch('W2-1'))?.player1?.name).toBe('Tomás');
  expect((await there.findMatch('L1-1'))?.player1?.name).toBe('Priya');
  const entry = (seed: number, rank: number, wins: number, losses: number, points: number) => ({
    ...{ id: `${there.id}_${seed}`, rank, playerName: NAMES[seed - 1], wins, losses, points },
    ...{ draws: 0, played: wins + losses, tieBreaks: [] },
    revision: 2,
  });
  const table = [entry(4, 1, 1, 0, 3), entry(1, 2, 0, 1, 0), entry(2, 2, 0, 0, 0), entry(3, 2, 0, 0, 0)];
  expect(await there.leaderboard()).toEqual(table);
  expect((await there.app.browser().send(`GET /api/leaderboard?eventId=${there.id}`)).json()).toEqual(table);
});

it('a score is refused when one of the two is missing', async () => {
  const there = await drawnDesk(2, {}, app());
  const missing = refusal(400, 'BAD_INPUT', 'Second score is missing.', 'player2Score');
  expect(await there.unchanged(() => there.score('W1-1', 3, undefined))).toEqual(missing);
});

it('who won is enough, also without a score, but not a draw', async () => {
  const there = await drawnDesk(2, {}, app());
  const send = async (winner: unknown) =>
    seen(await there.admin.send(`PATCH /api/matches/${there.match('W1-1')}/score`, { winner }));
  expect(await send('draw')).toMatchObject({ status: 400 });
  expect(await send(2)).toMatchObject({ status: 200, body: { winner: 2, player1Score: null, reason: 'winner' } });
});

it('a score is refused for a draw, and for a number too large for JavaScript', async () => {
  const there = await drawnDesk(2, {}, app());
  const draw = refusal(400, 'BAD_INPUT', "A match can't end in a draw: the scores must differ.", 'player2Score');
  expect(await there.unchanged(() => there.score('W1-1', 3, 3))).toEqual(draw);
  const endless = async () =>
    seen(
      await there.admin.send(
        `PATCH /api/matches/${there.match('W1-1')}/score`,
        '{"player1Score":1e400,"player2Score":1}',
        { 'content-type': 'application/json' },
      ),
    );
  const notNumber = refusal(400, 'BAD_INPUT', 'First score must be a number.', 'player1Score');
  expect(await there.unchanged(endless)).toEqual(notNumber);
});

it('a score is refused in a match that is not ready, is a bye or does not exist', async () => {
  const there = await drawnDesk(3, {}, app());
  expect(await there.unchanged(() => there.score('W2-1', 1, 0))).toEqual(
    refusal(409, 'MATCH_NOT_READY', 'Final is still waiting for its players.'),
  );
  expect(await there.unchanged(() => there.score('W1-1', 1, 0))).toEqual(
    refusal(409, 'MATCH_NOT_READY', 'Semifinal, match 1 is a bye: nobody plays it.'),
  );
  const gone = refusal(404, 'NOT_FOUND', 'There is no such match.');
  for (const match of ['W9-1', 'GR', 'W1-1-1']) {
    expect(await there.unchanged(() => there.score(match, 1, 0))).toEqual(gone);
  }
  const at = (id: string) => deskAt(there.app, there.admin, id);
  expect(await there.unchanged(() => at(there.rsvpIds[0] ?? '').score('W1-2', 1, 0))).toEqual(gone);
  const undrawn = await aTournament(there.app.context, 2);
  expect(await there.unchanged(() => at(undrawn.id).score('W1-1', 1, 0))).toEqual(gone);
  expect(await there.unchanged(() => at('nonsense').score('w', 1, 0))).toEqual(gone);
});

it('a score: entered twice is stored once, also by who saw the state before it', async () => {
  const there = await drawnDesk(2, {}, app());
  const expectedRevision = await there.revision('W1-1');
  const first = await there.score('W1-1', 3, 1);
  expect(await there.unchanged(() => there.score('W1-1', 3, 1))).toEqual(first);
  expect(await there.unchanged(() => there.score('W1-1', 3, 1, { expectedRevision }))).toEqual(first);
});

it('a correction of the winner names what it would clear, and clears exactly that with cascade', async () => {
  const there = await drawnDesk(4, DOUBLE, app());
  for (const match of ['W1-1', 'W1-2', 'W2-1', 'L1-1']) await there.score(match, 3, 1);
  const message = 'Later matches depend on it. Changing it clears these 2 results: Winners final and Losers round 1.';
  const clears = [there.match('W2-1'), there.match('L1-1')];
  const told = { status: 409, body: { code: 'RESULT_USED', message, clears } };
  expect(await there.unchanged(() => there.score('W1-1', 1, 3))).toEqual(told);
  expect(await there.unchanged(() => there.forfeit('W1-1', { player: 1 }))).toEqual(told);
  expect(await there.unchanged(() => there.clear('W1-1'))).toEqual(told);
  const untouched = await there.findMatch('W1-2');
  expect(await there.score('W1-1', 1, 3, { cascade: true })).toMatchObject({ status: 200, body: { winner: 2 } });
  expect(await there.findMatch('W1-2')).toEqual(untouched);
  expect(await there.findMatch('W2-1')).toMatchObject({ status: 'ready', player1: { name: 'Tomás' }, winner: null });
  expect(await there.findMatch('L1-1')).toMatchObject({ status: 'ready', player1: { name: 'Priya' }, winner: null });
});

it.each([
  [{ player: 1 }, { winner: 2, reason: 'forfeit', player1Score: null, player2Score: null, status: 'done' }],
  [
    { player: 1, disqualify: true },
    { winner: 2, reason: 'disqualification' },
  ],
  [{ player: 'both' }, { winner: null, reason: 'forfeit' }],
])('a forfeit of %j decides the match', async (body, match) => {
  const there = await drawnDesk(4, DOUBLE, app());
  expect(await there.forfeit('W1-1', body)).toMatchObject({ status: 200, body: match });
  expect(await there.findMatch('W1-1')).toMatchObject(match);
});

it('a forfeit is refused for anybody else, and in a match that waits', async () => {
  const there = await drawnDesk(3, {}, app());
  expect(await there.unchanged(() => there.forfeit('W1-2', { player: 3 }))).toEqual(
    refusal(400, 'BAD_INPUT', 'Player must be one of: 1, 2, both.', 'player'),
  );
  expect(await there.unchanged(() => there.forfeit('W2-1', { player: 1 }))).toEqual(
    refusal(409, 'MATCH_NOT_READY', 'Final is still waiting for its players.'),
  );
});

it('every entry is audited: what, when and in which session', async () => {
  const there = await drawnDesk(4, DOUBLE);
  for (const match of ['W1-1', 'W1-2', 'L1-1']) {
    there.app.clock.pass(1000);
    await there.score(match, 3, 1);
  }
  there.app.clock.pass(1000);
  await there.score('W1-1', 1, 3, { cascade: true });
  there.app.clock.pass(1000);
  await there.undo();
  const rows = await there.app.context.db.selectFrom('bracket_results').selectAll().orderBy('sequence').execute();
  const [session] = await there.app.context.db.selectFrom('admin_sessions').select('id').execute();
  expect(rows.map(({ sequence, entry, entered_at }) => [sequence, JSON.parse(entry), entered_at])).toEqual([
    [0, { kind: 'score', match: 'W1-1', scores: [3, 1] }, '2025-11-14T17:00:01.000Z'],
    [1, { kind: 'score', match: 'W1-2', scores: [3, 1] }, '2025-11-14T17:00:02.000Z'],
    [2, { kind: 'score', match: 'L1-1', scores: [3, 1] }, '2025-11-14T17:00:03.000Z'],
    [3, { kind: 'score', match: 'W1-1', scores: [1, 3] }, '2025-11-14T17:00:04.000Z'],
    [4, { kind: 'undo' }, '2025-11-14T17:00:05.000Z'],
  ]);
  expect(new Set(rows.map(({ session_id }) => session_id))).toEqual(new Set([session?.id]));
  const audit = (await there.admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
  expect(audit.slice(0, 3).map(({ action, subject, before, after }) => ({ action, subject, before, after }))).toEqual([
    {
      action: 'result taken back',
      subject: 'Winners semifinal, match 1 of Catan Open',
      before: expect.objectContaining({ winner: 'Tomás' }),
      after: expect.objectContaining({ winner: 'Priya' }),
    },
    {
      action: 'result corrected',
      subject: 'Winners semifinal, match 1 of Catan Open',
      before: {
        matchId: there.match('W1-1'),
        ...{ player1: 'Priya', player2: 'Tomás', player1Score: 3, player2Score: 1, winner: 'Priya', reason: 'score' },
      },
      after: {
        matchId: there.match('W1-1'),
        ...{ player1: 'Priya', player2: 'Tomás', player1Score: 1, player2Score: 3, winner: 'Tomás', reason: 'score' },
        alsoCleared: 'Losers round 1',
      },
    },
    expect.objectContaining({ action: 'result entered', subject: 'Losers round 1 of Catan Open' }),
  ]);
});

it.each(['matches', 'leaderboard'])(
  'answers %s by the event in the path as by the query, also after a result',
  async (list) => {
    const desk = await drawnDesk(2, {}, app());
    const both = async () => {
      const [byQuery, byPath] = await Promise.all(
        [`/api/${list}?eventId=${desk.id}`, `/api/${list}/${desk.id}`].map((path) =>
          app().browser().send(`GET ${path}`),
        ),
      );
      expect(seen(byPath as never)).toEqual(seen(byQuery as never));
      return JSON.stringify(byPath?.json());
    };
    const before = await both();
    await desk.score('W1-1', 2, 1);
    await vi.waitFor(async () => expect(await both()).not.toBe(before), 3_000);
  },
);

it('lets a judge or a host of the event make the first draw, and organisers alone a new one', async () => {
  for (const role of ['judge', 'host'] as const) {
    const desk = await undrawnDesk(4, {}, app());
    const helper = deskAt(desk.app, await aHelper(desk.app, { role, eventId: desk.id }), desk.id);
    expect(await helper.draw()).toMatchObject({ status: 201 });
    const words = 'This bracket is drawn. Ask an organiser for a new draw.';
    expect(await desk.unchanged(() => helper.draw())).toEqual(refusal(403, 'NOT_YOUR_JOB', words));
    expect(await desk.draw()).toMatchObject({ status: 201 });
  }
});

it('tells a judge who drew a match, entered its result and took it back', async () => {
  const there = await drawnDesk(4, {}, app());
  const judge = await aHelper(there.app, { name: 'Mira', role: 'judge' });
  const entries = async () => seen(await judge.send(`GET /api/matches/${there.match('W1-1')}/entries`));
  there.app.clock.pass(1000);
  await deskAt(there.app, judge, there.id).score('W1-1', 3, 1);
  const at = there.app.clock.now().toISOString();
  const drawn = { what: 'drawn', scores: null, by: null, session: expect.stringMatching(/^[\da-f]{8}$/) };
  const entered = { what: 'score', scores: [3, 1], at, by: 'Mira', session: expect.any(String) };
  expect((await entries()).body).toEqual([entered, expect.objectContaining(drawn)]);
  await deskAt(there.app, judge, there.id).undo();
  expect((await entries()).body).toMatchObject([{ what: 'undo', by: 'Mira' }, entered, drawn]);
  expect(seen(await judge.send(`GET /api/matches/${there.match('W9-1')}/entries`))).toEqual(
    refusal(404, 'NOT_FOUND', 'There is no such match.'),
  );
});

it('audits the draw, a cleared result as cleared, and the second result as corrected', async () => {
  const there = await drawnDesk(2);
  const steps = [
    () => there.score('W1-1', 3, 1),
    () => there.clear('W1-1', {}),
    () => there.forfeit('W1-1', { player: 1 }),
    () => there.forfeit('W1-1', { player: 2, disqualify: true }),
  ];
  for (const step of steps) {
    there.app.clock.pass(1000);
    await step();
  }
  const audit = (await there.admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
  expect(audit.map(({ action }) => action)).toEqual([
    'result corrected',
    'forfeit entered',
    'result cleared',
    'result entered',
    'bracket drawn',
  ]);
});

it('tells open screens of the matches that a result changes, and of no others', async () => {
  const there = await drawnDesk(8, DOUBLE, app());
  const changed: string[] = [];
  onCommit(there.app.context.db, (changes) => changed.push(...(changes.get(`matches:${there.id}`) ?? [])));
  await there.score('W1-1', 2, 1);
  expect(changed.sort()).toEqual(['L1-1', 'W1-1', 'W2-1'].map(there.match));
});
