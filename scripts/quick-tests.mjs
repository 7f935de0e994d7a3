/** What `npm run slice` leaves out, and when it runs everything again. */
import { globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The endings of tests that take seconds. CONTRIBUTING.md says what each is for. */
export const LONG_TESTS = '**/*.{races,faults,properties,model,load}.test.ts';

/** Attacks, faults and rehearsals in their short forms, which `npm run rigs` runs and `npm test` does not. */
export const RIG_TESTS = '**/*.rig.test.ts';

/** Vitest's record of the modules that each test file loaded when it ran last. */
const RECORD = 'node_modules/.vite/vitest/*/dependencies.json';

/** What tests read without importing it, and what decides which packages they load. The record names neither. */
const UNRECORDED = ['package-lock.json', 'festival.json', 'src/**/*.{css,js,json}'];

/** Deletes the record, so that every test runs again, when a file that it does not name has changed since. */
export const forgetOldRecord = (root) => {
  const changedAt = (file) => statSync(join(root, file)).mtimeMs;
  const [record] = globSync(RECORD, { cwd: root });
  if (record === undefined) return;
  const recordedAt = changedAt(record);
  if (globSync(UNRECORDED, { cwd: root }).some((file) => changedAt(file) > recordedAt)) rmSync(join(root, record));
};
