/** The dashboard's frame: tabs with addresses, the lock, and Overview. */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { openTab, openUnlocked, TABS } from './screen.ts';

const PHONE = { width: 390, height: 844 };

/** Expects that no width of the screen breaks a word in a tile of Overview. */
async function expectWholeWords(page: Page): Promise<void> {
  for (const width of [320, 768, 1000, 1030, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const word of ['Tournaments', 'Total Events', 'on the scoreboard']) {
      const lines = await page
        .getByRole('listitem')
        .getByText(word, { exact: true })
        .evaluate((tile, text) => {
          const range = document.createRange();
          const letters = tile.firstChild as Text;
          return text.split(' ').map((one) => {
            range.setStart(letters, text.indexOf(one));
            range.setEnd(letters, text.indexOf(one) + one.length);
            return range.getClientRects().length;
          });
        }, word);
      expect(new Set(lines), `${word} at ${width}`).toEqual(new Set([1]));
    }
  }
}

test('has nine tabs, each with an address that reload and back keep, and a menu of them on a phone', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await test.step('visitors load no code of the dashboard, and that of brackets only when they open one', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(fetched.filter((path) => /Bracket|Match/.test(path))).toEqual([]);
    await page.goto('/scoreboard', { waitUntil: 'networkidle' });
    expect(fetched.filter((path) => /Admin(?!Lock)|Manage|EventControl|Overview|UserScores|Upload/.test(path))).toEqual(
      [],
    );
  });

  await page.goto('/admin', { waitUntil: 'networkidle' });
  const tabs = page.getByRole('navigation', { name: 'Admin' });
  const menu = tabs.getByRole('button');
  await expect(tabs.getByRole('link')).toHaveText(TABS.map(([name]) => name));
  for (const [name, path] of TABS) {
    await tabs.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(/Admin dashboard · Oceanfront Games Festival$/);
    await expect(page.getByRole('heading', { level: 1, name: 'ADMIN DASHBOARD' })).toBeVisible();
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await page.goBack();
  await page.goBack();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'Manage Users' })).toBeVisible();
  // The users are loaded after hydration.
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/admin/events');
  await expect(page.getByRole('heading', { level: 2, name: 'Manage Events' })).toBeVisible();

  await test.step('the tabs work by keyboard alone', async () => {
    await tabs.getByRole('link', { name: 'Event Control' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/control');
    await expect(page.getByRole('heading', { level: 2, name: 'Event Control' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Day')).toBeFocused();
  });

  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('Total Events')).toBeVisible();
  await expectWholeWords(page);

  await page.setViewportSize(PHONE);
  await test.step('the phone’s menu closes with Escape and when the focus leaves it', async () => {
    const closed = tabs.getByRole('button', { expanded: false });
    await closed.press('Enter');
    const link = tabs.getByRole('link', { name: 'User Scores' });
    await expect(link).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(closed).toBeFocused();
    await closed.click();
    await expect(link).toBeVisible();
    await page.getByRole('main').click({ position: { x: 380, y: 20 } });
    await expect(link).toBeHidden();
  });
  await menu.click();
  await expect(tabs.getByRole('link')).toHaveText(TABS.map(([name]) => name));
  await tabs.getByRole('link', { name: 'QR Check-In' }).click();
  await expect(menu).toHaveText('Tab: QR Check-In');
});

test.describe('with the sample festival alone', () => {
  test.use({ ownSettings: {}, viewport: { width: 1280, height: 900 } });

  test('has an Overview of one screen with one menu, and what is public without admin mode', async ({
    page,
    organiser,
  }) => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const width = async () => (await sidebar.boundingBox())?.width;
    const ticker = page.getByRole('region', { name: 'Upcoming events' });
    const ofOrganisers = page.getByRole('region', { name: 'NEXT 60 MINUTES' });

    await page.goto('/admin', { waitUntil: 'networkidle' });
    await expect(page.getByText('This is what everybody may see.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeInViewport();
    for (const name of ['Create Event', 'Add User']) await expect(page.getByRole('button', { name })).toBeVisible();
    for (const name of ['Total Events', 'Tournaments', 'LIVE EVENTS'])
      await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(ofOrganisers).toHaveCount(0);
    await expect(ticker).toBeVisible();
    expect(await width()).toBe(256);

    await openUnlocked(page, organiser, '/admin');
    await expect(ofOrganisers).toBeVisible();
    await expect(page.getByRole('link', { name: /open match/ }).or(page.getByText('Nothing is live'))).toBeVisible();
    await expect(ticker).toHaveCount(0);
    await expect.poll(width).toBe(48);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1000);
    // The next start knows before the first paint.
    await page.reload({ waitUntil: 'commit' });
    await page.waitForSelector('.sidebar');
    expect([await width(), await ticker.isVisible()]).toEqual([48, false]);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events', exact: true }).click();
    await expect(ticker).toBeVisible();
    await expect.poll(width).toBe(256);

    await test.step('on a phone a tool begins at the top: the sample notice is on Overview only', async () => {
      await page.setViewportSize(PHONE);
      await page.goto('/admin');
      await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
      await openTab(page, 'QR Check-In');
      const tabs = await page.getByRole('navigation', { name: 'Admin' }).boundingBox();
      expect(tabs?.y).toBeLessThan(150);
      await expect(page.getByRole('region', { name: 'Sample data' })).toHaveCount(0);
    });
  });
});
