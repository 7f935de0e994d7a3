import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './child.mjs';
import { binOf } from './install.mjs';
import { precompress } from './precompress.mjs';

const SOURCES = ['src', 'public', 'vite.config.ts', 'package.json', 'package-lock.json'];
const TEST = /\.test\.tsx?$/;

const filesUnder = (root, path) => {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`));
};

/** One hash over everything a build is made from; tests are not part of it. */
export const sourceHash = (root) => {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => filesUnder(root, source)).sort()) {
    if (TEST.test(path)) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
};

const stampOf = (root) => join(root, 'dist/.built-from');

export const isBuilt = (root) => existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === sourceHash(root);

/** The two builds: what the browser loads, and what the server draws pages with. */
export const BUILDS = [
  ['build', '--outDir', 'dist/web'],
  ['build', '--ssr', 'src/app/web/server.tsx', '--outDir', 'dist/server'],
];

/** Builds both halves from nothing, so that a failed build leaves nothing old behind to be served or tested. */
export const build = async (root, node) => {
  const from = sourceHash(root);
  await rm(join(root, 'dist'), { recursive: true, force: true });
  for (const args of BUILDS) {
    const env = { NODE_ENV: 'production' };
    const { status } = await run(node, [binOf(root, 'vite'), ...args, '--logLevel', 'warn'], { cwd: root, env });
    if (status !== 0) return false;
  }
  const count = await precompress(join(root, 'dist/web'));
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(stampOf(root), from);
  console.log(`Built dist/web (${count} files compressed) and dist/server.`);
  return true;
};
