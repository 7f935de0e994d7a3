/** Changes who plays in a drawn bracket, and in which order. The event is locked, like for a draw. */
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork, StaffWriting } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { whyOver } from '#features/events/rules/status.ts';
import { findEvent } from '#features/events/store.ts';
import { addSubstitute } from '#features/rsvps/commands/seats.ts';
import { findPlaceOf, findStoredPlace } from '#features/rsvps/store.ts';
import { nameKey } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Staff } from '#platform/staff.ts';
import type * as contract from '../contract.ts';
import type { Match } from '../contract.ts';
import type { MatchId } from '../engine/graph.ts';
import { kindOf } from '../engine/kinds.ts';
import { whyNotEnter, whyNotJoin } from '../engine/results.ts';
import { type Action, hasPlayed, type MatchState, matchIn, type State } from '../engine/state.ts';
import { type Bracket, type DrawnEntrant, hasResults, revisionOf, titleOf, toStored } from '../rules/bracket.ts';
import { whoReturns, whyNotAddLate, whyNotReorder, whyNotSubstitute } from '../rules/entrants.ts';
import { whyNotChangeEntrantsSince } from '../rules/meanwhile.ts';
import { asMatches, auditedDraw } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { settleCalls } from './calls.ts';
import { append, storeDraw } from './changes.ts';
import { findBracket } from './reads.ts';

/** The forfeits of one player, and the draw they belong to. */
export type Withdrawal = {
  readonly drawId: string;
  readonly matches: readonly MatchId[];
  /** Before that they were paired in every round. */
  readonly dropped?: boolean | undefined;
};

const seedOf = ({ entrants }: Bracket, placeId: string): number => entrants.findIndex(({ id }) => id === placeId) + 1;

export async function playsIn(tx: Db, eventId: string, placeId: string): Promise<boolean> {
  const bracket = await findBracket(tx, eventId);
  return bracket !== null && seedOf(bracket, placeId) > 0;
}

/**
 * Forfeits each match that the player would play now, in a locked event, and pairs them no more. A match whose opponent is
 * not known yet can only be forfeited later, at the desk; a table of three or more plays on. Returns null without a bracket,
 * otherwise the matches and their titles.
 */
export async function forfeitMatches(
  given: StaffWriting,
  { eventId, placeId }: { eventId: string; placeId: string },
): Promise<{ withdrawal: Withdrawal; titles: string[] } | null> {
  const { context, tx } = given;
  let bracket = await findBracket(tx, eventId);
  if (bracket === null) return null;
  const seed = seedOf(bracket, placeId);
  const dropped = kindOf(bracket.options.tournamentType).keepsWhoDrops && !bracket.state.dropped.has(seed);
  if (dropped) bracket = await append(given, bracket, { kind: 'drop', seed });
  const matches: MatchId[] = [];
  for (;;) {
    // A forfeit in the winners bracket may make a match of the losers bracket ready.
    const entry = forfeitOf(bracket.state, seed);
    if (entry === null) {
      await settleCalls(context, tx, eventId);
      return { withdrawal: { drawId: bracket.drawId, matches, dropped }, titles: titlesIn(bracket, matches) };
    }
    bracket = await append(given, bracket, entry);
    matches.push(entry.match);
  }
}

/** The forfeit of the next match that this player cannot play; null when there is none. */
function forfeitOf({ matches, dropped }: State, seed: number): Action | null {
  const present = ({ players }: MatchState) => players.map((who) => who !== seed && !dropped.has(Number(who)));
  const ready = matches.find(
    (found) =>
      found.status === 'ready' &&
      found.players.includes(seed) &&
      present(found).filter((isThere) => isThere).length < 2,
  );
  if (ready === undefined) return null;
  const match = ready.match.id;
  if (ready.match.bracket === 'heat') return { kind: 'places', match, places: present(ready).map(Number) };
  return { kind: 'forfeit', match, player: ready.players[0] === seed ? 1 : 2 };
}

/** Forfeits each match that a player who gave up their place would play now; an undo takes that back. */
export const forfeitAll: StaffWork<typeof contract.forfeitAll> = async (given) => {
  const { tx, params, body, note } = given;
  const { entrantId } = body;
  const event = await lockEventOrThrow(tx, params.id);
  const player = (await findBracket(tx, event.id))?.entrants.find(({ id }) => id === entrantId);
  if (player === undefined) throw new Refusal('NOT_FOUND', 'This player is not in the bracket any more.');
  if ((await findStoredPlace(tx, entrantId))?.event_id === event.id) {
    throw new Refusal('CHANGED_MEANWHILE', `${player.name} has a place again, so their matches stay.`);
  }
  const forfeited = await forfeitMatches(given, { eventId: event.id, placeId: entrantId });
  const after = await findBracket(tx, event.id);
  if (after === null || !(forfeited?.titles.length || forfeited?.withdrawal.dropped)) {
    throw new Refusal('MATCH_NOT_READY', `${player.name} has no match that can be played now.`);
  }
  await note({
    action: 'matches forfeited',
    who: person(entrantId, player.name, player.visitorId),
    subject: event.title,
    eventId: event.id,
    before: null,
    after: { forfeited: forfeited.titles },
  });
  return asMatches(after);
};

/**
 * Clears the forfeits of a withdrawal that still stand, and pairs the player again; the calls are settled once the place is
 * back. Returns the titles of what it cleared.
 * @throws Refusal RESULT_USED when a later match was decided.
 */
export async function clearForfeits(
  given: StaffWriting,
  { eventId, placeId, withdrawal }: { eventId: string; placeId: string; withdrawal: Withdrawal },
): Promise<string[]> {
  let bracket = await findBracket(given.tx, eventId);
  if (bracket === null || bracket.drawId !== withdrawal.drawId) return [];
  const cleared: MatchId[] = [];
  for (const match of withdrawal.matches.toReversed()) {
    if (!isForfeitOf(matchIn(bracket.state, match), seedOf(bracket, placeId))) continue;
    const entry = { kind: 'clear', match } as const;
    if (whyNotEnter(bracket.state, entry)?.code === 'RESULT_USED') throw playedOn();
    bracket = await append(given, bracket, entry);
    cleared.unshift(match);
  }
  const seed = seedOf(bracket, placeId);
  if (withdrawal.dropped && bracket.state.dropped.has(seed))
    bracket = await append(given, bracket, { kind: 'return', seed });
  return titlesIn(bracket, cleared);
}

const titlesIn = (bracket: Bracket, matches: readonly MatchId[]) => matches.map((match) => titleOf(bracket, match));

/** The desk may have cleared the player's forfeit and entered one of the opponent. */
const isForfeitOf = (match: MatchState | undefined, seed: number): boolean =>
  match?.reason === 'forfeit'
    ? match.players[match.winner === 1 ? 1 : 0] === seed
    : match?.places?.[match.players.indexOf(seed)] === 0;

const playedOn = (): Refusal =>
  new Refusal('RESULT_USED', 'A later match is already decided. Clear the forfeit in Event Control instead.');

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    /** Checks in a place of a locked event by hand. Returns whether that changed anything. */
    checkIn(context: CommandContext, tx: Db, placeId: string, by: Staff): Promise<boolean>;
  }
}

/** A desk that changes the players of a drawn bracket. */
type EntrantsDesk = StaffWriting & {
  readonly params: { readonly id: string };
  readonly body: { readonly expectedRevision?: number | undefined };
};
type Scene = { readonly event: FestivalEvent; readonly bracket: Bracket };

/** `change` stores the new players. @throws Refusal NOT_FOUND or CHANGED_MEANWHILE, and what `change` throws. */
async function changeEntrants(
  { context, tx, params, body, note }: EntrantsDesk,
  action: string,
  change: (scene: Scene) => Promise<void>,
): Promise<Match[]> {
  const event = await lockEventOrThrow(tx, params.id);
  const bracket = await findBracket(tx, event.id);
  if (bracket === null) throw new Refusal('NOT_FOUND', 'The bracket of this event is not drawn yet.');
  throwRefusal(whyNotChangeEntrantsSince(bracket, body.expectedRevision));
  await change({ event, bracket });
  await settleCalls(context, tx, event.id);
  const [after, seats] = [await findBracket(tx, event.id), await findEvent(tx, event.id)];
  if (after === null || seats === null) throw noSuchEvent();
  await note({
    action,
    subject: event.title,
    eventId: event.id,
    before: { ...auditedDraw(bracket), capacity: event.capacity },
    after: { ...auditedDraw(after), capacity: seats.capacity },
  });
  return asMatches(after);
}

const factsOf = ({ event, bracket }: Scene) => ({ event, entrants: bracket.entrants, hasResults: hasResults(bracket) });

/** Draws the bracket again with those of these players who did not drop out. It has no results. */
function drawAgain(given: StaffWriting, { event, bracket }: Scene, players: readonly DrawnEntrant[]) {
  const { graph, dropped } = bracket.state;
  const entrants = players.filter(({ id }) => !dropped.has(seedOf(bracket, id)));
  if (entrants.length < kindOf(graph.options.tournamentType).entrants.min)
    throw new Refusal('TOO_FEW_PLAYERS', 'Too few players are left to draw them again.');
  return storeDraw(given, event.id, { entrants, options: graph.options });
}

/** Puts the players into another order before the first result. */
export const reorderSeeds: StaffWork<typeof contract.reorderSeeds> = (given) =>
  changeEntrants(given, 'seeds reordered', async (scene) => {
    const { order } = given.body;
    throwRefusal(whyNotReorder(factsOf(scene), order));
    const byId = new Map(scene.bracket.entrants.map((entrant) => [entrant.id, entrant]));
    const entrants = order.flatMap((id) => byId.get(id) ?? []);
    await drawAgain(given, scene, entrants);
  });

/**
 * Lets somebody play as the last seed: of a tree in a bye, before the first result; in rounds from the next one on, or against
 * the one with the bye of the first. Who dropped out comes back to their row.
 */
export const addLateEntrant: StaffWork<typeof contract.addLateEntrant> = (given) =>
  changeEntrants(given, 'late entrant added', async (scene) => {
    const { tx } = given;
    const { playerName, late = false } = given.body;
    const { event, bracket } = scene;
    const { entrants, state } = bracket;
    const found = await findPlaceOf(tx, event.id, nameKey(playerName));
    const newcomer = { id: found?.id ?? null, name: playerName };
    const seed = whoReturns(bracket, newcomer);
    const kind = kindOf(bracket.options.tournamentType);
    if (seed === null) throwRefusal(whyNotAddLate(factsOf(scene), newcomer, kind));
    else throwRefusal(whyOver(event));
    if (seed === null && kind.pairsRounds) throwRefusal(whyNotJoin(state, { isLate: late }));
    const player = await checkedIn(given, event, newcomer);
    if (seed === null && !kind.pairsRounds) return void (await drawAgain(given, scene, [...entrants, player]));
    // The entry first: it counts who has joined the players of the draw.
    await append(
      given,
      bracket,
      seed === null ? { kind: 'join', seed: entrants.length + 1 } : { kind: 'return', seed },
    );
    const present = entrants.map(toStored);
    const after = present.toSpliced((seed ?? entrants.length + 1) - 1, 1, toStored(player));
    await store.replaceEntrants(tx, { eventId: event.id, entrants: after });
  });

/**
 * Puts somebody in the place of a player who has not played yet. The name is that of a place in the event, or of a
 * person who gets one now.
 */
export const substitute: StaffWork<typeof contract.substitute> = (given) =>
  changeEntrants(given, 'substitute put in', async ({ event, bracket }) => {
    const { tx } = given;
    const { entrantId, playerName } = given.body;
    const { entrants, state } = bracket;
    const seed = entrants.findIndex(({ id }) => id === entrantId) + 1;
    const leaving = entrants[seed - 1];
    if (leaving === undefined) throw new Refusal('NOT_FOUND', 'This player is not in the bracket any more.');
    const found = await findPlaceOf(tx, event.id, nameKey(playerName));
    const newcomer = { id: found?.id ?? null, name: playerName };
    throwRefusal(whyNotSubstitute({ event, entrants }, { ...leaving, hasPlayed: hasPlayed(state, seed) }, newcomer));
    const player = await checkedIn(given, event, newcomer);
    const present = entrants.map(toStored).with(seed - 1, toStored(player));
    const after = state.dropped.has(seed) ? await append(given, bracket, { kind: 'return', seed }) : bracket;
    // Every match gets a revision above all before, as by a draw: no desk may enter a result for the former player.
    await store.replaceEntrants(tx, { eventId: event.id, entrants: present }, revisionOf(after) + 1);
  });

/** A person who is put into the bracket by hand is there, so they are checked in. Without a place they get one. */
async function checkedIn(
  { context, tx, staff }: StaffWriting,
  event: FestivalEvent,
  { id: placeId, name }: { readonly id: string | null; readonly name: string },
): Promise<store.Candidate> {
  const id = placeId ?? (await addSubstitute(context, tx, event, name)).id;
  await context.hooks.checkIn(context, tx, id, staff);
  const player = (await store.listCandidates(tx, event.id)).find((candidate) => candidate.id === id);
  if (player === undefined) throw new Refusal('NOT_FOUND', 'This place was cancelled.');
  return player;
}
