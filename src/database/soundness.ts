/**
 * Invariants over several rows, which no constraint can state. Each slice states them for its tables in `soundness.ts`. A
 * restore refuses a file that breaks one; tests and the fuzzer check that the program never does.
 */
import type { RawBuilder } from 'kysely';
import type { Db } from './schema.ts';

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
