import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { keepRunning } from './keep-running.mjs';

const WAITS = 'setInterval(() => {}, 1000)';
let children = [];
const launch = (script) => () => {
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  children.push(child);
  return child;
};
const running = () => children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);

afterEach(async () => {
  const ended = running().map((child) => once(child, 'exit'));
  for (const child of running()) child.kill('SIGKILL');
  await Promise.all(ended);
  children = [];
});

it('starts one program for several files that changed at once', async () => {
  const program = keepRunning(launch(WAITS));
  const [first] = children;
  for (let file = 0; file < 3; file += 1) program.restart();
  await once(first, 'exit');
  await expect.poll(() => running().length).toBe(1);
  program.restart();
  await expect.poll(() => children.length).toBe(3);
  expect(running().length).toBe(1);
});

it('starts again what has ended by itself', async () => {
  const program = keepRunning(launch('process.exit(1)'));
  await once(children[0], 'exit');
  program.restart();
  expect(children.length).toBe(2);
});

it('stops what runs now', async () => {
  const program = keepRunning(launch(WAITS));
  program.restart();
  await expect.poll(() => children.length).toBe(2);
  program.stop();
  await once(children[1], 'exit');
  expect(running()).toEqual([]);
});

it('starts nothing when it is stopped during a restart', async () => {
  const program = keepRunning(launch(WAITS));
  program.restart();
  program.stop();
  await once(children[0], 'exit');
  expect(children.length).toBe(1);
});
