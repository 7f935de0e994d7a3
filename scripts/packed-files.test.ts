import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkSize, compress } from './packed-files.ts';
import { withTree } from './setup/temporary-tree.mjs';

test('compresses text files in both forms and no others', () => {
  const text = 'body { color: red }\n'.repeat(50);
  return withTree({ 'assets/a.css': text, 'assets/b.woff2': 'font' }, (folder: string) => {
    compress(folder);
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/a.css.br'))).toString()).toBe(text);
    expect(gunzipSync(readFileSync(join(folder, 'assets/a.css.gz'))).toString()).toBe(text);
    expect(() => readFileSync(join(folder, 'assets/b.woff2.br'))).toThrow('ENOENT');
  });
});

test('refuses more packed files than phones should keep, and names the largest', () => {
  const sizes = { 'page.js': 900, 'page.js.br': 300, 'letters.woff2': 200, 'admin.js': 100 };
  const tree = Object.fromEntries(Object.entries(sizes).map(([path, size]) => [path, 'x'.repeat(size)]));
  const kept = ['/page.js', '/letters.woff2', '/admin.js'];
  return withTree(tree, (folder: string) => {
    checkSize(folder, kept, 600);
    expect(() => checkSize(folder, kept, 599)).toThrow('The largest: /page.js');
  });
});
