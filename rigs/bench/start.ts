/** `start`: from the command to the first 200 with an existing database, compared with a bare server. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-ports.mjs';
import { median, print, round } from '../rig.ts';
import { launchOn, stopped } from './program.ts';

const ROUNDS = 7;
const PAUSE_MS = 3;

async function firstAnswer(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function timed(launch: (port: number) => ReturnType<typeof spawn>): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = launch(port);
  await firstAnswer(port);
  const took = performance.now() - begun;
  await stopped(child);
  return took;
}

const BARE = "require('node:http').createServer((q, s) => s.end('ok')).listen(+process.argv[1], '127.0.0.1')";

export async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-start-'));
  const ours: number[] = [];
  const bare: number[] = [];
  // The first start creates the database and is not counted.
  await timed((port) => launchOn(folder, port));
  for (let n = 0; n < ROUNDS; n += 1) {
    ours.push(await timed((port) => launchOn(folder, port)));
    bare.push(await timed((port) => spawn(process.execPath, ['-e', BARE, String(port)], { stdio: 'ignore' })));
  }
  await rm(folder, { recursive: true, force: true });
  print(
    `start: ${round(median(ours) / 1000)} s to the first page, ${round(median(ours) / median(bare), 1)} times a bare server's ${round(median(bare) / 1000)} s`,
  );
}
