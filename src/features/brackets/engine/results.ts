/** An entry clears exactly the results that depend on what it changes (docs/behaviour.md "Tournaments"). */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { cutMatches, withOptions } from './build.ts';
import { enter, hasCut, lastRound, nextStage, roundsPlayed } from './fold.ts';
import { formatOf } from './formats.ts';
import { type Graph, type GraphMatch, type LaterOptions, type MatchId, matchTitle, type Seed } from './graph.ts';
import {
  type Action,
  actions,
  activeSeeds,
  type Entry,
  isAction,
  type MatchState,
  matchIn,
  type Numbered,
  type Result,
  type RoundEntry,
  type State,
} from './state.ts';

/** People of a heat. */
export const MOST_AT_A_TABLE = 6;
export const MATCH_SCORE = { min: 0, max: 999 } as const;

const MOST_NAMED = 6;

export const lastAction = (state: State): Numbered<Action> | null => actions(state.entries).at(-1) ?? null;

/** Only a tree must know who goes on. */
export const mayDraw = ({ options }: Graph, { bracket }: GraphMatch): boolean =>
  (bracket === 'group' || bracket === 'round') && formatOf(options.tournamentType).allowsDraw;

/** In the graph's order. An undo clears none. */
export const cleared = (state: State, entry: Entry, after = enter(state, entry)): MatchId[] => {
  if (!isAction(entry)) return [];
  return state.matches
    .filter(({ match, decidedBy }) => decidedBy !== null && match.id !== entry.match)
    .map(({ match }) => match.id)
    .filter((id) => (matchIn(after, id)?.decidedBy ?? null) === null);
};

/** `mayDraw`: the scores may be equal. */
export const badScore = (
  { scores: [first, second] }: Pick<Extract<Result, { kind: 'score' }>, 'scores'>,
  mayDraw = false,
): Verdict => {
  const wrong = [first, second].findIndex(
    (score) => !Number.isInteger(score) || score < MATCH_SCORE.min || score > MATCH_SCORE.max,
  );
  if (wrong !== -1) {
    const field = `player${wrong + 1}Score`;
    return new Refusal('BAD_INPUT', `A score is a whole number from ${MATCH_SCORE.min} to ${MATCH_SCORE.max}.`, {
      field,
    });
  }
  if (first !== second || mayDraw) return null;
  return new Refusal('BAD_INPUT', "A match can't end in a draw: the scores must differ.", { field: 'player2Score' });
};

/** What the match cannot have as its outcome, whatever its state. */
function badOutcome({ graph }: State, { match, players }: MatchState, entry: Result): Verdict {
  const isDrawn = mayDraw(graph, match);
  const isHeat = match.bracket === 'heat';
  if (isHeat !== (entry.kind === 'places')) {
    const what = isHeat ? 'A heat has places and no winner.' : 'A match of two has a winner and no places.';
    return new Refusal('BAD_INPUT', what, { field: isHeat ? 'places' : 'winner' });
  }
  if (entry.kind === 'score') return badScore(entry, isDrawn);
  if (entry.kind === 'winner' && entry.winner === 'draw' && !isDrawn)
    return new Refusal('BAD_INPUT', "A match can't end in a draw here: somebody must win.", { field: 'winner' });
  return entry.kind === 'places' ? badPlaces(entry, players.length) : null;
}

/** Each place is that of a slot: from 1 to the number of people, or 0 for who was not there. */
function badPlaces({ places, scores }: Extract<Result, { kind: 'places' }>, people: number): Verdict {
  const isRight =
    places.length === people && places.every((place) => Number.isInteger(place) && place >= 0 && place <= people);
  if (!isRight || (places.some((place) => place > 0) && !places.includes(1)))
    return new Refusal('BAD_INPUT', `Each of the ${people} players has a place from 1 to ${people}.`, {
      field: 'places',
    });
  const areScores =
    scores === undefined ||
    (scores.length === people && scores.every((score) => score === null || (Number.isInteger(score) && score >= 0)));
  return areScores ? null : new Refusal('BAD_INPUT', 'A score is a whole number.', { field: 'places' });
}

const noSuchRound = (): Refusal =>
  new Refusal('CHANGED_MEANWHILE', 'The rounds of this tournament are others now. Look again.');

/** Whether every person of the round is there once, in matches as large as they may be, and the round is the next. */
function badRound(state: State, { round, matches, bye, isCut = false }: RoundEntry): Verdict {
  const { options } = state.graph;
  if (nextStage(state) !== (isCut ? 'cut' : 'round') || round !== lastRound(state.graph) + 1) return noSuchRound();
  const { perMatch, cut } = formatOf(options.tournamentType);
  const expected = isCut ? [...(cut?.(state) ?? [])] : activeSeeds(state);
  const seeds = [...matches.flat(), ...(bye === null ? [] : [bye])];
  const isWhole = seeds.length === expected.length && expected.every((seed) => seeds.includes(seed));
  const sizes = matches.map(({ length }) => length);
  const fits = isCut
    ? String(sizes) === String(cutMatches(expected, options).map(({ length }) => length))
    : sizes.every((size) => size >= perMatch[0] && size <= perMatch[1]) &&
      (bye === null || (perMatch[1] === 2 && expected.length % 2 === 1));
  return isWhole && fits
    ? null
    : new Refusal('BAD_INPUT', 'Everybody who plays must be in one match of the round.', { field: 'matches' });
}

/** Of a round, or of somebody who joins, drops or returns. */
function whyNotChange(state: State, entry: Exclude<Entry, Action | { kind: 'undo' }>): Verdict {
  const { graph, dropped } = state;
  switch (entry.kind) {
    case 'round':
      return whyNotPropose(state) ?? badRound(state, entry);
    case 'unpublish': {
      const last = graph.rounds.at(-1);
      if (last?.round !== entry.round) return noSuchRound();
      const ids = graph.matches.slice(last.from).map(({ id }) => id);
      const isFree = last.isCut || state.matches.slice(last.from).every(({ decidedBy }) => decidedBy === null);
      return isFree && ids.length === entry.matches.length && ids.every((id) => entry.matches.includes(id))
        ? null
        : noSuchRound();
    }
    case 'join':
      return entry.seed === graph.entrants + 1 ? whyNotJoin(state, { isLate: true }) : noSuchRound();
    case 'drop':
      return formatOf(graph.options.tournamentType).keepsWhoDrops &&
        entry.seed <= graph.entrants &&
        !dropped.has(entry.seed)
        ? null
        : noSuchRound();
    case 'return':
      return dropped.has(entry.seed) ? null : noSuchRound();
    case 'options':
      return whyNotSetOptions(state, entry.options);
  }
}

/** `isLate`: also after the second round is published, as an organiser decided. */
export function whyNotJoin({ graph }: State, { isLate }: { readonly isLate: boolean }): Verdict {
  const { label, pairsRounds, entrants } = formatOf(graph.options.tournamentType);
  if (!pairsRounds) return new Refusal('RESULTS_EXIST', `${label}: nobody can join after the first result.`);
  if (hasCut(graph)) return new Refusal('ROUND_NOT_READY', 'Nobody can join any more: the knock-out is published.');
  if (graph.entrants >= entrants.max)
    return new Refusal('TOO_MANY_PLAYERS', `A tournament holds at most ${entrants.max} players.`);
  return isLate || graph.rounds.length < 2
    ? null
    : new Refusal('JOINS_LATE', `Round ${lastRound(graph)} is published. They would begin with 0 points.`);
}

/** Rounds that are published stay, and so does a knock-out. */
function whyNotSetOptions({ graph }: State, later: LaterOptions): Verdict {
  const { options } = graph;
  if (hasCut(graph) && (later.rounds !== options.rounds || (later.cut ?? 0) !== (options.cut ?? 0)))
    return new Refusal('ROUND_NOT_READY', 'The knock-out is published. Take it back first.', { field: 'cut' });
  const { rounds } = formatOf(options.tournamentType);
  const played = roundsPlayed(graph);
  if (rounds === undefined || rounds.count(graph.entrants, withOptions(graph, later).options) >= played) return null;
  return new Refusal('ROUND_NOT_READY', `Round ${played} is published already.`, { field: 'rounds' });
}

/** 409 while a match is open, when nothing is to come, and when nobody is left. */
export function whyNotPropose(state: State): Verdict {
  const open = state.matches.filter(({ status }) => status === 'ready' || status === 'waiting').length;
  const not = (why: string) => new Refusal('ROUND_NOT_READY', why);
  if (open > 0) return not(`${open === 1 ? 'One match is' : `${open} matches are`} still to be played in this round.`);
  if (activeSeeds(state).length < 2) return not('Nobody is left to play another round.');
  if (nextStage(state) !== null) return null;
  return not(
    formatOf(state.graph.options.tournamentType).rounds === undefined || hasCut(state.graph)
      ? 'This tournament has no more rounds.'
      : 'All rounds are played. Raise the number of rounds to play another.',
  );
}

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

/** Who had dropped out when the knock-out was published. */
const droppedAtCut = ({ entries }: State): ReadonlySet<Seed> => {
  const dropped = new Set<Seed>();
  for (const entry of entries.slice(
    0,
    entries.findLastIndex((one) => one.kind === 'round' && one.isCut),
  )) {
    if (entry.kind === 'drop') dropped.add(entry.seed);
    else if (entry.kind === 'return') dropped.delete(entry.seed);
  }
  return dropped;
};

/** A correction before a knock-out that would change who plays in it. */
function changesCut(state: State, entry: Entry): Verdict {
  const { graph } = state;
  const drawn = graph.rounds.find(({ isCut }) => isCut);
  const { cut } = formatOf(graph.options.tournamentType);
  if (drawn === undefined || cut === undefined) return null;
  const changed = isAction(entry) ? entry.match : lastAction(state)?.entry.match;
  if ((graph.indexOf.get(changed ?? '') ?? 0) >= drawn.from) return null;
  const inCut = state.matches
    .slice(drawn.from)
    .flatMap(({ match }) => match.slots.flatMap((source) => (source.kind === 'seed' ? source.seed : [])));
  const after = enter(state, entry);
  const anew = cut({ ...after, matches: after.matches.slice(0, drawn.from), dropped: droppedAtCut(state) });
  if (anew.length === inCut.length && anew.every((seed) => inCut.includes(seed))) return null;
  return new Refusal('RESULT_USED', 'Others would play in the knock-out. Changing it takes the knock-out back.', {
    clears: graph.matches.slice(drawn.from).map(({ id }) => id),
  });
}

/** A correction before a knock-out that would change who plays in it takes the knock-out back; null for any other. */
export function cutTakenBackBy(state: State, entry: Entry): Extract<Entry, { kind: 'unpublish' }> | null {
  const drawn = state.graph.rounds.find(({ isCut }) => isCut);
  if (drawn === undefined || changesCut(state, entry) === null) return null;
  return { kind: 'unpublish', round: drawn.round, matches: state.graph.matches.slice(drawn.from).map(({ id }) => id) };
}

export const nothingToUndo = (): Refusal => new Refusal('NO_RESULT', 'There is no result to take back.');

/** RESULT_USED names the results that it may clear only with `cascade`. */
export function whyNotEnter(state: State, entry: Entry, { cascade = false } = {}): Verdict {
  if (entry.kind === 'undo') {
    if (lastAction(state) === null) return nothingToUndo();
    const sentence = 'This result decides who is in the knock-out. Take the knock-out back first.';
    return changesCut(state, entry) === null ? null : new Refusal('RESULT_USED', sentence);
  }
  if (!isAction(entry)) return whyNotChange(state, entry);
  const found = matchIn(state, entry.match);
  if (found === undefined) return new Refusal('NOT_FOUND', 'There is no such match.');
  const wrong = (entry.kind !== 'clear' && badOutcome(state, found, entry)) || notReady(state, found);
  if (wrong) return wrong;
  if (entry.kind === 'clear' && found.status !== 'done') {
    return new Refusal('NO_RESULT', `${matchTitle(state.graph, found.match)} has no result to clear.`);
  }
  if (cascade) return null;
  // Of a tree nothing depends on an undecided match.
  return changesCut(state, entry) ?? (found.status === 'ready' ? null : used(state, entry));
}
