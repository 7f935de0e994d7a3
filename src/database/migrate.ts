/**
 * Own code instead of Kysely's migrator, because the error for a newer file must name both versions, and backups and
 * restores compare the version number.
 */
import { sql } from 'kysely';
import { MINUTE } from '#platform/durations.ts';
import { baseline } from './migrations/0001-baseline.ts';
import { weekend } from './migrations/0002-weekend.ts';
import { type DialectName, type Migration, SPELLING, WRONG_SCHEMA } from './portable.ts';
import type { Db } from './schema.ts';
import { allowLong } from './transactions.ts';

/** The first makes an empty database that of 0.1.0. Never edit one that was released. */
export const MIGRATIONS: readonly Migration[] = [baseline, weekend];

/** Builds before 0.1.0 had schema versions up to this one. */
const UNRELEASED = 26;

export const versionAfter = (migrations: readonly Migration[]): number => UNRELEASED + migrations.length;
export const NEWEST = versionAfter(MIGRATIONS);

/** Null if a program of the schema `newest` can use it. */
export function whyNotVersion(version: number, called: string, newest = NEWEST): string | null {
  if (version > newest)
    return `${called} has schema version ${version}, but this program only knows up to version ${newest}. Use the newer program.`;
  if (version <= UNRELEASED)
    return `${called} is of a build before 0.1.0, which this program cannot read. Export the festival’s file with that build, and import it here.`;
  return null;
}

const VERSION_TABLE = 'create table if not exists schema_version (version integer not null)';

/** For an empty SQLite database, without the version number. */
export const schemaOf = (version: number): string[] => [
  VERSION_TABLE,
  ...MIGRATIONS.slice(0, version - UNRELEASED).flatMap((migration) => migration(SPELLING.sqlite)),
];

/** For each statement, also while another instance migrates. */
const LONGEST_MS = 10 * MINUTE;

/** Any number, as long as every instance uses the same. */
const ADVISORY_LOCK = 20_251_113;

/** Throws to refuse the database; then nothing is migrated. */
export type Admit = (tx: Db, isNew: boolean) => Promise<void>;

/** Returns whether the database was empty. Instances that start together migrate one after the other. */
export async function migrate(
  db: Db,
  dialect: DialectName,
  migrations = MIGRATIONS,
  admit: Admit = async () => {},
): Promise<boolean> {
  const newest = versionAfter(migrations);
  return db.transaction().execute(async (tx) => {
    await allowLong(tx, LONGEST_MS);
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    await sql.raw(VERSION_TABLE).execute(tx);
    const version = await readVersion(tx);
    const isNew = version === 0;
    const problem = isNew ? null : whyNotVersion(version, 'This database', newest);
    if (problem !== null) throw Object.assign(new Error(problem), { code: WRONG_SCHEMA });
    if (!isNew) await admit(tx, isNew);
    for (const migration of migrations.slice(isNew ? 0 : version - UNRELEASED)) {
      for (const statement of migration(SPELLING[dialect])) await sql.raw(statement).execute(tx);
    }
    if (version < newest) {
      await sql`delete from schema_version`.execute(tx);
      await sql`insert into schema_version (version) values (${newest})`.execute(tx);
    }
    // An empty database has no tables to ask before.
    if (isNew) await admit(tx, isNew);
    return isNew;
  });
}

async function readVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Another program has migrated the database since this one started. */
export const isSchemaNewer = async (db: Db): Promise<boolean> => (await readVersion(db)) > NEWEST;
