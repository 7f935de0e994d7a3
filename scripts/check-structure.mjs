/** Checks what no compiler or linter does: files of a slice, clocks in rules, transactions, locked packages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingFrom } from './complete-lock.mjs';
import { report } from './problems.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CODE = '{src,e2e,rigs,scripts}/**/*.{ts,tsx,js,mjs,css}';
const TEST = /(\.[\w-]+)*\.test\.tsx?$/;

/** A room has one noun, or several in folders of their names. */
const NOUN = '^src/features/[^/]+/(?:(?!web/|rules/|engine/|commands/|store/)[\\w-]+/)?';
/** Files that the folder of a noun may contain. */
const SLICE = new RegExp(
  [
    `${NOUN}(?:(contract|limits|rules|duties|routes|commands|store|soundness|jobs|client|session)\\.ts`,
    '(rules|engine|commands|store)/[\\w-]+\\.ts|web/(queries|state)\\.ts|web/[\\w-]+\\.tsx|web/[\\w-]+/[\\w-]+\\.(ts|tsx|css))$',
  ].join('|'),
);
const EMPTY_NAME = /(^|[a-z/_-])(utils?|helpers?|common|misc|managers?|services?|data)(\/|\.\w+$)/i;
const LONGEST = 400;
const NEUTRAL = new RegExp(`^src/(app|platform)/[^/]+\\.ts$|${NOUN}(contract|limits|rules|(?:rules|engine)/.+)\\.ts$`);
/** Browser and Node globals are type errors in neutral code already; these are part of the language. */
const CHANCE = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bTemporal\.Now\b|(?<![\w.] ?)Date\(\)/;
/** A device's clock is wrong at times, and React Query's times are the device's. */
const DEVICE_CLOCK =
  /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|(?<![\w.] ?)Date\(\)|\bdataUpdatedAt\b|\btimeOrigin\b/;
const GOES_BY_SERVER =
  /^src\/(?:[^/]+|features\/[^/]+|features\/[^/]+\/[^/]+)\/web\/(?!device-clock\.ts$).+\.(ts|tsx|js)$/;
const OPENS_TRANSACTION = /\.(transaction|startTransaction)\(|\btransact\(/;
/** A browser's transactions are on a database of its own. */
const MAY_OPEN = /\/commands(\.ts$|\/)|^src\/(database|testing|platform\/web)\/|^(?!src\/)/;

const fileProblems = (path, text, paths) => {
  const [isTest, inSlice] = [TEST.test(path), path.startsWith('src/features/')];
  const lines = text.split('\n');
  const lineOf = (pattern) => lines.findIndex((line) => pattern.test(line)) + 1;
  const chance = NEUTRAL.test(path) && !isTest ? lineOf(CHANCE) : 0;
  const device = GOES_BY_SERVER.test(path) && !isTest ? lineOf(DEVICE_CLOCK) : 0;
  const opening = isTest || MAY_OPEN.test(path) ? 0 : lineOf(OPENS_TRANSACTION);
  const has = (start) => paths.some((other) => other !== path && other.startsWith(start));
  const tested = path.replace(TEST, '');
  const folder = path.replace(/(?<=\/(rules|commands|store))\.ts$/, '/');
  return [
    [inSlice && !isTest && !SLICE.test(path), ': not one of the files a slice may have'],
    [inSlice && isTest && !has(`${tested}.ts`), ': a test stands beside the file it tests'],
    [inSlice && folder !== path && has(folder), ': a slice has either this file or a folder of its name'],
    [EMPTY_NAME.test(path), ': the name says nothing; name it after what it does'],
    [lines.length - 1 > LONGEST, `: ${lines.length - 1} lines; split it by noun or verb (at most ${LONGEST})`],
    [chance > 0, `:${chance}: pass the clock or the dice as an argument`],
    [device > 0, `:${device}: take the time from platform/web/clock.tsx`],
    [opening > 0, `:${opening}: transactions open in commands.ts only`],
  ].flatMap(([isWrong, says]) => (isWrong ? [path + says] : []));
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

const PINNED = /^(npm:[\w@/-]+@)?\d+\.\d+\.\d+[\w.-]*$/;

const packageProblems = (lock, { allowScripts = {}, dependencies, devDependencies }) => {
  const scripted = locked(lock).filter(({ hasInstallScript }) => hasInstallScript);
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] === true);
  const unnamed = scripted.filter(({ name }) => !allowed.includes(name));
  const stale = allowed.filter((name) => !scripted.some((one) => one.name === name));
  const foreign = shipped(lock).filter(({ license }) => !isPermissive(license));
  const isUnlocked = ({ integrity, link, optional }) => link || (!optional && !integrity?.startsWith('sha512-'));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !PINNED.test(version));
  return [
    ...missingFrom(lock).map(({ name }) => `${name} is not in package-lock.json; run node scripts/complete-lock.mjs`),
    ...unnamed.map(({ name }) => `${name} runs an install script that allowScripts does not name`),
    ...stale.map((name) => `allowScripts names ${name}, which runs no script`),
    ...foreign.map(({ name, license = 'no licence' }) => `${name} ships under ${license}, which is not permissive`),
    ...loose.map(([name, version]) => `${name} is ${version}; pin one version`),
    ...shipped(lock).flatMap((one) => (isUnlocked(one) ? [`${one.name} ships without an integrity hash`] : [])),
  ];
};

/** Returns the number of files checked and one sentence for each problem in the tree at `root`. */
export const checkStructure = (root) => {
  const json = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const paths = globSync(CODE, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const problems = paths.flatMap((path) => fileProblems(path, readFileSync(join(root, path), 'utf8'), paths));
  const packages = packageProblems(json('package-lock.json'), json('package.json'));
  return { count: paths.length, problems: [...packages, ...problems] };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) report(checkStructure(ROOT));
