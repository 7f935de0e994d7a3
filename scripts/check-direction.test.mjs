import { expect, test } from 'vitest';
import { checkDirection, unseen } from './check-direction.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const PACKAGES = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies: { zod: '1.0.0' },
    devDependencies: { probe: '1.0.0' },
  }),
  'node_modules/zod/package.json': JSON.stringify({
    name: 'zod',
    version: '1.0.0',
    type: 'module',
    exports: './zod.js',
  }),
  'node_modules/zod/zod.js': 'export const z = 1;\n',
  'node_modules/probe/package.json': JSON.stringify({ name: 'probe', version: '1.0.0', exports: './probe.js' }),
  'node_modules/probe/probe.js': 'export const probe = 1;\n',
};

const imports = (from) => `import { a } from '${from}';\n\nexport const b = a;\n`;
const importsType = (from) => `import type { a } from '${from}';\n\nexport type B = typeof a;\n`;
const A = 'export const a = 1;\n';

const check = (files) => withTree({ ...PACKAGES, ...files }, checkDirection);
const rulesBrokenBy = async (files) => {
  const { problems } = await check(files);
  return [...new Set(problems.map((problem) => problem.split(':')[0]))].sort();
};

test('a tree that keeps the direction has no problem, and every file of it was read', async () => {
  const good = {
    'src/platform/contract.ts': `import { z } from 'zod';\n\nexport const a = z;\n`,
    'src/database/connect.ts': imports('node:fs'),
    'src/features/access/session.ts': imports('#database/connect.ts'),
    'src/features/events/contract.ts': imports('#platform/contract.ts'),
    'src/features/events/web/queries.ts': importsType('../contract.ts'),
    'src/features/events/store.test.ts': imports('#testing/fresh.ts'),
    'src/features/rsvps/web/Button.tsx': imports('#features/events/web/queries.ts'),
    'src/features/rsvps/routes.ts': imports('#features/access/session.ts'),
    'src/app/server/app.ts': imports('#features/rsvps/routes.ts'),
    'src/app/web/App.tsx': imports('#features/rsvps/web/Button.tsx'),
    'src/testing/fresh.ts': imports('#app/server/app.ts'),
  };
  expect(await check(good)).toEqual({ count: Object.keys(good).length, problems: [] });
});

test.each([
  [
    'platform-knows-no-festival',
    { 'src/platform/server/http.ts': imports('#database/connect.ts'), 'src/database/connect.ts': A },
  ],
  [
    'database-below-features',
    { 'src/database/schema.ts': importsType('#features/users/store.ts'), 'src/features/users/store.ts': A },
  ],
  [
    'nobody-imports-app',
    { 'src/features/users/store.ts': importsType('#app/server/app.ts'), 'src/app/server/app.ts': A },
  ],
  ['testing-never-shipped', { 'src/features/users/store.ts': imports('#testing/fresh.ts'), 'src/testing/fresh.ts': A }],
  [
    'testing-never-shipped',
    { 'src/features/users/store.ts': imports('./jobs.test.ts'), 'src/features/users/jobs.test.ts': A },
  ],
  [
    'browser-not-server',
    { 'src/features/users/web/queries.ts': importsType('../store.ts'), 'src/features/users/store.ts': A },
  ],
  ['browser-not-server', { 'src/app/web/App.tsx': imports('#app/server/pages.ts'), 'src/app/server/pages.ts': A }],
  ['server-not-browser', { 'src/app/server/pages.ts': imports('#app/web/App.tsx'), 'src/app/web/App.tsx': A }],
  [
    'server-not-browser',
    { 'src/features/users/routes.ts': importsType('./web/queries.ts'), 'src/features/users/web/queries.ts': A },
  ],
  ['browser-without-node', { 'src/platform/web/api.ts': imports('node:fs') }],
  ['neutral-stays-neutral', { 'src/features/users/rules.ts': imports('node:crypto') }],
  [
    'browser-not-server',
    { 'src/features/users/web/List.tsx': imports('../commands/add.ts'), 'src/features/users/commands/add.ts': A },
  ],
  ['neutral-stays-neutral', { 'src/features/users/rules.ts': imports('./store.ts'), 'src/features/users/store.ts': A }],
  [
    'neutral-stays-neutral',
    { 'src/platform/live.ts': importsType('#platform/web/live.ts'), 'src/platform/web/live.ts': A },
  ],
  [
    'engine-alone',
    { 'src/features/users/engine/fold.ts': importsType('../contract.ts'), 'src/features/users/contract.ts': A },
  ],
  ['no-cycle', { 'src/platform/names.ts': imports('./time.ts'), 'src/platform/time.ts': importsType('./names.ts') }],
  ['no-dev-package-shipped', { 'src/database/connect.ts': imports('probe') }],
  ['resolvable', { 'src/database/connect.ts': imports('#database/gone.ts') }],
  [
    'users-uses',
    { 'src/features/users/store.ts': importsType('#features/events/store.ts'), 'src/features/events/store.ts': A },
  ],
  [
    'events-uses',
    {
      'src/features/events/web/Card.tsx': imports('#features/rsvps/web/Button.tsx'),
      'src/features/rsvps/web/Button.tsx': A,
    },
  ],
  [
    'access-uses',
    { 'src/features/access/store.test.ts': imports('#features/users/store.ts'), 'src/features/users/store.ts': A },
  ],
  [
    'noun-without-a-line',
    { 'src/features/stalls/store.ts': imports('#features/users/store.ts'), 'src/features/users/store.ts': A },
  ],
])('%s is reported, and nothing else', async (rule, files) => {
  expect(await rulesBrokenBy(files)).toEqual([rule]);
});

test('a contract imported by a page at run time brings zod with it, and both are reported', async () => {
  const files = {
    'src/features/users/contract.ts': imports('zod'),
    'src/features/users/web/queries.ts': imports('../contract.ts'),
  };
  expect(await rulesBrokenBy(files)).toEqual(['contracts-as-types-in-web', 'zod-in-browser']);
});

test('zod behind a neutral file is reported with its import path', async () => {
  const files = {
    'src/platform/names.ts': imports('zod'),
    'src/platform/time.ts': imports('./names.ts'),
    'src/platform/web/now.tsx': imports('#platform/time.ts'),
  };
  const { problems } = await check(files);
  expect(problems).toEqual([
    'zod-in-browser: src/platform/web/now.tsx → src/platform/time.ts → src/platform/names.ts → zod',
  ]);
});

test('a file the cruiser skipped is reported, as every file is when it cannot read TypeScript', () => {
  const seen = [{ source: 'src/a.ts' }, { source: 'src/b.ts', couldNotResolve: true }];
  expect(unseen(['src/a.ts', 'src/b.ts', 'src/c.tsx'], seen)).toEqual([
    'unseen: src/b.ts was not read',
    'unseen: src/c.tsx was not read',
  ]);
});
