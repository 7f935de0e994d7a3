/**
 * `npm run mutate -- SLICE`: makes small mistakes in a slice, one at a time, and prints those its own tests miss. SLICE
 * is a folder of src/features, or any path in src: `src/database`, `src/features/people/store.ts`.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

const USAGE = 'Usage: npm run mutate -- SLICE, for instance privacy, src/database or src/features/people/store.ts';

/** Returns the code to change, and the folder whose tests must fail. */
function targetOf(slice: string): { code: string; tests: string } | null {
  const path = slice.includes('/') ? slice.replace(/\/$/, '') : `src/features/${slice}`;
  if (!path.startsWith('src/') || !existsSync(path)) return null;
  const tests = /^src\/features\/[^/]+/.exec(path)?.[0] ?? (statSync(path).isFile() ? dirname(path) : path);
  return { code: statSync(path).isFile() ? path : `${path}/**/*.{ts,tsx}`, tests };
}

async function mutate({ code, tests }: { code: string; tests: string }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'boardwalk-mutants-'));
  // Read by vitest.config.ts. Stryker's own `testFiles` leaves out mutants of code that runs while a file is loaded.
  process.env.TESTS_IN = tests;
  try {
    await new Stryker({
      mutate: [code, '!**/*.test.{ts,tsx}'],
      testRunner: 'vitest',
      plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
      vitest: { related: false },
      coverageAnalysis: 'perTest',
      ignorePatterns: ['dist'],
      reporters: ['clear-text', 'progress-append-only'],
      clearTextReporter: { reportTests: false, logTests: false },
      timeoutMS: 30_000,
      tempDirName: folder,
    }).runMutationTest();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const target = targetOf(process.argv[2] ?? '');
if (target === null) {
  console.error(USAGE);
  process.exitCode = 1;
} else await mutate(target);
