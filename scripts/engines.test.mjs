import { expect, test } from 'vitest';
import { findFirefox, findWebkit, sayMissing } from './engines.mjs';

test('finds Firefox under either name', () => {
  expect(findFirefox((path) => path === '/usr/bin/firefox')).toBe('/usr/bin/firefox');
  expect(findFirefox(() => false)).toBeUndefined();
});

test('finds WebKit only with its driver, its browser and a screen', () => {
  const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
  const found = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb', browser };
  const older = browser.replace('4.1', '4.0');
  expect(
    findWebkit(
      () => true,
      () => [browser, older],
    ),
  ).toEqual(found);
  expect(
    findWebkit(
      () => true,
      () => [],
    ),
  ).toBeUndefined();
  for (const missing of [found.driver, found.screen]) {
    expect(
      findWebkit(
        (path) => path !== missing,
        () => [browser],
      ),
    ).toBeUndefined();
  }
});

test('says what to install for an engine that is missing', () => {
  expect(sayMissing([{ name: 'Firefox', packages: 'firefox-esr' }])).toEqual([
    'No journeys in Firefox: it is not installed (apt-get install firefox-esr).',
  ]);
});
