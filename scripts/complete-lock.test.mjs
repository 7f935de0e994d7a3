import { expect, test } from 'vitest';
import { complete, missingFrom } from './complete-lock.mjs';

const wants = (optionalDependencies, more) => ({ version: '1.0.0', ...more, optionalDependencies });

test('adds missing packages with the platform of their name, and changes nothing else', () => {
  const lock = {
    packages: {
      '': { name: 'boardwalk' },
      'node_modules/tool': wants({ 'tool-linux-x64-musl': '1.0.0', 'tool-darwin-arm64': '1.0.0' }, { dev: true }),
      'node_modules/tool-darwin-arm64': { version: '1.0.0', integrity: 'sha512-a' },
    },
  };
  const before = structuredClone(lock.packages);
  expect(complete(lock)).toBe(1);
  expect(lock.packages).toEqual({
    ...before,
    'node_modules/tool-linux-x64-musl': {
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  });
  expect(complete(lock)).toBe(0);
});

test('a package in the node_modules of its user is not missing', () => {
  const packages = {
    'node_modules/a/node_modules/@b/c': wants({ d: '1.0.0', e: '1.0.0', f: '1.0.0', g: '1.0.0' }),
    'node_modules/a/node_modules/@b/c/node_modules/d': {},
    'node_modules/a/node_modules/e': {},
    'node_modules/f': {},
    'node_modules/other/node_modules/g': {},
  };
  expect(missingFrom({ packages }).map(({ name }) => name)).toEqual(['g']);
});

test('does not guess the platform of a name without one', () => {
  const lock = { packages: { 'node_modules/tool': wants({ extras: '1.0.0' }) } };
  expect(() => complete(lock)).toThrow('extras 1.0.0 (for node_modules/tool)');
});
