/**
 * Checks invariants of a database of this program. Used by tests of races, the fuzzer and the faults rig; its own tests
 * show that it detects each kind of damage.
 */
import { sql } from 'kysely';
import { findProblems } from '#app/server/slices.ts';
import type { DialectName } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';

/** Returns one sentence per problem; empty for a sound database. */
export async function problemsIn(db: Db, dialect: DialectName): Promise<string[]> {
  const problems = await findProblems(db);
  if (dialect === 'sqlite') problems.push(...(await fileProblems(db)));
  return problems;
}

async function fileProblems(db: Db): Promise<string[]> {
  const { rows: pages } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const { rows: strays } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  return [
    ...pages.flatMap(({ integrity_check: said }) => (said === 'ok' ? [] : [`the file is damaged: ${said}`])),
    ...strays.map(({ table }) => `a row of ${table} points to nothing`),
  ];
}

/**
 * For uploads that all name the same users, each with one score for all: the result must be exactly one of them,
 * complete, or none. `names` is the number of users each names.
 */
export async function halfUploads(db: Db, like: string, names: number): Promise<string[]> {
  const rows = await db.selectFrom('users').select(['score']).where('name', 'like', like).execute();
  const scores = [...new Set(rows.map(({ score }) => score))];
  return [
    ...(scores.length > 1 ? [`scores of ${scores.length} uploads stand side by side: ${scores.join(', ')}`] : []),
    ...(rows.length === names || rows.length === 0 ? [] : [`${rows.length} of an upload's ${names} users are there`]),
  ];
}
