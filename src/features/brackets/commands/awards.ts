import type { Db } from '#database/schema.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { listAccountsLike } from '#features/users/store/users.ts';
import { type Award, awardsByRank, awardsForTakingPart, type Chosen, type Participant } from '../rules/awards.ts';
import { asBracket, revisionOf } from '../rules/bracket.ts';
import * as store from '../store/brackets.ts';

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

const gaining = (awards: readonly Award[]): Award[] => awards.filter(({ points }) => points > 0);
