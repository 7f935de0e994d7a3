import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { missingEngines } from './scripts/engines.mjs';

/** Each journey starts its own server on its own database; only the built app in dist/ is shared. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: missingEngines().map(({ journeys }) => `**/${journeys}`),
  timeout: 60_000,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON ?? 'test-results/journeys.json' }]],
  outputDir: 'test-results/journeys',
  use: {
    headless: true,
    trace: 'off',
    // Most journeys intercept requests, which a worker would make itself; those about the network allow it.
    serviceWorkers: 'block',
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
