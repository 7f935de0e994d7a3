import type { Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './journey.ts';

const isMoving = (page: Page) =>
  page
    .getByRole('region', { name: 'Upcoming events' })
    .evaluate((ticker) => ticker.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'));

test.use({ ...WITH_MOTION, colorScheme: 'dark' });

test('the ticker stops on request, the sidebar collapses and the theme changes; both are so from the first frame later', async ({
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
  const ticker = page.getByRole('region', { name: 'Upcoming events' });
  const aside = page.getByRole('complementary', { name: 'Sidebar' });
  const width = async () => (await aside.boundingBox())?.width;
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  await test.step('the ticker shows ten events, moves and can be paused', async () => {
    await expect(ticker.getByRole('listitem')).toHaveCount(10);
    // The headless shell starts with its mouse in the corner, on the ticker, which pauses under a mouse.
    await page.mouse.move(600, 600);
    await expect.poll(() => isMoving(page)).toBe(true);
    await ticker.getByRole('button', { name: 'Pause the ticker' }).click();
    await expect.poll(() => isMoving(page)).toBe(false);
    await ticker.getByRole('button', { name: 'Let the ticker run' }).click();
    await page.getByRole('main').focus();
    await page.mouse.move(600, 600);
    await expect.poll(() => isMoving(page)).toBe(true);
  });

  await test.step('the theme is the device’s until it is switched', async () => {
    expect(await background()).toBe('rgb(11, 16, 38)');
    await aside.getByRole('button', { name: 'Switch to daylight' }).click();
    await expect.poll(background).toBe('rgb(251, 245, 232)');
  });

  await test.step('the sidebar collapses to icons for seven days', async () => {
    await expect.poll(width).toBe(256);
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await toggle.click();
    await expect.poll(width).toBe(48);
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(7);
  });

  await test.step('theme and sidebar are the same after a reload, without a jump', async () => {
    await page.reload();
    expect(await background()).toBe('rgb(251, 245, 232)');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await aside.getByRole('link', { name: 'Scoreboard' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Scoreboard' })).toBeVisible();
    const seen = await page.evaluate(() => (window as unknown as { widths: number[] }).widths);
    expect([...new Set(seen)]).toEqual([48]);
    await page.keyboard.press('Control+b');
    await expect.poll(width).toBe(256);
    await aside.getByRole('button', { name: 'Switch to night' }).click();
    await expect.poll(background).toBe('rgb(11, 16, 38)');
    await page.keyboard.press('Meta+b');
    await expect.poll(width).toBe(48);
  });

  await test.step('with reduced motion the ticker does not move and can be scrolled', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => isMoving(page)).toBe(false);
    const last = ticker.getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
  });
});
