import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declaredEndpoints } from '#testing/contracts.ts';
import { readCells } from './reads.ts';

test('docs/security.md has each read without a cache, with who may ask and its limit; npm run reads writes it', async () => {
  const page = readFileSync('docs/security.md', 'utf8');
  const table = page.slice(page.indexOf('begin: npm run reads'), page.indexOf('end: npm run reads'));
  const rows = [...table.matchAll(/^\| `(GET .*)` \| (.*) \| (.*) \| [\d.]+ \| [\d.]+ \| [\d.]+ \|$/gm)];
  expect(rows.map(([, ...cells]) => cells)).toEqual(readCells(await declaredEndpoints()));
});

test('whatever anybody may read without a cache has a limit', async () => {
  for (const [call, , limit] of readCells(await declaredEndpoints())) expect(limit, call).not.toBe('');
});
