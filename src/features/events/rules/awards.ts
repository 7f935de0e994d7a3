/** What organisers read of the points of an event. */
import { groupBy } from '#platform/group-by.ts';
import { isolated } from '#platform/isolated.ts';
import type { EventAward } from '../contract.ts';

/** Those whose points differ from what they got. Who has no account gets none. */
export const differing = (people: readonly EventAward[]): EventAward[] =>
  people.filter(({ userId, points, given }) => userId !== null && points !== given);

/** 'Rosa 10 → 5' */
export const changeWords = ({ name, given, points }: EventAward): string => `${isolated(name)} ${given} → ${points}`;

/** Names of a line; the rest of them is counted. */
const NAMED = 40;
export const namesOf = (people: readonly Pick<EventAward, 'name'>[]): string => {
  const names = people.slice(0, NAMED).map(({ name }) => isolated(name));
  return [...names, ...(people.length > NAMED ? [`and ${people.length - NAMED} more`] : [])].join(', ');
};

/** Those with an account by what they get, in the order given, and those without one. */
export function byAward(people: readonly EventAward[]) {
  const gaining = people.filter(({ points }) => points > 0);
  const groups = groupBy(
    gaining.filter(({ userId }) => userId !== null),
    ({ points, reason }) => `${reason}: ${points}`,
  );
  return { groups: [...groups.values()], without: gaining.filter(({ userId }) => userId === null) };
}
