import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { fillRsvp, openCard, register } from './screen.ts';
import { NOT_CONNECTED } from './trouble.ts';

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

declare global {
  var moves: string[];
}

/** Writes down whose middle moves up or down by itself: when its font comes, a label may need a line less in its place. */
const watchMoves = () => {
  globalThis.moves = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, sources } = entry as PerformanceEntry & {
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources)
        if (previousRect.top + previousRect.bottom !== currentRect.top + currentRect.bottom)
          globalThis.moves.push(`${node?.nodeName} ${previousRect.top} to ${currentRect.top}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const loadSlowly = async (page: Page) => {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
  await wire.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await wire.detach();
};

const heightOf = async (page: Page, part: string) => (await page.locator(part).boundingBox())?.height ?? 0;
const strip = (page: Page) => page.getByRole('region', { name: 'Your day' });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' });

onPhone(() => {
  test('home loads slowly without a move, says what is next for two people, and has a bar at the thumb that leads to four screens', async ({
    page,
    organiser,
    otherPage,
    trouble,
  }) => {
    await test.step('home loads slowly without a move: for a phone without anything, and for two people who see what is next for them', async () => {
      const event = await organiser.addEvent({ title: unique('Lighthouse quiz'), startTime: at(30) });
      const names = ['Rosa', 'Gus'].map(unique);
      await page.addInitScript(watchMoves);
      await loadSlowly(page);
      expect(await page.evaluate(() => globalThis.moves)).toEqual([]);
      await expect(strip(page)).toBeHidden();
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeInViewport();
      const size = page.viewportSize() ?? { width: 390, height: 844 };
      await page.setViewportSize({ width: 360, height: 640 });
      await page.reload();
      const [title, thumb] = await Promise.all([
        page.getByRole('heading', { level: 4 }).first().boundingBox(),
        bar(page).boundingBox(),
      ]);
      const foot = (title?.y ?? Infinity) + (title?.height ?? 0);
      expect(foot, 'the first event’s title is on the first screen').toBeLessThanOrEqual(thumb?.y ?? 0);
      await page.setViewportSize(size);
      await expect(page.locator('.hero')).toHaveClass('hero hero-day');
      await register(page, await openCard(page, event.title), names[0] ?? '');
      await expect(page.getByRole('button', { name: 'REGISTERED' })).toBeVisible();
      await page.goto(`/?event=${event.id}`);
      await page.getByRole('button', { name: 'A place for another person' }).tap();
      await fillRsvp(page, names[1] ?? '');
      await expect(page.getByText("You've been registered for the event.", { exact: true })).toBeVisible();

      await loadSlowly(page);
      const first = strip(page).getByRole('link').first();
      await expect(first).toContainText(event.title);
      await expect(first).toContainText('Tide Pool');
      await expect(first).toContainText(`${names[0]} and ${names[1]}`);
      expect(await page.evaluate(() => globalThis.moves)).toEqual([]);
      expect(await heightOf(page, '.day-strip')).toBeLessThanOrEqual(220);
      expect(await heightOf(page, '.hero')).toBeLessThanOrEqual(180);
      for (const words of ['13-16 November 2025', 'Pixel Tide Hotel'])
        await expect(page.locator('.hero')).toContainText(words);
      await expectNothingSerious(page);

      await first.tap();
      await expect(page).toHaveURL('/schedule');
      const card = page.getByRole('article').filter({ hasText: event.title });
      await expect(card).toHaveCount(1);
      for (const name of names) await expect(card.getByText(name, { exact: true })).toBeVisible();
      await expect(card.getByRole('button', { name: /^Cancel .+’s place/ })).toHaveCount(2);
    });

    await test.step('the bar at the thumb leads to four screens, covers nothing, marks where one is, and works without the page’s code', async () => {
      trouble.allow(NOT_CONNECTED);
      await page.goto('/');
      for (const [name, path] of [
        ['Mine', '/schedule'],
        ['Points', '/scoreboard'],
        ['News', '/announcements'],
        ['Events', '/#events'],
      ] as const) {
        const link = bar(page).getByRole('link', { name });
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await link.tap();
        await expect(page).toHaveURL(path);
        await expect(link).toHaveAttribute('aria-current', 'page');
      }
      await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeInViewport();
      await page.goto('/details');
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
      const [end, top] = [await page.locator('main').boundingBox(), await bar(page).boundingBox()];
      expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
      await page.setViewportSize({ width: 768, height: 844 });
      await expect(bar(page)).toBeHidden();
      await page.goto('/display');
      await expect(bar(page)).toHaveCount(0);

      const plain = await otherPage({ javaScriptEnabled: false });
      await plain.goto('/');
      await bar(plain).getByRole('link', { name: 'Points' }).tap();
      await expect(plain).toHaveURL('/scoreboard');
      await bar(plain).getByRole('link', { name: 'Events' }).tap();
      await expect(plain).toHaveURL('/#events');
    });
  });
});
