import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { binOf } from './install.mjs';

const SOURCES = ['src', 'public', 'vite.config.ts', 'scripts/packed-files.ts', 'package.json', 'package-lock.json'];
/** Compressed copies say nothing of their own, and other systems write other bytes. */
const LEFT_OUT = /\.test\.tsx?$|\.(br|gz)$/;

const filesUnder = (root, path) => {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`));
};

/** Returns one hash over the names and contents of all files under these paths, without tests and compressed copies. */
const hashOf = (root, paths) => {
  const files = paths.flatMap((path) => filesUnder(root, path)).filter((path) => !LEFT_OUT.test(path));
  const hash = createHash('sha256');
  for (const path of files.sort()) hash.update(`${path}\0${readFileSync(join(root, path), 'base64')}\0`);
  return hash.digest('base64url');
};

/** Returns the hash of everything that browsers get and pages are drawn with: equal hashes are one build. */
export const buildHash = (root) => hashOf(root, ['dist/web', 'dist/server', 'dist/worker']).slice(0, 12);

/** Holds the hash of the sources that the build was made from. */
const stampOf = (root) => join(root, 'dist/.built-from');
export const stamp = (root, hash = hashOf(root, SOURCES)) => writeFileSync(stampOf(root), hash);

export const isBuilt = (root) =>
  existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === hashOf(root, SOURCES);

/** Builds everything from nothing, so that a failed build leaves nothing old to be served or tested. */
export const build = async (root, node) => {
  console.log('Building …');
  // What changes meanwhile needs another build.
  const from = hashOf(root, SOURCES);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const args = [binOf(root, 'vite'), 'build', '--logLevel', 'warn'];
  const { status } = await run(node, args, { cwd: root, env: { NODE_ENV: 'production' } });
  if (status !== 0) return false;
  writeFileSync(join(root, 'dist/release'), buildHash(root));
  stamp(root, from);
  return true;
};
