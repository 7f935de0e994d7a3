import { expect, it } from 'vitest';
import { championOf } from '#features/brackets/web/parts/rounds.ts';
import { dice, fairly, playOut, roughly } from '#testing/bracket.ts';
import { DOUBLE, drawnOf, SINGLE, THIRD } from '#testing/bracket-sizes.ts';
import { asShown } from '#testing/shown-bracket.ts';
import { shownLanes } from './DisplayBracket.tsx';

it('rounds shown never are more than fit, whatever was played', () => {
  for (let run = 0; run < 40; run += 1) {
    const random = dice(run + 1);
    const entrants = 2 + Math.floor(random() * 80);
    const options = run % 2 === 0 ? SINGLE : DOUBLE;
    playOut(drawnOf(entrants, options), {
      random,
      look: (state) => {
        const lanes = shownLanes(asShown(state));
        expect(lanes.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(8);
        expect(Math.max(...lanes.map(({ rounds }) => rounds.length))).toBeLessThanOrEqual(4);
        const ready = lanes.flatMap(({ rounds }) => rounds.flatMap(({ matches }) => matches));
        expect(state.over || ready.some(({ status }) => status === 'ready')).toBe(true);
      },
    });
  }
});

it('rounds shown are connected only by lines that the bracket has, in every part', () => {
  const led = new Set<string>();
  for (let run = 0; run < 24; run += 1) {
    const random = dice(run + 1);
    const options = run % 2 === 0 ? SINGLE : DOUBLE;
    playOut(drawnOf(2 + Math.floor(random() * 80), options), {
      random,
      look: (state) => {
        for (const { rounds } of shownLanes(asShown(state), { turn: run, news: null })) {
          for (const [index, { matches, next }] of rounds.entries()) {
            if (next === null || next === 'gap') continue;
            const after = rounds[index + 1]?.matches ?? [];
            const drawnTo = matches.map((_, at) => after[next === 'pairs' ? Math.floor(at / 2) : at]?.id);
            led.add(next);
            expect(drawnTo).toEqual(matches.map(({ nextMatchId }) => nextMatchId));
          }
        }
      },
    });
  }
  expect([...led].toSorted()).toEqual(['pairs', 'straight']);
});

it('the champion is the engine’s, at every moment of any tournament', () => {
  for (let run = 0; run < 40; run += 1) {
    const random = dice(run + 1);
    const entrants = 2 + Math.floor(random() * 20);
    const options = run % 2 === 1 ? DOUBLE : run % 4 === 0 ? THIRD : SINGLE;
    playOut(drawnOf(entrants, options), {
      random,
      choose: run % 3 === 0 ? roughly : fairly,
      look: (state) => expect(championOf(asShown(state))?.seed ?? null).toBe(state.champion),
    });
  }
});
