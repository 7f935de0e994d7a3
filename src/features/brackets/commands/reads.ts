/** Reads brackets, for answers and for the live lists. */
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent, listEvents, publicEvents } from '#features/events/store.ts';
import { listAccountsLike, listTopUsers } from '#features/people/users/store/users.ts';
import { Refusal } from '#platform/refusal.ts';
import type { LeaderboardLine, Match, Winners } from '../contract.ts';
import type { State } from '../engine/state.ts';
import { asBracket, type Bracket, historyOf, revisionOf } from '../rules/bracket.ts';
import { type Award, awardsByRank, awardsForTakingPart, type Chosen, type Participant } from '../rules/completions.ts';
import type { MatchEntry } from '../rules/stored.ts';
import { asLeaderboard, asMatches, findMatch, readId } from '../rules/wire.ts';
import * as store from '../store/brackets.ts';
import { listCalls } from '../store/calls.ts';

type Awards = { readonly revision: number; readonly awards: readonly Award[] };

const accountsOf = (db: Db, people: readonly Participant[], chosen: Chosen) =>
  listAccountsLike(
    db,
    [...people.flatMap(({ userId }) => userId ?? []), ...chosen.values()],
    people.map(({ name }) => name),
  );

/** Returns who gets which points of an event as it is now: by its bracket, or those checked in, where none is drawn. */
export async function findAwards(db: Db, { id, title, points }: FestivalEvent, chosen: Chosen): Promise<Awards> {
  const drawn = await store.findStoredBracket(db, id);
  const revision = drawn === null ? 0 : revisionOf(drawn);
  if (points === null) return { revision, awards: [] };
  const table = { title, points };
  if (drawn === null) {
    const people = (await store.listCandidates(db, id)).filter(({ checkedIn }) => checkedIn);
    return {
      revision,
      awards: gaining(awardsForTakingPart(table, people, await accountsOf(db, people, chosen), chosen)),
    };
  }
  const names = await store.readNames(db, drawn);
  const { entrants, state } = asBracket(drawn, names);
  // Whose place it is, not whose account: the account at the draw was found by the name alone.
  const visitorOf = (index: number) => {
    const { id: place = '', visitorId = null } = drawn.entrants[index] ?? {};
    return names.visitors.get(place) ?? visitorId;
  };
  const people = entrants.map((entrant, index): Participant => ({ ...entrant, visitorId: visitorOf(index) }));
  return {
    revision,
    awards: gaining(awardsByRank(table, state, people, await accountsOf(db, people, chosen), chosen)),
  };
}

/** Returns whether an event has this place: taken now, or drawn, also when it was given back since. */
export async function hasPlace(db: Db, eventId: string, placeId: string): Promise<boolean> {
  const drawn = await store.findStoredBracket(db, eventId);
  return [...(drawn?.entrants ?? []), ...(await store.listCandidates(db, eventId))].some(({ id }) => id === placeId);
}

const gaining = (awards: readonly Award[]): Award[] => awards.filter(({ points }) => points > 0);

/** The states that were folded last, by draw: one result is read for its answer, for the calls of tables and for every screen. */
const folded = new Map<string, State>();
const MOST_FOLDED = 100;

export async function findBracket(db: Db, eventId: string): Promise<Bracket | null> {
  const drawn = await store.findStoredBracket(db, eventId);
  if (drawn === null) return null;
  // A festival's file may bring a draw with other options.
  const key = `${drawn.drawId} ${JSON.stringify(drawn.options)}`;
  const known = folded.get(key);
  const bracket = asBracket(drawn, await store.readNames(db, drawn), await listCalls(db, drawn), known);
  // As the newest.
  folded.delete(key);
  folded.set(key, bracket.state);
  const [oldest] = folded.keys();
  if (folded.size > MOST_FOLDED && oldest !== undefined) folded.delete(oldest);
  return bracket;
}

/** The bracket of an event; null while none is drawn. @throws Refusal NOT_FOUND for an unknown event. */
async function readBracket(db: Db, eventId: string): Promise<Bracket | null> {
  const bracket = await findBracket(db, eventId);
  if (bracket === null && (await findEvent(db, eventId)) === null) throw noSuchEvent();
  return bracket;
}

/** Matches of an event with these ids, for its live list; none without a bracket. */
export async function listChangedMatches(db: Db, eventId: string, ids: readonly string[] | null): Promise<Match[]> {
  const bracket = await findBracket(db, eventId);
  const matches = bracket === null ? [] : asMatches(bracket);
  return ids === null ? matches : matches.filter(({ id }) => ids.includes(id));
}

/** Null without a bracket. */
export async function listLeaderboard(db: Db, eventId: string): Promise<LeaderboardLine[] | null> {
  const bracket = await findBracket(db, eventId);
  return bracket && asLeaderboard(bracket);
}

const TOP = 10;

/** Who won each decided tournament that visitors see, and the ten best of the competition who have points. */
export async function listWinners(db: Db): Promise<Winners> {
  const tournaments: Winners['tournaments'] = [];
  for (const { id, title, bracketDecided } of await listEvents(db, null, publicEvents(db))) {
    const lines = bracketDecided ? await listLeaderboard(db, id) : null;
    const names = lines?.filter(({ rank }) => rank === 1).map(({ playerName }) => playerName) ?? [];
    if (names.length > 0) tournaments.push({ eventId: id, title, names });
  }
  const top = (await listTopUsers(db, TOP)).filter(({ score }) => score > 0);
  return { tournaments, top: top.map(({ name, score }) => ({ name, score })) };
}

/** @throws Refusal NOT_FOUND. */
export async function presentMatches({ db }: CommandContext, eventId: string): Promise<Match[]> {
  const bracket = await readBracket(db, eventId);
  return bracket === null ? [] : asMatches(bracket);
}

/** @throws Refusal NOT_FOUND. */
export async function listEntries({ db }: CommandContext, id: string): Promise<MatchEntry[]> {
  const sent = readId(id);
  const bracket = sent === null ? null : await findBracket(db, sent.eventId);
  if (sent === null || bracket === null || findMatch(bracket, sent.match) === null) throw noSuchMatch();
  return historyOf(bracket, sent.match);
}

export const noSuchMatch = (): Refusal => new Refusal('NOT_FOUND', 'There is no such match.');

/** @throws Refusal NOT_FOUND. */
export async function presentLeaderboard({ db }: CommandContext, eventId: string): Promise<LeaderboardLine[]> {
  const bracket = await readBracket(db, eventId);
  return bracket === null ? [] : asLeaderboard(bracket);
}
