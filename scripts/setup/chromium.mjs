import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the operating systems' usual installers put Chromium or Chrome. */
export const usualPlaces = (platform, env) => {
  if (platform === 'darwin') {
    return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'].flatMap((app) =>
      ['/Applications', join(env.HOME ?? '', 'Applications')].map((folder) => join(folder, app)),
    );
  }
  if (platform === 'win32') {
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) =>
      ['Chromium', 'Google/Chrome'].map((app) => join(env[name] ?? '', app, 'Application', 'chrome.exe')),
    );
  }
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ];
};

/** The path of a Chromium that is already there; undefined where there is none. CHROME_PATH is believed first. */
export const findChromium = (env = process.env, platform = process.platform, exists = existsSync) => {
  if (env.CHROME_PATH) {
    if (!exists(env.CHROME_PATH)) throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, and nothing is there.`);
    return env.CHROME_PATH;
  }
  return usualPlaces(platform, env).find((path) => exists(path));
};

const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

const succeeds = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

const installDebianPackage = () => {
  console.log('No Chromium found: installing Debian’s package with apt-get.');
  return succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium']);
};

/**
 * Finds Chromium or installs it: Debian's package when root on Debian, otherwise Playwright's own download. Answers the
 * path, or undefined when Playwright knows where its own is.
 */
export const ensureChromium = (node, playwright) => {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && isDebian() && installDebianPackage()) return findChromium();
  console.log('No Chromium found: downloading Playwright’s own.');
  if (!succeeds(node, [playwright, 'install', 'chromium'])) {
    throw new Error('No Chromium could be installed. Install Chromium or Chrome, or set CHROME_PATH to one.');
  }
  return undefined;
};
