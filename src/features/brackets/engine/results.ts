/** An entry clears exactly the results that depend on what it changes (docs/behaviour.md "Tournaments"). */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { enter } from './fold.ts';
import { type MatchId, matchTitle } from './graph.ts';
import {
  type Action,
  actions,
  type Entry,
  type MatchState,
  matchIn,
  type Numbered,
  type Result,
  type State,
} from './state.ts';

export const MATCH_SCORE = { min: 0, max: 999 } as const;

const MOST_NAMED = 6;

export const lastAction = (state: State): Numbered<Action> | null => actions(state.entries).at(-1) ?? null;

/** In the graph's order. An undo clears none. */
export const cleared = (state: State, entry: Entry, after = enter(state, entry)): MatchId[] => {
  if (entry.kind === 'undo') return [];
  return state.matches
    .filter(({ match, decidedBy }) => decidedBy !== null && match.id !== entry.match)
    .map(({ match }) => match.id)
    .filter((id) => (matchIn(after, id)?.decidedBy ?? null) === null);
};

export const badScore = ({ scores: [first, second] }: Pick<Extract<Result, { kind: 'score' }>, 'scores'>): Verdict => {
  const wrong = [first, second].findIndex(
    (score) => !Number.isInteger(score) || score < MATCH_SCORE.min || score > MATCH_SCORE.max,
  );
  if (wrong !== -1) {
    const field = `player${wrong + 1}Score`;
    return new Refusal('BAD_INPUT', `A score is a whole number from ${MATCH_SCORE.min} to ${MATCH_SCORE.max}.`, {
      field,
    });
  }
  if (first !== second) return null;
  return new Refusal('BAD_INPUT', "A match can't end in a draw: the scores must differ.", { field: 'player2Score' });
};

const notReady = (state: State, { match, status, decidedBy }: MatchState): Verdict => {
  const not = (why: string) => new Refusal('MATCH_NOT_READY', `${matchTitle(state.graph, match)} ${why}`);
  if (status === 'waiting') return not('is still waiting for its players.');
  if (status === 'bye') return not('is a bye: nobody plays it.');
  if (status === 'ready' || decidedBy !== null) return null;
  return not('was forfeited by a disqualified player. Change that result first.');
};

const used = (state: State, entry: Entry): Verdict => {
  const ids = cleared(state, entry);
  if (ids.length === 0) return null;
  const titles = state.graph.matches
    .filter(({ id }) => ids.includes(id))
    .map((match) => matchTitle(state.graph, match));
  const more = titles.length > MOST_NAMED ? [`${titles.length - MOST_NAMED} more`] : [];
  const list = [...titles.slice(0, MOST_NAMED), ...more];
  const named = list.length === 1 ? list[0] : `${list.slice(0, -1).join('; ')} and ${list.at(-1)}`;
  const results = ids.length === 1 ? 'this result' : `these ${ids.length} results`;
  return new Refusal('RESULT_USED', `Later matches depend on it. Changing it clears ${results}: ${named}.`, {
    clears: ids,
  });
};

export const nothingToUndo = (): Refusal => new Refusal('NO_RESULT', 'There is no result to take back.');

/** RESULT_USED names the results that it may clear only with `cascade`. */
export function whyNotEnter(state: State, entry: Entry, { cascade = false } = {}): Verdict {
  if (entry.kind === 'undo') {
    return lastAction(state) === null ? nothingToUndo() : null;
  }
  const found = matchIn(state, entry.match);
  if (found === undefined) return new Refusal('NOT_FOUND', 'There is no such match.');
  const wrong = (entry.kind === 'score' && badScore(entry)) || notReady(state, found);
  if (wrong) return wrong;
  if (entry.kind === 'clear' && found.status !== 'done') {
    return new Refusal('NO_RESULT', `${matchTitle(state.graph, found.match)} has no result to clear.`);
  }
  // Nothing depends on an undecided match.
  return cascade || found.status === 'ready' ? null : used(state, entry);
}
