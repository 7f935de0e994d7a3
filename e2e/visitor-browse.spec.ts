import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, openCard } from './screen.ts';

declare global {
  var heights: number[];
}

/** In the page: the height of the open dialog, frame by frame. */
const writeHeights = () => {
  globalThis.heights = [];
  const look = () => {
    const dialog = document.querySelector('[role=dialog]');
    if (dialog !== null) globalThis.heights.push(dialog.getBoundingClientRect().height);
    requestAnimationFrame(look);
  };
  look();
};

onPhone(() => {
  // A device of another zone and language.
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' });

  test('shows the whole programme in the festival’s zone, what starts soon and has seats, and one event by its link', async ({
    page,
    organiser,
    request,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Oceanfront Games Festival' })).toBeVisible();
    await expect(page.getByText('13-16 November 2025 · Pixel Tide Hotel')).toBeVisible();
    const { length } = await organiser.events();
    await expect(page.getByRole('article')).toHaveCount(length);
    await page.getByRole('button', { name: 'Browse events' }).tap();
    await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeInViewport({ ratio: 1 });
    for (const index of [0, 1]) await expect(page.getByRole('article').nth(index)).toBeInViewport({ ratio: 1 });
    const startTime = new Date(Date.now() + 30 * 60_000).toISOString();
    const open = await organiser.addEvent({ title: unique('Open table'), startTime });
    const full = await organiser.addEvent({ title: unique('Full table'), startTime, capacity: 2 });
    for (const name of ['Ann', 'Ben']) await organiser.register(full.id, name);
    const soon = page.getByRole('region', { name: 'Next hour' });
    const taps = [
      () => page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: 'Next hour' }).tap(),
      () => page.getByRole('button', { name: 'Has places' }).tap(),
    ];
    for (const inOrder of [taps, taps.toReversed()]) {
      await page.goto('/');
      for (const tap of inOrder) await tap();
      await expect(soon.getByRole('heading', { level: 3 })).toBeInViewport();
      await expect(soon.getByRole('link', { name: open.title })).toBeVisible();
      await expect(card(page, full.title)).toHaveCount(0);
      await expect(page.getByRole('region', { name: /day,/ })).toHaveCount(0);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ seats: 'yes', day: 'next-hour' });
    }
    const { id, title } = await organiser.addEvent({ title: unique('Buoy bingo'), startTime: '2031-01-05T14:00:00Z' });
    const html = await (await request.get(`/?event=${id}`)).text();
    expect(html).toContain(`<title>${title} · Oceanfront Games Festival</title>`);
    expect(html).toContain(`<meta property="og:title" content="${title} · Oceanfront Games Festival">`);
    await page.addInitScript(writeHeights);
    await page.goto(`/?event=${id}`);
    await expect(dialog(page, title)).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Oceanfront Games Festival`);
    await page.waitForLoadState('networkidle');
    // A dialog that grows later moves its buttons under the finger.
    expect(await page.evaluate(() => [...new Set(globalThis.heights)])).toEqual([expect.any(Number)]);
    await page.keyboard.press('Escape');
    await expect(dialog(page, title)).toBeHidden();
    await expect(page).toHaveURL('/');
    const found = await openCard(page, title);
    await expect(found).toContainText('Jan 05, 2031 · 9:00 AM');
    await expect(page.getByText(/^Times in America\/New York \(E[SD]T\)$/)).toBeVisible();
    await found.click({ position: { x: 20, y: 150 } });
    await expect(dialog(page, title)).toBeVisible();
    await page.goBack();
    await expect(dialog(page, title)).toBeHidden();
    await page.goForward();
    await expect(dialog(page, title)).toBeVisible();
  });
});
