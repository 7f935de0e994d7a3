/** A stopped festival with an earlier backup of itself, and functions to read and write both. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { restoreFestival, whyNotStarted as whyNotOpened } from '#app/server/restore-festival.ts';
import { writeBackup } from '#database/backup.ts';
import { migrate } from '#database/migrate.ts';
import type { Schema } from '#database/schema.ts';
import { openSqlite, sqliteDialect } from '#database/sqlite.ts';
import { emptyUrl } from './database.ts';
import { scriptEnv } from './scripts.ts';

/** Restores as the script does, and looks at a database as a start does. For tests of src/database, which may not import src/app. */
export const restore = restoreFestival;
export const whyNotStarted = whyNotOpened;

export const NOON = new Date('2025-11-14T17:00:00.000Z');

export const freshFile = async (): Promise<string> => (await emptyUrl('sqlite')).slice('sqlite:'.length);

/** Writes a few facts into a database and closes it, like a stopped server. */
export async function write(file: string, facts: Record<string, string>): Promise<void> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(file)) });
  await migrate(db, 'sqlite');
  for (const [key, value] of Object.entries(facts)) await db.insertInto('meta').values({ key, value }).execute();
  await db.destroy();
}

/** Returns the facts, read as the program would. */
export async function factsIn(file: string): Promise<Record<string, string>> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('select key, value from meta order by key').all();
  database.close();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** A stopped festival and a backup from a little earlier. */
export async function scene(): Promise<{ file: string; backup: string }> {
  const file = await freshFile();
  await write(file, THEN);
  const backup = join(dirname(file), 'earlier.db');
  writeBackup(file, backup);
  await write(file, { since: 'yes' });
  return { file, backup };
}

export const THEN = { earlier: 'yes', secret: 'the-secret-of-this-festival' };
export const NOW = { ...THEN, since: 'yes' };

/** Runs a script on a database and kills it as soon as `seen`. Repeats until the script was killed before its end. */
export async function killedInTheMiddle(file: string, args: readonly string[], seen: () => boolean): Promise<void> {
  for (;;) {
    const child = spawn(process.execPath, args, {
      env: scriptEnv({ DATABASE_URL: `sqlite:${file}` }),
      stdio: 'ignore',
    });
    let over = false;
    const ended = new Promise<NodeJS.Signals | null>((resolve) => {
      child.once('exit', (_, signal) => {
        over = true;
        resolve(signal);
      });
    });
    while (!(over || seen())) await new Promise(setImmediate);
    child.kill('SIGKILL');
    if ((await ended) === 'SIGKILL' && seen()) return;
  }
}
