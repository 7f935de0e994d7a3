import { describe, expect, it } from 'vitest';
import { dice, playOut, win } from '#testing/bracket.ts';
import type { Match } from '../contract.ts';
import { build } from './build.ts';
import { fold } from './fold.ts';
import type { Slot } from './graph.ts';
import { championOf, shownLanes } from './shown-rounds.ts';
import type { State } from './state.ts';
import { asMatches } from './wire.ts';

type Type = 'single-elimination' | 'double-elimination';
const drawn = (entrants: number, tournamentType: Type = 'single-elimination', thirdPlace = false): State =>
  fold(build(entrants, { tournamentType, thirdPlace }), []);

const played = (state: State, results: Record<string, Slot>): State =>
  fold(
    state.graph,
    Object.entries(results).map(([match, slot]) => win(match, slot)),
  );

/** As the server sends them, but for what the display does not read. */
const sent = (state: State): Match[] => {
  const names = Array.from({ length: state.graph.entrants }, (_, index) => `P${index + 1}`);
  const player = (one: { name: string; seed: number } | null) => one && { ...one, rsvpId: '' };
  return asMatches(state, names, 'e').map((match) => ({
    ...match,
    player1: player(match.player1),
    player2: player(match.player2),
    reason: null,
    readySince: null,
  }));
};

const seen = (state: State) =>
  shownLanes(sent(state)).map(({ bracket, rows, last, rounds }) => ({
    bracket,
    rows,
    last,
    rounds: rounds.map(({ label, matches, more }) => `${label}: ${matches.length}${more ? ` +${more}` : ''}`),
  }));

describe('rounds shown', () => {
  it('are all of a small bracket', () => {
    expect(seen(drawn(8))).toEqual([
      { bracket: 'winners', rows: 4, last: true, rounds: ['Round 1: 4', 'Semifinal: 2', 'Final: 1'] },
    ]);
  });

  it('keep the places of byes, so that winners stand beside their next match', () => {
    const [lane] = shownLanes(sent(drawn(6)));
    expect(lane?.rounds[0]?.matches.map(({ status }) => status)).toEqual(['bye', 'ready', 'bye', 'ready']);
  });

  it('show third place beside the final', () => {
    const last = shownLanes(sent(drawn(4, 'single-elimination', true)))[0]?.rounds.at(-1);
    expect(last?.matches.map(({ label }) => label)).toEqual(['Final', 'Third place']);
  });

  it('begin with the first that can be played, and count what is not drawn', () => {
    expect(seen(drawn(64))).toEqual([
      {
        bracket: 'winners',
        rows: 8,
        last: false,
        rounds: ['Round 1: 8 +24', 'Round 2: 8 +8', 'Round 3: 8', 'Round 4: 4'],
      },
    ]);
  });

  it('show of a long round what can be played before what is over', () => {
    const state = played(drawn(32), Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => [`W1-${at}`, 1])));
    const round = shownLanes(sent(state))[0]?.rounds[0];
    expect(round?.matches.map(({ position, status }) => `${position} ${status}`)).toEqual([
      '1 done',
      ...[10, 11, 12, 13, 14, 15, 16].map((position) => `${position} ready`),
    ]);
  });

  it('leave out a losers bracket that nobody is in yet', () => {
    expect(seen(drawn(16, 'double-elimination')).map(({ bracket, rows }) => [bracket, rows])).toEqual([['winners', 8]]);
  });

  it('give both brackets of a double elimination their half', () => {
    const state = played(drawn(16, 'double-elimination'), { 'W1-1': 1 });
    expect(seen(state)).toEqual([
      {
        bracket: 'winners',
        rows: 4,
        last: false,
        rounds: ['Winners round 1: 4 +4', 'Winners round 2: 4', 'Winners semifinal: 2', 'Winners final: 1'],
      },
      {
        bracket: 'losers',
        rows: 4,
        last: false,
        rounds: ['Losers round 1: 4', 'Losers round 2: 4', 'Losers round 3: 2', 'Losers round 4: 2'],
      },
    ]);
  });

  it('pass over a round of the losers bracket that nobody plays', () => {
    const state = drawn(5, 'double-elimination');
    const real = state.matches.find(({ status }) => status === 'ready' || status === 'waiting')?.match.id ?? '';
    expect(shownLanes(sent(played(state, { [real]: 1 })))[1]?.rounds[0]?.label).toBe('Losers round 2');
  });

  it('never are more than fit, whatever was played', () => {
    for (let run = 0; run < 40; run += 1) {
      const random = dice(run + 1);
      const entrants = 2 + Math.floor(random() * 80);
      const type = run % 2 === 0 ? 'single-elimination' : 'double-elimination';
      playOut(drawn(entrants, type), {
        random,
        look: (state) => {
          const lanes = shownLanes(sent(state));
          expect(lanes.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(8);
          expect(Math.max(...lanes.map(({ rounds }) => rounds.length))).toBeLessThanOrEqual(4);
          const ready = lanes.flatMap(({ rounds }) => rounds.flatMap(({ matches }) => matches));
          expect(state.over || ready.some(({ status }) => status === 'ready')).toBe(true);
        },
      });
    }
  });
});

describe('the champion', () => {
  it('is the engine’s, at every moment of any tournament', () => {
    for (let run = 0; run < 40; run += 1) {
      const random = dice(run + 1);
      const entrants = 2 + Math.floor(random() * 20);
      const type = run % 2 === 0 ? 'single-elimination' : 'double-elimination';
      playOut(drawn(entrants, type, run % 4 === 0), {
        random,
        look: (state) => expect(championOf(sent(state))?.seed ?? null).toBe(state.champion),
      });
    }
  });

  it('waits for the reset', () => {
    const results: Record<string, Slot> = { 'W1-1': 1, GF: 2 };
    const state = played(drawn(2, 'double-elimination'), results);
    expect(championOf(sent(state))).toBeNull();
    expect(championOf(sent(played(state, { ...results, GR: 2 })))?.seed).toBe(state.matches.at(-1)?.players[1]);
  });

  it('is nobody before there is a bracket', () => {
    expect([championOf([]), shownLanes([])]).toEqual([null, []]);
  });
});
