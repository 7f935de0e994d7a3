/**
 * `npm run try-upgrade -- COMMIT`: from the release of that commit to this one, with traffic going on behind Caddy, on both
 * databases, and back; and to one with a migration more. COMMIT may also be the folder of an unpacked release.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '#testing/postgres.ts';
import { versionOf } from '../proxies/proxy.ts';
import { type Finding, inFolder, machine } from '../rig.ts';
import { byDump, oneAfterTheOther, together } from './postgres.ts';
import { releaseAfter, releaseBefore, releaseNow, undoTrial } from './releases.ts';
import { onSqlite, type Trial } from './sqlite.ts';
import { onSystemd } from './switched.ts';

const [from] = process.argv.slice(2);
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
if (from === undefined || versionOf('caddy', 'version') === null) {
  tell(from === undefined ? 'npm run try-upgrade -- COMMIT' : 'Caddy is not installed: NOT RUN');
  process.exit(1);
}

let failed = 0;
tell(machine());
await inFolder(async (folder) => {
  const [before, now] = [releaseBefore(from, folder), releaseNow()];
  tell(`from schema ${before.schema} to ${now.schema}; Caddy ${versionOf('caddy', 'version')}`);
  // TEST_DATABASE_URL names another server where pg_dump is older than the PostgreSQL of the tests.
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server === undefined ? await startPostgres() : { url: server, stop: async () => undefined };
  tell('\n| tried | verdict | seen |\n|---|---|---|');
  const next = { before: now, now: releaseAfter(now, join(folder, 'next')), undo: undoTrial };
  const toNext = (trial: Trial) => oneAfterTheOther({ ...trial, ...next });
  const switched = (trial: Trial) => onSystemd({ ...trial, ...next });
  for (const [name, act] of Object.entries({ onSqlite, together, oneAfterTheOther, toNext, switched, byDump })) {
    const own = join(folder, name);
    await mkdir(own);
    const trial: Trial = { before, now, folder: own, server: postgres.url };
    const findings = await act(trial).catch((error: Error) => [
      { name, figure: 'broke off', problems: [String(error.stack)] },
    ]);
    for (const { name: tried, figure, problems, notRun } of findings as (Finding & { name: string })[]) {
      if (problems.length > 0) failed += 1;
      tell(`| ${tried} | ${notRun ? 'NOT RUN' : problems.length === 0 ? 'passed' : 'FAILED'} | ${notRun ?? figure} |`);
      for (const problem of problems.slice(0, 10)) tell(`    ${problem}`);
    }
  }
  await postgres.stop();
});
process.exit(failed === 0 ? 0 : 1);
