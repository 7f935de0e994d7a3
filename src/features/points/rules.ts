import type { User } from '#features/users/contract.ts';
import { SCORE } from '#features/users/limits.ts';
import { isolated } from '#platform/isolated.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { isOrganiser, POINTS, type Staff } from '#platform/staff.ts';
import type { ArchivedPointEntry, PointEntry } from './contract.ts';

/** Points belong to no event, so no scope limits a helper who gives them. */
export const mayGive = (staff: Pick<Staff, 'role'> | null): boolean =>
  isOrganiser(staff) || POINTS.some((role) => role === staff?.role);

/** `+5 and +10 for somebody with 3 → 18`. The sum must stay a score. */
export const whyNotPoints = ({ name, score }: Pick<User, 'name' | 'score'>, points: number): Verdict => {
  const sum = score + points;
  if (sum >= SCORE.min && sum <= SCORE.max) return null;
  const limit = (sum < SCORE.min ? SCORE.min : SCORE.max).toLocaleString('en-US');
  return new Refusal(
    'BAD_INPUT',
    `${isolated(name)} would have ${sum.toLocaleString('en-US')} points; the limit is ${limit}.`,
    {
      field: 'points',
    },
  );
};

export const noSuchEntry = (): Refusal => new Refusal('NOT_FOUND', 'This entry is not there any more.');

export const whyNotUndo = ({ undoes }: Pick<PointEntry, 'undoes'>): Verdict =>
  undoes === null ? null : new Refusal('BAD_INPUT', 'An undo cannot be undone. Give the points again.');

/** Says why these cannot be the entries of a festival's file. */
export function checkEntries({
  points,
  users,
}: {
  readonly points: readonly ArchivedPointEntry[];
  readonly users: readonly { readonly id: string }[];
}): Verdict {
  const [known, entries] = [new Set(users.map(({ id }) => id)), new Map(points.map((entry) => [entry.id, entry]))];
  const isWrong = ({ userId, undoes, ...entry }: ArchivedPointEntry): boolean => {
    const of = undoes === null ? null : entries.get(undoes);
    return (
      !known.has(userId) ||
      (of !== null && (of?.userId !== userId || of.undoes !== null || of.points !== -entry.points))
    );
  };
  const wrong = points.find(isWrong) ?? (entries.size < points.length ? points[0] : undefined);
  return wrong === undefined
    ? null
    : new Refusal(
        'BAD_INPUT',
        `The file’s entry of points ${wrong.id} belongs to nobody, or undoes another person’s.`,
        { field: 'points' },
      );
}

/** Points count at the ceremony when they were given in a freeze: `frozenAt` is null outside of one. */
export const isHidden = (at: string, frozenAt: string | null): boolean => frozenAt !== null && at >= frozenAt;

/** Returns `Priya, organiser`; null for nobody's name. */
export const authorOf = (name: string | null, role: Staff['role'] | null): string | null =>
  name === null ? null : role === null ? name : `${name}, ${role}`;

/** `+5`, `−3`: with a real minus, as tall as the plus. */
export const signed = (points: number): string =>
  `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')}`;

type Line = { readonly entry: PointEntry; readonly undo: PointEntry | undefined };

/** The lines of a list of entries: one that was undone says so itself, so its undo has no line. */
export function lines(entries: readonly PointEntry[]): Line[] {
  const undos = new Map(entries.map((entry) => [entry.undoes, entry]));
  const shown = new Set(entries.map(({ id }) => id));
  return entries
    .filter(({ undoes }) => undoes === null || !shown.has(undoes))
    .map((entry) => ({ entry, undo: undos.get(entry.id) }));
}
