import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licencePage } from './licences.ts';

test('docs/licences.md lists what the lock file says; npm run licences writes it', () => {
  const page = licencePage(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  expect(page).toContain('fastify ');
  expect(page).not.toContain('vitest');
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(page);
});

test('groups packages by licence, sorted by name, each version once', () => {
  const packages = {
    '': { name: 'boardwalk' },
    'node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/c': { version: '3.0.0', license: 'ISC' },
    'node_modules/d': { version: '4.0.0', license: 'GPL-3.0', dev: true },
  };
  const rows = licencePage({ packages }).split('\n').slice(-3, -1);
  expect(rows).toEqual(['| ISC | c 3.0.0 |', '| MIT | a 1.0.0, b 2.0.0 |']);
});
