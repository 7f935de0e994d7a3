import type { CompiledQuery, LogEvent } from 'kysely';
import { RecentCounts } from '#platform/server/recent-counts.ts';
import type { Observer } from './group-commit.ts';

const KINDS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};
const COMMIT = 'commit';
const OTHER = 'other';
export const STATEMENT_KINDS: readonly string[] = [...Object.values(KINDS), COMMIT, OTHER];

const SLOW_MS = 100;

/** `committed`, on SQLite only: how many transactions shared a COMMIT. */
export type StatementListener = { ran(kind: string, ms: number): void; committed(transactions: number): void };

export type Timings = ReturnType<typeof timings>;

export function timings() {
  const statements = new RecentCounts(5);
  let listener: StatementListener | null = null;
  const took = (kind: string, ms: number) => {
    statements.add(ms > SLOW_MS);
    listener?.ran(kind, ms);
  };
  // PostgreSQL's COMMIT is a statement like any other.
  const ran = ({ query, sql }: CompiledQuery, ms: number) =>
    took(KINDS[query.kind] ?? (sql === COMMIT ? COMMIT : OTHER), ms);

  return {
    listen(to: StatementListener): void {
      listener = to;
    },
    recent: () => statements.sum(),
    ran,

    committed(transactions, ms) {
      listener?.committed(transactions);
      took(COMMIT, ms);
    },

    /** Kysely calls it after each statement. On SQLite it costs 2 µs a statement, and `ran` a tenth. */
    log: ({ query, queryDurationMillis }: LogEvent) => ran(query, queryDurationMillis),
  } satisfies Observer & Record<string, unknown>;
}
