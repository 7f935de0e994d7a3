import type { EventPoints, EventStatus } from '#features/events/contract.ts';
import { STATUS_WORDS } from '#features/events/rules/status.ts';
import { accountLike } from '#features/people/users/rules.ts';
import { nameKey } from '#platform/names.ts';
import { ordinal } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { ranks } from '../engine/standings.ts';
import type { State } from '../engine/state.ts';

/** `userId`: the account of that name at the draw. `visitorId`: the visitor who holds the place. */
export type Participant = {
  readonly id: string;
  readonly name: string;
  readonly userId: string | null;
  readonly visitorId: string | null;
};
export type Account = {
  readonly id: string;
  readonly nameKey: string;
  readonly looseKey: string | null;
  readonly visitorId: string | null;
  /** Null without a badge. */
  readonly group?: string | null;
};
/** Accounts by place, where an organiser said so. */
export type Chosen = ReadonlyMap<string, string>;
export type Award = {
  readonly placeId: string;
  readonly name: string;
  readonly userId: string | null;
  readonly points: number;
  readonly reason: string;
};
type Table = { readonly title: string; readonly points: EventPoints };

/**
 * Anybody can type a name, so an account is never another visitor's unless an organiser chose it. But a place under the name on a
 * badge is its guest's, also when a parent or staff took it, so that a claim costs no points.
 */
export function accountFinder(
  accounts: readonly Account[],
  chosen: Chosen = new Map(),
): (of: Participant) => string | null {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const like = accountLike(accounts);
  return ({ id, name, userId, visitorId }) => {
    const choice = byId.get(chosen.get(id) ?? '');
    if (choice !== undefined) return choice.id;
    const own = [byId.get(userId ?? ''), like(name)];
    const isTheirs = (account: Account) =>
      (account.visitorId ?? visitorId) === visitorId || (account.group ?? null) !== null;
    return own.find((account) => account && isTheirs(account))?.id ?? null;
  };
}

/** Of an account's places the one an organiser chose counts, else the one with its exact name, else the first. */
function oncePerAccount(awards: readonly Award[], accounts: readonly Account[], chosen: Chosen): Award[] {
  const keys = new Map(accounts.map((account) => [account.id, account.nameKey]));
  const claim = ({ placeId, name, userId }: Award): number =>
    userId === null ? 0 : chosen.get(placeId) === userId ? 2 : keys.get(userId) === nameKey(name) ? 1 : 0;
  const kept = new Map<string | null, Award>();
  for (const award of awards) {
    const other = kept.get(award.userId);
    if (other === undefined || claim(award) > claim(other)) kept.set(award.userId, award);
  }
  return awards.map((award) => (kept.get(award.userId) === award ? award : { ...award, userId: null }));
}

function playersIn({ matches }: State): Set<number> {
  const [played, disqualified] = [new Set<number>(), new Set<number>()];
  for (const { status, players, winner, reason, places } of matches) {
    if (status !== 'done') continue;
    for (const [index, who] of players.entries()) {
      if (typeof who !== 'number') continue;
      if (reason === 'score' || reason === 'winner' || winner === index + 1 || (places?.[index] ?? 0) > 0)
        played.add(who);
      else if (reason === 'disqualification') disqualified.add(who);
    }
  }
  return new Set([...played].filter((seed) => !disqualified.has(seed)));
}

const awardOf = ({ title, points: { places, takingPart } }: Table, rank: number | null) => {
  const placed = rank === null ? 0 : (places[rank - 1] ?? 0);
  const reason = placed > 0 && rank !== null ? `${ordinal(rank)} in ${title}` : `Took part in ${title}`;
  return { points: placed + takingPart, reason };
};

/** Equals get the points of their rank. `entrants` are in the order of seeds. */
export function awardsByRank(
  table: Table,
  state: State,
  entrants: readonly Participant[],
  accounts: readonly Account[],
  chosen: Chosen = new Map(),
) {
  const [players, accountOf] = [playersIn(state), accountFinder(accounts, chosen)];
  const awards = ranks(state).flatMap(({ seed, rank }): Award[] => {
    const entrant = entrants[seed - 1];
    if (entrant === undefined || !players.has(seed)) return [];
    return [{ placeId: entrant.id, name: entrant.name, userId: accountOf(entrant), ...awardOf(table, rank) }];
  });
  return oncePerAccount(awards, accounts, chosen);
}

export function awardsForTakingPart(
  table: Table,
  people: readonly Participant[],
  accounts: readonly Account[],
  chosen: Chosen,
) {
  const accountOf = accountFinder(accounts, chosen);
  const awards = people.map(
    (person): Award => ({ placeId: person.id, name: person.name, userId: accountOf(person), ...awardOf(table, null) }),
  );
  return oncePerAccount(awards, accounts, chosen);
}

/** Null for an event without a bracket. */
export const whyNotComplete = (bracket: Pick<State, 'over' | 'matches'> | null): Verdict => {
  if (bracket === null || bracket.over) return null;
  const open = bracket.matches.filter(({ status }) => status === 'waiting' || status === 'ready');
  const missing =
    open.length === 0
      ? 'next round'
      : open.some(({ match }) => ['group', 'round', 'heat'].includes(match.bracket))
        ? 'last round'
        : open.every(({ match }) => match.bracket === 'third-place')
          ? 'third place'
          : 'final';
  return new Refusal('UNDECIDED', `The ${missing} is not decided. Complete anyway?`);
};

export const whyNotUndo = (status: EventStatus): Refusal =>
  new Refusal(
    'STATUS_ORDER',
    status === 'completed'
      ? 'This event was completed more than a minute ago and stays completed.'
      : `This event is ${STATUS_WORDS[status]} and was not completed.`,
  );
