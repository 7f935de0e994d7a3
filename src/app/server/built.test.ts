import { expect, test } from 'vitest';
import { ELSEWHERE, offlineFiles, preloadsOf } from './built.ts';

const MANIFEST = {
  ...Object.fromEntries(ELSEWHERE.map((name) => [name, { file: `assets/${name}.js` }])),
  'src/app/web/browser.tsx': {
    file: 'assets/browser.js',
    imports: ['_first.js'],
    dynamicImports: [
      'src/Page.tsx',
      'src/features/dashboard/web/AdminPage.tsx',
      'src/features/dashboard/web/parts/admin-panels.ts',
      'src/features/dashboard/web/HelperScreen.tsx',
    ],
    css: ['assets/browser.css'],
    assets: ['assets/letters.woff2'],
  },
  '_first.js': {
    file: 'assets/first.js',
    dynamicImports: [
      'src/features/dashboard/web/PrintPage.tsx',
      'src/features/events/web/CreateEventDialog.tsx',
      'src/features/people/web/FindPersonDialog.tsx',
    ],
  },
  'src/features/events/web/CreateEventDialog.tsx': { file: 'assets/create.js' },
  'src/features/people/web/FindPersonDialog.tsx': { file: 'assets/find.js' },
  'src/Page.tsx': { file: 'assets/page.js', imports: ['_shared.js', '_first.js'], css: ['assets/page.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/features/dashboard/web/AdminPage.tsx': { file: 'assets/admin.js', imports: ['_shared.js', '_list.js'] },
  'src/features/dashboard/web/parts/admin-panels.ts': {
    file: 'assets/panels.js',
    dynamicImports: [...ELSEWHERE],
  },
  'src/features/dashboard/web/HelperScreen.tsx': { file: 'assets/helper.js', imports: ['_list.js'] },
  '_list.js': { file: 'assets/list.js' },
  'src/features/dashboard/web/PrintPage.tsx': { file: 'assets/print.js', imports: ['_sheet.js'] },
  '_sheet.js': { file: 'assets/sheet.js' },
};

test('keeps what visitors reach, and the dashboard’s files apart', () => {
  const { files, deskFiles } = offlineFiles(MANIFEST);
  expect(files.toSorted()).toEqual([
    '/assets/browser.js',
    '/assets/first.js',
    '/assets/letters.woff2',
    '/assets/page.css',
    '/assets/page.js',
    '/assets/shared.js',
    '/favicon.svg',
  ]);
  expect(deskFiles.toSorted()).toEqual([
    '/assets/admin.js',
    '/assets/create.js',
    '/assets/find.js',
    '/assets/helper.js',
    '/assets/list.js',
    '/assets/panels.js',
  ]);
});

test('refuses a build in which a screen that visitors never load has another name', () => {
  const { 'src/features/dashboard/web/PrintPage.tsx': _, ...rest } = MANIFEST;
  expect(() => offlineFiles(rest)).toThrow('PrintPage');
});

test('preloads the scripts that the entry imports statically, also indirectly', () => {
  const first = { ...MANIFEST['_first.js'], imports: ['_shared.js'] };
  expect(preloadsOf({ ...MANIFEST, '_first.js': first })).toEqual(['/assets/first.js', '/assets/shared.js']);
});
