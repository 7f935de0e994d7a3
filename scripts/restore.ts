/** `npm run restore FILE`: puts a backup in the place of the database, once the server is stopped. */
import { readSettings } from '../src/app/server/settings.ts';
import { fileOf, folderOf } from '../src/database/backup.ts';
import { type Restored, restore } from '../src/database/restore.ts';

const POSTGRES = `This festival is on PostgreSQL. Restore a dump with PostgreSQL's own tool, into a new database:

  pg_restore --no-owner --exit-on-error --single-transaction --dbname=postgres://…/NEW boardwalk.dump
  psql postgres://…/NEW --command='delete from admin_sessions; delete from admin_links'

Then start the program with DATABASE_URL=postgres://…/NEW. docs/operating.md says more.`;

function restoreFrom(backup: string | undefined): Promise<Restored> {
  const settings = readSettings();
  if ('complaints' in settings) throw new Error(settings.complaints.join('\n'));
  if (settings.databaseUrl.startsWith('postgres')) throw new Error(POSTGRES);
  const database = fileOf(settings.databaseUrl);
  if (database === null) throw new Error('A database in memory cannot be restored.');
  if (backup === undefined) throw new Error(`Say which: npm run restore FILE. Backups are in ${folderOf(database)}.`);
  return restore(backup, database, new Date());
}

function told({ database, aside, from, version, rows }: Restored): string {
  return [
    `Restored into ${database}: ${rows.events} events, ${rows.users} users, ${rows.rsvps} RSVPs.`,
    from < version ? `Its schema was brought from version ${from} to ${version}.` : '',
    aside === null ? '' : `What was there before is kept as ${aside}.`,
    'All admin sessions are ended. The password is the one from then, unless ADMIN_PASSWORD is set.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

try {
  console.log(told(await restoreFrom(process.argv[2])));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
