/** From an event to its room and back, also without network. */
import { expect, onPhone } from './journey.ts';
import { test, whenCopied } from './network.ts';
import { soon, unique } from './organiser.ts';

onPhone(() => {
  test.describe.configure({ timeout: 120_000 });

  test('leads from an event to its room on the map, larger at a press, and opens both without network', async ({
    page,
    network,
    organiser,
  }) => {
    const event = await organiser.addEvent({ title: unique('Sand duel'), location: 'Dune Room', startTime: soon() });
    await page.goto(`/?event=${event.id}`);
    await whenCopied(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Dune Room' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dune Room' })).toBeVisible();
    const map = page.getByAltText('Map of the rooms');
    const width = async () => (await map.boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole('button', { name: 'Larger map' }).click();
    expect(await width()).toBeGreaterThan(before * 1.5);
    network.become('down');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dune Room' })).toBeVisible();
    await expect.poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
    await page.getByRole('link', { name: 'All rooms' }).click();
    await expect(page.locator('main').getByRole('listitem').filter({ hasText: 'Dune Room' })).toContainText(
      'up the wide stairs',
    );
  });
});
