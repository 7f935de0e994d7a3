import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = 'src/app/web/browser.tsx';
/** Reached by no visitor: the dashboard, the big screen, print sheets. */
const DESK = ['src/app/web/AdminPage.tsx', 'src/app/web/admin-panels.ts'];
const ELSEWHERE = ['src/features/brackets/web/wall/DisplayPage.tsx', 'src/app/web/PrintPage.tsx'];

/** Returns the names of the chunks reached from some without passing others. */
const reached = (manifest, from, without) => {
  const seen = new Set();
  const visit = (name) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    if (seen.has(name) || without.includes(name)) return;
    seen.add(name);
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  for (const name of from) visit(name);
  return seen;
};

/** The entry's style is in every page; its fonts are files. */
const filesOf = (manifest, names) =>
  [...names].flatMap((name) => {
    const { file, css = [], assets = [] } = manifest[name];
    return [file, ...(name === ENTRY ? [] : css), ...assets].map((path) => `/${path}`);
  });

/** Returns the files that the service worker keeps: for every visitor, and for the dashboard in addition. */
export const keptFiles = (manifest) => {
  for (const name of [ENTRY, ...DESK, ...ELSEWHERE])
    if (manifest[name] === undefined) throw new Error(`The build has no ${name}`);
  const visitors = filesOf(manifest, reached(manifest, [ENTRY], [...DESK, ...ELSEWHERE]));
  const desk = filesOf(manifest, reached(manifest, DESK, ELSEWHERE));
  return {
    files: [...new Set([...visitors, '/favicon.svg'])],
    deskFiles: [...new Set(desk)].filter((path) => !visitors.includes(path)),
  };
};

/** Of the 600 kB that a phone keeps (docs/benchmarks.md), packed; its pages need the rest. */
const MOST_BYTES = 400_000;

/** Returns the packed size of the files. Throws when they are too large to be fetched by every phone. */
export const keptBytes = (web, { files, deskFiles }, most = MOST_BYTES) => {
  const packed = (path) => [`${path}.br`, path].map((name) => join(web, name)).find((name) => existsSync(name));
  const sizes = [...files, ...deskFiles].map((path) => [path, statSync(packed(path)).size]);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (bytes <= most) return bytes;
  const largest = sizes.toSorted(([, one], [, other]) => other - one).slice(0, 5);
  const names = largest.map(([path, size]) => `${path} (${Math.round(size / 1000)} kB)`).join(', ');
  const told = `${Math.round(bytes / 1000)} kB of files, and may keep ${Math.round(most / 1000)}`;
  throw new Error(`The service worker would keep ${told}. The largest: ${names}`);
};

const manifestOf = (root) => JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8'));

/** Throws when the build, packed already, has more for phones to keep than they should. */
export const checkBudget = (root) => keptBytes(join(root, 'dist/web'), keptFiles(manifestOf(root)));

/** Writes dist/worker/sw.js: the worker with its release and its files. */
export const writeWorker = (root, release) => {
  const script = readFileSync(join(root, 'dist/worker/main.js'), 'utf8');
  const build = JSON.stringify({ release, ...keptFiles(manifestOf(root)) });
  writeFileSync(join(root, 'dist/worker/sw.js'), `self.BUILD=${build};\n${script}`);
};
