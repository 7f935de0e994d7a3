import { shortSession } from '#features/access/rules/sessions.ts';
import { accountKey } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import type { Staff } from '#platform/staff.ts';
import { drawnGraph } from '../engine/build.ts';
import { enter, fold } from '../engine/fold.ts';
import { type DrawOptions, type MatchId, matchTitle } from '../engine/graph.ts';
import { type Entry, isAction, matchIn, type State } from '../engine/state.ts';
import type { TableCall } from '../rules/shapes.ts';
import type { MatchEntry } from './stored.ts';

/** The id of the place, the account of that name, if any, and the name at the draw. */
export type DrawnEntrant = Omit<StoredEntrant, 'rsvpId'> & { readonly id: string };

/** In festival files it has no visitor. */
export type StoredEntrant = {
  readonly rsvpId: string;
  readonly userId: string | null;
  readonly name: string;
  /** So that the name can be forgotten when the place is gone. */
  readonly visitorId?: string | null;
};

export const fromStored = ({ rsvpId, ...entrant }: StoredEntrant): DrawnEntrant => ({ id: rsvpId, ...entrant });

export const toStored = ({ id, userId, name, visitorId = null }: DrawnEntrant): StoredEntrant => ({
  rsvpId: id,
  userId,
  name,
  ...(visitorId === null ? {} : { visitorId }),
});

/** Staff, or the players who agreed on a result, by their places. */
export type Author =
  | (Pick<Staff, 'sessionId' | 'name'> & { readonly agreed?: never })
  | { readonly sessionId: null; readonly name: null; readonly agreed: readonly string[] };

/** ISO 8601 UTC. */
export type Line = { readonly entry: Entry; readonly enteredAt: string; readonly enteredBy: Author | null };

export type StoredBracket = {
  readonly eventId: string;
  readonly drawId: string;
  /** The first is seed 1. */
  readonly entrants: readonly DrawnEntrant[];
  readonly options: DrawOptions;
  readonly drawnAt: string;
  /** Null in the sample and in an imported festival. */
  readonly drawnBy: Author | null;
  readonly drawnRevision: number;
  readonly lines: readonly Line[];
};

export type PresentNames = {
  readonly byRsvp: ReadonlyMap<string, string>;
  readonly byUser: ReadonlyMap<string, string>;
  readonly visitors: ReadonlyMap<string, string | null>;
  readonly fixedTables?: ReadonlyMap<string, string>;
};

export type PresentEntrant = DrawnEntrant & {
  readonly visitorId: string | null;
  /** False for a player who gave up their place. */
  readonly hasPlace: boolean;
  readonly fixedTable: string | null;
};

export type StoredCall = TableCall & {
  readonly matchId: MatchId;
  readonly location: string;
  readonly entrants: readonly string[];
  readonly seenBy: readonly string[];
};

/** Entrants have their present names. */
export type Bracket = Omit<StoredBracket, 'entrants'> & {
  readonly entrants: readonly PresentEntrant[];
  readonly state: State;
  readonly calls: ReadonlyMap<MatchId, StoredCall>;
};

/** An organiser's name on the RSVP, else the account's, else the name at the draw. */
export const presentName = (
  { id, userId, name }: DrawnEntrant,
  { byRsvp, byUser }: Pick<PresentNames, 'byRsvp' | 'byUser'>,
): string => {
  const place = byRsvp.get(id) ?? name;
  if (place !== name) return place;
  const account = userId === null ? undefined : byUser.get(userId);
  return account !== undefined && accountKey(account) !== accountKey(name) ? account : name;
};

type Stored = {
  readonly entrants: readonly unknown[];
  readonly options: DrawOptions;
  readonly lines: readonly Pick<Line, 'entry'>[];
};

export const stateOf = ({ entrants, options, lines }: Stored): State => {
  const entries = lines.map(({ entry }) => entry);
  return fold(drawnGraph(entrants.length, options, entries), entries);
};

/** Results are only added to a draw, so only new ones are entered into `known`. */
export function stateSince(known: State | null, stored: Stored): State {
  const entries = stored.lines.map(({ entry }) => entry);
  const isBefore =
    known?.graph.entrants === stored.entrants.length &&
    JSON.stringify(known.entries) === JSON.stringify(entries.slice(0, known.entries.length));
  if (!isBefore) return stateOf(stored);
  return entries.slice(known.entries.length).reduce(enter, known);
}

/** `known`: the last folded state of the same draw. */
export const asBracket = (
  drawn: StoredBracket,
  names: PresentNames,
  calls: readonly StoredCall[] = [],
  known: State | null = null,
): Bracket => ({
  ...drawn,
  entrants: drawn.entrants.map((entrant) => ({
    ...entrant,
    name: presentName(entrant, names),
    visitorId: names.visitors.get(entrant.id) ?? names.visitors.get(entrant.userId ?? '') ?? entrant.visitorId ?? null,
    hasPlace: names.byRsvp.has(entrant.id),
    fixedTable: names.fixedTables?.get(entrant.id) ?? null,
  })),
  state: stateSince(known, drawn),
  calls: new Map(calls.map((call) => [call.matchId, call])),
});

/** Each entry adds 1 to the revision of the draw. */
export const revisionOf = ({ drawnRevision, lines }: StoredBracket): number => drawnRevision + lines.length;

/** The highest of its matches: what screens know of a bracket. Who joins or leaves without a match does not raise it. */
export const shownRevision = ({ drawnRevision, state }: Pick<Bracket, 'drawnRevision' | 'state'>): number =>
  drawnRevision + state.matches.reduce((highest, { revision }) => Math.max(highest, revision), 0);

/** Whether a result was entered or taken back since; also for a revision of another draw. */
export const enteredSince = ({ drawnRevision, lines }: StoredBracket, revision: number): boolean =>
  revision < drawnRevision ||
  revision > drawnRevision + lines.length ||
  lines.slice(revision - drawnRevision).some(({ entry }) => isAction(entry) || entry.kind === 'undo');

/** False for a revision of another draw. */
export const sawSamePlayers = (
  { state, drawnRevision, lines, entrants, options }: Bracket,
  match: MatchId,
  revision: number,
): boolean => {
  const entered = revision - drawnRevision;
  if (entered < 0 || entered > lines.length) return false;
  const seen = matchIn(
    fold(drawnGraph(entrants.length, options, state.entries), state.entries.slice(0, entered)),
    match,
  );
  const present = matchIn(state, match);
  return JSON.stringify(seen?.players) === JSON.stringify(present?.players);
};

/** A valid result, neither undone nor cleared. */
export const hasResults = ({ state }: Bracket): boolean => state.matches.some(({ decidedBy }) => decidedBy !== null);

/** "Losers round 2, match 1" */
export const titleOf = ({ state: { graph } }: Bracket, id: MatchId): string => {
  const match = graph.matches[graph.indexOf.get(id) ?? -1];
  return match === undefined ? id : matchTitle(graph, match);
};

/** A bracket needs its players: a forgotten one is named by seed, 1 the strongest. */
const asFormer = ({ rsvpId }: StoredEntrant, seed: number): StoredEntrant => ({
  rsvpId,
  userId: null,
  name: `Former player ${seed}`,
});

/** In seed order; null when none of these plays. */
export function withoutNames(entrants: readonly StoredEntrant[], ids: ReadonlySet<string>): StoredEntrant[] | null {
  const isGone = ({ rsvpId, userId, visitorId }: StoredEntrant) =>
    [rsvpId, userId, visitorId].some((id) => id != null && ids.has(id));
  if (!entrants.some(isGone)) return null;
  return entrants.map((entrant, index) => (isGone(entrant) ? asFormer(entrant, index + 1) : entrant));
}

export const allFormer = (entrants: readonly StoredEntrant[]): StoredEntrant[] =>
  entrants.map((entrant, index) => asFormer(entrant, index + 1));

type Named = Pick<PresentEntrant, 'id' | 'name'>;
type Told = Pick<Bracket, 'lines' | 'drawnAt' | 'drawnBy'> & { readonly entrants: readonly Named[] };

/** The name of staff, if they gave one, or those of the players who agreed. */
export const authorWords = (by: Author | null, entrants: readonly Named[]): string | null =>
  by?.agreed ? listed(entrants.flatMap(({ id, name }) => (by.agreed.includes(id) ? name : []))) : (by?.name ?? null);

const authored = (by: Author | null, entrants: readonly Named[]) => ({
  by: authorWords(by, entrants),
  session: by === null || by.sessionId === null ? null : shortSession(by.sessionId),
});

/** Newest first, the draw last. An undo belongs to the match whose entry it took back. */
export function historyOf({ lines, drawnAt, drawnBy, entrants }: Told, match: MatchId): MatchEntry[] {
  const history: MatchEntry[] = [{ what: 'drawn', scores: null, at: drawnAt, ...authored(drawnBy, entrants) }];
  let standing: MatchId[] = [];
  for (const { entry, enteredAt, enteredBy } of lines) {
    if (entry.kind === 'unpublish') {
      standing = standing.filter((of) => !entry.matches.includes(of));
      // The next match of this name is of other people.
      if (entry.matches.includes(match)) history.splice(0, history.length - 1);
    }
    if (!isAction(entry) && entry.kind !== 'undo') continue;
    const of = entry.kind === 'undo' ? standing.pop() : entry.match;
    if (entry.kind !== 'undo') standing.push(entry.match);
    if (of !== match) continue;
    const scores: [number, number] | null = entry.kind === 'score' ? [...entry.scores] : null;
    history.unshift({ what: entry.kind, scores, at: enteredAt, ...authored(enteredBy, entrants) });
  }
  return history;
}

const WORDS = {
  drawn: 'Bracket drawn',
  score: 'Entered',
  winner: 'Winner entered',
  places: 'Places entered',
  forfeit: 'Forfeit entered',
  disqualification: 'Disqualified',
  clear: 'Result cleared',
  undo: 'Taken back',
} as const satisfies Record<MatchEntry['what'], string>;

/** '3 : 1 entered by Mira'. */
export const entryWords = ({ what, scores, by, session }: MatchEntry): string => {
  const done = scores === null ? WORDS[what] : `${scores[0]} : ${scores[1]} entered`;
  const who = by ?? (session === null ? null : 'an organiser');
  return who === null ? done : `${done} by ${who}`;
};
