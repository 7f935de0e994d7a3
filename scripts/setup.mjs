/**
 * What every npm script goes through: install when needed, then run on the pinned Node. Plain JavaScript without
 * packages, because on a fresh clone there are none yet and any Node from 20 on may be the one that reads this.
 */
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './setup/build.mjs';
import { check } from './setup/check.mjs';
import { passSignalsOn, run } from './setup/child.mjs';
import { dev } from './setup/dev.mjs';
import { ensureInstalled, findNode } from './setup/install.mjs';
import { sum } from './setup/tally.mjs';
import { e2e, test, unit } from './setup/test.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const start = async (node, args) => {
  if (!isBuilt(root) && !(await build(root, node))) return 1;
  return (await run(node, ['src/app/server/main.ts', ...args], { cwd: root })).status;
};

const statusOf = (tallies) => (sum([tallies].flat()).failed === 0 ? 0 : 1);

const script = (file) => async (node, args) => (await run(node, [`scripts/${file}`, ...args], { cwd: root })).status;

/** Each answers the exit status. */
const COMMANDS = {
  start,
  dev: (node) => dev(root, node),
  build: async (node) => ((await build(root, node)) ? 0 : 1),
  test: (node) => test(root, node),
  check: async (node) => statusOf(await check(root, node)),
  unit: async (node, args) => statusOf(await unit(root, node, args)),
  e2e: (node, args) => e2e(root, node, args),
  backup: script('backup.ts'),
  restore: script('restore.ts'),
  'admin-link': script('admin-link.ts'),
  forget: script('forget.ts'),
  'check-discord': script('check-discord.ts'),
  bench: script('bench/run.ts'),
  faults: script('faults/run.ts'),
  security: script('security.ts'),
  licences: script('licences.ts'),
  fuzz: script('fuzz/run.ts'),
};

const main = async ([name, ...args]) => {
  const command = COMMANDS[name];
  if (!command) throw new Error(`Say one of: ${Object.keys(COMMANDS).join(', ')}.`);
  passSignalsOn();
  ensureInstalled(root);
  return command(findNode(root), args);
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
