/** The sample festival's people and programme, read from JSON files. */
import { readFileSync } from 'node:fs';
import type { NewEvent } from '#features/events/contract.ts';

/**
 * `at` is in the festival's zone; '24:30' is half past midnight of the same festival day. On the second day Arcade Hall
 * and Dune Room belong to the two events with `startedAgo`: nothing else may be there that day, none of the first day's
 * events may end there after 03:00, and their guests may not be at another event of the second day.
 */
export type SampleEvent = Omit<NewEvent, 'startTime'> & {
  readonly at: string;
  /** Minutes since its start when the festival is moved to today; otherwise `at` counts. */
  readonly startedAgo?: number;
  /** Names; in a tournament in seed order. */
  readonly guests: readonly string[];
  /** For a tournament, in the order they were entered: minutes after its start, match, games won by each player. */
  readonly results?: readonly (readonly [after: number, match: string, one: number, other: number])[];
};
type Person = { readonly name: string; readonly score: number; readonly email: string | null };

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;

export const readContents = () => ({
  people: read<Person[]>('people.json'),
  /** Day by day. */
  programme: read<SampleEvent[][]>('programme.json'),
});
export type Contents = ReturnType<typeof readContents>;
