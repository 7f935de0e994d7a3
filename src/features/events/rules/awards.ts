/** What organisers read of the points of an event. */
import { isolated } from '#platform/isolated.ts';
import type { EventAward } from '../contract.ts';

/** Those whose points differ from what they got. Who has no account gets none. */
export const differing = (people: readonly EventAward[]): EventAward[] =>
  people.filter(({ userId, points, given }) => userId !== null && points !== given);

/** 'Rosa 10 → 5' */
export const changeWords = ({ name, given, points }: EventAward): string => `${isolated(name)} ${given} → ${points}`;
