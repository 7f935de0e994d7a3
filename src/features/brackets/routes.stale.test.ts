import { expect, it } from 'vitest';
import { sharedApp } from '#testing/app.ts';
import { aTournament, deskAt, drawnDesk, refusal, undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';

const app = sharedApp();
const withoutRevisions = (matches: unknown) => (matches as Match[]).map(({ revision: _, ...match }) => match);

it('clearing and undo clears one existing result', async () => {
  const there = await drawnDesk(2, {}, app());
  expect(await there.unchanged(() => there.clear('W1-1'))).toEqual(
    refusal(409, 'NO_RESULT', 'Final has no result to clear.'),
  );
  const before = await there.matches();
  await there.score('W1-1', 3, 1);
  expect(await there.clear('W1-1', { cascade: true })).toEqual({ status: 200, body: { ...before[0], revision: 3 } });
  expect(await there.leaderboard()).toEqual([]);
});

it('clearing and undo reverts one entry after the other, to the state before each', async () => {
  const there = await drawnDesk(4, {}, app());
  const states: Match[][] = [await there.matches()];
  for (const [match, one, two] of [
    ['W1-1', 3, 1],
    ['W1-2', 0, 1],
    ['W1-1', 4, 1],
    ['W2-1', 2, 9],
  ] as const) {
    await there.score(match, one, two);
    states.push(await there.matches());
  }
  states.pop();
  for (const state of states.reverse()) {
    const { status, body } = await there.undo();
    expect([status, withoutRevisions(body)]).toEqual([200, withoutRevisions(state)]);
  }
  const nothing = refusal(409, 'NO_RESULT', 'There is no result to take back.');
  expect(await there.unchanged(() => there.undo())).toEqual(nothing);
  const undrawn = await aTournament(there.app.context, 2);
  expect(await there.unchanged(() => deskAt(there.app, there.admin, undrawn.id).undo())).toEqual(nothing);
});

it('clearing and undo returns 409 CHANGED_MEANWHILE when another result was entered since', async () => {
  const there = await drawnDesk(4, {}, app());
  const own = (await there.score('W1-1', 3, 1)).body as Match;
  const last = (await there.score('W1-2', 0, 1)).body as Match;
  expect(await there.unchanged(() => there.undo({ expectedRevision: own.revision }))).toEqual(
    refusal(409, 'CHANGED_MEANWHILE', 'The last result is another one now. Semifinal, match 2: Marcus 0, Lena 1.'),
  );
  const future = await there.unchanged(() => there.undo({ expectedRevision: last.revision + 1 }));
  expect(future).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
  expect(await there.undo({ expectedRevision: last.revision })).toMatchObject({ status: 200 });
});

it('an organiser who saw an older state gets the present one in the refusal', async () => {
  const there = await drawnDesk(4, {}, app());
  const expectedRevision = await there.revision('W1-1');
  await there.score('W1-1', 3, 1);
  const now = (state: string) =>
    refusal(
      409,
      'CHANGED_MEANWHILE',
      `Another organiser has just changed this match. Semifinal, match 1 now: ${state}`,
    );
  const told = now('Priya 3, Tomás 1.');
  expect(await there.unchanged(() => there.score('W1-1', 2, 3, { expectedRevision }))).toEqual(told);
  expect(await there.unchanged(() => there.forfeit('W1-1', { player: 2, expectedRevision }))).toEqual(told);
  expect(await there.unchanged(() => there.clear('W1-1', { expectedRevision }))).toEqual(told);
  const seenNow = { expectedRevision: await there.revision('W1-1') };
  expect(await there.score('W1-1', 2, 3, seenNow)).toMatchObject({ status: 200, body: { winner: 2 } });
});

it('an organiser who saw an older state enters nothing for players of another draw, even the same result', async () => {
  const there = await drawnDesk(4, {}, app());
  const expectedRevision = await there.revision('W1-1');
  await there.draw();
  await there.score('W1-1', 3, 1);
  expect(await there.score('W1-1', 3, 1, { expectedRevision })).toMatchObject({ status: 409 });
});

it('an organiser who saw an older state draws no bracket over a draw or a result', async () => {
  const there = await undrawnDesk(4, {}, app());
  await there.draw({ expectedRevision: 0 });
  const [drawn, result] = [
    'This bracket has just been drawn, for 4 players. Look at it before you draw again.',
    'A result of this bracket has just been changed. Look at it before you draw again.',
  ].map((message) => refusal(409, 'CHANGED_MEANWHILE', message));
  expect(await there.unchanged(() => there.draw({ expectedRevision: 0 }))).toEqual(drawn);
  await there.score('W1-1', 3, 1);
  const replace = true;
  expect(await there.unchanged(() => there.draw({ replace, expectedRevision: 1 }))).toEqual(result);
  expect(await there.draw({ replace, expectedRevision: 2 })).toMatchObject({
    status: 201,
    body: [{ revision: 3 }, {}, {}],
  });
});

it('an organiser who saw an older state enters nothing for players who are no longer in the match', async () => {
  const there = await drawnDesk(4, {}, app());
  for (const match of ['W1-1', 'W1-2']) await there.score(match, 3, 1);
  const expectedRevision = await there.revision('W2-1');
  await there.score('W1-1', 1, 3);
  expect(await there.unchanged(() => there.score('W2-1', 5, 2, { expectedRevision }))).toEqual(
    refusal(
      409,
      'CHANGED_MEANWHILE',
      'Another organiser has just changed this match. Final now: Tomás and Marcus are to play it.',
    ),
  );
});
