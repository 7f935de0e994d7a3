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
  test('shows the programme, finds a mistyped word, and offers everything when nothing is found', async ({
    page,
    organiser,
  }) => {
    const { title } = await organiser.addEvent({ title: unique('Puffin poker'), host: 'Zoë Örnsköldsvik' });
    const search = page.getByRole('searchbox', { name: 'Search events' });

    await test.step('the programme is shown, and the hero links to it', async () => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1, name: 'Oceanfront Games Festival' })).toBeVisible();
      await expect(page.getByText('13-16 November 2025 · Pixel Tide Hotel')).toBeVisible();
      const { length } = await organiser.events();
      await expect(page.getByRole('article')).toHaveCount(length);
      await page.getByRole('button', { name: 'Browse events' }).click();
      await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeInViewport();
      await page.getByRole('link', { name: 'Top Gun Competition' }).last().click();
      await expect(page).toHaveURL('/top-gun');
      await expect(page.getByRole('heading', { level: 1, name: 'TOP GUN COMPETITION' })).toBeVisible();
    });

    await test.step('a mistyped word, without its accents, finds the host', async () => {
      await page.goBack();
      await search.fill(`ornskoldvsik ${title.slice(-6)}`);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(card(page, title)).toBeVisible();
    });

    await test.step('two whole cards fit on a phone when the list is at the top', async () => {
      await search.fill('');
      await expect(page.getByRole('article')).not.toHaveCount(1);
      await page.getByRole('button', { name: 'Browse events' }).tap();
      await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeInViewport({ ratio: 1 });
      for (const index of [0, 1]) await expect(page.getByRole('article').nth(index)).toBeInViewport({ ratio: 1 });
    });

    await test.step('a search without results says so and offers everything', async () => {
      await search.fill('no such game anywhere');
      await expect(page.getByText('No events found')).toBeVisible();
      await page.getByRole('button', { name: 'Show all events' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('article')).not.toHaveCount(0);
      await expect(search).toHaveValue('');
    });
  });

  test('two taps lead to what starts within an hour and has seats', async ({ page, organiser }) => {
    const startTime = new Date(Date.now() + 30 * 60_000).toISOString();
    const open = await organiser.addEvent({ title: unique('Open table'), startTime });
    const full = await organiser.addEvent({ title: unique('Full table'), startTime, capacity: 2 });
    for (const name of ['Ann', 'Ben']) await organiser.register(full.id, name);
    const soon = page.getByRole('region', { name: 'Next hour' });
    const taps = [
      () => page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: 'Next hour' }).tap(),
      () => page.getByRole('button', { name: 'Has seats' }).tap(),
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
    await page.reload();
    await expect(soon.getByRole('link', { name: open.title })).toBeVisible();
    await expect(card(page, full.title)).toHaveCount(0);
  });

  test('details open from the card and from a link, also of a deleted event, and close with Back', async ({
    page,
    organiser,
    request,
  }) => {
    await test.step('details open from the card, close with Back, and keep the filter', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Foghorn trivia'), capacity: 5 });
      await organiser.register(id, 'Edda');
      const found = await openCard(page, title);
      // Anywhere on the card.
      await found.click({ position: { x: 20, y: 150 } });
      const details = dialog(page, title);
      await expect(details).toContainText('Tide Pool');
      await expect(details).toContainText('Priya');
      await expect(details).toContainText('1 / 5 players');
      await expect(details).toContainText('20% full');
      await expect(details).toContainText('4 spots remaining');
      await expect(page).toHaveURL(new RegExp(`event=${id}`));
      await page.goBack();
      await expect(details).toBeHidden();
      await expect(page).toHaveURL(`/?q=${encodeURIComponent(title)}`);
      await page.goForward();
      await expect(details).toBeVisible();
      await details.getByRole('button', { name: 'Close' }).first().click();
      await expect(details).toBeHidden();
      await expect(card(page, title)).toBeVisible();
    });

    await test.step('a link to one event opens its dialog; the server renders its title', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Buoy bingo') });
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
    });

    await test.step('a link to a deleted event says so', async () => {
      await page.goto('/?event=gone');
      await expect(dialog(page, 'Event not found')).toBeVisible();
      await page.getByRole('button', { name: 'Browse events' }).click();
      await expect(page).toHaveURL('/');
      await expect(dialog(page, 'Event not found')).toBeHidden();
    });
  });
});

test.describe('a device elsewhere', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' });
  test('times are in the festival’s zone, which is named', async ({ page, organiser }) => {
    const title = unique('Sunrise swim chess');
    await organiser.addEvent({ title, startTime: '2031-01-05T14:00:00Z' });
    const found = await openCard(page, title);
    await expect(found).toContainText('Jan 05, 2031 · 9:00 AM');
    await expect(page.getByText(/^Times in America\/New York \(E[SD]T\)$/)).toBeVisible();
  });
});
