import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isBuilt, sourceHash } from './build.mjs';
import { precompress } from './precompress.mjs';
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
])('after a change of %s, building again is needed: %s', async (path, needed) => {
  expect(await staleAfter(path)).toBe(needed);
});

test('a folder that was never built is not built', async () => {
  expect(await withTree(TREE, isBuilt)).toBe(false);
});

test('text files get both compressed forms, others none', async () => {
  const text = 'body { color: red }\n'.repeat(50);
  await withTree({ 'assets/a.css': text, 'assets/b.woff2': 'font' }, async (root) => {
    expect(await precompress(root)).toBe(1);
    expect(brotliDecompressSync(readFileSync(join(root, 'assets/a.css.br'))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(root, 'assets/a.css.gz'))).toString()).toBe(text);
    expect(() => readFileSync(join(root, 'assets/b.woff2.br'))).toThrow('ENOENT');
  });
});
