/** `npm run backup [FILE]`: copies the database while the server runs, into FILE or beside the hourly backups. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSettings } from '../src/app/server/settings.ts';
import { findProblems } from '../src/app/server/slices.ts';
import { dropLeftovers, dropOldBackups, fileOf, folderOf, newBackupPath, writeBackup } from '../src/database/backup.ts';
import { whyRefused } from '../src/database/restore.ts';
import { explained } from '../src/database/sqlite.ts';

const POSTGRES = `This festival is on PostgreSQL. Back it up with PostgreSQL's tools:

  pg_dump --format=custom --file=boardwalk.dump "$DATABASE_URL"

docs/operating.md says how to make backups regularly and how to test one.`;

type Made = { readonly path: string; readonly summary: string };

function backUpInto(target: string | undefined): Made {
  const settings = readSettings();
  if ('complaints' in settings) throw new Error(settings.complaints.join('\n'));
  if (settings.databaseUrl.startsWith('postgres')) throw new Error(POSTGRES);
  const database = fileOf(settings.databaseUrl);
  if (database === null) throw new Error('A database in memory has no backups.');
  if (!existsSync(database)) throw new Error(`There is no database ${database} yet.`);
  if (target !== undefined && existsSync(target))
    throw new Error(`${target} is there already. Nothing was overwritten.`);
  const now = new Date();
  dropLeftovers(database, folderOf(database), now);
  const { path, bytes, rows } = writeBackup(database, target ?? newBackupPath(database, now, 'by-hand'));
  if (target === undefined) dropOldBackups(database, now);
  return { path, summary: `${resolve(path)}: ${bytes.toLocaleString('en')} bytes, ${toldRows(rows)}` };
}

function toldRows(rows: Readonly<Record<string, number>>): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const { events, users, rsvps } = rows;
  return `${all.toLocaleString('en')} rows (${events} events, ${users} users, ${rsvps} RSVPs)`;
}

try {
  const { path, summary } = backUpInto(process.argv[2]);
  console.log(summary);
  const refused = await whyRefused(path, findProblems);
  if (refused !== null) throw new Error(`The backup was made, but a restore would refuse it:\n${refused}`);
} catch (error) {
  console.error(explained(error as Error));
  process.exitCode = 1;
}
