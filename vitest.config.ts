import { existsSync, statfsSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_TESTS, RIG_TESTS } from './scripts/quick-tests.mjs';

const MUTATES = process.env.TESTS_IN !== undefined;

/** One folder for `npm run mutate`. */
const TESTS = process.env.TESTS_IN ?? '{src,scripts,rigs}';

/** Tests that load the modules of a page once for each tab, which only Vite's runner can. */
const TABS = `${TESTS}/**/*.tabs.test.ts`;

/** `npm run slice` leaves out what takes seconds. */
const QUICK = process.env.QUICK_TESTS !== undefined;
const LONG = QUICK ? [LONG_TESTS] : [];

/**
 * Quick tests run each line too few times for optimised code to pay off. Without the optimising compiler, and with a garbage
 * collector of one thread, they take a sixteenth less time.
 */
const V8_FLAGS = QUICK ? ['--no-opt', '--always-sparkplug', '--single-threaded-gc'] : [];

/** Linux's disk in memory. Containers often give it only 64 MB, which is too small. */
const MEMORY_DISK = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

// Test databases need no durability, and making hundreds of them on a disk costs a fifth more CPU time.
if (process.env.TMPDIR === undefined && existsSync(MEMORY_DISK)) {
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  if (bavail * bsize > NEEDED_BYTES) process.env.TMPDIR = MEMORY_DISK;
}

const RIGS = process.env.RIG_TESTS !== undefined;

/** Tests that start programs wait most of their time, and the permission matrix takes half a minute. */
const LONGEST = /\/rigs\/|\/permissions\.test\.ts$/;

/** The longest come first, to end before the last workers. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** `#…` needs no setting: Vite reads package.json's "imports" as Node does. */
export default defineConfig({
  // As in vite.config.ts.
  oxc: { jsx: { importSource: '#jsx' } },
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // Long, because the machine runs other tests at the same time.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: '100%',
    execArgv: V8_FLAGS,
    ...(process.env.TEST_COSTS !== undefined && { runner: 'src/testing/costly.ts' }),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Node imports the sources as in production. It takes a worker a second less than with Vite, which mutation testing needs.
          experimental: { viteModuleRunner: MUTATES, nodeLoader: false },
          setupFiles: ['src/testing/components.ts'],
          // A file costs a fifth less CPU time when it finds the packages loaded by the file before it. Mutants of code that
          // runs while a file is loaded need a fresh load.
          isolate: MUTATES,
          // In this project only: set above, PostgreSQL would start once for each project.
          globalSetup: ['src/testing/postgres.ts'],
          include: [RIGS ? RIG_TESTS : `${TESTS}/**/*.test.{ts,mjs}`],
          exclude: [...configDefaults.exclude, TABS, ...LONG, ...(RIGS ? [] : [RIG_TESTS])],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          isolate: MUTATES,
          setupFiles: ['src/testing/own-page.ts'],
          include: [`${TESTS}/**/*.test.tsx`, TABS],
          // Its entries are folders, which Node does not import.
          server: { deps: { inline: [/pragmatic-drag-and-drop/] } },
        },
      },
    ],
  },
});
