import { availableParallelism } from 'node:os';
import { run } from './child.mjs';
import { binOf } from './install.mjs';

const types = (project) => ['typescript', 'tsc', '-p', project];

/** Each check by the name it is reported under: a package and its command with arguments, or a script of ours. */
const CHECKS = {
  'types, everything': types('tsconfig.json'),
  direction: ['scripts/check-direction.mjs'],
  unused: ['knip', 'knip'],
  style: ['@biomejs/biome', 'biome', 'check', '--error-on-warnings', '.'],
  'types, web': types('tsconfig.web.json'),
  'types, server': types('tsconfig.server.json'),
  'types, neutral': types('tsconfig.neutral.json'),
  structure: ['scripts/check-structure.mjs'],
};

const argumentsOf = (root, [first, command, ...rest]) =>
  first.endsWith('.mjs') ? [first] : [binOf(root, first, command), ...rest];

const runCheck = async (root, node, name) => {
  const started = performance.now();
  const { status, output } = await run(node, argumentsOf(root, CHECKS[name]), { cwd: root, capture: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (status !== 0) console.log(output.trimEnd());
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

/** Runs every check, as many at a time as there are cores; each counts as one passed or failed. */
export const check = async (root, node) => {
  const waiting = Object.keys(CHECKS);
  const tallies = [];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      tallies.push(await runCheck(root, node, name));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return tallies;
};
