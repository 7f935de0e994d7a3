/** One line per hour and event replaces an entry for each check-in. */
import { groupBy } from '#platform/lists.ts';
import { isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import type { CheckedIn, CheckInLine } from '../contract.ts';

export const CHECK_INS: readonly string[] = ['checked in by staff', 'walk-in added'];

/** `hour`: '2025-11-14T23', UTC. */
export type Group = Pick<CheckInLine, 'eventId' | 'title' | 'location' | 'hour' | 'count' | 'lastAt'> &
  Pick<CheckedIn, 'by' | 'name'>;

export function foldCheckIns(groups: readonly Group[]): CheckInLine[] {
  const lines = groupBy(groups, ({ eventId, hour }) => `${eventId} ${hour}`);
  return [...lines.values()].flatMap((of) => of.slice(0, 1).map((first) => lineOf(first, of))).toSorted(newestFirst);
}

function lineOf({ eventId, title, location, hour, lastAt }: Group, groups: readonly Group[]): CheckInLine {
  const staff = groups.filter(({ by }) => by === 'staff').toSorted(busiestFirst);
  return {
    ...{ eventId, title, location, hour },
    count: groups.reduce((sum, { count }) => sum + count, 0),
    lastAt:
      groups
        .map((group) => group.lastAt)
        .toSorted()
        .at(-1) ?? lastAt,
    names: staff.flatMap(({ name }) => name ?? []),
    byUnnamed: staff.some(({ name }) => name === null),
    byCode: groups.some(({ by }) => by === 'owner' || by === 'code'),
  };
}

const busiestFirst = (one: Group, other: Group): number =>
  other.count - one.count || ((one.name ?? '') < (other.name ?? '') ? -1 : 1);

const newestFirst = (one: CheckInLine, other: CheckInLine): number =>
  one.lastAt === other.lastAt ? 0 : one.lastAt < other.lastAt ? 1 : -1;

const UNNAMED = 'an organiser';
const CODE = 'the QR code';

/** '34 checked in at Ballroom A, by Mira and the QR code'. */
export function checkInWords({ count, location, names, byUnnamed, byCode }: CheckInLine): string {
  const by = [...names.map(isolated), ...(byUnnamed ? [UNNAMED] : []), ...(byCode ? [CODE] : [])];
  return `${count} checked in at ${isolated(location)}${by.length === 0 ? '' : `, by ${listed(by)}`}`;
}

/** 'Mira', 'the QR code'; empty where it is not known. */
export const byWords = ({ by, name }: Pick<CheckedIn, 'by' | 'name'>): string[] => {
  if (by === null) return [];
  if (by === 'staff') return [name === null ? UNNAMED : isolated(name)];
  return [by === 'owner' ? CODE : `${CODE} on another phone`];
};

export const placedAmong = <C extends { readonly at: string }>(
  changes: readonly C[],
  lines: readonly CheckInLine[],
): (C | CheckInLine)[] => {
  const timeOf = (row: C | CheckInLine) => ('at' in row ? row.at : row.lastAt);
  return [...changes, ...lines].sort((one, other) => {
    const [first, second] = [timeOf(one), timeOf(other)];
    return first === second ? 0 : first < second ? 1 : -1;
  });
};
