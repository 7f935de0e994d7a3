/** Counts how long statements and commits take. */
import type { LogEvent } from 'kysely';
import { Histogram, STATEMENT_TIMES } from '#platform/server/histogram.ts';
import type { Committed } from './group-commit.ts';

const KINDS: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
};
const COMMIT = 'commit';
const OTHER = 'other';
const GROUP_SIZES = [1, 2, 5, 10, 20, 50, 100];

export type Timings = ReturnType<typeof timings>;

export function timings() {
  const statements = new Map<string, Histogram>();
  for (const kind of [...Object.values(KINDS), COMMIT, OTHER]) statements.set(kind, new Histogram(STATEMENT_TIMES));
  const groups = new Histogram(GROUP_SIZES);
  const took = (kind: string, ms: number) => statements.get(kind)?.observe(ms / 1000);

  const committed: Committed = (transactions, ms) => {
    groups.observe(transactions);
    took(COMMIT, ms);
  };

  return {
    /** In seconds, by kind of statement. */
    statements: statements as ReadonlyMap<string, Histogram>,
    /** Transactions in one COMMIT, on SQLite. */
    groups,
    committed,

    /** For Kysely: PostgreSQL's COMMIT is a statement like any other. */
    log({ query: { query, sql }, queryDurationMillis }: LogEvent): void {
      took(KINDS[query.kind] ?? (sql === COMMIT ? COMMIT : OTHER), queryDurationMillis);
    },
  };
}
