/** For the preview, and for the server before it writes. */
import type { User } from '#features/people/users/contract.ts';
import { SCORE } from '#features/people/users/limits.ts';
import { justDeleted } from '#features/people/users/rules.ts';
import { groupBy } from '#platform/lists.ts';
import { accountKey, cleanName, isolated, nameKey } from '#platform/names.ts';
import { limitProblem, listed, readWhole, several } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { shortened } from './rows.ts';

export const changedMeanwhile = ({ name, score }: Pick<User, 'name' | 'score'>): string =>
  `Another organiser has just changed this score: ${isolated(name)} has ${score.toLocaleString('en-US')} now. Look at it again, then save.`;

/** Undefined: the request named no score. The same score is no conflict. */
export const whyNotSetScore = (
  user: Pick<User, 'name' | 'score' | 'revision'>,
  score: number,
  revisionSeen: number | undefined,
): Verdict =>
  revisionSeen === undefined || revisionSeen === user.revision || score === user.score
    ? null
    : new Refusal('CHANGED_MEANWHILE', changedMeanwhile(user), { field: 'score' });

export const noSuchUpload = (): Refusal => new Refusal('NOT_FOUND', 'This upload is not there any more.');

const NAMED = 3;

/** Scores were set again since: nobody wants the sums that an undo would leave. */
export function whyNotUndoUpload(setAfter: readonly string[]): Verdict {
  if (setAfter.length === 0) return null;
  const who = [
    ...setAfter.slice(0, NAMED).map(isolated),
    ...several(Math.max(0, setAfter.length - NAMED), 'more', 'more'),
  ];
  const what = setAfter.length === 1 ? 'This score was' : 'These scores were';
  return new Refusal('CHANGED_MEANWHILE', `${what} set again after this upload: ${listed(who)}. Undo that first.`);
}

export const ROWS_AT_MOST = 5_000;
export const ROWS_AT_MOST_TEXT = ROWS_AT_MOST.toLocaleString('en-US');
export const TOO_MANY_ROWS = `has more than ${ROWS_AT_MOST_TEXT} rows; split the file`;

export type Given = { readonly name: string; readonly score: number };
export type WantedScore = { readonly name: string; readonly nameKey: string; readonly score: number };

/** `kind`: the sentence without name and numbers, so that equal problems are seen. */
type Failure = { readonly name: string; readonly kind: string; readonly sentence: string };

export type Judged = {
  /** In the order of first appearance. */
  readonly scores: readonly WantedScore[];
  readonly keys: readonly (string | null)[];
  readonly refused: ReadonlyMap<number, Failure>;
  /** One sentence per failing name, and one for many with an equal problem. */
  readonly errors: readonly string[];
};

export function judge(rows: readonly Given[]): Judged {
  const refused = new Map<number, Failure>();
  const groups = new Map<string, { name: string; indexes: number[] }>();
  const keys: (string | null)[] = [];
  for (const [index, { name }] of rows.entries()) {
    const clean = cleanName(name);
    if ('problem' in clean) {
      const [shown, kind] = [shortened(name), `the name ${clean.problem}`];
      refused.set(index, { name: shown, kind, sentence: `“${shown}”: ${kind}.` });
      keys.push(null);
      continue;
    }
    const key = accountKey(clean.name);
    const group = groups.get(key) ?? { name: clean.name, indexes: [] };
    group.indexes.push(index);
    groups.set(key, group);
    keys.push(key);
  }
  const scores: WantedScore[] = [];
  for (const { name, indexes } of groups.values()) {
    const given = [...new Set(indexes.map((index) => rows[index]?.score ?? 0))];
    const problem = given.length > 1 ? differentScores(name, given, indexes.length) : scoreProblem(name, given[0] ?? 0);
    if (problem === null) scores.push({ name, nameKey: nameKey(name), score: given[0] ?? 0 });
    else for (const index of indexes) refused.set(index, problem);
  }
  const failures = [...refused].sort(([one], [other]) => one - other).map(([, failure]) => failure);
  const bySentence = new Map(failures.map((failure) => [failure.sentence, failure]));
  return { scores, keys, refused, errors: withEqualsJoined([...bySentence.values()]) };
}

const ALIKE = 3;

/** A hundred equal problems are one: “A”, “B”, “C” and 97 more: the score is more than 10,000,000. */
const withEqualsJoined = (failures: readonly Failure[]): string[] =>
  [...groupBy(failures, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    const more = alike.length - ALIKE;
    if (more <= 0) return alike.map(({ sentence }) => sentence);
    const names = alike.slice(0, ALIKE).map(({ name }) => `“${isolated(name)}”`);
    return [`${names.join(', ')} and ${points(more)} more: ${kind}.`];
  });

const TIMES: Readonly<Record<number, string>> = { 2: 'twice', 3: 'three times' };
const MOST_NAMED = 5;

function differentScores(name: string, given: readonly number[], times: number): Failure {
  const named = given.slice(0, MOST_NAMED).map(points);
  const rest = given.length - named.length;
  const list = rest > 0 ? `${named.join(', ')} and ${rest} more` : listed(named);
  const sentence = `“${isolated(name)}” appears ${TIMES[times] ?? `${times} times`} with different scores: ${list}.`;
  return { name, kind: sentence, sentence };
}

function scoreProblem(name: string, score: number): Failure | null {
  const failure = (shown: string, what: string): Failure => {
    return { name, kind: `the score ${what}`, sentence: `“${isolated(name)}”: ${shown} ${what}.` };
  };
  if (!Number.isInteger(score)) return failure(String(score), 'is not a whole number');
  if (score < SCORE.min) return failure(points(score), `is less than ${points(SCORE.min)}`);
  return score > SCORE.max ? failure(points(score), `is more than ${points(SCORE.max)}`) : null;
}

/** A request may have 1e300. */
const points = (score: number): string => shortened(score.toLocaleString('en-US'));

export type Mode = 'set' | 'add';

export type Effect =
  | { readonly does: 'creates' }
  | { readonly does: 'changes' | 'keeps'; readonly from: number; readonly to: number; readonly userId: string }
  | { readonly does: 'fails'; readonly why: string };

/** `hidden`: users who were deleted within the last minute. The server refuses the whole file for one of them. */
export const effectsOf = (
  rows: readonly Given[],
  judged: Judged,
  users: ReadonlyMap<string, User>,
  mode: Mode = 'set',
  hidden: ReadonlyMap<string, Pick<User, 'name'>> = new Map(),
): Effect[] =>
  rows.map(({ name, score }, index) => {
    const failure = judged.refused.get(index);
    if (failure !== undefined) return { does: 'fails', why: failure.sentence };
    const [key, looseKey] = [nameKey(name), judged.keys[index] ?? ''];
    const user = users.get(key) ?? users.get(looseKey);
    const deleted = hidden.get(key) ?? hidden.get(looseKey);
    if (user === undefined && deleted !== undefined)
      return { does: 'fails', why: `${justDeleted(deleted.name).message} Until then the whole file is refused.` };
    if (user === undefined) return { does: 'creates' };
    const to = mode === 'add' ? user.score + score : score;
    return { does: user.score === to ? 'keeps' : 'changes', from: user.score, to, userId: user.id };
  });

/** By account key and by name key, which goes before. */
export const byNameKey = <T extends Pick<User, 'name'>>(users: readonly T[]): ReadonlyMap<string, T> =>
  new Map([
    ...users.map((user) => [accountKey(user.name), user] as const),
    ...users.map((user) => [nameKey(user.name), user] as const),
  ]);

export const bulkMessage = ({
  updated,
  created,
  failed,
}: {
  updated: number;
  created: number;
  failed: number;
}): string => `Updated ${updated} score(s). Created ${created} new user(s). ${failed} failed`;

/** 'users-and-scores 20251114T170500Z (1).csv' was exported at 2025-11-14T17:05:00Z. */
export function exportedAt(fileName: string): string | null {
  const [, date = '', hours, minutes, seconds] = /(\d{8})T(\d\d)(\d\d)(\d\d)Z/.exec(fileName) ?? [];
  if (date === '') return null;
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${hours}:${minutes}:${seconds}Z`;
}

export const readTypedScore = (typed: string): { score: number } | { problem: string } => {
  if (typed.trim() === '') return { problem: 'Type a score first.' };
  const score = readWhole(typed);
  if (score === null) return { problem: 'A score is a whole number.' };
  if (limitProblem(score, SCORE) !== null) {
    return { problem: `A score lies between ${points(SCORE.min)} and ${points(SCORE.max)}.` };
  }
  return { score };
};

/** Sentences per upload: enough to read, not a whole wrong file. */
export const ERRORS_KEPT = 1_000;

export const errorsToKeep = (errors: readonly string[]): readonly string[] => {
  const more = errors.length - ERRORS_KEPT;
  return more > 0 ? [...errors.slice(0, ERRORS_KEPT), `${points(more)} more failed.`] : errors;
};

/** Text that is not a list is shown unchanged. */
export const readErrors = (errorDetails: string): readonly string[] => {
  try {
    const list: unknown = JSON.parse(errorDetails);
    if (Array.isArray(list)) return list.filter((one) => typeof one === 'string');
  } catch {
    // Not such a list: shown unchanged.
  }
  return errorDetails === '' ? [] : [errorDetails];
};
