/**
 * `npm run try-upgrade -- COMMIT`: from the release of that commit to this one, with traffic going on behind Caddy, on both
 * databases, and back; and to one with a migration more. COMMIT may also be the folder of an unpacked release.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '#testing/postgres.ts';
import { versionOf } from '../proxies/proxy.ts';
import { brokeOff, HEADING, inFolder, machine, print, printFinding } from '../rig.ts';
import { byDump, oneAfterTheOther, together } from './postgres.ts';
import { releaseAfter, releaseBefore, releaseNow, undoTrial } from './releases.ts';
import { onSqlite, type Trial } from './sqlite.ts';
import { onSystemd } from './switched.ts';

const [from] = process.argv.slice(2);
if (from === undefined || versionOf('caddy', 'version') === null) {
  print(from === undefined ? 'npm run try-upgrade -- COMMIT' : 'Caddy is not installed: NOT RUN');
  process.exit(1);
}

let failed = 0;
print(machine());
await inFolder(async (folder) => {
  const [before, now] = [releaseBefore(from, folder), releaseNow()];
  print(`from schema ${before.schema} to ${now.schema}; Caddy ${versionOf('caddy', 'version')}`);
  // TEST_DATABASE_URL names another server where pg_dump is older than the PostgreSQL of the tests.
  const server = process.env.TEST_DATABASE_URL;
  const postgres = server === undefined ? await startPostgres() : { url: server, stop: async () => undefined };
  print(HEADING);
  const next = { before: now, now: releaseAfter(now, join(folder, 'next')), undo: undoTrial };
  const toNext = (trial: Trial) => oneAfterTheOther({ ...trial, ...next });
  const switched = (trial: Trial) => onSystemd({ ...trial, ...next });
  for (const [name, act] of Object.entries({ onSqlite, together, oneAfterTheOther, toNext, switched, byDump })) {
    const own = join(folder, name);
    await mkdir(own);
    const trial: Trial = { before, now, folder: own, server: postgres.url };
    const begun = performance.now();
    const findings = await act(trial).catch((error: Error) => [{ name, ...brokeOff(error) }]);
    for (const finding of findings) if (!printFinding(finding.name, finding, begun)) failed += 1;
  }
  await postgres.stop();
});
process.exit(failed === 0 ? 0 : 1);
