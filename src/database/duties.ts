/** Each slice has a `duties.ts` with its duties; `app/server/slices.ts` lists them. */

import type { RawBuilder } from 'kysely';
import type { LiveRow } from '#platform/live.ts';
import type { Verdict } from '#platform/refusal.ts';
import type { Typed } from './forgotten.ts';
import type { Db, Schema } from './schema.ts';

/** Over several rows, which no constraint can state. A restore refuses a file that breaks an invariant. */

export type FindProblems = (db: Db) => Promise<string[]>;

type Check = readonly [says: string, rows: RawBuilder<{ what: string }>];

export const findRows =
  (...checks: readonly Check[]): FindProblems =>
  async (db) => {
    const problems: string[] = [];
    for (const [says, query] of checks) {
      const { rows } = await query.execute(db);
      problems.push(...rows.map(({ what }) => `${says}: ${what}`));
    }
    return problems;
  };

type Table = keyof Schema;

export type Job = {
  /** In the log: "drop removed games", "could not drop removed games". */
  readonly name: string;
  readonly everyMs: number;
  /** Asked before the job is claimed, so that idle work writes nothing. */
  hasWork?(context: Omit<JobContext, 'festival' | 'signal' | 'deliver'>): Promise<boolean>;
  /** A number is logged, as deleted or sent rows. */
  run(context: JobContext): Promise<unknown>;
};
export type Clocked = { readonly db: Db; now(): Date };
export type AtFestival = Clocked & { readonly festival: JobFestival };
/** Slices add what they need with `declare module`. */
export interface JobContext extends AtFestival {
  /** Aborted when the program stops, or another instance has taken the job over. */
  readonly signal: AbortSignal;
}
export type JobFestival = {
  readonly lastDay: string;
  readonly timeZone: string;
  readonly startsByItself?: boolean | undefined;
  readonly endsByItself?: boolean | undefined;
};

export type NamedRow = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'account' | 'waiting' }
  | { readonly kind: 'place'; readonly eventId: string }
);

/** `account`: the name is an account's. */
export type UsedName = { readonly name: string; readonly account: boolean; readonly usedAt: string };

/** features/access adds the hooks. */
export interface DutyContext {
  now(): Date;
  newId(): string;
}

export type Leaving = {
  readonly visitorId: string;
  readonly rows: readonly NamedRow[];
};

/** `visitor_id` says whose a row is; `json` is a column with a row in JSON that has the same field. */
export type Owned = { readonly table: Table; readonly json?: string };
export type Joining = { readonly from: string; readonly to: string };

/** A row that a device may have made. */
export type RegisteredRow = {
  readonly id: string;
  readonly created_at: string;
  /** Null when no device made it. */
  readonly visitor_id: string | null;
  readonly network: string | null;
  /** When the device first wrote. */
  readonly phone_since: string | null;
  readonly event_id?: string;
  /** Stays when a burst is removed: a checked-in place or one in a drawn bracket, an account with points. */
  readonly isProven: boolean;
};
type DeletedRow = { readonly id: string; readonly visitor_id: string | null; readonly event_id?: string };

/** Rows that devices make, and that organisers can remove as part of a burst and bring back. */
export type Registered = {
  readonly table: Table;
  /** Ids do not begin with the time, so new rows are anywhere among them. */
  readonly idsAtRandom?: true;
  /** In the order of ids. May leave out rows made before `since`. */
  listAfter(db: Db, id: string, limit: number, since: string): Promise<readonly RegisteredRow[]>;
  /** Deletes the rows that are not proven, and returns them. */
  remove(tx: Db, ids: readonly string[], context: DutyContext): Promise<readonly DeletedRow[]>;
  /** When all rows are deleted, so that none of them gets what another one held. */
  settle?(tx: Db, events: ReadonlySet<string>, context: DutyContext): Promise<void>;
  /** Returns the number of inserted rows. By default `table` gets those whose id and name are free. */
  restore?(tx: Db, rows: readonly object[], context: DutyContext): Promise<number>;
};

/** By its key in a festival file. */
export type ArchivedList = {
  readonly key: string;
  /** A file can only be imported while this table is empty. */
  readonly table?: Table;
  /** JSON of its rows of the sample festival, without ids and times. */
  readonly sample?: URL;
  read(db: Db): Promise<unknown[]>;
  /** Why the list contradicts itself or an earlier one. */
  check?(file: Readonly<Record<string, unknown>>): Verdict;
  /** Makes what `write` takes before the transaction, which must not wait for it. */
  prepare?(list: readonly unknown[]): Promise<unknown[]>;
  /** A checked list, into an empty festival. No visitor owns the rows. */
  write(tx: Db, list: readonly unknown[]): Promise<void>;
};

/** `topic` may be a family such as `matches:EVENT`. */
export type LiveList = {
  readonly topic: string;
  /** See `Source` in platform/server/topics.ts. */
  readonly isFamily: boolean;
  readonly short: boolean;
  read(db: Db, of: string, ids: readonly string[] | null): Promise<readonly LiveRow[] | null>;
};

export type Duties = {
  readonly problems?: FindProblems;
  readonly live?: readonly LiveList[];
  readonly jobs?: readonly Job[];
  readonly archived?: ArchivedList;
  readonly registered?: Registered;
  /** Emptied when the sample is cleared. Rows of other tables go with these by their foreign keys. */
  readonly cleared?: readonly Table[];

  countOwned?(db: Db, visitorId: string): Promise<Readonly<Record<string, number>>>;
  listNames?(db: Db, visitorId: string): Promise<UsedName[]>;
  /** Names that accounts have, of any phone or none. */
  listTakenNames?(db: Db, names: readonly string[]): Promise<string[]>;
  listNamed?(tx: Db, visitorId: string): Promise<NamedRow[]>;
  /** Events that `forget` changes, to be locked in one order before. */
  listEventsOf?(tx: Db, leaving: Leaving): Promise<string[]>;
  /** The events are locked. */
  forget?(tx: Db, leaving: Leaving, context: DutyContext): Promise<void>;

  /** Texts that people type, which may name others. */
  readonly typed?: readonly Typed[];

  /** Rows that the other visitor gets when a visitor joins them. */
  readonly owned?: readonly Owned[];
  /** Gives the other visitor what `owned` doesn't. Both visitors and the events are locked. */
  join?(tx: Db, joining: Joining): Promise<void>;

  /** Emptied by `npm run forget` and by erasing the people: all their rows are personal, or lead to a person. */
  readonly personal?: readonly Table[];
  /** Emptied by erasing the people alone: `npm run forget` keeps their rows without names, to be counted. */
  readonly erased?: readonly Table[];
  /** What else erasing the people does, before the tables are emptied. `at` is the time as stored. */
  erase?(tx: Db, at: string): Promise<void>;
  /** Clears personal data in every other row, and keeps what can be counted. */
  anonymise?(tx: Db): Promise<void>;
};
