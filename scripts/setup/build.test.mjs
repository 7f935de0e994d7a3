import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildHash, isBuilt, stamp } from './build.mjs';
import { withTree } from './temporary-tree.mjs';

const TREE = { 'src/web/App.tsx': 'a', 'src/web/App.test.tsx': 'b', 'vite.config.ts': 'c', 'dist/release': 'd' };

test.each([
  ['src/web/App.tsx', true],
  ['src/web/New.tsx', true],
  ['vite.config.ts', true],
  ['package-lock.json', true],
  ['src/web/App.test.tsx', false],
  ['festival.json', false],
])('needs a new build after a change of %s: %s', (path, needed) =>
  withTree(TREE, (root) => {
    expect(isBuilt(root)).toBe(false);
    stamp(root);
    expect(isBuilt(root)).toBe(true);
    writeFileSync(join(root, path), 'changed');
    expect(isBuilt(root)).toBe(!needed);
  }),
);

test('names a build by what browsers get and pages are drawn with', async () => {
  const built = { 'dist/web/assets/a.js': 'a', 'dist/server/server.js': 'b', 'dist/.built-from': 'c', 'src/x.ts': 'd' };
  const hash = await withTree(built, buildHash);
  expect(hash).toMatch(/^[\w-]{12}$/);
  const after = (path) => withTree({ ...built, [path]: 'changed' }, buildHash);
  expect(await after('src/x.ts')).toBe(hash);
  expect(await after('dist/.built-from')).toBe(hash);
  expect(await after('dist/web/assets/a.js.br')).toBe(hash);
  expect(await after('dist/web/assets/a.js')).not.toBe(hash);
  expect(await after('dist/server/server.js')).not.toBe(hash);
});
