import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { run } from './child.mjs';
import { binOf } from './install.mjs';
import { checkBudget, writeWorker } from './worker.mjs';

const SOURCES = ['src', 'public', 'vite.config.ts', 'vite.worker.config.ts', 'package.json', 'package-lock.json'];
const TEST = /\.test\.tsx?$/;
const TEXT = /\.(js|css|svg|json|html)$/;
/** What the browser loads, what the server draws pages with, and the service worker. */
const BUILDS = [
  ['build', '--outDir', 'dist/web'],
  ['build', '--ssr', 'src/app/web/server.tsx', '--outDir', 'dist/server'],
  ['build', '--config', 'vite.worker.config.ts'],
];

const filesUnder = (root, path) => {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`));
};

/** Returns one hash over everything a build is made from, without tests. */
export const sourceHash = (root) => {
  const hash = createHash('sha256');
  const paths = SOURCES.flatMap((source) => filesUnder(root, source)).filter((path) => !TEST.test(path));
  for (const path of paths.sort()) hash.update(`${path}\0${readFileSync(join(root, path), 'base64')}\0`);
  return hash.digest('hex');
};

const stampOf = (root) => join(root, 'dist/.built-from');

export const isBuilt = (root) => existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === sourceHash(root);

/** Returns the hash of everything that browsers get and pages are drawn with: equal builds are one release. */
export const releaseOf = (root) => {
  const hash = createHash('sha256');
  for (const path of ['web', 'server', 'worker'].flatMap((part) => filesUnder(root, `dist/${part}`)).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('base64url').slice(0, 12);
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const compress = async (path) => {
  const plain = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  await writeFile(`${path}.br`, await brotli(plain, { params }));
  await writeFile(`${path}.gz`, await deflate(plain, { level: 9 }));
};

/** Writes a .br and a .gz beside every text file of the folder, so that the server never compresses on request. */
export const precompress = async (folder) => {
  const files = (await readdir(folder, { recursive: true })).filter((path) => TEXT.test(path));
  await Promise.all(files.map((path) => compress(join(folder, path))));
};

/** Builds both halves from nothing, so that a failed build leaves nothing old to be served or tested. */
export const build = async (root, node) => {
  console.log('Building …');
  const from = sourceHash(root);
  await rm(join(root, 'dist'), { recursive: true, force: true });
  for (const args of BUILDS) {
    const env = { NODE_ENV: 'production' };
    const { status } = await run(node, [binOf(root, 'vite'), ...args, '--logLevel', 'warn'], { cwd: root, env });
    if (status !== 0) return false;
  }
  const release = releaseOf(root);
  await writeFile(join(root, 'dist/release'), release);
  writeWorker(root, release);
  await precompress(join(root, 'dist/web'));
  checkBudget(root);
  await writeFile(stampOf(root), from);
  return true;
};
