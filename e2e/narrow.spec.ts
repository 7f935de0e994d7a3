import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openParts, openTab, openUnlocked, TABS, TABS_WITH_PARTS } from './screen.ts';

/** accessibility.spec.ts has every page at 320 px, hostile-screens.spec.ts each with words of 60 letters. */
test.use({ viewport: { width: 390, height: 844 } });

test('letters of twice the size: home, its dialogs and the dashboard fit a phone, and each field can be reached', async ({
  page,
  context,
  organiser,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send('Page.enable');
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const { id, title } = await organiser.addEvent({ title: unique('Large letters') });
  await openUnlocked(page, organiser, '/');
  await expectItFits(page);
  const search = page.getByRole('searchbox', { name: 'Search events' });
  expect((await search.boundingBox())?.width).toBeGreaterThan(250);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog(page, 'Register for the festival').getByLabel('Your Name')).toBeInViewport({ ratio: 1 });
  await expectItFits(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create New Event' }).click();
  await expect(dialog(page, 'Create New Event')).toBeVisible();
  await expectItFits(page);
  await page.goto(`/?event=${id}`);
  const details = dialog(page, title);
  await expect(details.getByText('Bring a chair and a friend.')).toBeVisible();
  await expectItFits(page);
  await details.getByRole('button', { name: 'RSVP' }).click();
  const form = dialog(page, 'Register for Event');
  await expect(form.getByLabel('Player Name')).toBeInViewport({ ratio: 1 });
  await expectItFits(page);
  await form.getByLabel('Player Name').fill('Robin');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(details.getByRole('region', { name: 'Places of this device' })).toContainText('Robin');
  await page.goto('/admin');
  for (const [name] of TABS) {
    await test.step(name, async () => {
      await openTab(page, name);
      await expectItFits(page);
    });
  }
  for (const name of TABS_WITH_PARTS) {
    await test.step(`${name}, opened`, async () => {
      await openTab(page, name);
      await openParts(page);
      await expectItFits(page);
    });
  }
});

test('letters of twice the size: home fits a laptop, and the search of the inventory a phone', async ({
  page,
  context,
  organiser,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send('Page.enable');
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto('/inventory');
  expect((await page.getByRole('searchbox', { name: 'Search games' }).boundingBox())?.width).toBeGreaterThan(250);
  // More days than fit beside the filters.
  for (const day of [3, 4, 5, 6, 7])
    await organiser.addEvent({
      title: unique('Far'),
      startTime: new Date(Date.now() + day * 86_400_000).toISOString(),
    });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(6)).toBeAttached();
  await expectItFits(page);
});

test('beside the camera of a phone: menu, lock and pause held sideways, the filters below the header upright', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 59, right: 59, bottom: 21 } });
  await page.goto('/');
  for (const name of ['Toggle sidebar', 'Unlock admin mode', 'Pause the ticker']) {
    const { x = 0, width = 0 } = (await page.getByRole('button', { name }).boundingBox()) ?? {};
    expect(x, name).toBeGreaterThan(58);
    expect(x + width, name).toBeLessThan(844 - 58);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await browser.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 59 } });
  const filters = page.getByRole('toolbar', { name: 'Filters and days' });
  await filters.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 1500);
  await expect.poll(async () => Math.round((await filters.boundingBox())?.y ?? 0)).toBe(59 + 60);
});
