/** Invariants of brackets of every size, played at random. */
import { describe, expect, it } from 'vitest';
import { dice, playOut, roughly } from '#testing/bracket.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { build } from './build.ts';
import { fold } from './fold.ts';
import type { DrawOptions } from './graph.ts';
import { type MatchState, matchIn, type State } from './state.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;
const SINGLE = { tournamentType: 'single-elimination' } as const;
const THIRD = { ...SINGLE, thirdPlace: true } as const;

const everywhere = (options: DrawOptions, run: (drawn: State, random: () => number) => void) =>
  everySize((size, seed) => run(drawnOf(size, options), dice(seed)));

const lossesOf = (state: State): number[] => {
  const losses = Array.from({ length: state.graph.entrants }, () => 0);
  for (const { status, players, winner, match } of state.matches) {
    if (status !== 'done' || match.bracket === 'third-place') continue;
    for (const [index, who] of players.entries()) {
      if (typeof who === 'number' && winner !== index + 1) losses[who - 1] = (losses[who - 1] ?? 0) + 1;
    }
  }
  return losses;
};

const played = (state: State): number => state.matches.filter(({ status }) => status === 'done').length;

/**
 * Returns what is wrong with a state. Plain code, because millions of `expect` calls take minutes. Every ready or done
 * match has two different players, nobody is in two matches at once, and the bracket is over when nothing is ready.
 */
const wrongIn = ({ matches, over }: State): string[] => {
  const busy = new Set<unknown>();
  let ready = 0;
  const wrong = matches.flatMap(({ match, status, players: [one, two] }) => {
    if (status !== 'ready' && status !== 'done') return [];
    if (typeof one !== 'number' || typeof two !== 'number') return [`${match.id} is ${status} with ${one} and ${two}`];
    if (one === two) return [`${match.id} has ${one} twice`];
    if (status === 'done') return [];
    const twice = busy.has(one) || busy.has(two);
    busy.add(one).add(two);
    ready += 1;
    return twice ? [`${match.id} needs somebody who is playing already`] : [];
  });
  return over === (ready === 0) ? wrong : [...wrong, `over is ${over} with ${ready} ready`];
};

/** Plays to the end and returns everything that was wrong on the way. */
const watched = (drawn: State, play: Parameters<typeof playOut>[1], look = wrongIn) => {
  const wrong: string[] = [];
  const end = playOut(drawn, { ...play, look: (state) => wrong.push(...look(state)) });
  return { end, wrong };
};

const outcomeOf = ({ status, players, winner, reason, decidedBy, sinceEntry }: MatchState): string =>
  [status, ...players, winner, reason, decidedBy, sinceEntry].join(' ');

/** Playing other matches does not change a decided match. */
const untouched = () => {
  let before: State | null = null;
  return (state: State): string[] => {
    const decided = before?.matches.filter(({ status }) => status === 'done') ?? [];
    before = state;
    return decided.flatMap((was) => {
      const is = matchIn(state, was.match.id);
      return is && (is === was || outcomeOf(is) === outcomeOf(was)) ? [] : [`${was.match.id} changed`];
    });
  };
};

describe('double elimination', { timeout: 60_000 }, () => {
  it('ends with everybody but the champion on two losses, after 2n − 2 or 2n − 1 matches', () => {
    everywhere(DOUBLE, (drawn, random) => {
      const { end, wrong } = watched(drawn, { random });
      expect(wrong).toEqual([]);
      const size = drawn.graph.entrants;
      const losses = lossesOf(end);
      const champion = end.champion ?? 0;
      const own = losses[champion - 1] ?? Number.NaN;
      expect(end.over).toBe(true);
      expect(losses.toSpliced(champion - 1, 1)).toEqual(Array.from({ length: size - 1 }, () => 2));
      expect([0, 1]).toContain(own);
      expect(played(end)).toBe(2 * size - 2 + own);
      expect(end.matches.some(({ match }) => match.id === 'GR')).toBe(own === 1);
    });
  });
});

describe('single elimination', { timeout: 60_000 }, () => {
  it('ends with everybody but the champion on one loss, after n − 1 matches', () => {
    everywhere(SINGLE, (drawn, random) => {
      const { end, wrong } = watched(drawn, { random });
      expect(wrong).toEqual([]);
      const size = drawn.graph.entrants;
      const losses = lossesOf(end);
      expect(end.over).toBe(true);
      expect(losses.toSpliced((end.champion ?? 0) - 1, 1)).toEqual(Array.from({ length: size - 1 }, () => 1));
      expect(losses[(end.champion ?? 0) - 1]).toBe(0);
      expect(played(end)).toBe(size - 1);
    });
  });

  it('plays one more match for third place from four players on', () => {
    everywhere(THIRD, (drawn, random) => {
      const { end, wrong } = watched(drawn, { random });
      expect(wrong).toEqual([]);
      const size = drawn.graph.entrants;
      expect(end.over).toBe(true);
      expect(played(end)).toBe(size - 1 + (size >= 4 ? 1 : 0));
    });
  });
});

describe('forfeits, disqualification and absence at any time', { timeout: 60_000 }, () => {
  it.each([
    ['double elimination', DOUBLE],
    ['single elimination with a third place', THIRD],
  ])('%s still ends, with a champion who was never disqualified or with none', (_, options) => {
    everywhere(options, (drawn, random) => {
      const { end, wrong } = watched(drawn, { random, choose: roughly });
      expect(wrong).toEqual([]);
      const size = drawn.graph.entrants;
      const thrownOut = end.matches.flatMap(({ reason, players, winner }) =>
        reason === 'disqualification' ? players.filter((_who, index) => winner !== index + 1) : [],
      );
      expect(end.over).toBe(true);
      expect(end.entries.length).toBeLessThan(2 * size);
      expect(thrownOut).not.toContain(end.champion);
      expect(Math.max(...lossesOf(end))).toBeLessThanOrEqual(options === DOUBLE ? 2 : 1);
      if (end.champion !== null) {
        expect(lossesOf(end)[end.champion - 1]).toBeLessThanOrEqual(options === DOUBLE ? 1 : 0);
      }
    });
  });

  it('and a decided match does not change while others are played', () => {
    everywhere(DOUBLE, (drawn, random) => {
      expect(watched(drawn, { random, choose: roughly }, untouched()).wrong).toEqual([]);
    });
  });
});

it('old opponents meet again before the losers final in at most 0.38 of runs of 16', { timeout: 60_000 }, () => {
  const drawn = fold(build(16, DOUBLE), []);
  const random = dice(16);
  const meetsAgain = () => {
    const met = new Set<string>();
    const end = playOut(drawn, { random });
    return end.matches.some(({ match, status, players }) => {
      if (status !== 'done' || match.bracket === 'final' || match.label === 'Losers final') return false;
      const pair = players.map(Number).toSorted().join(' ');
      const again = met.has(pair);
      met.add(pair);
      return again;
    });
  };
  const runs = 6000;
  const again = Array.from({ length: runs }, meetsAgain).filter(Boolean).length;
  expect(again / runs).toBeLessThanOrEqual(0.38);
  expect(again / runs).toBeGreaterThan(0.3);
});
