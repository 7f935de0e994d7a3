import type { Festival, Mission, MissionCategory } from '#features/festival/contract.ts';
import { ASK_ABOVE_POINTS } from '#features/festival/limits.ts';
import type { User } from '#features/people/users/contract.ts';
import { SCORE } from '#features/people/users/limits.ts';
import { MINUTE } from '#platform/durations.ts';
import { firstTwice } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { hasRole, isOrganiser, POINTS, type Staff } from '#platform/staff.ts';
import type { ArchivedPointEntry, PointEntry } from './contract.ts';
import { BEGUN, PODIUM } from './limits.ts';

/** Points belong to no event, so no scope limits a helper who gives them. */
export const mayGive = (staff: Pick<Staff, 'role'> | null): boolean => hasRole(staff, POINTS);

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

export const missionIn = (categories: readonly MissionCategory[], id: string): Mission | null =>
  categories.flatMap(({ missions }) => missions).find((mission) => mission.id === id) ?? null;

/** It already counts `done` times for this person, claimed or given by hand. */
export const whyNotOnceMore = ({ limit }: Pick<Mission, 'limit'>, done: number): Verdict =>
  limit === null || done < limit
    ? null
    : new Refusal('TOO_MANY_HERE', `This mission counts ${limit === 1 ? 'once' : `${limit} times`} for each person.`);

/** A helper's slip of a digit is asked about; organisers are not. */
export const whyNotMany = (
  { role }: Pick<Staff, 'role'>,
  points: number,
  { askAbovePoints = ASK_ABOVE_POINTS }: Pick<Festival, 'askAbovePoints'>,
): Verdict =>
  isOrganiser({ role }) || Math.abs(points) <= askAbovePoints
    ? null
    : new Refusal(
        'MANY_POINTS',
        `${signed(points)} is more than ${askAbovePoints.toLocaleString('en-US')} points at once. Organisers will see it.`,
      );

type ManyPoints = { readonly id: string; readonly name: string; readonly points: number; readonly by: string | null };

export const manyPointsWarnings = (entries: readonly (ManyPoints & { readonly reason: string })[]) =>
  entries.map(({ id, name, points, by, reason }) => ({
    id: `many points ${id}`,
    text: `${by ?? 'A helper'} gave ${isolated(name)} ${signed(points)}: ${reason}.`,
    link: { label: 'User Scores', to: '/admin/scores' },
  }));

export const noSuchEntry = (): Refusal => new Refusal('NOT_FOUND', 'This entry is not there any more.');

export const whyNotUndo = ({ undoes }: Pick<PointEntry, 'undoes'>): Verdict =>
  undoes === null ? null : new Refusal('BAD_INPUT', 'An undo cannot be undone. Give the points again.');

/** A correction counts earlier entries in: without them the score would not be what the correction says. `of`: whose points. */
export const whyNotUndoBelow = (setAfter: PointEntry | null, of?: string): Verdict =>
  setAfter === null
    ? null
    : new Refusal(
        'CHANGED_MEANWHILE',
        `“${isolated(setAfter.reason)}” by ${setAfter.by ?? 'nobody'} came later and counts these points${of === undefined ? '' : ` of ${isolated(of)}`}. Undo that first.`,
      );

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
  const twice = firstTwice(
    points.flatMap(({ undoes }) => undoes ?? []),
    (id) => id,
  );
  const sums = new Map<string, number>();
  for (const { userId, points: given } of points) sums.set(userId, (sums.get(userId) ?? 0) + given);
  const isTooMuch = ({ userId }: ArchivedPointEntry) => Math.abs(sums.get(userId) ?? 0) > SCORE.max - SCORE.min;
  const wrong =
    points.find((entry) => isWrong(entry) || (twice !== null && entry.undoes === twice) || isTooMuch(entry)) ??
    (entries.size < points.length ? points[0] : undefined);
  return wrong === undefined
    ? null
    : new Refusal(
        'BAD_INPUT',
        `The file’s entry of points ${wrong.id} belongs to nobody, undoes what is not there or undone already, or makes no score.`,
        { field: 'points' },
      );
}

/** Points given in a freeze count at the ceremony. */
export const isHidden = (at: string, frozenAt: string | null): boolean => frozenAt !== null && at >= frozenAt;

/** `Priya, organiser`, or `an organiser` without a name; null for nobody. */
export const authorOf = (name: string | null, role: Staff['role'] | null): string | null =>
  name !== null && role !== null
    ? `${name}, ${role}`
    : (name ?? (role && (role === 'organiser' ? 'an organiser' : 'a helper')));

/** `+5`, `−3`: with a real minus, as tall as the plus. */
export const signed = (points: number): string =>
  `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')}`;

type Line = { readonly entry: PointEntry; readonly undo: PointEntry | undefined };

/** An undone entry says so itself, so its undo has no line. */
export function lines(entries: readonly PointEntry[]): Line[] {
  const undos = new Map(entries.map((entry) => [entry.undoes, entry]));
  const shown = new Set(entries.map(({ id }) => id));
  return entries
    .filter(({ undoes }) => undoes === null || !shown.has(undoes))
    .map((entry) => ({ entry, undo: undos.get(entry.id) }));
}

export type Ranked = { readonly userId: string; readonly rank: number; readonly points: number };
type Competitor = { readonly id: string; readonly score: number; readonly seenAt: string | null };

/** Best first: scores 9, 7, 7, 5 → ranks 1, 2, 2, 4. Nobody without points has a place. */
export function rankingOf(users: readonly Competitor[], { onlySeen }: { readonly onlySeen: boolean }): Ranked[] {
  const sorted = users
    .filter(({ score, seenAt }) => score > 0 && (!onlySeen || seenAt !== null))
    .toSorted((one, other) => other.score - one.score);
  const first = new Map<number, number>();
  for (const [index, { score }] of sorted.entries()) if (!first.has(score)) first.set(score, index + 1);
  const ranked = sorted.map(({ id, score }) => ({ userId: id, rank: first.get(score) ?? 0, points: score }));
  return ranked.filter(({ rank }) => rank < BEGUN);
}

/**
 * Accounts or points are gone. Places told so far are not told again: they keep at most the points that were told.
 * `onlySeen` as when it began, as far as its places tell. `behind`: who had a place that is not told, and would stand behind
 * one that is. Others who come to stand there had none, and get none: only a step tells a place.
 */
export function rankAnew(
  { ranking, to }: { readonly ranking: readonly Ranked[]; readonly to: number },
  users: readonly Competitor[],
): { readonly ranking: Ranked[]; readonly to: number; readonly behind: string[] } {
  const told = new Map(toldPlaces(ranking, to).map(({ userId, points }) => [userId, points]));
  const hadPlaces = new Set(ranking.map(({ userId }) => userId));
  const competitors = to === PODIUM ? users.filter(({ id }) => told.has(id)) : users;
  const anew = rankingOf(
    competitors.map((user) => ({ ...user, score: Math.min(user.score, told.get(user.id) ?? user.score) })),
    { onlySeen: users.every(({ id, seenAt }) => !hadPlaces.has(id) || seenAt !== null) },
  );
  const ranksTold = anew.filter(({ userId }) => told.has(userId)).map(({ rank }) => rank);
  const toldTo = to === PODIUM ? PODIUM : Math.min(BEGUN, ...ranksTold);
  const isInStep = ({ userId, rank }: Ranked) => rank < toldTo || told.has(userId);
  const behind = anew.filter((place) => !isInStep(place) && hadPlaces.has(place.userId)).map(({ userId }) => userId);
  return { ranking: anew.filter(isInStep), to: toldTo, behind };
}

/** `restorable`, `behind`: names. A deletion can be undone for a minute. */
export function whyNotRankAnew({ restorable, behind }: Record<'restorable' | 'behind', readonly string[]>): Verdict {
  const [deleted] = restorable;
  const [overtaken] = behind;
  if (deleted !== undefined)
    return new Refusal(
      'CHANGED_MEANWHILE',
      `${isolated(deleted)} was deleted less than a minute ago. Undo that, or wait a minute, then rank anew.`,
    );
  return overtaken === undefined
    ? null
    : new Refusal(
        'CHANGED_MEANWHILE',
        `${isolated(overtaken)} is not told yet and would stand behind a place that is. Take back that place, then rank anew.`,
      );
}

type Ranks = readonly { readonly rank: number }[];

/** The step after telling down to rank `to`: of the ranks 2, 2, 4, telling 3 tells 4. */
export const stepAt = (places: Ranks, to: number): number =>
  to === PODIUM ? PODIUM : Math.min(BEGUN, ...places.map(({ rank }) => rank).filter((rank) => rank >= to));

export const nextStep = (places: Ranks, to: number): number | null =>
  to === PODIUM ? null : Math.max(PODIUM, ...places.map(({ rank }) => rank).filter((rank) => rank < to));

export const previousStep = (places: Ranks, to: number): number =>
  Math.min(BEGUN, ...places.map(({ rank }) => rank).filter((rank) => rank > to));

export const toldPlaces = <P extends Ranks[number]>(places: readonly P[], to: number | null): P[] =>
  places.filter(({ rank }) => to !== null && rank >= to);

type Frozen = { readonly isFrozen: boolean };

export function whyNotFreeze(
  { isFrozen, frozenAt }: Frozen & { readonly frozenAt: string | null },
  at: string | undefined,
  now: string,
): Verdict {
  const bad = (message: string) => new Refusal('BAD_INPUT', message, { field: 'at' });
  if (at === undefined || at === frozenAt) return null;
  if (isFrozen) return bad('The standings are frozen already. Unfreeze them first.');
  // "Now" by a clock that is slow, or after a slow network, is now.
  return Date.parse(at) < Date.parse(now) - MINUTE
    ? bad('This time has passed. Freeze the standings now, or choose a later time.')
    : null;
}

export function whyNotReveal(
  { isFrozen, to }: Frozen & { readonly to: number | null },
  wanted: number | null,
): Verdict {
  if (!isFrozen)
    return new Refusal('NOT_FROZEN', 'Freeze the standings first: the ceremony tells what nobody has seen.');
  // The first press begins it. A later one belongs to a ceremony that was put away.
  if (to !== null || wanted === null || wanted >= BEGUN - 1) return null;
  return new Refusal('CHANGED_MEANWHILE', 'The ceremony is not under way. Begin it first.');
}

/** `from`: the step that the caller saw. Undefined is not compared. */
export const whyNotFrom = (to: number | null, from: number | null | undefined): Verdict =>
  from === undefined || from === to
    ? null
    : new Refusal('CHANGED_MEANWHILE', 'The ceremony is at another step by now. Look again before you go on.');

/** As their owner may know them: in a freeze neither points nor what they took back, and no reason that says a sum. */
export function asShown(entries: readonly PointEntry[], frozenAt: string | null): PointEntry[] {
  const hidden = entries.filter(({ at }) => isHidden(at, frozenAt));
  const undone = new Set(hidden.flatMap(({ undoes }) => undoes ?? []));
  return entries.map((entry) => {
    const shown = { ...entry, by: null, isUndone: entry.isUndone && !undone.has(entry.id) };
    if (!isHidden(entry.at, frozenAt)) return shown;
    const tells = entry.kind === 'correction' || entry.undoes !== null;
    return { ...shown, points: null, undoes: null, reason: tells ? 'Correction' : entry.reason };
  });
}
