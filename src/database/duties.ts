/**
 * What a slice declares for its data: invariants, what `forget` removes, its part of a festival file, and its jobs.
 * Each slice has a `duties.ts`; `app/server/slices.ts` lists them.
 */

import type { RawBuilder } from 'kysely';
import type { LiveRow } from '#platform/live.ts';
import type { Verdict } from '#platform/refusal.ts';
import type { Typed } from './forgotten.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Invariants over several rows, which no constraint can state. Each slice states them for its tables in `soundness.ts`. A
 * restore refuses a file that breaks one; tests and the fuzzer check that the program never does.
 */

/** Returns one sentence for each problem. */
export type FindProblems = (db: Db) => Promise<string[]>;

type Check = readonly [says: string, rows: RawBuilder<{ what: string }>];

/** Returns a check that runs these queries: one sentence for each row that one of them finds. */
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
  /** Asked before it is claimed, so that idle work writes nothing. */
  hasWork?(context: Clocked): Promise<boolean>;
  /** If it returns a number, that number of deleted or sent rows is logged. */
  run(context: JobContext): Promise<unknown>;
};
export type Clocked = { readonly db: Db; now(): Date };
export type AtFestival = Clocked & { readonly festival: JobFestival };
/** What a job gets; slices add what they need with `declare module`. */
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

/** A row that names a visitor. */
export type NamedRow = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'account' | 'waiting' }
  | { readonly kind: 'place'; readonly eventId: string }
);

/** A name that a visitor gave; `account` for that of an account. */
export type UsedName = { readonly name: string; readonly account: boolean; readonly usedAt: string };

/** What duties that delete get of the command that calls them. features/access adds the hooks. */
export interface DutyContext {
  now(): Date;
  newId(): string;
}

/** A visitor whose data is being deleted. */
export type Leaving = {
  readonly visitorId: string;
  readonly rows: readonly NamedRow[];
};

/** A table in which `visitor_id` says whose a row is, with the column that holds the JSON of a row with the same field. */
export type Owned = { readonly table: Table; readonly json?: string };
/** A visitor who becomes part of another. */
export type Joining = { readonly from: string; readonly to: string };

/** A row that a device may have made, with what is known of the device. */
export type RegisteredRow = {
  readonly id: string;
  readonly created_at: string;
  /** Null when no device made it. */
  readonly visitor_id: string | null;
  readonly network: string | null;
  /** When the device first wrote. */
  readonly phone_since: string | null;
  readonly event_id?: string;
  /** Whether it stays when a burst is removed: a checked-in place or one in a drawn bracket, an account with points. */
  readonly isProven: boolean;
};
type DeletedRow = { readonly id: string; readonly visitor_id: string | null; readonly event_id?: string };

/** Rows that devices make, and that organisers can remove as part of a burst and bring back. */
export type Registered = {
  readonly table: Table;
  /** Whether its ids do not begin with the time, so that new rows are anywhere among them. */
  readonly idsAtRandom?: true;
  /** Returns the next rows after this id, in the order of ids. May leave out those made before `since`. */
  listAfter(db: Db, id: string, limit: number, since: string): Promise<readonly RegisteredRow[]>;
  /** Deletes those of these that are not proven and still there, and returns their rows. */
  remove(tx: Db, ids: readonly string[], context: DutyContext): Promise<readonly DeletedRow[]>;
  /** Inserts deleted rows again and returns how many. When omitted, `table` gets those whose id and name are free. */
  restore?(tx: Db, rows: readonly object[], context: DutyContext): Promise<number>;
};

/** One list of a festival file, by its key there. */
export type ArchivedList = {
  readonly key: string;
  /** A file can only be imported while this table is empty. */
  readonly table?: Table;
  /** A JSON file with its rows of the sample festival, without ids and times. */
  readonly sample?: URL;
  read(db: Db): Promise<unknown[]>;
  /** Returns why the list contradicts itself or an earlier one. */
  check?(file: Readonly<Record<string, unknown>>): Verdict;
  /** Returns what `write` takes, where making it takes long: no transaction waits for it. */
  prepare?(list: readonly unknown[]): Promise<unknown[]>;
  /** Adds the rows of a checked list to an empty festival. No visitor owns them. */
  write(tx: Db, list: readonly unknown[]): Promise<void>;
};

/** A list that screens show live; `topic`, or a family of topics such as `matches:EVENT`. */
export type LiveList = {
  readonly topic: string;
  /** See `Source` in platform/server/feeds.ts. */
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

  /** Returns how many things a visitor owns, by kind. */
  countOwned?(db: Db, visitorId: string): Promise<Readonly<Record<string, number>>>;
  /** Returns the names in what a visitor owns. */
  listNames?(db: Db, visitorId: string): Promise<UsedName[]>;
  /** Returns those of these names that accounts have, of any phone or none. */
  listTakenNames?(db: Db, names: readonly string[]): Promise<string[]>;
  /** Returns the rows that name a visitor. */
  listNamed?(tx: Db, visitorId: string): Promise<NamedRow[]>;
  /** Returns the events that `forget` changes, to be locked in one order before. */
  listEventsOf?(tx: Db, leaving: Leaving): Promise<string[]>;
  /** Deletes the visitor's data. The events are locked. */
  forget?(tx: Db, leaving: Leaving, context: DutyContext): Promise<void>;

  /** What people type, which may name others. */
  readonly typed?: readonly Typed[];

  /** Whose rows the other visitor gets when one joins another. */
  readonly owned?: readonly Owned[];
  /** Gives the other visitor what `owned` doesn't. Both are locked, and the events. */
  join?(tx: Db, joining: Joining): Promise<void>;

  /** Emptied by `npm run forget`: all their rows are personal, or lead to a person. */
  readonly personal?: readonly Table[];
  /** Clears personal data in every other row, and keeps what can be counted. */
  anonymise?(tx: Db): Promise<void>;
};
