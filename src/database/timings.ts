/** Counts how long statements and commits take. */
import type { CompiledQuery, LogEvent } from 'kysely';
import { Histogram, LastHour } from '#platform/server/counters.ts';
import type { Observer } from './group-commit.ts';

const KINDS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};
const COMMIT = 'commit';
const OTHER = 'other';
/** Bounds in seconds. */
const STATEMENT_TIMES = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const GROUP_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** Milliseconds from which a statement is slow. */
const SLOW_MS = 100;

export type Timings = ReturnType<typeof timings>;

export function timings() {
  const statements = new Map<string, Histogram>();
  for (const kind of [...Object.values(KINDS), COMMIT, OTHER]) statements.set(kind, new Histogram(STATEMENT_TIMES));
  const groups = new Histogram(GROUP_SIZES);
  const lastHour = new LastHour<string>(SLOW_MS);
  const took = (kind: string, ms: number) => {
    statements.get(kind)?.observe(ms / 1000);
    lastHour.add(kind, ms);
  };
  // PostgreSQL's COMMIT is a statement like any other.
  const ran = ({ query, sql }: CompiledQuery, ms: number) =>
    took(KINDS[query.kind] ?? (sql === COMMIT ? COMMIT : OTHER), ms);

  return {
    /** In seconds, by kind of statement. */
    statements: statements as ReadonlyMap<string, Histogram>,
    /** Transactions in one COMMIT, on SQLite. */
    groups,
    /** By kind of statement, for the dashboard. */
    lastHour: lastHour as Omit<typeof lastHour, 'add'>,
    ran,

    committed(transactions, ms) {
      groups.observe(transactions);
      took(COMMIT, ms);
    },

    /** For Kysely, which calls it after each statement. On SQLite it costs 2 µs a statement, and `ran` a tenth. */
    log: ({ query, queryDurationMillis }: LogEvent) => ran(query, queryDurationMillis),
  } satisfies Observer & Record<string, unknown>;
}
