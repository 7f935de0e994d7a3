import { expect, test } from 'vitest';
import { offlineFiles, preloadsOf } from './build-manifest.ts';

const MANIFEST = {
  'src/app/web/browser.tsx': {
    file: 'assets/browser.js',
    imports: ['_first.js'],
    dynamicImports: ['src/Page.tsx', 'src/app/web/AdminPage.tsx', 'src/app/web/admin-panels.ts'],
    css: ['assets/browser.css'],
    assets: ['assets/letters.woff2'],
  },
  '_first.js': { file: 'assets/first.js', dynamicImports: ['src/app/web/PrintPage.tsx'] },
  'src/Page.tsx': { file: 'assets/page.js', imports: ['_shared.js', '_first.js'], css: ['assets/page.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/app/web/AdminPage.tsx': { file: 'assets/admin.js', imports: ['_shared.js', '_list.js'] },
  'src/app/web/admin-panels.ts': {
    file: 'assets/panels.js',
    dynamicImports: [
      'src/features/claims/web/ClaimQueue.tsx',
      'src/features/devices/web/AnotherDeviceDialog.tsx',
      'src/features/push/web/RemindDialog.tsx',
      'src/features/points/web/GiveToDialog.tsx',
      'src/app/web/SetUpStandings.tsx',
      'src/features/festival/web/FactsDialog.tsx',
      'src/app/web/SetUpScreens.tsx',
      'src/features/archive/web/ProgrammeDialog.tsx',
      'src/features/access/web/OrganiserName.tsx',
      'src/features/events/web/SetPointsDialog.tsx',
    ],
  },
  '_list.js': { file: 'assets/list.js' },
  'src/app/web/PrintPage.tsx': { file: 'assets/print.js', imports: ['_sheet.js'] },
  '_sheet.js': { file: 'assets/sheet.js' },
  'src/app/web/DisplayScreen.tsx': { file: 'assets/display.js' },
  'src/features/points/web/ceremony/CeremonyPage.tsx': { file: 'assets/ceremony.js' },
  'src/features/screens/web/wall/NamedScreen.tsx': { file: 'assets/named.js' },
  'src/app/web/SetUpScreens.tsx': { file: 'assets/screens.js' },
  'src/features/push/web/RemindDialog.tsx': { file: 'assets/remind.js' },
  'src/features/devices/web/AnotherDeviceDialog.tsx': { file: 'assets/another.js' },
  'src/features/claims/web/ClaimQueue.tsx': { file: 'assets/claims.js' },
  'src/features/points/web/GiveToDialog.tsx': { file: 'assets/give-to.js' },
  'src/app/web/SetUpStandings.tsx': { file: 'assets/standings.js' },
  'src/features/festival/web/FactsDialog.tsx': { file: 'assets/facts.js' },
  'src/features/messages/web/MessageDialog.tsx': { file: 'assets/message.js' },
  'src/features/messages/web/parts/fit-wall.ts': { file: 'assets/fit.js' },
  'src/features/staff/web/NewHelperDialog.tsx': { file: 'assets/helper.js' },
  'src/features/staff/web/ExtendDialog.tsx': { file: 'assets/extend.js' },
  'src/features/archive/web/ProgrammeDialog.tsx': { file: 'assets/programme.js' },
  'src/features/access/web/OrganiserName.tsx': { file: 'assets/name.js' },
  'src/features/events/web/SetPointsDialog.tsx': { file: 'assets/points.js' },
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
  expect(deskFiles.toSorted()).toEqual(['/assets/admin.js', '/assets/list.js', '/assets/panels.js']);
});

test('refuses a build in which a screen that visitors never load has another name', () => {
  const { 'src/app/web/PrintPage.tsx': _, ...rest } = MANIFEST;
  expect(() => offlineFiles(rest)).toThrow('PrintPage');
});

test('preloads the scripts that the entry imports statically, also indirectly', () => {
  const first = { ...MANIFEST['_first.js'], imports: ['_shared.js'] };
  expect(preloadsOf({ ...MANIFEST, '_first.js': first })).toEqual(['/assets/first.js', '/assets/shared.js']);
});
