import { defineConfig } from 'vitest/config';

/** `#…` needs no setting: Vite reads package.json's "imports" as Node does. */
export default defineConfig({
  test: {
    // PostgreSQL starts once for all files. Wired as soon as the file exists:
    // globalSetup: ['src/testing/postgres.ts'],
    testTimeout: 15_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'jsdom', include: ['src/**/*.test.tsx'] },
      },
    ],
  },
});
