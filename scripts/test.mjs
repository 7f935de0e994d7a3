/**
 * `test.mjs` runs everything and prints `N passed, N failed` last; `test.mjs unit|slice|rigs|e2e [ARGS]` runs one part, and
 * `test.mjs costs [ARGS]` unit tests and journeys with what each kind and the dearest files cost.
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { sayMissing } from './engines.mjs';
import { forgetOldRecord, LONG_TESTS } from './quick-tests.mjs';
import { build, isBuilt } from './setup/build.mjs';
import { forwardSignals, run } from './setup/child.mjs';
import { binOf } from './setup/install.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Counts of Vitest's JSON report. A file that broke before its first test is one failure. */
export const countUnit = ({ numPassedTests, numFailedTests, testResults }) => {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
};

/** Counts of Playwright's JSON report. A flaky journey is a failed one. */
export const countJourneys = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

/**
 * A runner that left no report, ended with an error although no test failed, or ran nothing counts as one failure. With
 * `mayRunNothing` a report without tests is none.
 */
export const count = (report, status, counts, { mayRunNothing = false } = {}) => {
  const { passed, failed } = report === null ? { passed: 0, failed: 0 } : counts(report);
  const ranNothing = passed === 0 && (report === null || !mayRunNothing);
  return { passed, failed: failed === 0 && (status !== 0 || ranNothing) ? 1 : failed };
};

const DEAREST = 20;

/** Sums the notes that a run with TEST_COSTS left: first a line a kind, then the dearest files, the dearest first. */
export const sumCosts = (notes) => {
  const sumBy = (key) => {
    const sums = Map.groupBy(notes, (note) => note[key]);
    return [...sums]
      .map(([name, group]) => ({ name, seconds: group.reduce((total, { seconds }) => total + seconds, 0) }))
      .sort((one, other) => other.seconds - one.seconds);
  };
  return [...sumBy('kind'), ...sumBy('file').slice(0, DEAREST)];
};

const sum = (results) => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
});

const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.log(`The runner left no report: ${error.message}`);
    return null;
  }
};

const runner = (counts, command) => async (args) => {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-report-'));
  const report = join(folder, 'report.json');
  const { line, env, capture, mayRunNothing } = command(report, args);
  const { status, output } = await run(process.execPath, [...line, ...args], { cwd: ROOT, env, capture });
  if (capture) console.log(output);
  const result = count(readReport(report), status, counts, { mayRunNothing });
  await rm(folder, { recursive: true, force: true });
  return result;
};

/** The tests wait for PostgreSQL and other programs a third of their time. For a few files another worker costs more. */
const workers = (args) => (args.length === 0 ? [`--maxWorkers=${availableParallelism() + 1}`] : []);

/** With `capture` the output comes at the end, so that the output of two runs does not mix. */
const unitWith = ({ flags = [], env, capture = false, mayRunNothing = false }) =>
  runner(countUnit, (report, args) => ({
    line: [
      binOf(ROOT, 'vitest'),
      'run',
      ...flags,
      ...workers(args),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
    capture,
    mayRunNothing,
  }));
const unit = unitWith({ env: { QUICK_TESTS: undefined } });
const rigs = unitWith({ flags: ['--project=node'], env: { RIG_TESTS: 'yes' } });

/** Where each of vitest.config.ts's projects has its tests. */
const TEST_FILES = { node: '**/*.test.ts', web: '**/*.test.tsx' };

const foldersOf = (names) => names.map((name) => `src/features/${name}/`);

/** What failed, and what loads a file that has changed since it ran. */
const CHANGED = '--sinceLastRun';
const ALL = '--experimental.recordDependencies';

/**
 * The quick tests of slices, or of their folders: those that a change has reached since they passed, or with `--all` each. Two
 * projects run at once with one worker each, because a worker takes 1.5 s of processor time to start. vitest.config.ts and
 * src/testing/database.ts read QUICK_TESTS.
 */
const slice = async (args) => {
  const names = args.filter((arg) => arg !== '--all');
  if (names.length === 0)
    throw new Error('Usage: npm run slice -- SLICE [--all], for instance rsvps or brackets/engine');
  const folders = foldersOf(names);
  const quickTests = (folder, project) => globSync(folder + TEST_FILES[project], { cwd: ROOT, exclude: [LONG_TESTS] });
  const projectsIn = (folder) => Object.keys(TEST_FILES).filter((name) => quickTests(folder, name).length > 0);
  const empty = folders.find((folder) => projectsIn(folder).length === 0);
  if (empty !== undefined) throw new Error(`There are no quick tests in ${empty}`);
  forgetOldRecord(ROOT);
  const projects = [...new Set(folders.flatMap(projectsIn))];
  const which = names.length === args.length ? CHANGED : ALL;
  const flags = projects.length > 1 ? [which, '--maxWorkers=1'] : [which];
  const env = { QUICK_TESTS: 'yes', ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  const runs = projects.map((name) =>
    unitWith({ flags: [`--project=${name}`, ...flags], env, capture: true, mayRunNothing: which === CHANGED })(folders),
  );
  const result = sum(await Promise.all(runs));
  if (which === CHANGED && result.passed + result.failed === 0)
    console.log('No change reaches these tests since they passed. --all runs them again.');
  return result;
};

const journeys = runner(countJourneys, (report) => {
  const playwright = binOf(ROOT, '@playwright/test', 'playwright');
  const chromium = ensureChromium(playwright);
  for (const line of sayMissing()) console.log(line);
  return {
    line: [playwright, 'test'],
    env: { PLAYWRIGHT_JSON: report, ...(chromium === undefined ? {} : { CHROME_PATH: chromium }) },
  };
});

const built = async () => {
  const ready = isBuilt(ROOT) || (await build(ROOT, process.execPath));
  return { passed: ready ? 1 : 0, failed: ready ? 0 : 1 };
};

/** Both at once: a build uses one core most of its time. */
const checkAndBuild = async () => sum(await Promise.all([check(), built()]));

const PARTS = {
  all: { 'check and build': checkAndBuild, unit, journeys },
  unit: { unit },
  slice: { slice },
  rigs: { build: built, rigs },
  costs: { build: built, unit, journeys },
  e2e: { build: built, journeys },
};

/** Runs `act` and prints the processor seconds of each kind of test, and the twenty dearest files. */
const withCosts = async (act) => {
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-costs-'));
  process.env.TEST_COSTS = join(folder, 'costs.jsonl');
  const status = await act();
  const lines = readFileSync(process.env.TEST_COSTS, 'utf8').trim().split('\n').map(JSON.parse);
  await rm(folder, { recursive: true });
  for (const { name, seconds } of sumCosts(lines)) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  return status;
};

/** Runs every step, whatever fails before it. Returns the exit status. */
const main = async (part, args) => {
  forwardSignals();
  const results = [];
  for (const [name, step] of Object.entries(PARTS[part])) {
    console.log(`\n== ${name}`);
    const broken = ({ message }) => {
      console.log(`${name} broke off: ${message}`);
      return { passed: 0, failed: 1 };
    };
    results.push(await step(args).catch(broken));
  }
  const { passed, failed } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [part = 'all', ...args] = process.argv.slice(2);
  process.exitCode = part === 'costs' ? await withCosts(() => main(part, args)) : await main(part, args);
}
