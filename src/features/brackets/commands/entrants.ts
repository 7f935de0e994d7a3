/** Changes who plays in a drawn bracket, and in which order. The event is locked, like for a draw. */
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent } from '#features/events/store.ts';
import { addSubstitute } from '#features/rsvps/commands/seats.ts';
import { findPlaceOf, findStoredPlace } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Staff } from '#platform/staff.ts';
import type { ForfeitAll, LateEntrant, Match, Seeds, Substitute } from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import { whyNotEnter } from '../engine/results.ts';
import { hasPlayed, type MatchState, matchIn } from '../engine/state.ts';
import { type Bracket, type DrawnEntrant, hasResults, revisionOf, titleOf, toStored } from '../rules/bracket.ts';
import { whyNotAddLate, whyNotReorder, whyNotSubstitute } from '../rules/entrants.ts';
import { whyNotChangeEntrantsSince } from '../rules/meanwhile.ts';
import { asMatches, auditedDraw } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { settleCalls } from './calls.ts';
import { append } from './changes.ts';
import { findBracket } from './reads.ts';

/** A player who loses their place forfeits what they would play now; an undo takes that back. */

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

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Checks in a place of a locked event by hand. Returns whether that changed anything. */
    checkIn(context: CommandContext, tx: Db, placeId: string, by: Staff): Promise<boolean>;
  }
}

type Scene = { readonly tx: Db; readonly event: FestivalEvent; readonly bracket: Bracket };
type Changing = {
  readonly eventId: string;
  readonly action: string;
  readonly expectedRevision: number | undefined;
  /** Stores the new players. */
  readonly change: (scene: Scene) => Promise<void>;
};

/** @throws Refusal NOT_FOUND or CHANGED_MEANWHILE, and what `change` throws. */
const changeEntrants = (
  context: CommandContext,
  caller: StaffCaller,
  { eventId, action, expectedRevision, change }: Changing,
): Promise<Match[]> =>
  transact(context.db, async (tx) => {
    const event = await lockEventOrThrow(tx, eventId);
    const bracket = await findBracket(tx, eventId);
    if (bracket === null) throw new Refusal('NOT_FOUND', 'The bracket of this event is not drawn yet.');
    throwRefusal(whyNotChangeEntrantsSince(bracket, expectedRevision));
    await change({ tx, event, bracket });
    await settleCalls(context, tx, eventId);
    const [after, seats] = [await findBracket(tx, eventId), await findEvent(tx, eventId)];
    if (after === null || seats === null) throw noSuchEvent();
    await record(context, tx, caller.staff, {
      action,
      subject: event.title,
      eventId,
      before: { ...auditedDraw(bracket), capacity: event.capacity },
      after: { ...auditedDraw(after), capacity: seats.capacity },
    });
    return asMatches(after);
  });

const factsOf = ({ event, bracket }: Scene) => ({ event, entrants: bracket.entrants, hasResults: hasResults(bracket) });

/** Draws the bracket again with these players. It has no results. */
const drawAgain = (context: CommandContext, caller: StaffCaller, scene: Scene, entrants: readonly DrawnEntrant[]) =>
  store.replaceBracket(scene.tx, {
    eventId: scene.event.id,
    drawId: context.newId(),
    entrants,
    options: scene.bracket.options,
    drawnAt: context.now().toISOString(),
    drawnBy: caller.staff,
  });

/**
 * Puts the players into another order before the first result.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE, EVENT_OVER, RESULTS_EXIST or BAD_INPUT.
 */
export const reorderSeeds = (
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { order, expectedRevision }: Seeds,
): Promise<Match[]> =>
  changeEntrants(context, caller, {
    eventId,
    expectedRevision,
    action: 'seeds reordered',
    async change(scene) {
      throwRefusal(whyNotReorder(factsOf(scene), order));
      const byId = new Map(scene.bracket.entrants.map((entrant) => [entrant.id, entrant]));
      await drawAgain(
        context,
        caller,
        scene,
        order.flatMap((id) => byId.get(id) ?? []),
      );
    },
  });

/**
 * Puts somebody into a bye before the first result, as the last seed.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE, EVENT_OVER, RESULTS_EXIST, ALREADY_REGISTERED, TOO_MANY_PLAYERS or
 * EVENT_FULL.
 */
export const addLateEntrant = (
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { playerName, expectedRevision }: LateEntrant,
): Promise<Match[]> =>
  changeEntrants(context, caller, {
    eventId,
    expectedRevision,
    action: 'late entrant added',
    async change(scene) {
      const found = await findPlaceOf(scene.tx, eventId, nameKey(playerName));
      throwRefusal(whyNotAddLate(factsOf(scene), { id: found?.id ?? null, name: playerName }));
      const late = await checkedIn(context, caller.staff, scene, { id: found?.id ?? null, name: playerName });
      await drawAgain(context, caller, scene, [...scene.bracket.entrants, late]);
    },
  });

/**
 * Puts somebody in the place of a player who has not played yet. The name is that of a place in the event, or of a
 * person who gets one now.
 * @throws Refusal NOT_FOUND, CHANGED_MEANWHILE, EVENT_OVER, RESULTS_EXIST, ALREADY_REGISTERED or EVENT_FULL.
 */
export const substitute = (
  context: CommandContext,
  caller: StaffCaller,
  eventId: string,
  { entrantId, playerName, expectedRevision }: Substitute,
): Promise<Match[]> =>
  changeEntrants(context, caller, {
    eventId,
    expectedRevision,
    action: 'substitute put in',
    async change(scene) {
      const { tx, event, bracket } = scene;
      const { entrants, state } = bracket;
      const seed = entrants.findIndex(({ id }) => id === entrantId) + 1;
      const leaving = entrants[seed - 1];
      if (leaving === undefined) throw new Refusal('NOT_FOUND', 'This player is not in the bracket any more.');
      const found = await findPlaceOf(tx, eventId, nameKey(playerName));
      const newcomer = { id: found?.id ?? null, name: playerName };
      throwRefusal(whyNotSubstitute({ event, entrants }, { ...leaving, hasPlayed: hasPlayed(state, seed) }, newcomer));
      const player = await checkedIn(context, caller.staff, scene, newcomer);
      const present = entrants.map(toStored).with(seed - 1, toStored(player));
      // Every match gets a revision above all before, as by a draw: no desk may enter a result for the former player.
      await store.replaceEntrants(tx, { eventId, entrants: present }, revisionOf(bracket) + 1);
    },
  });

/** A person who is put into the bracket by hand is there, so they are checked in. Without a place they get one. */
async function checkedIn(
  context: CommandContext,
  by: Staff,
  { tx, event }: Scene,
  { id: placeId, name }: { readonly id: string | null; readonly name: string },
): Promise<store.Candidate> {
  const id = placeId ?? (await addSubstitute(context, tx, event, name)).id;
  await context.hooks.checkIn(context, tx, id, by);
  const player = (await store.listCandidates(tx, event.id)).find((candidate) => candidate.id === id);
  if (player === undefined) throw new Refusal('NOT_FOUND', 'This place was cancelled.');
  return player;
}
