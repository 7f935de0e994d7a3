/** The error check detects each of these, which would fail any other journey. */
import { expect, test } from './journey.ts';

test('a script or style that the CSP blocks', async ({ page, trouble }) => {
  trouble.expect(/Content-Security-Policy refused: script-src-elem inline/);
  trouble.expect(/Content-Security-Policy refused: style-src-attr inline/);
  trouble.allow(/^console error: .*Content Security Policy/);
  await page.goto('/details');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    document.body.setAttribute('style', 'color: red');
    return 'ran' in window;
  });
  expect(ran).toBe(false);
});

test('a hydration mismatch', async ({ page, trouble }) => {
  trouble.expect(/^uncaught: .*(#418|Hydration)/s);
  await page.route('/details', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('>Scoreboard<', '>Score board<') });
  });
  await page.goto('/details');
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Scoreboard' })).toBeVisible();
});

test('errors and warnings in the console, uncaught errors', async ({ page, trouble }) => {
  trouble.expect(/^console error: said aloud/);
  trouble.expect(/^console warning: mumbled/);
  trouble.expect(/^uncaught: .*thrown/s);
  await page.goto('/details');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown');
    });
    const { console: terminal } = window;
    terminal.error('said aloud');
    terminal.warn('mumbled');
  });
});

test('failed calls and responses with 500', async ({ page, trouble }) => {
  trouble.expect(/^request failed: net::ERR_FAILED GET .*\/api\/events/);
  trouble.expect(/^answer 500: .*\/api\/users/);
  await page.route('/api/events', (route) => route.abort());
  await page.route('/api/users', (route) => route.fulfill({ status: 500 }));
  trouble.allow(/^console error: Failed to load resource/);
  await page.goto('/details');
  await page.evaluate(() => Promise.allSettled([fetch('/api/events'), fetch('/api/users')]));
});
