import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { brokenLinks } from '../check-documents.mjs';
import { MEMORY } from '../setup/memory.mjs';
import { withTree } from '../setup/temporary-tree.mjs';
import { builtIn, copyFiles, isShipped, letAllRead } from './files.mjs';

const IS_WINDOWS = process.platform === 'win32';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  ['src/app/server/main.ts', true],
  ['src/app/web/early.js', true],
  ['src/app/web/too-old.js', true],
  ['src/app/web/rehearsal.css', true],
  ['src/features/home/web/HomePage.tsx', false],
  ['src/features/rsvps/web/queries.ts', false],
  ['src/features/rsvps/rules.test.ts', false],
  ['src/testing/app.ts', false],
])('%s is shipped: %s', (path, shipped) => {
  expect(isShipped(path)).toBe(shipped);
});

/** Files that `text`, in the file `path`, imports from the repository. */
const filesImported = (folder, path, text) =>
  [...text.matchAll(/^(?!import type).*\b(?:from|import)\s*\(?\s*'((?:\.|#)[^']*)'/gm)].map(([, name]) =>
    name.startsWith('#') ? join(folder, 'src', name.slice(1)) : join(folder, dirname(path), name),
  );

test('contains every file that its files import', async () => {
  await withTree({ x: '' }, (folder) => {
    copyFiles(ROOT, folder);
    const scripts = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.ts'));
    expect(scripts.length).toBeGreaterThan(200);
    const imported = scripts.flatMap((path) => filesImported(folder, path, readFileSync(join(folder, path), 'utf8')));
    expect(imported.filter((path) => !existsSync(path))).toEqual([]);
  });
});

test('its documents lead to files that it contains', async () => {
  await withTree({ x: '' }, (folder) => {
    copyFiles(ROOT, folder);
    expect(brokenLinks(folder)).toEqual([]);
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('./boardwalk admin-link');
  });
});

test('leaves out packages that only screens import', () => {
  const left = builtIn(ROOT);
  expect(left).toEqual(expect.arrayContaining(['react', 'react-dom', 'lucide-react', 'wouter']));
  for (const needed of ['fastify', 'zod', 'uqr', 'kysely']) expect(left).not.toContain(needed);
});

test.skipIf(IS_WINDOWS)('its launcher starts what it names, and nothing else', async () => {
  await withTree({ node: '#!/bin/sh\necho "$NODE_ENV $FESTIVAL_FILE $*"' }, (folder) => {
    copyFiles(ROOT, folder);
    execFileSync('chmod', ['+x', join(folder, 'node')]);
    const start = (...args) =>
      spawnSync(join(folder, 'boardwalk'), args, { encoding: 'utf8', env: { PATH: process.env.PATH } });
    const at = (path) => join(folder, path);
    expect(start().stdout).toBe(`production ${at('festival.json')} ${at('src/app/server/main.ts')}\n`);
    expect(start('restore', 'a b').stdout).toBe(`production ${at('festival.json')} ${at('scripts/restore.ts')} a b\n`);
    expect(start('../x').status).toBe(2);
    const script = readFileSync(join(folder, 'boardwalk'), 'utf8');
    for (const [name, value] of Object.entries(MEMORY)) expect(script).toContain(`${name}="\${${name}:-${value}}"`);
  });
});

test.skipIf(IS_WINDOWS)('is readable for all when the clone is its owner’s alone', async () => {
  await withTree({ 'src/main.ts': '', boardwalk: '' }, (folder) => {
    const paths = ['', 'src', 'src/main.ts', 'boardwalk'].map((path) => join(folder, path));
    const modes = () => paths.map((path) => statSync(path).mode & 0o777);
    for (const path of paths) chmodSync(path, path.endsWith('.ts') ? 0o600 : 0o700);
    expect(modes()).toEqual([0o700, 0o700, 0o600, 0o700]);
    letAllRead(folder);
    expect(modes()).toEqual([0o755, 0o755, 0o644, 0o755]);
  });
});

test('deploy/settings keeps values with # when they are put between its quotes', () => {
  const text = readFileSync(join(ROOT, 'deploy/settings'), 'utf8');
  const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names).toContain('ADMIN_PASSWORD');
  const filled = parseEnv(text.replace(/^(\w+=')[^']*/gm, '$1sea#shell'));
  expect(filled).toEqual(Object.fromEntries(names.map((name) => [name, 'sea#shell'])));
});
