import { expect, test } from 'vitest';
import { findChromium } from './chromium.mjs';

test('CHROME_PATH is believed before the usual places', () => {
  expect(findChromium({ CHROME_PATH: '/my/chrome' }, 'linux', () => true)).toBe('/my/chrome');
});

test('a CHROME_PATH that leads nowhere is told, not passed over', () => {
  expect(() => findChromium({ CHROME_PATH: '/gone' }, 'linux', () => false)).toThrow(
    'CHROME_PATH names /gone, and nothing is there.',
  );
});

test.each([
  ['linux', {}, '/usr/bin/chromium-browser'],
  ['linux', {}, '/usr/bin/google-chrome'],
  ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['win32', { ProgramFiles: '/p' }, '/p/Google/Chrome/Application/chrome.exe'],
])('on %s with %j it is found at %s', (platform, env, place) => {
  expect(findChromium(env, platform, (path) => path === place)).toBe(place);
});

test('where there is none, none is found', () => {
  expect(findChromium({}, 'linux', () => false)).toBeUndefined();
});
