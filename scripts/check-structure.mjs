/** What no compiler checks: which files a slice may have, what rules may not touch, and where a few things may stand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingFrom } from './complete-lock.mjs';
import { chance, defaultExports, environment, parse, transactions } from './structure/code.mjs';
import { barrels, forbiddenNames, longFiles, unknownFiles } from './structure/files.mjs';
import { exchangeable, installScripts, licences, pinned } from './structure/packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'e2e', 'scripts'];
const CODE = /\.(ts|tsx|mjs|css)$/;

const readTree = (root) =>
  FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      );
    } catch (error) {
      if (error.code === 'ENOENT') return [];
      throw error;
    }
  })
    .filter((path) => CODE.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const perFile = (check) => (files) => files.flatMap((file) => check(file));

/** Each takes files `{path, text, tree}` and answers one sentence for each thing wrong. */
const CHECKS = [
  unknownFiles,
  perFile(forbiddenNames),
  perFile(longFiles),
  perFile(barrels),
  perFile(chance),
  perFile(environment),
  perFile(defaultExports),
  perFile(transactions),
];

/** A lock file without the packages of every platform installs nowhere but where it was written. */
const lockedForAll = (lock) =>
  missingFrom(lock).map(({ name }) => `package-lock.json: ${name} is missing; run node scripts/complete-lock.mjs`);

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const packageProblems = (root) => {
  const [lock, wanted] = ['package-lock.json', 'package.json'].map((name) => readJson(join(root, name)));
  return [
    ...lockedForAll(lock),
    ...installScripts(lock, wanted),
    ...licences(lock),
    ...exchangeable(lock),
    ...pinned(wanted),
  ];
};

/** Everything wrong in the tree at root, and how many files were looked at. */
export const checkStructure = (root) => {
  const files = readTree(root).map((file) => ({ ...file, tree: parse(file) }));
  return { count: files.length, problems: [...packageProblems(root), ...CHECKS.flatMap((check) => check(files))] };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { count, problems } = checkStructure(ROOT);
  for (const problem of problems) console.log(problem);
  console.log(`${count} files looked at, ${problems.length} things out of place`);
  process.exitCode = problems.length === 0 && count > 0 ? 0 : 1;
}
