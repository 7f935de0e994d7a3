import { expect, it } from 'vitest';
import { isInAppBrowser } from './in-app-browser.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['an app on an iPhone', `${IPHONE} Mobile/15E148`, false, true],
  ['an app on an iPad', `${IPAD} Mobile/15E148`, false, true],
  ['Discord that names itself', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1 Discord/280.0`, false, true],
  ['the installed web app', `${IPHONE} Mobile/15E148`, true, false],
  ['Safari, and an app with its view', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, false, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/137.0 Mobile/15E148 Safari/604.1`, false, false],
  ['Discord on Android', `${PIXEL} Version/4.0 Chrome/137.0 Mobile Safari/537.36 Discord-Android/280`, false, false],
  ['Chrome on Android', `${PIXEL} Chrome/137.0 Mobile Safari/537.36`, false, false],
  ['nothing', '', false, false],
])('%s', (_, userAgent, isInstalled, expected) => {
  expect(isInAppBrowser(userAgent, { isInstalled })).toBe(expected);
});
