/**
 * Draws brackets and enters results. Every write locks the event until its commit and compares the revision that the
 * organiser saw with the present one. Without a revision nothing is compared: the last one wins.
 */
import { randomInt } from 'node:crypto';
import { brokeUnique } from '#database/portable.ts';
import { noteChange } from '#database/transactions.ts';
import type { StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyUndrawn } from '#features/events/rules/status.ts';
import { findEvent, lockEvent, markDrawn, setRoundClock } from '#features/events/store.ts';
import { endWaiting } from '#features/waiting/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import { isOrganiser } from '#platform/staff.ts';
import type * as contract from '../contract.ts';
import type { ChangeResult, Match, SaidResult } from '../contract.ts';
import { enter } from '../engine/fold.ts';
import type { DrawOptions } from '../engine/graph.ts';
import { cleared, cutTakenBackBy, lastAction, nothingToUndo, whyNotEnter } from '../engine/results.ts';
import { type Action, type Entry, type MatchState, matchIn, type PlayedEntry } from '../engine/state.ts';
import {
  type Author,
  type Bracket,
  type DrawnEntrant,
  enteredSince,
  hasResults,
  type Line,
  sawSamePlayers,
  titleOf,
} from '../rules/bracket.ts';
import { drawnByOrganisers, seeded, shuffled, whyNotGenerate } from '../rules/entrants.ts';
import { changedBy, lastIsAnother, standsAlready, whyNotChangeSince, whyNotDrawSince } from '../rules/meanwhile.ts';
import { placesOf } from '../rules/places.ts';
import { firstRoundOf, proposedMatches } from '../rules/rounds.ts';
import { asMatches, auditedDraw, auditedMatch, changedIds, findMatch, readId, withSentIds } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { announceRound } from './announce.ts';
import { settleCalls } from './calls.ts';
import { findBracket, noSuchMatch } from './reads.ts';

/** Draws the bracket from the players who are checked in; `random` returns numbers from 0 up to 1. */
export const generateBracket =
  (random = () => randomInt(2 ** 32) / 2 ** 32): StaffWork<typeof contract.generateBracket> =>
  async ({ context, tx, staff, params, body, note }) => {
    const { randomSeed, replace = false, everybody = false, without = [], thirdPlace = false, propose = false } = body;
    if (propose && randomSeed)
      throw new Refusal('BAD_INPUT', 'A random draw cannot be looked at before it is drawn.', { field: 'propose' });
    const event = await lockEventOrThrow(tx, params.id);
    const before = await findBracket(tx, event.id);
    if (before !== null && !isOrganiser(staff)) throw drawnByOrganisers();
    throwRefusal(whyUndrawn(event));
    const places = Map.groupBy(await store.listCandidates(tx, event.id), ({ checkedIn }) => checkedIn);
    const [candidates, missing] = [places.get(true) ?? [], places.get(false) ?? []];
    const facts = { event, checkedIn: candidates.length, missing, everybody, without, replace };
    throwRefusal(whyNotGenerate({ ...facts, hasResults: before !== null && hasResults(before) }));
    if (before !== null) throwRefusal(whyNotDrawSince(before, body.expectedRevision));
    const order = randomSeed ? shuffled(candidates, random) : seeded(candidates);
    const type = event.tournamentType ?? 'single-elimination';
    const options = { tournamentType: type, ...event.format, ...(type === 'single-elimination' && { thirdPlace }) };
    const first = firstRoundOf(options, order.length);
    if (propose) {
      await note(null);
      return first === null ? [] : proposedMatches(event.id, order, options, first);
    }
    await endWaiting(tx, event.id);
    const after = await storeDraw({ context, tx, staff }, event.id, { entrants: order, options });
    await settleCalls(context, tx, event.id);
    await note({
      action: before === null ? 'bracket drawn' : 'bracket drawn again',
      subject: event.title,
      eventId: event.id,
      before: before && auditedDraw(before),
      after: auditedDraw(after),
    });
    return asMatches(after);
  };

type NewDraw = { readonly entrants: readonly DrawnEntrant[]; readonly options: DrawOptions };
/** Players who agree are the authors of their result. */
type Writing = Pick<StaffWriting, 'context' | 'tx'> & { readonly staff: Author };

/** Draws a locked event, and publishes the first round where there are rounds. */
export async function storeDraw(given: Writing, eventId: string, { entrants, options }: NewDraw): Promise<Bracket> {
  const { context, tx, staff } = given;
  const drawnAt = context.now().toISOString();
  await store.replaceBracket(tx, { eventId, drawId: context.newId(), entrants, options, drawnAt, drawnBy: staff });
  const drawn = await findBracket(tx, eventId);
  if (drawn === null) throw noSuchEvent();
  await setRoundClock(tx, eventId, null);
  const first = firstRoundOf(options, entrants.length);
  if (first === null) return drawn;
  const after = await append(given, drawn, first);
  await announceRound(given, after);
  return after;
}

export const enterScore: StaffWork<typeof contract.enterScore> = (given) =>
  changeMatch(given, (found, bracket) => resultEntry(given.body, found, bracket));

/** What somebody says that happened, as an entry. @throws Refusal BAD_INPUT. */
export function resultEntry(
  { winner, places, player1Score, player2Score }: SaidResult,
  found: MatchState,
  bracket: Bracket,
): PlayedEntry {
  const { id: match } = found.match;
  const kinds = [winner, places, player1Score ?? player2Score].filter((sent) => sent !== undefined);
  if (kinds.length > 1) throw new Refusal('BAD_INPUT', 'Send scores, or who won, or places.', { field: 'winner' });
  if (places !== undefined) return placesEntry(found, bracket, places);
  if (winner !== undefined) return { kind: 'winner', match, winner };
  if (player1Score === undefined) throw new Refusal('BAD_INPUT', 'First score is missing.', { field: 'player1Score' });
  if (player2Score === undefined) throw new Refusal('BAD_INPUT', 'Second score is missing.', { field: 'player2Score' });
  return { kind: 'score', match, scores: [player1Score, player2Score] };
}

export const forfeit: StaffWork<typeof contract.forfeit> = (given) => {
  const { player, disqualify = false } = given.body;
  const kind = disqualify ? 'disqualification' : 'forfeit';
  return changeMatch(given, ({ match: { id } }) => ({ kind, match: id, player }));
};

export const clearScore: StaffWork<typeof contract.clearScore> = (given) =>
  changeMatch(given, ({ match: { id } }) => ({ kind: 'clear', match: id }));

const ACTIONS = {
  score: 'result entered',
  winner: 'result entered',
  places: 'result entered',
  forfeit: 'forfeit entered',
  disqualification: 'player disqualified',
  clear: 'result cleared',
} as const satisfies Record<Action['kind'], string>;

/** In the order of the match; places follow from the scores where none is typed. Who is not named was not there. */
function placesEntry(
  { match, players }: MatchState,
  { entrants }: Bracket,
  typed: readonly { id: string; place?: number | undefined; score?: number | null | undefined }[],
): PlayedEntry {
  const ofSlot = players.map((who) => typed.find(({ id }) => typeof who === 'number' && entrants[who - 1]?.id === id));
  if (typed.length !== ofSlot.filter((one) => one !== undefined).length)
    throw new Refusal('BAD_INPUT', 'Somebody with a place is not at this table.', { field: 'places' });
  if (typed.some(({ place, score }) => place === undefined && score == null))
    throw new Refusal('BAD_INPUT', 'Each person who is named has a place or a score.', { field: 'places' });
  const scores = ofSlot.map((one) => one?.score ?? null);
  return {
    kind: 'places',
    match: match.id,
    places: placesOf(ofSlot.map((one) => one && { place: one.place ?? null, score: one.score ?? null })),
    ...(scores.some((score) => score !== null) && { scores }),
  };
}

type MatchDesk = StaffWriting & { readonly params: { readonly id: string }; readonly body: ChangeResult };

/**
 * Adds the entry for one match.
 * @throws Refusal NOT_FOUND, MATCH_NOT_READY, RESULT_USED or CHANGED_MEANWHILE.
 */
async function changeMatch(
  given: MatchDesk,
  entryFor: (found: MatchState, bracket: Bracket) => Action,
): Promise<Match> {
  const { note } = given;
  const { cascade = false, expectedRevision } = given.body;
  const sent = readId(given.params.id);
  if (sent === null) throw noSuchMatch();
  const { eventId, match } = sent;
  return withLockedBracket(given, eventId, noSuchMatch, async (bracket, eventTitle) => {
    const before = findMatch(bracket, match);
    const found = matchIn(bracket.state, match);
    if (before === null || found === undefined) throw noSuchMatch();
    const entry = entryFor(found, bracket);
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
    if (outcome !== null && standsAlready(before, outcome)) {
      await note(null);
      return before;
    }
    throwRefusal(withSentIds(eventId, whyNotEnter(bracket.state, entry, { cascade })));
    const cut = cutTakenBackBy(bracket.state, entry);
    if (cut !== null) await setRoundClock(given.tx, eventId, null);
    const after = await append(given, cut === null ? bracket : await append(given, bracket, cut), entry);
    const lost = cleared(bracket.state, entry, after.state).map((other) => titleOf(bracket, other));
    const changed = findMatch(after, match);
    if (changed === null) throw noSuchMatch();
    await note({
      action: before.status === 'done' && outcome !== null ? 'result corrected' : ACTIONS[entry.kind],
      subject: `${titleOf(bracket, match)} of ${eventTitle}`,
      eventId,
      before: auditedMatch(bracket, before),
      after: { ...auditedMatch(after, changed), ...(lost.length === 0 ? {} : { alsoCleared: lost.join('; ') }) },
    });
    return changed;
  });
}

/** Undoes the last entry. */
export const undoResult: StaffWork<typeof contract.undoResult> = async (given) => {
  const { tx, note } = given;
  const { id: eventId } = given.params;
  const { expectedRevision } = given.body;
  if ((await findEvent(tx, eventId)) === null) throw noSuchEvent();
  return withLockedBracket(given, eventId, nothingToUndo, async (bracket, eventTitle) => {
    throwRefusal(whyNotEnter(bracket.state, { kind: 'undo' }));
    const last = lastAction(bracket.state)?.entry.match ?? '';
    const before = findMatch(bracket, last);
    const isStale = expectedRevision !== undefined && enteredSince(bracket, expectedRevision);
    if (before !== null && isStale) throw lastIsAnother(bracket, titleOf(bracket, last), before);
    const after = await append(given, bracket, { kind: 'undo' });
    const present = findMatch(after, last);
    await note({
      action: 'result taken back',
      subject: `${titleOf(bracket, last)} of ${eventTitle}`,
      eventId,
      before: before && auditedMatch(bracket, before),
      after: present && auditedMatch(after, present),
    });
    return asMatches(after);
  });
};

/** Runs `act` with the bracket while the event is locked; throws `missing` when there is none. */
export async function withLockedBracket<T>(
  { context, tx }: Pick<StaffWriting, 'context' | 'tx'>,
  eventId: string,
  missing: () => Refusal,
  act: (bracket: Bracket, eventTitle: string, event: FestivalEvent) => Promise<T>,
): Promise<T> {
  const held = await lockEvent(tx, eventId);
  const bracket = await findBracket(tx, eventId);
  if (held === null || bracket === null) throw missing();
  const answer = await act(bracket, held.title, held);
  await settleCalls(context, tx, eventId);
  return answer;
}

/** Appends an entry to the bracket of a locked event. @throws Refusal CHANGED_MEANWHILE when its index is taken. */
export async function append({ context, tx, staff }: Writing, bracket: Bracket, entry: Entry): Promise<Bracket> {
  const line: Line = { entry, enteredAt: context.now().toISOString(), enteredBy: staff };
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
  if (isDecided || bracket.state.over) noteChange(tx, 'winners');
  store.noteBracket(tx, eventId, changedIds(bracket, after));
  return after;
}
