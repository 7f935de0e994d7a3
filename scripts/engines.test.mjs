import { expect, test } from 'vitest';
import { findFirefox, findNotifying, findWebkit, sayMissing } from './engines.mjs';

test('finds Firefox under either name', () => {
  expect(findFirefox((path) => path === '/usr/bin/firefox')).toBe('/usr/bin/firefox');
  expect(findFirefox(() => false)).toBeUndefined();
});

test('finds a Chromium with windows, and not the headless shell', () => {
  expect(findNotifying((path) => path.startsWith('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
  expect(findNotifying((path) => path === '/usr/bin/chromium-headless-shell')).toBeUndefined();
});

test('finds WebKit only with its library, its driver and a screen', () => {
  const library = '/usr/lib/x86_64-linux-gnu/libwebkit2gtk-4.1.so.0';
  const found = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb', library };
  expect(
    findWebkit(
      () => true,
      () => [library],
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
        () => [library],
      ),
    ).toBeUndefined();
  }
});

test('says what to install for an engine that is missing', () => {
  expect(sayMissing([{ name: 'Firefox', packages: 'firefox-esr' }])).toEqual([
    'No journeys in Firefox: it is not installed (apt-get install firefox-esr).',
  ]);
});
