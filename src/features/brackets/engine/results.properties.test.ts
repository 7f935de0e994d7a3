/** Clearing, correcting and undoing at random in random brackets: only what depended on it may change. */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dice, fairly, pick, playOut, readyMatches, roughly, win } from '#testing/bracket.ts';
import { settledAtOnce } from '#testing/bracket-at-once.ts';
import { drawnOf, everySize } from '#testing/bracket-sizes.ts';
import { enter, fold } from './fold.ts';
import type { GraphMatch, MatchId } from './graph.ts';
import { cleared, whyNotEnter } from './results.ts';
import { type Entry, type MatchNode, type MatchState, matchIn, type State, winnerOf } from './state.ts';

const OPTIONS = [
  { tournamentType: 'double-elimination' },
  { tournamentType: 'single-elimination', thirdPlace: true },
] as const;

/** A bracket between its first result and its end, and a match decided by an entry. */
const inTheMiddle = (size: number, seed: number) => {
  const random = dice(seed);
  const drawn = drawnOf(size, pick(OPTIONS, random));
  const results = 1 + Math.floor(random() * 2 * size);
  const state = playOut(drawn, { random, choose: random() < 0.5 ? roughly : fairly, results });
  const decided = state.matches.filter(({ decidedBy }) => decidedBy !== null);
  return { random, state, chosen: pick(decided, random) };
};

const property = (run: (middle: ReturnType<typeof inTheMiddle>) => void) =>
  everySize((size, seed) => run(inTheMiddle(size, seed)));

/** The state without indices into the list, which change when something is entered again. */
const seen = ({ matches, champion, over }: State) => ({
  champion,
  over,
  matches: matches.map(({ match, status, players, winner, scores, reason }) => ({
    id: match.id,
    status,
    players,
    winner,
    scores,
    reason,
  })),
});

/** Returns every match reachable from these in the graph. */
const behind = (state: State, from: readonly ('winnerTo' | 'loserTo')[], id: MatchId) => {
  const found = new Set<MatchId>();
  const visit = (match: GraphMatch | undefined, ways: readonly ('winnerTo' | 'loserTo')[]) => {
    for (const way of ways) {
      const next = match?.[way]?.match;
      if (next === undefined || found.has(next)) continue;
      found.add(next);
      visit(state.graph.matches[state.graph.indexOf.get(next) ?? -1], ['winnerTo', 'loserTo']);
    }
  };
  visit(state.graph.matches[state.graph.indexOf.get(id) ?? -1], from);
  return found;
};

const entryOf = (state: State, { decidedBy }: MatchState): Entry => state.entries[decidedBy ?? -1] as Entry;

/** Returns the result of each match that an entry decided. */
const standing = (state: State, without: ReadonlySet<MatchId>) =>
  state.matches.filter(({ match, decidedBy }) => decidedBy !== null && !without.has(match.id));

/** Calls `expect`, which is slow with thousands of brackets, only when there is a difference. */
const expectSame = (one: unknown, other: unknown): void => {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other);
};

/** A match without its revision and its replaced results. */
const visible = ({ revision: _, validResults, ...match }: MatchNode) => ({ ...match, last: validResults.at(-1) });

const unnumbered = ({ matches }: State) => matches.map(visible);

const changedSince = (before: State, { matches }: State): MatchId[] =>
  matches.filter(({ revision }) => revision > before.entries.length).map(({ match }) => match.id);

const differing = (before: State, { matches }: State): MatchId[] =>
  matches
    .filter((match) => {
      const was = matchIn(before, match.match.id);
      return was !== match && (was === undefined || !isDeepStrictEqual(visible(was), visible(match)));
    })
    .map(({ match }) => match.id);

const swap = (id: MatchId, chosen: MatchState): Entry => win(id, chosen.winner === 1 ? 2 : 1);

describe('at any moment of any bracket', { timeout: 60_000 }, () => {
  it('clearing a result and entering it and its dependents again gives the same state', () => {
    property(({ state, chosen }) => {
      const fallen = cleared(state, { kind: 'clear', match: chosen.match.id });
      let now = enter(state, { kind: 'clear', match: chosen.match.id });
      expect(matchIn(now, chosen.match.id)?.status).toBe('ready');
      for (const id of [chosen.match.id, ...fallen]) {
        const again = entryOf(state, matchIn(state, id) as MatchState);
        expect(whyNotEnter(now, again)).toBeNull();
        now = enter(now, again);
      }
      expectSame(seen(now), seen(state));
    });
  });

  it('another winner clears exactly the results that depend on it', () => {
    property(({ state, chosen }) => {
      const id = chosen.match.id;
      const entry = swap(id, chosen);
      const reached = behind(state, ['winnerTo', 'loserTo'], id);
      const fallen = new Set(cleared(state, entry));
      expect([...fallen]).toEqual(
        standing(state, new Set()).flatMap(({ match }) => (reached.has(match.id) ? match.id : [])),
      );
      expect(whyNotEnter(state, entry)?.code).toBe(fallen.size > 0 ? 'RESULT_USED' : undefined);
      expect(whyNotEnter(state, entry, { cascade: true })).toBeNull();
      const after = enter(state, entry);
      expectSame(standing(after, new Set([id])), standing(state, fallen.union(new Set([id]))));
      for (const match of state.matches) {
        if (match.match.id !== id && !reached.has(match.match.id)) expectSame(matchIn(after, match.match.id), match);
      }
    });
  });

  it('another score with the same winner clears nothing, unless the loser had been disqualified', () => {
    property(({ state, chosen }) => {
      const { match, winner, reason } = chosen;
      if (winner === null) return;
      const entry: Entry = { kind: 'score', match: match.id, scores: winner === 1 ? [999, 998] : [0, 1] };
      if (reason === 'disqualification') {
        const reached = behind(state, ['loserTo'], match.id);
        expect(cleared(state, entry).every((id) => reached.has(id))).toBe(true);
        return;
      }
      expect(whyNotEnter(state, entry)).toBeNull();
      const after = enter(state, entry);
      const same = ({ matches }: State) => matches.filter((other) => other.match.id !== match.id);
      expectSame(same(after), same(state));
      expect(matchIn(after, match.id)).toMatchObject({ scores: entry.scores, winner, sinceEntry: chosen.sinceEntry });
    });
  });

  it('disqualifying the loser afterwards clears only what the loser played since', () => {
    property(({ state, chosen }) => {
      const { match, winner, reason } = chosen;
      if (winner === null || reason === 'disqualification') return;
      const entry: Entry = { kind: 'disqualification', match: match.id, player: winner === 1 ? 2 : 1 };
      const reached = behind(state, ['loserTo'], match.id);
      const expected = standing(state, new Set()).filter((other) => reached.has(other.match.id));
      expect(winnerOf(entry)).toBe(winner);
      expect(cleared(state, entry)).toEqual(expected.map((other) => other.match.id));
    });
  });

  it('gives the same state entry by entry and at once, and a new revision to the matches that differ', () => {
    property(({ random, state, chosen }) => {
      const id = chosen.match.id;
      let now = state;
      for (const _ of [1, 2, 3]) {
        const ready = readyMatches(now).map((match) => roughly(match, random));
        const decided = standing(now, new Set()).map((match) => swap(match.match.id, match));
        const entry = pick<Entry>([...ready, ...decided, { kind: 'clear', match: id }, { kind: 'undo' }], random);
        if (whyNotEnter(now, entry, { cascade: true }) !== null) continue;
        const before = now;
        now = enter(now, entry);
        expectSame(now, fold(now.graph, now.entries));
        expectSame(unnumbered(now), settledAtOnce(now.graph, now.entries).map(visible));
        expectSame(changedSince(before, now), differing(before, now));
      }
    });
  });

  it('undo reverts the last entry, whatever it was and cleared', () => {
    property(({ random, state, chosen }) => {
      const id = chosen.match.id;
      const entry = pick<Entry>([swap(id, chosen), { kind: 'clear', match: id }, roughly(chosen, random)], random);
      const undone = enter(enter(state, entry), { kind: 'undo' });
      expectSame(unnumbered(undone), unnumbered(state));
      const { entries } = playOut(enter(state, entry), { random });
      const back = entries.slice(state.entries.length).map((): Entry => ({ kind: 'undo' }));
      expectSame(unnumbered(fold(state.graph, [...entries, ...back])), unnumbered(state));
    });
  });
});
