import { expect, test } from 'vitest';
import { checkDirection, unseen } from './check-direction.mjs';
import { withTree } from './setup/temporary-tree.mjs';

const packageOf = (name) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', exports: './index.js' }),
  [`node_modules/${name}/index.js`]: 'export const a = 1;\n',
});
const PACKAGES = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#*': './src/*' },
    dependencies: { zod: '1.0.0' },
    devDependencies: { probe: '1.0.0' },
  }),
  ...packageOf('zod'),
  ...packageOf('probe'),
};

/** A file for `from => to`, or for `from -> to` (types only). `to` is a file of src or a package. */
const importing = (kind, to) => {
  const path = to.replace(/^src\//, '#');
  return kind === '->'
    ? `import type { a } from '${path}';\nexport type B = typeof a;\n`
    : `import { a } from '${path}';\nexport const b = a;\n`;
};

/** The tree with these imports: `a => b => c` is a chain. Imported files that import nothing export a value. */
const treeOf = (chains) => {
  const files = {};
  for (const chain of chains) {
    const steps = chain.split(' ');
    for (let at = 0; at + 2 < steps.length; at += 2) files[steps[at]] = importing(steps[at + 1], steps[at + 2]);
    const last = steps.at(-1);
    if (last.startsWith('src/')) files[last] ??= 'export const a = 1;\n';
  }
  return files;
};

const check = (chains) => withTree({ ...PACKAGES, ...treeOf(chains) }, checkDirection);

test('a tree that keeps the direction has no problem, and every file of it was read', async () => {
  const good = [
    'src/platform/contract.ts => zod',
    'src/features/events/web/state.ts -> src/features/events/contract.ts => src/platform/contract.ts',
    'src/app/web/App.tsx => src/features/rsvps/web/Button.tsx => src/features/events/web/state.ts',
    'src/features/events/store.test.ts => src/testing/fresh.ts => src/app/server/app.ts => src/features/rsvps/routes.ts',
    'src/features/rsvps/routes.ts => src/features/access/session.ts => src/database/connect.ts => node:fs',
  ];
  expect(await check(good)).toEqual({ count: Object.keys(treeOf(good)).length, problems: [] });
});

test.each([
  ['platform-knows-no-festival', 'src/platform/server/http.ts => src/database/connect.ts'],
  ['database-below-features', 'src/database/schema.ts -> src/features/people/users/store.ts'],
  ['nobody-imports-app', 'src/features/people/users/store.ts -> src/app/server/app.ts'],
  ['testing-never-shipped', 'src/features/people/users/store.ts => src/testing/fresh.ts'],
  ['testing-never-shipped', 'src/features/people/users/store.ts => src/features/people/users/jobs.test.ts'],
  ['browser-not-server', 'src/features/people/users/web/state.ts -> src/features/people/users/store.ts'],
  ['browser-not-server', 'src/features/people/users/web/List.tsx => src/features/people/users/commands/add.ts'],
  ['browser-not-server', 'src/app/web/App.tsx => src/app/server/pages.ts'],
  ['server-not-browser', 'src/app/server/pages.ts => src/app/web/App.tsx'],
  ['server-not-browser', 'src/features/people/users/routes.ts -> src/features/people/users/web/state.ts'],
  ['browser-without-node', 'src/platform/web/api.ts => node:fs'],
  ['neutral-stays-neutral', 'src/features/people/users/rules.ts => node:crypto'],
  ['neutral-stays-neutral', 'src/features/people/users/rules.ts => src/features/people/users/store.ts'],
  ['neutral-stays-neutral', 'src/platform/live.ts -> src/platform/web/live.ts'],
  ['engine-alone', 'src/features/people/users/engine/fold.ts -> src/features/people/users/contract.ts'],
  ['no-cycle', 'src/platform/names.ts => src/platform/time.ts -> src/platform/names.ts'],
  ['no-dev-package-shipped', 'src/database/connect.ts => probe'],
  ['resolvable', 'src/database/connect.ts => #database/gone.ts'],
  ['people/users-uses', 'src/features/people/users/store.ts -> src/features/events/store.ts'],
  ['events-uses', 'src/features/events/web/Card.tsx => src/features/rsvps/web/Button.tsx'],
  ['access-tests-use', 'src/features/access/store.test.ts => src/features/people/users/store.ts'],
  ['noun-without-a-line', 'src/features/stalls/store.ts => src/features/people/users/store.ts'],
  // A contract imported by a page at run time brings zod with it.
  ['contracts-as-types-in-web zod-in-browser', 'src/app/web/App.tsx => src/features/people/users/contract.ts => zod'],
])('%s is reported, and nothing else: %s', async (rules, chain) => {
  const { problems } = await check([chain]);
  expect([...new Set(problems.map((problem) => problem.split(':')[0]))].sort().join(' ')).toBe(rules);
});

test('zod behind a neutral file is reported with its import path', async () => {
  const way = 'src/platform/web/clock.tsx => src/platform/time.ts => src/platform/names.ts => zod';
  const { problems } = await check([way]);
  expect(problems).toEqual([`zod-in-browser: ${way.replaceAll('=>', '→')}`]);
});

test('a file the cruiser skipped is reported, as every file is when it cannot read TypeScript', () => {
  const seen = [{ source: 'src/a.ts' }, { source: 'src/b.ts', couldNotResolve: true }];
  expect(unseen(['src/a.ts', 'src/b.ts'], seen)).toEqual(['unseen: src/b.ts was not read']);
  expect(unseen(['src/a.ts', 'src/c.tsx'], seen)).toEqual(['unseen: src/c.tsx was not read']);
});
