/** A player who loses their place forfeits what they would play now; an undo takes that back. */
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { lockEventOrThrow } from '#features/events/commands.ts';
import { findStoredPlace } from '#features/rsvps/store.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { ForfeitAll, Match } from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import { whyNotEnter } from '../engine/results.ts';
import { type MatchState, matchIn } from '../engine/state.ts';
import { type Bracket, titleOf } from '../rules/bracket.ts';
import { asMatches } from '../rules/wire.ts';
import { settleCalls } from './calls.ts';
import { append } from './changes.ts';
import { findBracket } from './reads.ts';

/** The forfeits of one player, and the draw they belong to. */
export type Withdrawal = { readonly drawId: string; readonly matches: readonly MatchId[] };

const seedOf = ({ entrants }: Bracket, placeId: string): number => entrants.findIndex(({ id }) => id === placeId) + 1;

export async function playsIn(tx: Db, eventId: string, placeId: string): Promise<boolean> {
  const bracket = await findBracket(tx, eventId);
  return bracket !== null && seedOf(bracket, placeId) > 0;
}

/**
 * Forfeits each match that the player would play now, in a locked event. One whose opponent is not known yet can only be
 * forfeited later, at the desk. Returns null without a bracket, otherwise the matches and their titles.
 */
export async function forfeitMatches(
  context: CommandContext,
  tx: Db,
  caller: StaffCaller,
  { eventId, placeId }: { eventId: string; placeId: string },
): Promise<{ withdrawal: Withdrawal; titles: string[] } | null> {
  let bracket = await findBracket(tx, eventId);
  if (bracket === null) return null;
  const seed = seedOf(bracket, placeId);
  const matches: MatchId[] = [];
  for (;;) {
    // A forfeit in the winners bracket may make a match of the losers bracket ready.
    const ready = bracket.state.matches.find(({ status, players }) => status === 'ready' && players.includes(seed));
    if (ready === undefined) {
      await settleCalls(context, tx, eventId);
      return { withdrawal: { drawId: bracket.drawId, matches }, titles: titlesIn(bracket, matches) };
    }
    const match = ready.match.id;
    bracket = await append(context, tx, caller, bracket, {
      kind: 'forfeit',
      match,
      player: ready.players[0] === seed ? 1 : 2,
    });
    matches.push(match);
  }
}

/**
 * Forfeits each match that a player who gave up their place would play now.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE when they have a place again, or MATCH_NOT_READY.
 */
export const forfeitAll = (
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { entrantId }: ForfeitAll,
): Promise<Match[]> =>
  transact(context.db, async (tx) => {
    const event = await lockEventOrThrow(tx, eventId);
    const player = (await findBracket(tx, eventId))?.entrants.find(({ id }) => id === entrantId);
    if (player === undefined) throw new Refusal('NOT_FOUND', 'This player is not in the bracket any more.');
    if ((await findStoredPlace(tx, entrantId))?.event_id === eventId) {
      throw new Refusal('CHANGED_MEANWHILE', `${player.name} has a place again, so their matches stay.`);
    }
    const forfeited = await forfeitMatches(context, tx, caller, { eventId, placeId: entrantId });
    const after = await findBracket(tx, eventId);
    if (after === null || !forfeited?.titles.length) {
      throw new Refusal('MATCH_NOT_READY', `${player.name} has no match that can be played now.`);
    }
    await record(context, tx, caller.staff, {
      action: 'matches forfeited',
      who: person(entrantId, player.name, player.visitorId),
      subject: event.title,
      eventId,
      before: null,
      after: { forfeited: forfeited.titles },
    });
    return asMatches(after);
  });

/**
 * Clears the forfeits of a withdrawal that still stand; the calls are settled once the place is back. Returns their titles.
 * @throws Refusal RESULT_USED when a later match was decided.
 */
export async function clearForfeits(
  context: CommandContext,
  tx: Db,
  caller: StaffCaller,
  { eventId, placeId, withdrawal }: { eventId: string; placeId: string; withdrawal: Withdrawal },
): Promise<string[]> {
  let bracket = await findBracket(tx, eventId);
  if (bracket === null || bracket.drawId !== withdrawal.drawId) return [];
  const cleared: MatchId[] = [];
  for (const match of withdrawal.matches.toReversed()) {
    if (!isForfeitOf(matchIn(bracket.state, match), seedOf(bracket, placeId))) continue;
    const entry = { kind: 'clear', match } as const;
    if (whyNotEnter(bracket.state, entry)?.code === 'RESULT_USED') throw playedOn();
    bracket = await append(context, tx, caller, bracket, entry);
    cleared.unshift(match);
  }
  return titlesIn(bracket, cleared);
}

const titlesIn = (bracket: Bracket, matches: readonly MatchId[]) => matches.map((match) => titleOf(bracket, match));

/** The desk may have cleared the player's forfeit and entered one of the opponent. */
const isForfeitOf = (match: MatchState | undefined, seed: number): boolean =>
  match?.reason === 'forfeit' && match.players[match.winner === 1 ? 1 : 0] === seed;

const playedOn = (): Refusal =>
  new Refusal('RESULT_USED', 'A later match is already decided. Clear the forfeit in Event Control instead.');
