/** From an event to its room and back, also without network. */
import { expectItFits } from './fits.ts';
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

  test.describe('with rooms of its own', () => {
    test.use({ ownSettings: {} });

    test('leads to rooms of any name by press and by reload; each label stays inside the map', async ({
      page,
      organiser,
    }) => {
      const long = 'Sandcastlechampionshipsemifinalqualificationroundpreliminary '.repeat(2).trim().slice(0, 120);
      const names = ['100% fun', 'Bar? #1 & co.', '🎲', '100%25 odd', 'Bar & Grill / Terrace', 'room', long];
      const corners = [0, 100].flatMap((x) => [0, 100].map((y) => ({ x, y })));
      await organiser.editFestival({
        rooms: names.map((name, index) => ({ name, way: '', pin: corners[index % 4] ?? null })),
      });
      for (const name of names) {
        await test.step(name, async () => {
          await page.goto('/rooms');
          await page.getByRole('link', { name, exact: true }).click();
          const title = page.getByRole('heading', { level: 1, name, exact: true });
          await expect(title).toBeVisible();
          await page.reload();
          await expect(title).toBeVisible();
          await expectItFits(page);
          const label = page.locator('.room-map p');
          await expect(label).toHaveText(name);
          const [inner, map] = [await label.boundingBox(), await page.getByAltText('Map of the rooms').boundingBox()];
          if (inner === null || map === null) throw new Error('nothing is shown');
          expect(inner.x).toBeGreaterThanOrEqual(map.x);
          expect(inner.y).toBeGreaterThanOrEqual(map.y);
          expect(inner.x + inner.width).toBeLessThanOrEqual(map.x + map.width + 0.5);
          expect(inner.y + inner.height).toBeLessThanOrEqual(map.y + map.height + 0.5);
        });
      }
      for (const written of ['%25', '%00', '%20', '%F0%9F%8E%AF', '%', 'x'.repeat(200)]) {
        await test.step(written, async () => {
          await page.goto(`/rooms/${written}`);
          await expect(page.getByText(/^There is no room called ./)).toBeVisible();
          await expectItFits(page);
        });
      }
    });
  });
});
