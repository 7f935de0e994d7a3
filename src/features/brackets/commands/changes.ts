/**
 * Draws brackets and enters results. Every write locks the event until its commit and compares the revision that the
 * organiser saw with the present one. Without a revision nothing is compared: the last one wins.
 */
import { randomInt } from 'node:crypto';
import { brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import { findEvent, lockEvent, markDrawn } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { isOrganiser } from '#platform/staff.ts';
import type { ChangeResult, Draw, Forfeit, Match, NewScore, Undo } from '../contract.ts';
import { enter } from '../engine/fold.ts';
import type { MatchId } from '../engine/graph.ts';
import { cleared, lastAction, nothingToUndo, whyNotEnter } from '../engine/results.ts';
import type { Action, Entry } from '../engine/state.ts';
import { type Bracket, hasResults, type Line, revisionOf, sawSamePlayers, titleOf } from '../rules/bracket.ts';
import { drawnByOrganisers, seeded, shuffled, whyNotGenerate } from '../rules/entrants.ts';
import { changedBy, lastIsAnother, standsAlready, whyNotChangeSince, whyNotDrawSince } from '../rules/meanwhile.ts';
import { asMatches, auditedDraw, auditedMatch, changedIds, findMatch, readId, withSentIds } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { settleCalls } from './calls.ts';
import { findBracket, noSuchMatch } from './reads.ts';

/**
 * Draws the bracket from the players who are checked in; `random` returns numbers from 0 up to 1.
 * @throws Refusal NOT_FOUND, NO_TOURNAMENT, EVENT_OVER, TOO_FEW_PLAYERS, TOO_MANY_PLAYERS, RESULTS_EXIST, PLAYERS_MISSING
 * or CHANGED_MEANWHILE, and NOT_YOUR_JOB for a new draw by a helper.
 */
export async function generateBracket(
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { randomSeed, replace = false, everybody = false, without = [], thirdPlace = false, expectedRevision }: Draw,
  random = () => randomInt(2 ** 32) / 2 ** 32,
): Promise<Match[]> {
  return transact(context.db, async (tx) => {
    const event = await lockEventOrThrow(tx, eventId);
    const before = await findBracket(tx, eventId);
    if (before !== null && !isOrganiser(caller.staff)) throw drawnByOrganisers();
    const places = Map.groupBy(await store.listCandidates(tx, eventId), ({ checkedIn }) => checkedIn);
    const [candidates, missing] = [places.get(true) ?? [], places.get(false) ?? []];
    const facts = { event, checkedIn: candidates.length, missing, everybody, without, replace };
    throwRefusal(whyNotGenerate({ ...facts, hasResults: before !== null && hasResults(before) }));
    if (before !== null) throwRefusal(whyNotDrawSince(before, expectedRevision));
    await context.hooks.endWaiting(tx, eventId);
    const order = randomSeed ? shuffled(candidates, random) : seeded(candidates);
    await store.replaceBracket(tx, {
      eventId,
      drawId: context.newId(),
      entrants: order,
      options: { tournamentType: event.tournamentType ?? 'single-elimination', thirdPlace },
      drawnAt: context.now().toISOString(),
      drawnBy: caller.staff,
    });
    const after = await findBracket(tx, eventId);
    if (after === null) throw noSuchEvent();
    await settleCalls(context, tx, eventId);
    await record(context, tx, caller.staff, {
      action: before === null ? 'bracket drawn' : 'bracket drawn again',
      subject: event.title,
      eventId,
      before: before && auditedDraw(before),
      after: auditedDraw(after),
    });
    return asMatches(after);
  });
}

/** @throws Refusal BAD_INPUT for a draw, and what `changeMatch` throws. */
export const enterScore = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { player1Score, player2Score, ...change }: NewScore,
): Promise<Match> =>
  changeMatch(context, caller, id, change, (match) => ({
    kind: 'score',
    match,
    scores: [player1Score, player2Score],
  }));

/** @throws Refusal, see `changeMatch`. */
export const forfeit = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { player, disqualify = false, ...change }: Forfeit,
): Promise<Match> =>
  changeMatch(context, caller, id, change, (match) => ({
    kind: disqualify ? 'disqualification' : 'forfeit',
    match,
    player,
  }));

/** @throws Refusal NO_RESULT, and what `changeMatch` throws. */
export const clearResult = (
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  change: ChangeResult,
): Promise<Match> => changeMatch(context, caller, id, change, (match) => ({ kind: 'clear', match }));

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
  context: CommandContext,
  caller: StaffCaller,
  id: string,
  { cascade = false, expectedRevision }: ChangeResult,
  entryFor: (match: MatchId) => Action,
): Promise<Match> {
  const sent = readId(id);
  if (sent === null) throw noSuchMatch();
  const { eventId, match } = sent;
  const entry = entryFor(match);
  return withLockedBracket(context, eventId, noSuchMatch, async (tx, bracket, eventTitle) => {
    const before = findMatch(bracket, match);
    if (before === null) throw noSuchMatch();
    const outcome = entry.kind === 'clear' ? null : entry;
    const seen = expectedRevision ?? before.revision;
    throwRefusal(
      whyNotChangeSince({
        title: titleOf(bracket, match),
        present: before,
        by: changedBy(bracket, before.revision),
        isCurrent: seen === before.revision,
        samePlayers: sawSamePlayers(bracket, match, seen),
        outcome,
      }),
    );
    if (outcome !== null && standsAlready(before, outcome)) return before;
    throwRefusal(withSentIds(eventId, whyNotEnter(bracket.state, entry, { cascade })));
    const after = await append(context, tx, caller, bracket, entry);
    const lost = cleared(bracket.state, entry, after.state).map((other) => titleOf(bracket, other));
    const changed = findMatch(after, match);
    if (changed === null) throw noSuchMatch();
    await record(context, tx, caller.staff, {
      action: before.status === 'done' && outcome !== null ? 'result corrected' : ACTIONS[entry.kind],
      subject: `${titleOf(bracket, match)} of ${eventTitle}`,
      eventId,
      before: auditedMatch(bracket, before),
      after: { ...auditedMatch(after, changed), ...(lost.length === 0 ? {} : { alsoCleared: lost.join('; ') }) },
    });
    return changed;
  });
}

/**
 * Undoes the last entry.
 * @throws Refusal NOT_FOUND, NO_RESULT or CHANGED_MEANWHILE.
 */
export async function undoResult(
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { expectedRevision }: Undo,
): Promise<Match[]> {
  if ((await findEvent(context.db, eventId)) === null) throw noSuchEvent();
  return withLockedBracket(context, eventId, nothingToUndo, async (tx, bracket, eventTitle) => {
    throwRefusal(whyNotEnter(bracket.state, { kind: 'undo' }));
    const last = lastAction(bracket.state)?.entry.match ?? '';
    const before = findMatch(bracket, last);
    const isStale = expectedRevision !== undefined && expectedRevision !== revisionOf(bracket);
    if (before !== null && isStale) throw lastIsAnother(bracket, titleOf(bracket, last), before);
    const after = await append(context, tx, caller, bracket, { kind: 'undo' });
    const present = findMatch(after, last);
    await record(context, tx, caller.staff, {
      action: 'result taken back',
      subject: `${titleOf(bracket, last)} of ${eventTitle}`,
      eventId,
      before: before && auditedMatch(bracket, before),
      after: present && auditedMatch(after, present),
    });
    return asMatches(after);
  });
}

/** Runs `act` with the bracket while the event is locked; throws `missing` when there is none. */
async function withLockedBracket<T>(
  context: CommandContext,
  eventId: string,
  missing: () => Refusal,
  act: (tx: Db, bracket: Bracket, eventTitle: string) => Promise<T>,
): Promise<T> {
  return transact(context.db, async (tx) => {
    const held = await lockEvent(tx, eventId);
    const bracket = await findBracket(tx, eventId);
    if (held === null || bracket === null) throw missing();
    const answer = await act(tx, bracket, held.title);
    await settleCalls(context, tx, eventId);
    return answer;
  });
}

/** Appends an entry to the bracket of a locked event. @throws Refusal CHANGED_MEANWHILE when its index is taken. */
export async function append(
  context: CommandContext,
  tx: Db,
  caller: StaffCaller,
  bracket: Bracket,
  entry: Entry,
): Promise<Bracket> {
  const line: Line = { entry, enteredAt: context.now().toISOString(), enteredBy: caller.staff };
  const { eventId, drawId, lines } = bracket;
  const after = { ...bracket, state: enter(bracket.state, entry), lines: [...lines, line] };
  try {
    await store.addLine(tx, { ...line, eventId, drawId, sequence: lines.length });
  } catch (error) {
    if (!brokeUnique(error)) throw error;
    throw new Refusal('CHANGED_MEANWHILE', 'Another organiser has just entered a result. Please look again.');
  }
  const isDecided = after.state.over;
  if (isDecided !== bracket.state.over) await markDrawn(tx, eventId, { isDecided });
  store.noteBracket(tx, eventId, changedIds(bracket, after));
  return after;
}
