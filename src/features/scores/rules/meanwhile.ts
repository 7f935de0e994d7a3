import type { User } from '#features/users/contract.ts';
import { isolated } from '#platform/isolated.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';

export const changedMeanwhile = ({ name, score }: Pick<User, 'name' | 'score'>): string =>
  `Another organiser has just changed this score: ${isolated(name)} has ${score.toLocaleString('en-US')} now. Look at it again, then save.`;

/** Refuses a score by an organiser who saw another one; undefined: the request named none. The same score is no conflict. */
export const whyNotSetScore = (
  user: Pick<User, 'name' | 'score' | 'revision'>,
  score: number,
  revisionSeen: number | undefined,
): Verdict =>
  revisionSeen === undefined || revisionSeen === user.revision || score === user.score
    ? null
    : new Refusal('CHANGED_MEANWHILE', changedMeanwhile(user), { field: 'score' });
