/** Checks what no compiler or linter does: files of a slice, clocks in rules, transactions, locked packages, words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wordProblems } from './check-words.mjs';
import { missingFrom } from './complete-lock.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CODE = /^(src|e2e|rigs|scripts)\/.*\.(ts|tsx|mjs|css)$/;
const TEST = /(\.[\w-]+)*\.test\.tsx?$/;

/** Files that src/features/NOUN/ may contain. */
const SLICE = new RegExp(
  [
    '^src/features/[^/]+/(?:(contract|limits|rules|duties|routes|commands|store|soundness|jobs|client|session)\\.ts',
    '(rules|engine|commands)/[\\w-]+\\.ts|web/(queries|state)\\.ts|web/[\\w-]+\\.tsx|web/[\\w-]+/[\\w-]+\\.(ts|tsx|css))$',
  ].join('|'),
);
const EMPTY_NAME = /(^|[a-z/_-])(utils?|helpers?|common|misc|managers?|services?|data)(\/|\.\w+$)/i;
/** Lines of production code and of tests. */
const LONGEST = { code: 250, tests: 400 };
const TESTS = /^(e2e|rigs)\/|^src\/(testing|app\/tests)\/|\.test\.\w+$/;
const NEUTRAL =
  /^src\/(app|platform)\/[^/]+\.ts$|^src\/features\/[^/]+\/(contract|limits|rules|(?:rules|engine)\/.+)\.ts$/;
/** Browser and Node globals are type errors in neutral code already; these are part of the language. */
const CHANCE = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bTemporal\.Now\b|(?<![\w.] ?)Date\(\)/;
const OPENS_TRANSACTION = /\.(transaction|startTransaction)\(|\btransact\(/;
/** A browser's transactions are on a database of its own. */
const MAY_OPEN = /\/commands(\.ts$|\/)|^src\/(database|testing|platform\/web)\/|^(?!src\/)/;

const fileRules = (path, text, paths) => {
  const tested = TEST.test(path);
  const lines = text.split('\n').length - 1;
  const longest = TESTS.test(path) ? LONGEST.tests : LONGEST.code;
  const stem = path.replace(TEST, '');
  const stands = ['.ts', '.tsx', '/'].some((end) =>
    paths.some((other) => other !== path && other.startsWith(stem + end)),
  );
  const at = (pattern) => text.split('\n').findIndex((line) => pattern.test(line)) + 1;
  const feature = path.startsWith('src/features/');
  return [
    feature && !tested && !SLICE.test(path) && `${path}: not one of the files a slice may have`,
    feature && tested && !stands && `${path}: a test stands beside the file it tests`,
    feature &&
      /\/(rules|commands)\.ts$/.test(path) &&
      paths.some((other) => other.startsWith(path.replace('.ts', '/'))) &&
      `${path}: a slice has either this file or a folder of its name`,
    EMPTY_NAME.test(path) && `${path}: the name says nothing; name it after what it does`,
    lines > longest && `${path}: ${lines} lines; split it by noun or verb (at most ${longest})`,
    NEUTRAL.test(path) &&
      !tested &&
      at(CHANCE) > 0 &&
      `${path}:${at(CHANCE)}: pass the clock or the dice as an argument`,
    !tested &&
      !MAY_OPEN.test(path) &&
      at(OPENS_TRANSACTION) > 0 &&
      `${path}:${at(OPENS_TRANSACTION)}: transactions open in commands.ts only`,
  ].filter(Boolean);
};

/** Licences that only require attribution. OFL is for fonts. */
const PERMISSIVE = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|OFL-1\.1)$/;
/** Of several licences to choose from, one is enough. */
const isPermissive = (license = '') =>
  license
    .replace(/^\(([^()]+)\)$/, '$1')
    .split(' OR ')
    .some((choice) => PERMISSIVE.test(choice));

const locked = ({ packages }) =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, name: path.replace(/^.*node_modules\//, '') }));

/** The lock file's packages that ship: everything that is not for development alone. */
export const shipped = (lock) => locked(lock).filter(({ dev, devOptional }) => !dev && !devOptional);

const packageRules = (lock, wanted) => {
  const { allowScripts = {}, dependencies, devDependencies, optionalDependencies } = wanted;
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  const running = new Set(locked(lock).flatMap(({ hasInstallScript, name }) => (hasInstallScript ? [name] : [])));
  const unlocked = ({ integrity, link, optional }) => link || (!optional && !integrity?.startsWith('sha512-'));
  return [
    ...missingFrom(lock).map(
      ({ name }) => `${name} is missing in package-lock.json; run node scripts/complete-lock.mjs`,
    ),
    ...[...running]
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name} runs an install script that allowScripts does not name`),
    ...allowed.filter((name) => !running.has(name)).map((name) => `allowScripts names ${name}, which runs no script`),
    ...shipped(lock)
      .filter(({ license }) => !isPermissive(license))
      .map(({ name, license }) => `${name} ships under ${license ?? 'no licence'}, which is not permissive`),
    ...shipped(lock)
      .filter(unlocked)
      .map(({ name }) => `${name} ships without an integrity hash`),
    ...Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version))
      .map(([name, version]) => `${name} is ${version}; pin one version`),
  ];
};

/** Returns the number of files checked and one sentence for each problem in the tree at `root`. */
export const checkStructure = (root) => {
  const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const paths = ['src', 'e2e', 'rigs', 'scripts']
    .flatMap((folder) =>
      readdirSync(root).includes(folder)
        ? readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
        : [],
    )
    .filter((path) => CODE.test(path))
    .sort();
  const problems = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...fileRules(path, text, paths), ...wordProblems(root, path, text)];
  });
  return {
    count: paths.length,
    problems: [...packageRules(json('package-lock.json'), json('package.json')), ...problems],
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { count, problems } = checkStructure(ROOT);
  for (const problem of problems) console.log(problem);
  console.log(`${count} files checked, ${problems.length} problems`);
  process.exitCode = problems.length === 0 && count > 0 ? 0 : 1;
}
