/** Runs all checks, in parallel on the machine's cores. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { forwardSignals, run } from './setup/child.mjs';
import { binOf } from './setup/install.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const types = (project) => [binOf(ROOT, 'typescript-native', 'tsc'), '-p', project];
const CHECKS = {
  'types, everything': types('tsconfig.json'),
  direction: ['scripts/check-direction.mjs'],
  unused: [binOf(ROOT, 'knip')],
  style: [binOf(ROOT, '@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
  'types, web': types('tsconfig.web.json'),
  'types, worker': types('tsconfig.worker.json'),
  'types, server': types('tsconfig.server.json'),
  'types, neutral': types('tsconfig.neutral.json'),
  structure: ['scripts/check-structure.mjs'],
  documents: ['scripts/check-documents.mjs'],
};

/** Returns how many checks passed and failed; prints the output of the failed ones. */
export const check = async () => {
  const pending = Object.entries(CHECKS);
  const count = { passed: 0, failed: 0 };
  const worker = async () => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [name, args] = next;
      const started = performance.now();
      const { status, output } = await run(process.execPath, args, { cwd: ROOT, capture: true });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
      if (status !== 0) console.log(output.trimEnd());
      count[status === 0 ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  forwardSignals();
  process.exitCode = (await check()).failed === 0 ? 0 : 1;
}
