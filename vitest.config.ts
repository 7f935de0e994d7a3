import { defineConfig } from 'vitest/config';

/** One folder for `npm run mutate`. */
const TESTS = process.env.TESTS_IN ?? '{src,scripts,rigs}';

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
          // In this project only: set above, PostgreSQL would start once for each project.
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
