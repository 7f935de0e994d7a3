import type { User } from '#features/users/contract.ts';
import { isolated } from '#platform/isolated.ts';
import { listed, several } from '#platform/listed.ts';
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

export const noSuchUpload = (): Refusal => new Refusal('NOT_FOUND', 'This upload is not there any more.');

/** Names told in a refusal. */
const NAMED = 3;

/** Refuses to undo an upload whose scores were set again since: what they would become is nobody's wish. */
export function whyNotUndoUpload(setAfter: readonly string[]): Verdict {
  if (setAfter.length === 0) return null;
  const who = [
    ...setAfter.slice(0, NAMED).map(isolated),
    ...several(Math.max(0, setAfter.length - NAMED), 'more', 'more'),
  ];
  const what = setAfter.length === 1 ? 'This score was' : 'These scores were';
  return new Refusal('CHANGED_MEANWHILE', `${what} set again after this upload: ${listed(who)}. Undo that first.`);
}
