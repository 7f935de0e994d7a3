import { expect, test } from './journey.ts';

test('the error check detects what would fail any other journey', async ({ page, trouble }) => {
  await test.step('errors and warnings in the console, uncaught errors', async () => {
    trouble.expect(/^console error: said aloud/);
    trouble.expect(/^console warning: mumbled/);
    trouble.expect(/^uncaught: .*thrown/s);
    await page.goto('/details');
    await page.evaluate(async () => {
      const { console: terminal } = window;
      terminal.error('said aloud');
      terminal.warn('mumbled');
      setTimeout(() => {
        throw new Error('thrown');
      });
      await new Promise((resolve) => setTimeout(resolve));
    });
  });

  await test.step('a script or style that the CSP blocks', async () => {
    trouble.expect(/Content-Security-Policy refused: script-src-elem inline/);
    trouble.expect(/Content-Security-Policy refused: style-src-attr inline/);
    trouble.allow(/^console error: .*Content Security Policy/);
    const ran = await page.evaluate(async () => {
      const refused = Promise.withResolvers<void>();
      let left = 2;
      document.addEventListener('securitypolicyviolation', () => {
        left -= 1;
        if (left === 0) refused.resolve();
      });
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      document.body.setAttribute('style', 'color: red');
      await refused.promise;
      return 'ran' in window;
    });
    expect(ran).toBe(false);
  });

  await test.step('failed calls and responses with 500', async () => {
    trouble.expect(/^request failed: net::ERR_FAILED GET .*\/api\/events/);
    trouble.expect(/^answer 500: .*\/api\/users/);
    await page.route('/api/events', (route) => route.abort());
    await page.route('/api/users', (route) => route.fulfill({ status: 500 }));
    trouble.allow(/^console error: Failed to load resource/);
    await page.evaluate(() => Promise.allSettled([fetch('/api/events'), fetch('/api/users')]));
    await page.unrouteAll();
  });

  await test.step('a hydration mismatch', async () => {
    trouble.expect(/^uncaught: .*(#418|Hydration)/s);
    await page.route('/details', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('>Scoreboard<', '>Score board<') });
    });
    await page.goto('/details');
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Scoreboard' })).toBeVisible();
  });
});
