import type { Page } from '@playwright/test';
import { expect, onPhone, test, WITH_MOTION } from './journey.ts';
import { sidebar } from './screen.ts';

const _ENTRIES = [
  'Details',
  'Events',
  'My schedule',
  'Top Gun Competition',
  'Scoreboard',
  'Announcements',
  'Game inventory',
  'Local Spots (opens in a new tab)',
  'Chat community (opens in a new tab)',
];

const isMoving = (page: Page) =>
  page
    .getByRole('region', { name: 'Upcoming events' })
    .evaluate((ticker) => ticker.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'));

onPhone(() => {
  test.use(WITH_MOTION);
  test('the ticker, with and without motion, and the theme', async ({ page }) => {
    await test.step('the ticker shows ten events, moves and can be paused', async () => {
      await page.goto('/details');
      const ticker = page.getByRole('region', { name: 'Upcoming events' });
      await expect(ticker.getByRole('listitem')).toHaveCount(10);
      // The headless shell starts with its mouse in the corner, on the ticker, which pauses under a mouse.
      await page.mouse.move(200, 600);
      await expect.poll(() => isMoving(page)).toBe(true);
      await ticker.getByRole('button', { name: 'Pause the ticker' }).click();
      await expect.poll(() => isMoving(page)).toBe(false);
      await ticker.getByRole('button', { name: 'Let the ticker run' }).click();
      await page.getByRole('main').focus();
      await page.mouse.move(200, 600);
      await expect.poll(() => isMoving(page)).toBe(true);
    });

    await test.step('with reduced motion the ticker does not move and can be scrolled', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/details');
      expect(await isMoving(page)).toBe(false);
      const last = page.getByRole('region', { name: 'Upcoming events' }).getByRole('link').last();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
    });

    await test.step('the theme follows the device until it is switched, and the choice is stored', async () => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/details');
      const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(await background()).toBe('rgb(11, 16, 38)');
      await (await sidebar(page)).getByRole('button', { name: 'Switch to daylight' }).click();
      await expect.poll(background).toBe('rgb(251, 245, 232)');
      await page.reload();
      expect(await background()).toBe('rgb(251, 245, 232)');
      await (await sidebar(page)).getByRole('button', { name: 'Switch to night' }).click();
      await expect.poll(background).toBe('rgb(11, 16, 38)');
    });
  });
});

test.describe('beside the page', () => {
  test.use(WITH_MOTION);
  test('the sidebar collapses to icons, stores that for seven days, and reloads without a jump', async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      const widths: number[] = [];
      Object.assign(window, { widths });
      const note = () => {
        const aside = document.querySelector('aside');
        if (aside) widths.push(aside.getBoundingClientRect().width);
        if (widths.length < 200) requestAnimationFrame(note);
      };
      note();
    });
    await page.goto('/details');
    const aside = page.getByRole('complementary', { name: 'Sidebar' });
    const width = async () => (await aside.boundingBox())?.width;
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await expect.poll(width).toBe(256);
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.click();
    await expect.poll(width).toBe(48);
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7);

    await page.reload();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await aside.getByRole('link', { name: 'Scoreboard' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Scoreboard' })).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { widths: number[] }).widths);
    expect([...new Set(seen)]).toEqual([48]);

    await page.keyboard.press('Control+b');
    await expect.poll(width).toBe(256);
    await page.keyboard.press('Meta+b');
    await expect.poll(width).toBe(48);
  });
});

test.describe('under 768 px', () => {
  test.use({ ...WITH_MOTION, viewport: { width: 767, height: 900 } });
});
