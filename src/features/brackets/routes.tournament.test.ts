import { describe, expect, it } from 'vitest';
import { DIALECTS } from '#testing/database.ts';
import { undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;

describe.each(DIALECTS)('a whole tournament, on %s', (dialect) => {
  it.each([
    ['single elimination', { tournamentType: 'single-elimination' }, 7],
    ['double elimination with a reset', DOUBLE, 15],
  ] as const)('%s of eight ends with a champion', async (_, said, played) => {
    const there = await undrawnDesk(8, said, dialect);
    await there.draw();
    let count = 0;
    for (;;) {
      const ready = (await there.matches()).filter(({ status }) => status === 'ready');
      if (ready.length === 0) break;
      for (const { id } of ready) {
        const matchId = id.slice(there.id.length + 1);
        // Marcus, seed 2, loses only his first match; otherwise the better seed wins.
        const { player1, player2 } = (await there.findMatch(matchId)) as Match;
        const marcus = [player1, player2].findIndex((player) => player?.seed === 2);
        const better = (player1?.seed ?? 0) < (player2?.seed ?? 0) ? 0 : 1;
        const upset = said === DOUBLE && marcus !== -1;
        const winner = upset ? (matchId === 'W1-3' ? 1 - marcus : marcus) : better;
        const answer = await there.score(matchId, winner === 0 ? 3 : 1, winner === 0 ? 1 : 3);
        expect(answer).toMatchObject({ status: 200, body: { status: 'done', winner: winner + 1 } });
        count += 1;
      }
    }
    expect(count).toBe(played);
    const table = await there.leaderboard();
    const [champion, second] = said === DOUBLE ? ['Marcus', 'Priya'] : ['Priya', 'Marcus'];
    expect(table.slice(0, 2).map(({ rank, playerName }) => [rank, playerName])).toEqual([
      [1, champion],
      [2, second],
    ]);
    expect(table.map(({ rank }) => rank)).toEqual(
      said === DOUBLE ? [1, 2, 3, 4, 5, 5, 7, 7] : [1, 2, 3, 3, 5, 5, 5, 5],
    );
    expect(table.reduce((sum, { wins }) => sum + wins, 0)).toBe(played);
  });
});
