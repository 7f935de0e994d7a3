/** `npm run restore FILE`: replaces the database with a backup while the server is stopped. */
import { parseArgs } from 'node:util';
import { restoreFestival } from '../src/app/server/restore-festival.ts';
import { readSettings } from '../src/app/server/settings.ts';
import { fileOf, folderOf } from '../src/database/backup.ts';
import { explained } from '../src/database/sqlite.ts';

const POSTGRES = `This festival is on PostgreSQL. Restore a dump of your own with PostgreSQL's tools, into a new database:

  pg_restore --no-owner --exit-on-error --single-transaction --dbname=postgres://…/NEW boardwalk.dump
  psql postgres://…/NEW --set=ON_ERROR_STOP=1 --file=deploy/after-restore.sql

Then start the program with DATABASE_URL=postgres://…/NEW. docs/operating.md says more.`;

type Restored = Awaited<ReturnType<typeof restoreFestival>>;

function restoreFrom(backup: string | undefined, keepSecret: boolean): Promise<Restored> {
  const settings = readSettings();
  if ('complaints' in settings) throw new Error(settings.complaints.join('\n'));
  if (settings.databaseUrl.startsWith('postgres')) throw new Error(POSTGRES);
  const database = fileOf(settings.databaseUrl);
  if (database === null) throw new Error('A database in memory cannot be restored.');
  if (backup === undefined) throw new Error(`Name the file of a backup. Backups are in ${folderOf(database)}.`);
  return restoreFestival(backup, database, new Date(), { keepSecret });
}

const PASSWORD = {
  present: 'The admin password is the one from before the restore.',
  file: 'The admin password is the one from the file.',
  none: 'The next start makes a new admin password and prints it.',
};

const NEW_SECRET = `The file is not a backup of the previous database, so a new secret was made and printed check-in codes no longer work.
Print them again from QR Check-In. If the file is your own backup, restore it again with --keep-secret, which keeps its secret and its password.`;

function summaryOf({ database, aside, from, version, rows, settled }: Restored): string {
  return [
    `Restored into ${database}: ${rows.events} events, ${rows.users} users, ${rows.rsvps} RSVPs.`,
    from < version ? `Its schema was migrated from version ${from} to ${version}.` : '',
    aside === null ? '' : `The previous database is kept as ${aside}.`,
    `All admin sessions are ended. ${PASSWORD[settled.password]} ADMIN_PASSWORD, if set, replaces it.`,
    settled.secret === 'new' ? NEW_SECRET : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

try {
  const { values, positionals } = parseArgs({
    // As in `npm run restore -- FILE --keep-secret`, also where no npm takes the "--".
    args: process.argv.slice(2).filter((arg) => arg !== '--'),
    options: { 'keep-secret': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw new Error(`Name one backup, not ${positionals.join(' and ')}.`);
  // npm takes an option for itself unless it follows "--".
  const keepSecret = values['keep-secret'] || process.env.npm_config_keep_secret === 'true';
  console.log(summaryOf(await restoreFrom(positionals[0], keepSecret)));
} catch (error) {
  console.error(explained(error as Error));
  process.exitCode = 1;
}
