/**
 * `npm run forget`: removes all personal data from the festival for good and keeps what can be counted. Asks first,
 * unless called with `--yes`, which deletes the backups too.
 */
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { whyNotStarted } from '../src/app/server/restore-festival.ts';
import { readSettings } from '../src/app/server/settings.ts';
import { SLICES } from '../src/app/server/slices.ts';
import { dropLeftovers, fileOf, folderOf, namesOfBackups } from '../src/database/backup.ts';
import { type Connection, connect } from '../src/database/connect.ts';
import { eraseRemains, isInUse } from '../src/database/erase.ts';
import { explainedFor } from '../src/database/portable.ts';
import { postgresRelay } from '../src/database/relay.ts';
import { explained } from '../src/database/sqlite.ts';
import { countEverything } from '../src/features/archive/store.ts';
import { forgetEverything } from '../src/features/privacy/commands.ts';
import { forgetVisitor } from '../src/features/privacy/contract.ts';

const WARNING = `This permanently deletes everything personal:

  - every name: of users, players, hosts and owners of games
  - emails, devices, admin sessions, counts of wrong guesses, the list of changes, stored announcements
  - descriptions and player counts of games, file names and errors of score uploads

Events, numbers of places and check-ins, scores and results stay, without names. Titles, descriptions, rooms and links of
events stay as you wrote them: look through them yourself.
`;
const BACKUPS = 'still hold everything. Type "delete" to delete them too; anything else keeps them: ';
const ELSEWHERE = 'Exported files, printed lists and copies in other places are not touched.';

type Ask = (question: string) => Promise<string>;

const complain = (message: string, error: Error): void => console.error(`${message}: ${error.message}`);

/** Returns the file behind the settings, or null on PostgreSQL. @throws Error when it cannot be changed now. */
async function placeOf(url: string): Promise<string | null> {
  if (url.startsWith('postgres')) return null;
  const file = fileOf(url);
  if (file === null) throw new Error('A database in memory forgets everything when it is stopped.');
  if (!existsSync(file)) throw new Error(`There is no database ${file}. Nothing was changed.`);
  const problem = await whyNotStarted(url);
  if (problem !== null) throw new Error(problem);
  if (isInUse(file)) throw new Error(`${file} is in use. Stop the server first, then forget. Nothing was changed.`);
  return file;
}

async function forget(url: string, ask: Ask | null): Promise<string[]> {
  const file = await placeOf(url);
  console.log(WARNING);
  if (ask !== null && (await ask('It cannot be undone. Type "forget" to continue: ')).trim() !== 'forget') {
    throw new Error('Nothing was changed.');
  }
  const connection = await connect(url, complain).catch(explainedFor(url));
  try {
    await forgetEverything(connection.db, SLICES);
    await tellServers(connection);
    await eraseRemains(connection);
    const rows = Object.entries(await countEverything(connection.db, SLICES)).map(
      ([list, count]) => `${list} ${count}`,
    );
    const kept = `Forgotten. Kept without names: ${rows.join(', ')}.`;
    return [kept, ...(await forgetBackups(file, ask)), ELSEWHERE];
  } finally {
    await connection.close();
  }
}

/** Running servers on PostgreSQL have responses with names in their caches until a message invalidates them. */
async function tellServers({ pool }: Connection): Promise<void> {
  if (pool === null) return;
  const relay = postgresRelay(pool, 'forget', complain);
  relay.send(new Map([...forgetVisitor.touches, 'announcements'].map((topic) => [topic, null])));
  await relay.stop();
}

async function forgetBackups(file: string | null, ask: Ask | null): Promise<string[]> {
  if (file === null) return ['Dumps and archives of PostgreSQL still hold everything: delete them too.'];
  // The unfinished file of a killed backup or restore holds the same data.
  for (const folder of [dirname(file), folderOf(file)]) dropLeftovers(file, folder, new Date());
  const names = namesOfBackups(file);
  if (names.length === 0) return [];
  const folder = folderOf(file);
  const backups = `${names.length === 1 ? 'The backup' : `The ${names.length} backups`} in ${folder}`;
  const go = ask === null || (await ask(`${backups} ${BACKUPS}`)).trim() === 'delete';
  if (!go) return [`${backups} ${names.length === 1 ? 'was' : 'were'} kept: everything can still be read there.`];
  for (const name of names) rmSync(join(folder, name));
  return [`${backups} ${names.length === 1 ? 'was' : 'were'} deleted.`];
}

/** Reads line by line, so that answers may come from a file. End of input counts as no. */
function askOn(terminal: Interface): Ask {
  const lines = terminal[Symbol.asyncIterator]();
  return async (question) => {
    process.stdout.write(question);
    const { value, done } = await lines.next();
    return done === true ? '' : value;
  };
}

const terminal = createInterface({ input: process.stdin });
try {
  const settings = readSettings();
  if ('complaints' in settings) throw new Error(settings.complaints.join('\n'));
  const sure = process.argv.includes('--yes');
  console.log((await forget(settings.databaseUrl, sure ? null : askOn(terminal))).join('\n'));
} catch (error) {
  console.error(explained(error as Error));
  process.exitCode = 1;
} finally {
  terminal.close();
}
