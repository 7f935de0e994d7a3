/**
 * Draws brackets and enters results. Every write locks the event until its commit, and compares the revision that the
 * organiser saw with the present one. A request that names none expects what stood when it arrived, which is read before
 * the lock is taken: of two sent at once, the second is refused.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { transact } from '#database/connect.ts';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import type { World } from '#features/access/commands.ts';
import { record } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent, holdEvent } from '#features/events/store.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import type { ChangeResult, Draw, Forfeit, Match, NewScore, Standing, Undo } from './contract.ts';
import type { Action, Entry } from './engine/entries.ts';
import { enter } from './engine/fold.ts';
import type { MatchId } from './engine/graph.ts';
import { canEnter, cleared, lastAction } from './engine/results.ts';
import { matchIn } from './engine/state.ts';
import {
  asBracket,
  type Bracket,
  findMatch,
  hasResults,
  type Line,
  playersAt,
  revisionOf,
  sentMatches,
  stateOf,
  titleOf,
  withLine,
} from './rules/bracket.ts';
import { canGenerate, seeded, shuffled } from './rules/generate.ts';
import { canChangeSince, drawnMeanwhile, lastIsAnother, standsAlready } from './rules/meanwhile.ts';
import { notedDraw, notedMatch } from './rules/noted.ts';
import { asLeaderboard, readId, sentId } from './rules/wire.ts';
import * as store from './store.ts';

const refuse = (verdict: Verdict): void => {
  if (verdict !== null) throw verdict;
};

const noSuchMatch = (): Refusal => new Refusal('NOT_FOUND', 'There is no such match.');

async function findBracket(db: Db, eventId: string): Promise<Bracket | null> {
  const drawn = await store.findDrawn(db, eventId);
  return drawn === null ? null : asBracket(drawn, await store.readNames(db, drawn));
}

/** The bracket of an event; null while none is drawn. @throws Refusal NOT_FOUND for an event that is not there. */
async function readBracket(db: Db, eventId: string): Promise<Bracket | null> {
  const bracket = await findBracket(db, eventId);
  if (bracket === null && (await findEvent(db, eventId)) === null) throw noSuchEvent();
  return bracket;
}

/** @throws Refusal NOT_FOUND. */
export async function presentMatches({ db }: World, eventId: string): Promise<Match[]> {
  const bracket = await readBracket(db, eventId);
  return bracket === null ? [] : sentMatches(bracket);
}

/** @throws Refusal NOT_FOUND. */
export async function presentLeaderboard({ db }: World, eventId: string): Promise<Standing[]> {
  const bracket = await readBracket(db, eventId);
  return bracket === null ? [] : asLeaderboard(bracket.state, bracket.names, eventId);
}

/**
 * In milliseconds. Requests without a revision that arrive within this time count as sent at once. On SQLite a write would
 * otherwise be over before the next request is read from its socket. Screens always send a revision and never wait.
 */
const AT_ONCE = 10;

/** The revision that the organiser saw: the one that the request names, or what stood when it arrived. */
async function seenRevision(named: number | undefined, read: () => Promise<number>): Promise<number> {
  if (named !== undefined) return named;
  const present = await read();
  await pause(AT_ONCE);
  return present;
}

const dice = (): number => randomInt(2 ** 32) / 2 ** 32;

/**
 * Draws the bracket from the players who are checked in; `random` returns numbers from 0 up to 1.
 * @throws Refusal NOT_FOUND, NO_TOURNAMENT, EVENT_OVER, TOO_FEW_PLAYERS, TOO_MANY_PLAYERS, RESULTS_EXIST or
 * CHANGED_MEANWHILE.
 */
export async function generateBracket(
  world: World,
  asking: Asking,
  eventId: string,
  { randomSeed, replace = false, thirdPlace = false, expectedRevision }: Draw,
  random = dice,
): Promise<Match[]> {
  const expected = await seenRevision(expectedRevision, () => store.findRevision(world.db, eventId));
  return transact(world.db, async (tx) => {
    const event = await holdEvent(tx, eventId);
    if (event === null) throw noSuchEvent();
    const before = await findBracket(tx, eventId);
    const candidates = await store.listCandidates(tx, eventId);
    const facts = { event, checkedIn: candidates.length, replace };
    refuse(canGenerate({ ...facts, hasResults: before !== null && hasResults(before) }));
    if (before !== null && expected !== revisionOf(before)) throw drawnMeanwhile(before, expected);
    const order = randomSeed ? shuffled(candidates, random) : seeded(candidates);
    await store.replaceBracket(tx, {
      eventId,
      drawId: world.newId(),
      entrants: order.map(({ rsvpId, userId, name }) => ({ rsvpId, userId, name })),
      options: { tournamentType: event.tournamentType ?? 'single-elimination', thirdPlace },
      drawnAt: world.now().toISOString(),
      drawnBy: asking.adminSessionId,
    });
    const after = await reread(tx, eventId);
    await record(world, tx, asking, {
      action: before === null ? 'bracket drawn' : 'bracket drawn again',
      subject: event.title,
      before: before && notedDraw(before),
      after: notedDraw(after),
    });
    return sentMatches(after);
  });
}

async function reread(tx: Db, eventId: string): Promise<Bracket> {
  const bracket = await findBracket(tx, eventId);
  if (bracket === null) throw noSuchMatch();
  return bracket;
}

/** @throws Refusal BAD_INPUT for a draw, and what `changeMatch` throws. */
export const enterScore = (
  world: World,
  asking: Asking,
  id: string,
  { player1Score, player2Score, ...said }: NewScore,
): Promise<Match> =>
  changeMatch(world, asking, id, said, (match) => ({
    kind: 'score',
    match,
    scores: [player1Score, player2Score],
  }));

/** @throws Refusal, see `changeMatch`. */
export const forfeit = (
  world: World,
  asking: Asking,
  id: string,
  { player, disqualify = false, ...said }: Forfeit,
): Promise<Match> =>
  changeMatch(world, asking, id, said, (match) => ({
    kind: disqualify ? 'disqualification' : 'forfeit',
    match,
    player,
  }));

/** @throws Refusal NO_RESULT, and what `changeMatch` throws. */
export const clearResult = (world: World, asking: Asking, id: string, said: ChangeResult): Promise<Match> =>
  changeMatch(world, asking, id, said, (match) => ({ kind: 'clear', match }));

const ACTIONS = {
  score: 'result entered',
  forfeit: 'forfeit entered',
  disqualification: 'player disqualified',
  clear: 'result cleared',
} as const satisfies Record<Action['kind'], string>;

/**
 * Adds the entry for one match.
 * @throws Refusal NOT_FOUND, MATCH_NOT_READY, RESULT_USED or CHANGED_MEANWHILE.
 */
async function changeMatch(
  world: World,
  asking: Asking,
  id: string,
  { cascade = false, expectedRevision }: ChangeResult,
  entryFor: (match: MatchId) => Action,
): Promise<Match> {
  const place = readId(id);
  if (place === null) throw noSuchMatch();
  const { eventId, match } = place;
  const entry = entryFor(match);
  const expected = await seenRevision(expectedRevision, () => presentRevision(world.db, eventId, match));
  return holding(world, eventId, noSuchMatch, async (tx, bracket, title) => {
    const before = findMatch(bracket, id);
    if (before === null) throw noSuchMatch();
    const outcome = entry.kind === 'clear' ? null : entry;
    const present = matchIn(bracket.state, match)?.players;
    refuse(
      canChangeSince({
        title: titleOf(bracket, match),
        present: before,
        isCurrent: expected === before.revision,
        samePlayers: isDeepStrictEqual(playersAt(bracket, match, expected), present),
        outcome,
      }),
    );
    if (outcome !== null && standsAlready(before, outcome)) return before;
    refuse(withSentIds(eventId, canEnter(bracket.state, entry, { cascade })));
    const lost = cleared(bracket.state, entry).map((other) => titleOf(bracket, other));
    const after = await append(world, tx, asking, bracket, entry);
    const changed = findMatch(after, id);
    if (changed === null) throw noSuchMatch();
    await record(world, tx, asking, {
      action: before.status === 'done' && outcome !== null ? 'result corrected' : ACTIONS[entry.kind],
      subject: `${titleOf(bracket, match)} of ${title}`,
      before: notedMatch(before),
      after: { ...notedMatch(changed), ...(lost.length === 0 ? {} : { alsoCleared: lost.join('; ') }) },
    });
    return changed;
  });
}

/** The engine knows a match only by its place in the bracket. */
const withSentIds = (eventId: string, verdict: Verdict): Verdict =>
  verdict?.clears === undefined
    ? verdict
    : new Refusal(verdict.code, verdict.message, { clears: verdict.clears.map((match) => sentId(eventId, match)) });

/** The revision of one match; 0 where there is none. */
async function presentRevision(db: Db, eventId: string, match: MatchId): Promise<number> {
  const drawn = await store.findDrawn(db, eventId);
  if (drawn === null) return 0;
  const found = matchIn(stateOf(drawn), match);
  return found === undefined ? 0 : drawn.drawnRevision + found.revision;
}

/**
 * Takes back what was entered last.
 * @throws Refusal NOT_FOUND, NO_RESULT or CHANGED_MEANWHILE.
 */
export async function undoResult(
  world: World,
  asking: Asking,
  eventId: string,
  { expectedRevision }: Undo,
): Promise<Match[]> {
  if ((await findEvent(world.db, eventId)) === null) throw noSuchEvent();
  const expected = await seenRevision(expectedRevision, () => store.findRevision(world.db, eventId));
  const nothing = () => new Refusal('NO_RESULT', 'There is no result to take back.');
  return holding(world, eventId, nothing, async (tx, bracket, title) => {
    refuse(canEnter(bracket.state, { kind: 'undo' }));
    const last = lastAction(bracket.state)?.entry.match ?? '';
    const id = sentId(eventId, last);
    const before = findMatch(bracket, id);
    if (before !== null && expected !== revisionOf(bracket)) throw lastIsAnother(titleOf(bracket, last), before);
    const after = await append(world, tx, asking, bracket, { kind: 'undo' });
    const present = findMatch(after, id);
    await record(world, tx, asking, {
      action: 'result taken back',
      subject: `${titleOf(bracket, last)} of ${title}`,
      before: before && notedMatch(before),
      after: present && notedMatch(present),
    });
    return sentMatches(after);
  });
}

/** Runs `act` with the event held and its bracket; `missing` is thrown where there is none (any more). */
async function holding<T>(
  world: World,
  eventId: string,
  missing: () => Refusal,
  act: (tx: Db, bracket: Bracket, title: string) => Promise<T>,
): Promise<T> {
  return transact(world.db, async (tx) => {
    const held = await holdEvent(tx, eventId);
    const bracket = await findBracket(tx, eventId);
    if (held === null || bracket === null) throw missing();
    return act(tx, bracket, held.title);
  });
}

/** Adds a line to the list. @throws Refusal CHANGED_MEANWHILE where its place is taken. */
async function append(world: World, tx: Db, asking: Asking, bracket: Bracket, entry: Entry): Promise<Bracket> {
  const line: Line = { entry, enteredAt: world.now().toISOString(), enteredBy: asking.adminSessionId };
  const { eventId, drawId, lines } = bracket;
  try {
    await store.addLine(tx, { ...line, eventId, drawId, sequence: lines.length });
  } catch (error) {
    if (!brokeUnique(error)) throw error;
    throw new Refusal('CHANGED_MEANWHILE', 'Another organiser has just entered a result. Please look again.');
  }
  return withLine(bracket, enter(bracket.state, entry), line);
}
