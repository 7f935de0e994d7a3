import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { ENGINES, missingEngines } from './scripts/engines.mjs';

const globsOf = (engines: readonly { journeys: string }[]) => engines.map(({ journeys }) => `**/${journeys}`);

/** A wall's four days, and a tournament of sixteen players played through: minutes on a busy machine. */
const LONGEST = ['**/screens.spec.ts', '**/tournament.spec.ts'];

/** The journeys of a worker share a server and its database, unless one needs its own. All share the built app in dist/. */
export default defineConfig({
  testDir: 'e2e',
  projects: [
    // Long ones first: they would be the last to end. The journeys of an engine run one after the other.
    { name: 'engines', testMatch: globsOf(ENGINES), testIgnore: globsOf(missingEngines()) },
    { name: 'longest', testMatch: LONGEST },
    { name: 'chromium', testIgnore: [...globsOf(ENGINES), ...LONGEST] },
  ],
  timeout: 60_000,
  // One more than the cores of the smallest machine: more keep both busy, but each journey then takes longer than it may wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The dot reporter prints failures last.
  reporter: [
    [process.env.CI === undefined ? 'line' : 'dot'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? 'test-results/journeys.json' }],
  ],
  outputDir: 'test-results/journeys',
  use: {
    headless: true,
    trace: 'off',
    // Playwright cannot intercept what a service worker requests. Journeys about the network allow it.
    serviceWorkers: 'block',
    // The ticker keeps a browser without a graphics card busy. Journeys about motion, and the visitor's main ones, have it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...chromiumAt(findChromium()),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

/** Without a Chromium of the machine's own, Playwright uses the one it downloaded. */
function chromiumAt(path: string | undefined) {
  return path === undefined ? {} : { executablePath: path };
}
