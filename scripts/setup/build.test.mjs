import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isBuilt, precompress, releaseOf, sourceHash } from './build.mjs';
import { withTree } from './temporary-tree.mjs';

const TREE = {
  'src/app/web/App.tsx': 'a',
  'src/app/web/App.test.tsx': 'b',
  'vite.config.ts': 'c',
  'festival.json': 'd',
};

const staleAfter = (path) =>
  withTree({ ...TREE, 'dist/.built-from': '' }, (root) => {
    writeFileSync(join(root, 'dist/.built-from'), sourceHash(root));
    expect(isBuilt(root)).toBe(true);
    writeFileSync(join(root, path), 'changed');
    return !isBuilt(root);
  });

test.each([
  ['src/app/web/App.tsx', true],
  ['src/app/web/New.tsx', true],
  ['vite.config.ts', true],
  ['package-lock.json', true],
  ['src/app/web/App.test.tsx', false],
  ['festival.json', false],
])('needs a new build after a change of %s: %s', async (path, needed) => {
  expect(await staleAfter(path)).toBe(needed);
});

test('needs a build where none was made', async () => {
  expect(await withTree(TREE, isBuilt)).toBe(false);
});

test('compresses text files in both forms and no others', async () => {
  const text = 'body { color: red }\n'.repeat(50);
  await withTree({ 'assets/a.css': text, 'assets/b.woff2': 'font' }, async (root) => {
    await precompress(root);
    expect(brotliDecompressSync(readFileSync(join(root, 'assets/a.css.br'))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(root, 'assets/a.css.gz'))).toString()).toBe(text);
    expect(() => readFileSync(join(root, 'assets/b.woff2.br'))).toThrow('ENOENT');
  });
});

test('names a release by what browsers get and pages are drawn with', async () => {
  const built = { 'dist/web/assets/a.js': 'a', 'dist/server/server.js': 'b', 'dist/.built-from': 'c', 'src/x.ts': 'd' };
  const release = await withTree(built, releaseOf);
  expect(release).toMatch(/^[\w-]{12}$/);
  const after = (path) => withTree({ ...built, [path]: 'changed' }, releaseOf);
  expect(await after('src/x.ts')).toBe(release);
  expect(await after('dist/.built-from')).toBe(release);
  expect(await after('dist/web/assets/a.js')).not.toBe(release);
  expect(await after('dist/server/server.js')).not.toBe(release);
});
