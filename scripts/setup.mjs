/**
 * `node scripts/setup.mjs [build] [FILE ARGS…]`: installs packages when needed, builds when `build` is said and the sources
 * changed, then runs FILE on the pinned Node. Plain JavaScript without packages: a fresh clone has none, and any Node from
 * 20 on may run this.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './setup/build.mjs';
import { forwardSignals, run } from './setup/child.mjs';
import { ensureInstalled, findNode } from './setup/install.mjs';
import { MEMORY } from './setup/memory.mjs';

const PROGRAM = 'src/app/server/main.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const main = async (args) => {
  forwardSignals();
  ensureInstalled(root);
  const node = findNode(root);
  // Everything started from here keeps its compiled scripts, so that the next start takes half the processor time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');
  const [file, ...rest] = args[0] === 'build' ? args.slice(1) : args;
  if (args[0] === 'build' && !isBuilt(root) && !(await build(root, node))) return 1;
  if (file === undefined) return 0;
  const env = file === PROGRAM ? { ...MEMORY, ...process.env } : {};
  return (await run(node, [file, ...rest], { cwd: root, env })).status;
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
