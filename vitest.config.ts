import { defineConfig } from 'vitest/config';

/** One folder for `npm run mutate`. */
const TESTS = process.env.TESTS_IN ?? '{src,scripts,rigs}';

/** `#…` needs no setting: Vite reads package.json's "imports" as Node does. */
export default defineConfig({
  test: {
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // What is waited for comes soon, but not on a machine that runs other tests.
    expect: { poll: { timeout: 10_000 } },
    // All there are: these tests wait for disks and PostgreSQL half of their time, and nothing else is going on.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // PostgreSQL starts once for all files; in here, for set above it would start once for each project.
          globalSetup: ['src/testing/postgres.ts'],
          include: [`${TESTS}/**/*.test.{ts,mjs}`],
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'jsdom', include: [`${TESTS}/**/*.test.tsx`] },
      },
    ],
  },
});
