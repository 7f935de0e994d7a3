import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetOldRecord } from './quick-tests.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const RECORD = 'node_modules/.vite/vitest/da39a3ee/dependencies.json';
const TREE = {
  [RECORD]: '',
  'festival.json': '',
  'package-lock.json': '',
  'src/games/sample.json': '',
  'src/a.ts': '',
};

/** Changes `changed` a second after the record was written, and the other files a second before. */
const isKeptAfter = (changed) =>
  withTree(TREE, (root) => {
    for (const path of Object.keys(TREE))
      utimesSync(join(root, path), 1, path === changed ? 3 : path === RECORD ? 2 : 1);
    forgetOldRecord(root);
    return existsSync(join(root, RECORD));
  });

test.each([
  ['festival.json', false],
  ['package-lock.json', false],
  ['src/games/sample.json', false],
  ['src/a.ts', true],
  ['nothing', true],
])('keeps the record of what tests load after a change of %s: %s', async (changed, kept) => {
  expect(await isKeptAfter(changed)).toBe(kept);
});
