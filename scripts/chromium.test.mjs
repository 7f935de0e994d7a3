import { expect, test } from 'vitest';
import { findChromium } from './chromium.mjs';

test('prefers CHROME_PATH', () => {
  expect(findChromium({ CHROME_PATH: '/my/chrome' }, () => true)).toBe('/my/chrome');
});

test('throws when CHROME_PATH names nothing', () => {
  expect(() => findChromium({ CHROME_PATH: '/gone' }, () => false)).toThrow('CHROME_PATH names /gone');
});

test.each(['/usr/bin/chromium-browser', '/usr/bin/google-chrome', undefined])('finds %s', (place) => {
  expect(findChromium({}, (path) => path === place)).toBe(place);
});

test('prefers the headless shell to a full browser', () => {
  expect(findChromium({}, () => true)).toBe('/usr/bin/chromium-headless-shell');
});
