/**
 * Migrates a database to this program's schema. Own code instead of Kysely's migrator, because the error for a newer
 * file must name both versions and because backups and restores compare the version number.
 */
import { sql } from 'kysely';
import { MINUTE } from '#platform/durations.ts';
import { initial } from './migrations/0001-initial.ts';
import { visitorScreens } from './migrations/0002-visitor-screens.ts';
import { organisersDesk } from './migrations/0003-organisers-desk.ts';
import { brackets } from './migrations/0004-brackets.ts';
import { sessionsSeen } from './migrations/0005-sessions-seen.ts';
import { strangers } from './migrations/0006-strangers.ts';
import { throttle } from './migrations/0007-throttle.ts';
import { removals } from './migrations/0008-removals.ts';
import { mentions } from './migrations/0009-mentions.ts';
import { lookAlikes, renewNameKeys } from './migrations/0010-look-alikes.ts';
import { bracketRevisions } from './migrations/0011-bracket-revisions.ts';
import { editRevisions } from './migrations/0012-edit-revisions.ts';
import { auditPeople } from './migrations/0013-audit-people.ts';
import { revisions } from './migrations/0014-revisions.ts';
import { waitingList } from './migrations/0015-waiting-list.ts';
import { notices } from './migrations/0016-notices.ts';
import { calendar } from './migrations/0018-calendar.ts';
import { completions } from './migrations/0019-completions.ts';
import { amendments } from './migrations/0020-amendments.ts';
import { runningLate } from './migrations/0021-running-late.ts';
import { devices } from './migrations/0022-devices.ts';
import { doorTaps } from './migrations/0023-door-taps.ts';
import { decidedBrackets } from './migrations/0024-decided-brackets.ts';
import { lentSeats } from './migrations/0025-lent-seats.ts';
import { editTimes } from './migrations/0026-edit-times.ts';
import { type DialectName, type Migration, SPELLING } from './portable.ts';
import type { Db } from './schema.ts';
import { allowLong } from './transactions.ts';

/** In order; the first brings an empty database to version 1. Never edit one that has landed. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  visitorScreens,
  organisersDesk,
  brackets,
  sessionsSeen,
  strangers,
  throttle,
  removals,
  mentions,
  lookAlikes,
  bracketRevisions,
  editRevisions,
  auditPeople,
  revisions,
  waitingList,
  notices,
  calendar,
  completions,
  amendments,
  runningLate,
  devices,
  doorTaps,
  decidedBrackets,
  lentSeats,
  editTimes,
];

/** Changes to rows that SQL cannot express, run after a migration's statements. */
const REWRITES: ReadonlyMap<Migration, (tx: Db) => Promise<void>> = new Map([[lookAlikes, renewNameKeys]]);

const VERSION_TABLE = 'create table if not exists schema_version (version integer not null)';

/** Returns the statements that make an empty SQLite database of this version, without the version number. */
export const schemaOf = (version: number): string[] => [
  VERSION_TABLE,
  ...MIGRATIONS.slice(0, version).flatMap((migration) => migration(SPELLING.sqlite)),
];

/** For each statement, also while another instance migrates. */
const LONGEST_MS = 10 * MINUTE;

/** Any number, as long as every instance uses the same. */
const ADVISORY_LOCK = 20_251_113;

/** Throws to refuse the database. Then nothing is migrated. */
export type Admit = (tx: Db, isNew: boolean) => Promise<void>;

/** Returns whether the database was empty before. Instances that start together migrate one after the other. */
export async function migrate(
  db: Db,
  dialect: DialectName,
  migrations = MIGRATIONS,
  admit: Admit = async () => {},
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await allowLong(tx, LONGEST_MS);
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    await sql.raw(VERSION_TABLE).execute(tx);
    const found = await readVersion(tx);
    if (found > migrations.length) {
      throw new Error(
        `This database has schema version ${found}, but this program only knows up to version ${migrations.length}. ` +
          'Start the newer program, or restore a backup made by this one.',
      );
    }
    const isNew = found === 0;
    if (!isNew) await admit(tx, isNew);
    for (const migration of migrations.slice(found)) {
      for (const statement of migration(SPELLING[dialect])) await sql.raw(statement).execute(tx);
      await REWRITES.get(migration)?.(tx);
    }
    if (found < migrations.length) {
      await sql`delete from schema_version`.execute(tx);
      await sql`insert into schema_version (version) values (${migrations.length})`.execute(tx);
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

/** Returns whether a newer program has migrated the database since this one started. */
export const isSchemaNewer = async (db: Db): Promise<boolean> => (await readVersion(db)) > MIGRATIONS.length;
