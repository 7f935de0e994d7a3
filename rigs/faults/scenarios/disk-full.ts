/** The disk fills up under the database and is freed again: a memory file system, filled to its last byte. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addEvent, type Program, startProgram, unlock } from '../../program.ts';
import { inFolder, plural, shorten } from '../../rig.ts';
import { registersAgain, registration } from '../burst.ts';
import { checkRegistrations, soundness } from '../checker.ts';
import { type Entry, type Ledger, newLedger } from '../ledger.ts';
import type { Options, Scenario } from '../scenario.ts';

const SIZE = '24m';
/** Most requests until the free space inside the files is used up as well. */
const PATIENCE = 5000;
const REFUSALS = 40;
const BACK_WITHIN_MS = 2000;

/** A disk that can be filled. `full` names the error the program gets. */
type Disk = {
  folder: string;
  how: string;
  fill(server: Program): Promise<void>;
  free(server: Program): void;
  end(): void;
};

const quietly = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** A really full disk; needs the right to mount. */
function mounted(folder: string): Disk | null {
  const ballast = join(folder, 'ballast');
  if (process.platform !== 'linux' || !quietly('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder))
    return null;
  return {
    folder,
    how: `ENOSPC on a file system of ${SIZE}`,
    async fill() {
      for (let size = 1 << 20; size >= 1; size >>= 4) {
        while (
          await appendFile(ballast, Buffer.alloc(size)).then(
            () => true,
            () => false,
          )
        );
      }
    },
    free: () => rmSync(ballast),
    end: () => void quietly('umount', folder),
  };
}

const LIMITER = 'prlimit';

/** Fallback: a limit on the size of the program's files, set and removed while it runs. */
function limited(folder: string): Disk | null {
  if (process.platform !== 'linux' || !quietly(LIMITER, '--version')) return null;
  const limit = (server: Program, size: string) =>
    void execFileSync(LIMITER, ['--pid', String(server.child.pid), `--fsize=${size}:`]);
  return {
    folder,
    how: 'EFBIG by a limit to the size of files; a full disk cannot be made here',
    fill: async (server) => limit(server, String(statSync(join(folder, 'full.db-wal')).size)),
    free: (server) => limit(server, 'unlimited'),
    end: () => {},
  };
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Registers until writes have failed often enough. */
async function meetTheEnd(ledger: Ledger, origin: string, eventId: string): Promise<Entry[]> {
  const refused: Entry[] = [];
  for (let sent = 0; sent < PATIENCE && refused.length < REFUSALS; sent += 10) {
    const entries = await Promise.all(Array.from({ length: 10 }, () => ledger.send(origin, registration(eventId))));
    refused.push(...entries.filter(({ outcome }) => outcome !== 'ok'));
  }
  return refused;
}

async function round(disk: Disk, server: Program, ledger: Ledger, cookie: string, slack: number) {
  const problems: string[] = [];
  const eventId = await addEvent(server.origin, cookie, 10_000);
  await Promise.all(Array.from({ length: 20 }, () => ledger.send(server.origin, registration(eventId))));
  await disk.fill(server);
  const refused = await meetTheEnd(ledger, server.origin, eventId);
  if (refused.length === 0) problems.push('the disk did not get full');
  problems.push(...refused.filter(({ status }) => status !== 503).map(({ status }) => `full: answered ${status}`));
  for (const path of ['/healthz', '/readyz', '/api/events', '/api/users']) {
    const status = await statusOf(server.origin + path);
    if (status !== 200) problems.push(`full: ${path} answered ${status}`);
  }
  disk.free(server);
  const back = await registersAgain(ledger, server.origin, eventId, slack * BACK_WITHIN_MS);
  if (back === null) problems.push(`no registration in time after there was room again`);
  return { problems, refused: refused.length, back: back ?? Number.POSITIVE_INFINITY };
}

async function fillUp(disk: Disk, rounds: number, slack: number) {
  const url = `sqlite:${join(disk.folder, 'full.db')}`;
  const server = await startProgram({ databaseUrl: url });
  const ledger = newLedger();
  const cookie = await unlock(server.origin);
  const seen = [];
  for (let one = 0; one < rounds; one += 1) seen.push(await round(disk, server, ledger, cookie, slack));
  const problems = [
    ...seen.flatMap((one) => one.problems),
    ...(await checkRegistrations(url, ledger.entries)),
    ...(await soundness(url)),
    ...(server.running() ? [] : ['the program ended']),
  ];
  await server.kill();
  ledger.close();
  return {
    figure:
      `${disk.how}: ${plural(rounds, 'time')} full and back; ${ledger.count('ok')} acknowledged and kept, ` +
      `${seen.reduce((sum, one) => sum + one.refused, 0)} answered 503 while full, reading went on, ` +
      `first registration ${Math.round(Math.max(...seen.map(({ back }) => back)))} ms after there was room`,
    problems: shorten(problems),
  };
}

async function run({ rounds, slack }: Options) {
  return inFolder(async (parent) => {
    const folder = join(parent, 'disk');
    mkdirSync(folder);
    const disk = mounted(folder) ?? limited(folder);
    if (disk === null) {
      return { figure: '', problems: [], notRun: 'needs Linux, and a full disk the right to mount (run it as root)' };
    }
    return fillUp(disk, rounds, slack).finally(disk.end);
  });
}

export const diskFull: Scenario = {
  name: 'disk-full',
  goal: 'disk full and back: 503 meanwhile, reads still work, nothing lost, service when there is room',
  short: 1,
  long: 10,
  run,
};
