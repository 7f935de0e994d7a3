import { expect, it } from 'vitest';
import { dice, pick, playOut, roughly } from '#testing/bracket.ts';
import { DOUBLE, drawnOf, everySize, SINGLE, THIRD } from '#testing/bracket-sizes.ts';
import { ranks } from './standings.ts';
import type { State } from './state.ts';

it('the leaderboard is always a ranking with skips whose groups sum to n, with each match counted once', {
  timeout: 60_000,
}, () => {
  const wrongIn = (state: State): string[] => {
    const rows = ranks(state);
    const size = state.graph.entrants;
    if (state.matches.every(({ decidedBy }) => decidedBy === null)) return rows.length === 0 ? [] : ['not empty'];
    const groups = Map.groupBy(rows, ({ rank }) => rank);
    const isOpen = state.matches.some(
      ({ match, status }) => match.bracket !== 'third-place' && (status === 'ready' || status === 'waiting'),
    );
    const first = state.champion === null && !isOpen ? 2 : 1;
    let next = first;
    const wrong: string[] = [];
    for (const [rank, group] of groups) {
      if (rank !== next) wrong.push(`rank ${rank} where ${next} is next`);
      next += group.length;
    }
    if (next !== size + first) wrong.push(`${next - first} of ${size} ranked`);
    const done = state.matches.filter(({ status }) => status === 'done');
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
    const won = done.filter(({ winner }) => winner !== null);
    if (sum(({ wins }) => wins) !== won.length) wrong.push('wins');
    if (sum(({ losses }) => losses) !== 2 * done.length - won.length) wrong.push('losses');
    const points = won.reduce((total, { match }) => total + (match.bracket === 'losers' ? 1 : 3), 0);
    if (sum((row) => row.points) !== points) wrong.push('points');
    if (state.over && state.champion !== null && rows[0]?.seed !== state.champion) wrong.push('champion');
    return wrong;
  };
  everySize((size, seed) => {
    const random = dice(seed);
    const wrong: string[] = [];
    const drawn = drawnOf(size, pick([DOUBLE, SINGLE, THIRD], random));
    const end = playOut(drawn, {
      random,
      ...(random() < 0.5 ? { choose: roughly } : {}),
      look: (state) => wrong.push(...wrongIn(state)),
    });
    expect(wrong).toEqual([]);
    if (end.champion !== null) expect(ranks(end).filter(({ rank }) => rank === 1)).toHaveLength(1);
  });
});
