import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILDS } from './build.mjs';
import { run, stopAll } from './child.mjs';
import { binOf } from './install.mjs';

const FIRST_BUILD = ['dist/web/.vite/manifest.json', 'dist/server/server.js'];

/**
 * Builds both halves again on every save and starts the server again when its own files or what it draws pages with
 * changed. The page itself is reloaded by hand.
 */
export const dev = async (root, node) => {
  console.log('Building on every save; the server starts again by itself. Reload the page to see a change.');
  await rm(join(root, 'dist'), { recursive: true, force: true });
  const env = { NODE_ENV: 'development' };
  const start = (...args) => run(node, args, { cwd: root, env });
  let ended = false;
  const builds = BUILDS.map((args) => start(binOf(root, 'vite'), ...args, '--watch', '--logLevel', 'warn'));
  const first = Promise.race(builds).then((result) => {
    ended = true;
    return result;
  });
  while (!ended && !FIRST_BUILD.every((path) => existsSync(join(root, path)))) await wait(100);
  const server = ended
    ? first
    : start(
        '--watch',
        '--watch-path=src',
        '--watch-path=dist/server',
        '--watch-path=dist/web/.vite',
        'src/app/server/main.ts',
      );
  const { status } = await Promise.race([first, server]);
  stopAll();
  return status;
};
