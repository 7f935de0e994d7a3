import { existsSync, globSync } from 'node:fs';

/** Returns the path of an installed Firefox, which speaks WebDriver BiDi itself; undefined without one. */
export const findFirefox = (exists = existsSync) => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(exists);

/**
 * Returns the paths of Debian's WebKitGTK, its driver and a screen that nobody sees; undefined when one of them is not
 * installed.
 */
export const findWebkit = (exists = existsSync, glob = globSync) => {
  const [library] = glob('/usr/lib/*/libwebkit2gtk-4.1.so.0');
  if (library === undefined) return undefined;
  const found = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb', library };
  return exists(found.driver) && exists(found.screen) ? found : undefined;
};

/** Returns the path of a Chromium with windows, which shows notifications; undefined without one. */
export const findNotifying = (exists = existsSync) =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(exists);

/** The browsers besides the usual Chromium that have journeys. */
export const ENGINES = [
  { name: 'Firefox', journeys: 'firefox.spec.ts', packages: 'firefox-esr', find: findFirefox },
  { name: 'Chromium with notifications', journeys: 'push.spec.ts', packages: 'chromium', find: findNotifying },
  { name: 'WebKit', journeys: 'webkit.spec.ts', packages: 'webkit2gtk-driver xvfb', find: findWebkit },
];

/** Engines whose journeys cannot run here. */
export const missingEngines = () => ENGINES.filter(({ find }) => find() === undefined);

/** Says which journeys do not run here, and what to install for them. */
export const sayMissing = (missing = missingEngines()) =>
  missing.map(({ name, packages }) => `No journeys in ${name}: it is not installed (apt-get install ${packages}).`);
