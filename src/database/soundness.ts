/**
 * Invariants of the rows in a database. Each slice states them for its tables in `soundness.ts`, and
 * `app/server/soundness.ts` lists them all. A restore refuses a file that breaks one; tests and the fuzzer check that
 * the program never does.
 */
import type { RawBuilder, Selectable } from 'kysely';
import { z } from 'zod';
import { problemsIn, storable } from '#platform/stored.ts';
import type { Db, Schema } from './schema.ts';

/** The shape of each column of a table. */
export type RowShape<T extends keyof Schema = keyof Schema> = z.ZodObject<{
  [C in keyof Selectable<Schema[T]>]: z.ZodType<Selectable<Schema[T]>[C]>;
}>;
export type RowShapes<T extends keyof Schema = keyof Schema> = { readonly [K in T]: RowShape<K> };

/** The shape of the value under each key of `meta`. */
export type MetaShapes = Readonly<Record<string, z.ZodType>>;

/** `problems` returns one sentence for each problem that involves several rows. */
export type Soundness<T extends keyof Schema = keyof Schema> = {
  readonly rows: RowShapes<T>;
  readonly meta?: MetaShapes;
  readonly problems?: (db: Db) => Promise<string[]>;
};

/** The shape of `meta`. Keys without a shape come from another version, and nothing reads them. */
export function metaShape(meta: MetaShapes): RowShape<'meta'> {
  const shapes = new Map(Object.entries(meta));
  return z.object({ key: storable(100), value: storable(10_000) }).superRefine(({ key, value }, context) => {
    for (const { message } of problemsIn(shapes.get(key) ?? z.string(), value)) {
      context.addIssue({ code: 'custom', path: ['value'], message });
    }
  });
}

/** Returns what is wrong with one row, as phrases that begin with the column: "start_time is not an ISO 8601 time". */
export const rowProblems = (shape: z.ZodType, row: object): string[] =>
  problemsIn(shape, { ...row }).map(({ path, message }) => `${path.map(String).join('.')} ${message}`);

type Check = readonly [says: string, rows: RawBuilder<{ what: string }>];

/** Returns a check for `problems` that runs these queries: one sentence for each row that one of them finds. */
export const findRows =
  (...checks: readonly Check[]) =>
  async (db: Db): Promise<string[]> => {
    const problems: string[] = [];
    for (const [says, query] of checks) {
      const { rows } = await query.execute(db);
      problems.push(...rows.map(({ what }) => `${says}: ${what}`));
    }
    return problems;
  };
