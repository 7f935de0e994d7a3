import { expect, it } from 'vitest';
import { dice } from '#testing/bracket.ts';
import { randomGame } from '#testing/pairing.ts';
import type { Seed } from './graph.ts';
import type { Game } from './pairing-shapes.ts';
import { firstSwissRound, nextSwissRound, swissStandings } from './swiss-pairing.ts';

/** The aim is 1 s for a pairing and 20 ms for standings; the machine runs other tests at the same time. */
const LIMITS = { pairingMs: 4000, standingsMs: 200 };

it.each([255, 256])(
  '%i players are paired in a second and ranked in 20 ms in each of 9 rounds, without a rematch',
  {
    timeout: 120_000,
  },
  (size) => {
    const random = dice(size);
    const seeds = Array.from({ length: size }, (_, index) => index + 1);
    const games: Game[] = [];
    const byes: { seed: Seed }[] = [];
    const met = new Set<string>();
    const times = { pairingMs: 0, standingsMs: 0 };
    for (let round = 1; round <= 9; round += 1) {
      const start = performance.now();
      const rows = swissStandings(seeds, games, byes);
      times.standingsMs = performance.now() - start;
      const players = rows.map(({ seed, points }) => ({
        ...{ seed, points },
        byes: byes.filter((bye) => bye.seed === seed).length,
      }));
      const between = performance.now();
      const next =
        round === 1
          ? firstSwissRound(seeds)
          : nextSwissRound(players, (one, other) => (met.has(`${one}-${other}`) ? 1 : 0));
      times.pairingMs = Math.max(times.pairingMs, performance.now() - between);
      if (next.bye !== null) byes.push({ seed: next.bye });
      for (const [one, other] of next.pairs) {
        expect(met.has(`${one}-${other}`)).toBe(false);
        met.add(`${one}-${other}`).add(`${other}-${one}`);
        games.push(randomGame([one, other], random));
      }
    }
    expect(new Set(byes.map(({ seed }) => seed)).size).toBe(byes.length);
    expect(times.pairingMs).toBeLessThan(LIMITS.pairingMs);
    expect(times.standingsMs).toBeLessThan(LIMITS.standingsMs);
  },
);
