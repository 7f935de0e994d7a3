import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** One folder for `npm run mutate`. */
const TESTS = process.env.TESTS_IN ?? '{src,scripts,rigs}';

/** Linux's disk in memory. Containers often give it only 64 MB, which is too small. */
const MEMORY_DISK = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

// Test databases need no durability, and making hundreds of them on a disk costs a fifth more CPU time.
if (process.env.TMPDIR === undefined && existsSync(MEMORY_DISK)) {
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  if (bavail * bsize > NEEDED_BYTES) process.env.TMPDIR = MEMORY_DISK;
}

/** `#…` needs no setting: Vite reads package.json's "imports" as Node does. */
export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // Long, because the machine runs other tests at the same time.
    expect: { poll: { timeout: 10_000 } },
    // As many workers as cores: the tests wait for disks and PostgreSQL half of their time.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A file costs a fifth less CPU time when it finds the packages loaded by the file before it. Mutants of code that
          // runs while a file is loaded need a fresh load.
          isolate: process.env.TESTS_IN !== undefined,
          // In this project only: set above, PostgreSQL would start once for each project.
          globalSetup: ['src/testing/postgres.ts'],
          include: [`${TESTS}/**/*.test.{ts,mjs}`],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: [`${TESTS}/**/*.test.tsx`],
          // Its entries are folders, which Node does not import.
          server: { deps: { inline: [/pragmatic-drag-and-drop/] } },
        },
      },
    ],
  },
});
