/** `npm run admin-link`: prints a link that unlocks admin mode once, for an organiser who does not know the password. */
import { randomUUIDv7 } from 'node:crypto';
import { existsSync } from 'node:fs';
import { whyNotStarted } from '../src/app/server/restore-festival.ts';
import { readSettings, type Settings } from '../src/app/server/settings.ts';
import { fileOf } from '../src/database/backup.ts';
import { connect } from '../src/database/connect.ts';
import { explainedFor } from '../src/database/portable.ts';
import { explained } from '../src/database/sqlite.ts';
import { makeLink } from '../src/features/access/commands/unlock.ts';
import { readAhead } from '../src/features/operations/rehearsal/commands.ts';
import { addressAt } from '../src/platform/server/http.ts';

const complain = (message: string, error: Error): void => console.error(`${message}: ${error.message}`);

/** A database created here would not count as brand new for the server, which would add no sample festival. */
function refuseMissing({ databaseUrl }: Settings): void {
  const file = fileOf(databaseUrl);
  if (databaseUrl === 'sqlite::memory:')
    throw new Error('A database in memory cannot be reached from another program.');
  if (file !== null && !existsSync(file)) throw new Error(`There is no database ${file} yet. Start the server first.`);
}

async function newLink(settings: Settings): Promise<string> {
  refuseMissing(settings);
  const problem = await whyNotStarted(settings.databaseUrl);
  if (problem !== null) throw new Error(problem);
  const connection = await connect(settings.databaseUrl, complain).catch(explainedFor(settings.databaseUrl));
  try {
    const ahead = await readAhead(connection.db);
    const now = () => new Date(Date.now() + ahead);
    const token = await makeLink({ db: connection.db, now, newId: randomUUIDv7 });
    // Browsers do not send what follows the #, so no log contains it.
    return `${settings.publicUrl ?? addressAt(settings.host, settings.port)}/admin#link=${token}`;
  } finally {
    await connection.close();
  }
}

try {
  const settings = readSettings();
  if ('complaints' in settings) throw new Error(settings.complaints.join('\n'));
  console.log(
    `Open this within 15 minutes. It works once, in the first browser that opens it:\n\n  ${await newLink(settings)}\n`,
  );
} catch (error) {
  console.error(explained(error as Error));
  process.exitCode = 1;
}
