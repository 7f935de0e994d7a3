import { expect, it } from 'vitest';
import { DIALECTS } from '#testing/database.ts';
import { undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';

it.each(DIALECTS)('a double elimination of eight with a reset ends with a champion, on %s', async () => {
  const there = await undrawnDesk(8, { tournamentType: 'double-elimination' });
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
      const winner = marcus === -1 ? better : matchId === 'W1-3' ? 1 - marcus : marcus;
      const answer = await there.score(matchId, winner === 0 ? 3 : 1, winner === 0 ? 1 : 3);
      expect(answer).toMatchObject({ status: 200, body: { status: 'done', winner: winner + 1 } });
      count += 1;
    }
  }
  expect(count).toBe(15);
  const table = await there.leaderboard();
  expect(table.slice(0, 2).map(({ playerName }) => playerName)).toEqual(['Marcus', 'Priya']);
  expect(table.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 5, 7, 7]);
  expect(table.reduce((sum, { wins }) => sum + wins, 0)).toBe(15);
});
