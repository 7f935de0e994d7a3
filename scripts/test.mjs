/**
 * `test.mjs` runs everything and prints `N passed, N failed` last; `test.mjs unit|slice|e2e [ARGS]` runs one part, and
 * `test.mjs watch SLICE` runs a slice's tests until it is stopped.
 */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { sayMissing } from './engines.mjs';
import { LONG_TESTS } from './long-tests.mjs';
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

/** A runner that left no report, ran nothing or ended with an error although no test failed counts as one failure. */
export const count = (report, status, counts) => {
  const { passed, failed } = report === null ? { passed: 0, failed: 0 } : counts(report);
  return { passed, failed: failed === 0 && (status !== 0 || passed === 0) ? 1 : failed };
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
  const { line, env, capture } = command(report, args);
  const { status, output } = await run(process.execPath, [...line, ...args], { cwd: ROOT, env, capture });
  if (capture) console.log(output);
  const result = count(readReport(report), status, counts);
  await rm(folder, { recursive: true, force: true });
  return result;
};

/** The tests wait for PostgreSQL and other programs a third of their time. For a few files another worker costs more. */
const workers = (args) => (args.length === 0 ? [`--maxWorkers=${availableParallelism() + 1}`] : []);

/** With `capture` the output comes at the end, so that the output of two runs does not mix. */
const unitWith = ({ flags = [], env, capture = false }) =>
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
  }));
const unit = unitWith({ env: { QUICK_TESTS: undefined } });

/** Where each of vitest.config.ts's projects has its tests. */
const TEST_FILES = { node: '**/*.test.ts', web: '**/*.test.tsx' };

const foldersOf = (names) => names.map((name) => `src/features/${name}/`);

/**
 * The quick tests of slices, or of their folders. Two projects run at once with one worker each, because a worker takes 1.5 s of
 * processor time to start. vitest.config.ts and src/testing/database.ts read QUICK_TESTS.
 */
const slice = async (names) => {
  if (names.length === 0) throw new Error('Usage: npm run slice -- SLICE, for instance rsvps or brackets/engine');
  const folders = foldersOf(names);
  const quickTests = (folder, project) => globSync(folder + TEST_FILES[project], { cwd: ROOT, exclude: [LONG_TESTS] });
  const projectsIn = (folder) => Object.keys(TEST_FILES).filter((name) => quickTests(folder, name).length > 0);
  const empty = folders.find((folder) => projectsIn(folder).length === 0);
  if (empty !== undefined) throw new Error(`There are no quick tests in ${empty}`);
  const projects = [...new Set(folders.flatMap(projectsIn))];
  const flags = projects.length > 1 ? ['--maxWorkers=1'] : [];
  const env = { QUICK_TESTS: 'yes', ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) };
  const runs = projects.map((name) =>
    unitWith({ flags: [`--project=${name}`, ...flags], env, capture: true })(folders),
  );
  return sum(await Promise.all(runs));
};

/** The same tests, and after each save those that the change reaches. The programs stay started. */
const watch = async (names) => {
  const env = { QUICK_TESTS: 'yes', WATCH_TESTS: 'yes' };
  const line = [binOf(ROOT, 'vitest'), '--watch', ...foldersOf(names)];
  const { status } = await run(process.execPath, line, { cwd: ROOT, env });
  return status;
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

const PARTS = { all: { check, built, unit, journeys }, unit: { unit }, slice: { slice }, e2e: { built, journeys } };

/** Runs every step, whatever fails before it. Returns the exit status. */
const main = async (part, args) => {
  forwardSignals();
  if (part === 'watch') return watch(args);
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
  process.exitCode = await main(part, args);
}
