import { expect, test } from 'vitest';
import { checkStructure } from './check-structure.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const check = (files) =>
  withTree({ 'package-lock.json': '{"packages":{}}', 'package.json': '{}', ...files }, checkStructure);
const problemsIn = async (files) => (await check(files)).problems;

const GOOD = {
  'src/features/events/contract.ts': 'export const shape = 1;\n',
  'src/features/events/rules.ts': 'export const later = (now: Date) => new Date(now);\n',
  'src/features/events/rules.races.test.ts': 'Date.now();\n',
  'src/features/events/rules/standings.ts': 'export type Card = { crypto: string };\n',
  'src/features/events/commands.ts': 'export const register = (db) => db.transaction();\n',
  'src/features/events/store.ts': 'export const listEvents = () => [];\n',
  'src/features/events/web/queries.ts': 'export const query = 1;\n',
  'src/features/events/web/EventCard.tsx': 'export const EventCard = () => <p />;\n',
  'src/features/events/web/parts/badge.ts': 'export const badge = 1;\n',
  'src/app/server/settings.ts': 'export const port = process.env.PORT;\n',
  'src/app/server/sample.ts': 'export const fill = (db) => db.transaction();\n',
  'src/testing/postgres.ts': 'export const url = process.env.TEST_DATABASE_URL;\n',
};

test('a tree that keeps the rules has no problem, and every file of it was looked at', async () => {
  expect(await check(GOOD)).toEqual({ count: Object.keys(GOOD).length, problems: [] });
});

test.each([
  [
    'a file outside the closed set of a slice',
    'src/features/events/queries.ts',
    '',
    'src/features/events/queries.ts: not one of the files a slice may have',
  ],
  [
    'a file deeper than parts',
    'src/features/events/web/parts/more/a.tsx',
    '',
    'src/features/events/web/parts/more/a.tsx: not one of the files a slice may have',
  ],
  [
    'a file that belongs to no noun',
    'src/features/registry.ts',
    '',
    "src/features/registry.ts: every file under features belongs to a noun's folder",
  ],
  [
    'a test beside nothing',
    'src/features/users/names.test.ts',
    '',
    'src/features/users/names.test.ts: a test stands beside the file it tests',
  ],
  [
    'a name that says nothing',
    'src/platform/utils/text.ts',
    '',
    'src/platform/utils/text.ts: "utils" says nothing; name it after what it does',
  ],
  [
    'a name that ends in nothing',
    'src/platform/dateHelpers.ts',
    '',
    'src/platform/dateHelpers.ts: "dateHelpers.ts" says nothing; name it after what it does',
  ],
  [
    'a file over 400 lines',
    'src/platform/long.ts',
    '\n'.repeat(401),
    'src/platform/long.ts: 401 lines; split it by noun or verb (at most 400)',
  ],
  [
    'a barrel',
    'src/platform/index.ts',
    'export {};\n',
    'src/platform/index.ts: no barrels; import from the file itself',
  ],
  [
    'the environment read elsewhere',
    'src/platform/server/http.ts',
    'const port = process.env.PORT;\n',
    'src/platform/server/http.ts:1: process.env is read in src/app/server/settings.ts only',
  ],
  [
    'a default export',
    'src/platform/web/ui/card.tsx',
    '\nexport default function Card() {}\n',
    'src/platform/web/ui/card.tsx:2: export it by its name',
  ],
  [
    'an expression as default export',
    'src/platform/colours.ts',
    'export default 1;\n',
    'src/platform/colours.ts:1: export it by its name',
  ],
  [
    'a name exported as default',
    'src/platform/colours.ts',
    'const a = 1;\nexport { a as default };\n',
    'src/platform/colours.ts:2: export it by its name',
  ],
  [
    'a transaction in a store',
    'src/features/users/store.ts',
    'export const add = (db) => db.transaction().execute(() => 1);\n',
    'src/features/users/store.ts:1: transactions open in commands.ts only',
  ],
  [
    'a transaction by its short name',
    'src/features/users/routes.ts',
    'export const add = (db) => transact(db, () => 1);\n',
    'src/features/users/routes.ts:1: transactions open in commands.ts only',
  ],
])('%s is reported', async (_what, path, text, problem) => {
  expect(await problemsIn({ [path]: text })).toEqual([problem]);
});

test.each([
  'Date.now()',
  'globalThis.Date.now()',
  'new Date()',
  'Date()',
  'Math.random()',
  'crypto.randomUUID()',
  'performance.now()',
  'Temporal.Now.instant()',
  'process.uptime()',
  'setTimeout(() => {}, 1)',
])('%s in rules, a contract or neutral platform is reported', async (expression) => {
  const text = `export const chance = () => ${expression};\n`;
  const paths = ['src/features/users/contract.ts', 'src/features/users/rules.ts', 'src/features/users/rules/seeds.ts'];
  const problems = await problemsIn(Object.fromEntries([...paths, 'src/platform/time.ts'].map((path) => [path, text])));
  expect(problems).toHaveLength(4);
  expect(problems[0]).toMatch(/^src\/features\/users\/contract\.ts:1: .* in a rule; let it come in as an argument$/);
});

test('clocks are read freely outside rules', async () => {
  expect(await problemsIn({ 'src/features/users/commands.ts': 'export const now = () => Date.now();\n' })).toEqual([]);
});

test('a platform package without an entry in the lock file is reported', async () => {
  const lock = { packages: { 'node_modules/tool': { dev: true, optionalDependencies: { 'tool-linux': '1.0.0' } } } };
  expect(await problemsIn({ 'package-lock.json': JSON.stringify(lock) })).toEqual([
    'package-lock.json: tool-linux is missing; run node scripts/complete-lock.mjs',
  ]);
});

const MIT = { license: 'MIT', integrity: 'sha512-x' };

test.each([
  [
    'an install script that nobody allowed',
    { 'node_modules/a/node_modules/tool': { ...MIT, dev: true, hasInstallScript: true } },
    {},
    'package-lock.json: tool runs an install script; allowScripts does not name it',
  ],
  ['a permission that nobody needs', {}, { tool: true }, 'package.json: allowScripts names tool, which runs none'],
  [
    'a licence that asks for more, in what ships',
    { 'node_modules/tool': { ...MIT, license: 'GPL-3.0' } },
    {},
    'package-lock.json: tool ships under GPL-3.0, which is not permissive',
  ],
  [
    'no licence at all',
    { 'node_modules/tool': { integrity: 'sha512-x' } },
    {},
    'package-lock.json: tool ships under no licence, which is not permissive',
  ],
  [
    'a package without a fingerprint',
    { 'node_modules/tool': { license: 'MIT' } },
    {},
    'package-lock.json: tool ships without a fingerprint',
  ],
])('%s is reported', async (_what, packages, allowScripts, problem) => {
  const files = { 'package-lock.json': JSON.stringify({ packages }), 'package.json': JSON.stringify({ allowScripts }) };
  expect(await problemsIn(files)).toEqual([problem]);
});

test('allowed scripts, permissive licences and what only developers have are in order', async () => {
  const packages = {
    'node_modules/tool': { license: 'GPL-3.0', dev: true, hasInstallScript: true },
    'node_modules/food': { ...MIT, license: 'BlueOak-1.0.0' },
  };
  const files = {
    'package-lock.json': JSON.stringify({ packages }),
    'package.json': JSON.stringify({ allowScripts: { tool: true }, dependencies: { food: '1.0.0' } }),
  };
  expect(await problemsIn(files)).toEqual([]);
});

test.each(['^1.0.0', '~1.0.0', '*', 'latest', 'github:a/b', '1.x'])(
  'a version that says %s is reported',
  async (said) => {
    const files = { 'package.json': JSON.stringify({ devDependencies: { tool: said } }) };
    expect(await problemsIn(files)).toEqual([`package.json: tool is ${said}; say one version`]);
  },
);
