import { expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const check = (files) =>
  withTree({ 'package-lock.json': '{"packages":{}}', 'package.json': '{}', ...files }, checkStructure);

const CLOCK = 'export const at = Date.now();\n';
const TRANSACTION = 'export const add = (db) => db.transaction();\n';

test('accepts a tree that keeps the rules, and checks every file of it', async () => {
  const slice = [
    'contract.ts',
    'engine/fold.ts',
    'web/queries.ts',
    'web/Card.tsx',
    'web/parts/badge.ts',
    'web/desk/desk.css',
  ];
  const good = {
    ...Object.fromEntries(slice.map((path) => [`src/features/events/${path}`, ''])),
    'src/features/events/rules.ts': 'export const later = (now: Date) => new Date(now);\n',
    'src/features/events/rules.races.test.ts': CLOCK + TRANSACTION,
    'src/features/people/users/rules/standings.ts': 'export type Card = { crypto: string };\n',
    'src/features/people/users/rules/standings.test.ts': CLOCK,
    'src/features/events/commands.ts': CLOCK + TRANSACTION,
    'src/features/people/users/commands/rename.ts': TRANSACTION,
    'src/testing/races.ts': TRANSACTION,
    'src/platform/web/unsent-writes.ts': TRANSACTION,
    'src/platform/web/device-clock.ts': CLOCK,
    'src/platform/web/clock.test.tsx': CLOCK,
    'src/platform/web/days.ts': 'export const days = (at: string) => new Date(at);\n',
  };
  expect(await check(good)).toEqual({ count: Object.keys(good).length, problems: [] });
});

test.each([
  ['src/features/events/queries.ts', '', ': not one of the files a slice may have'],
  ['src/features/events/web/parts/more/a.tsx', '', ': not one of the files a slice may have'],
  ['src/features/events/engine/rounds/a.ts', '', ': not one of the files a slice may have'],
  ['src/features/registry.ts', '', ': not one of the files a slice may have'],
  ['src/features/people/users/names.test.ts', '', ': a test stands beside the file it tests'],
  ['src/platform/utils/text.ts', '', ': the name says nothing; name it after what it does'],
  ['src/platform/dateHelpers.ts', '', ': the name says nothing; name it after what it does'],
  ['src/platform/long.ts', '\n'.repeat(401), ': 401 lines; split it by noun or verb (at most 400)'],
  ['src/platform/long.test.ts', '\n'.repeat(401), ': 401 lines; split it by noun or verb (at most 400)'],
  ['src/features/people/users/store.ts', TRANSACTION, ':1: transactions open in commands.ts only'],
  ['src/platform/server/serve.ts', TRANSACTION, ':1: transactions open in commands.ts only'],
  ['src/features/people/users/routes.ts', '\ntransact(db, act);\n', ':2: transactions open in commands.ts only'],
])('reports %s', async (path, text, problem) => {
  expect((await check({ [path]: text })).problems).toEqual([path + problem]);
});

test.each(['rules', 'commands'])('reports a slice with both %s.ts and a folder %s', async (name) => {
  const { problems } = await check({ [`src/features/a/${name}.ts`]: '', [`src/features/a/${name}/b.ts`]: '' });
  expect(problems).toEqual([`src/features/a/${name}.ts: a slice has either this file or a folder of its name`]);
});

test.each(['Date.now()', 'new Date()', 'Date()', 'Math.random()', 'Temporal.Now.instant()'])(
  'reports %s in a contract, a rule and neutral platform code',
  async (expression) => {
    const slices = ['a/contract', 'a/engine/c', 'a/rules', 'b/rules/b'].map((path) => `src/features/${path}.ts`);
    const paths = [...slices, 'src/platform/time.ts'];
    const { problems } = await check(Object.fromEntries(paths.map((path) => [path, `const x = ${expression};\n`])));
    expect(problems).toEqual(paths.map((path) => `${path}:1: pass the clock or the dice as an argument`));
  },
);

test.each([
  'Date.now()',
  'new Date()',
  'Date()',
  'Temporal.Now.instant()',
  'state.dataUpdatedAt',
  'performance.timeOrigin',
])('reports %s in what browsers run', async (expression) => {
  const paths = [
    'app/web/rehearsal.js',
    'app/web/worker/copies.ts',
    'features/a/web/parts/b.ts',
    'platform/web/clock.tsx',
  ];
  const files = Object.fromEntries(paths.map((path) => [`src/${path}`, `const x = ${expression};\n`]));
  const says = paths.map((path) => `src/${path}:1: take the time from platform/web/clock.tsx`);
  expect((await check(files)).problems).toEqual(says);
});

/** The problems with packages like this one, which ships, and with this package.json. */
const packageProblems = async (entry, wanted = {}) => {
  const tool = { license: 'MIT', integrity: 'sha512-x', ...entry };
  const lock = { packages: { 'node_modules/a/node_modules/tool': tool } };
  const files = { 'package-lock.json': JSON.stringify(lock), 'package.json': JSON.stringify(wanted) };
  return (await check(files)).problems;
};
const MISSING = 'is not in package-lock.json; run node scripts/complete-lock.mjs';

test.each([
  [{ dev: true, hasInstallScript: true }, {}, 'tool runs an install script that allowScripts does not name'],
  [{}, { allowScripts: { tool: true } }, 'allowScripts names tool, which runs no script'],
  [{}, { devDependencies: { tool: '^1.0.0' } }, 'tool is ^1.0.0; pin one version'],
  [{}, { dependencies: { tool: 'github:a/b' } }, 'tool is github:a/b; pin one version'],
  [{ license: 'GPL-3.0' }, {}, 'tool ships under GPL-3.0, which is not permissive'],
  [{ license: 'MIT AND GPL-3.0' }, {}, 'tool ships under MIT AND GPL-3.0, which is not permissive'],
  [{ license: '(MIT OR X) AND (X OR Y)' }, {}, 'tool ships under (MIT OR X) AND (X OR Y), which is not permissive'],
  [{ license: undefined }, {}, 'tool ships under no licence, which is not permissive'],
  [{ integrity: undefined }, {}, 'tool ships without an integrity hash'],
  [{ dev: true, optionalDependencies: { 'tool-linux': '1.0.0' } }, {}, `tool-linux ${MISSING}`],
])('reports a package %j, with %j wanted', async (entry, wanted, problem) => {
  expect(await packageProblems(entry, wanted)).toEqual([problem]);
});

test.each([
  [{ license: 'GPL-3.0', dev: true, hasInstallScript: true }, { allowScripts: { tool: true } }],
  [{ license: '(GPL-3.0 OR Apache-2.0)' }],
])('accepts a package %j', async (...given) => {
  expect(await packageProblems(...given)).toEqual([]);
});
