import type { Page, Response } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, openCard, openUnlocked, register } from './screen.ts';

/** Milliseconds from an organiser's change to an open phone (docs/behaviour.md "Notices"). */
const LIVE = { timeout: 2_000 };

const isStream = (response: Response) => new URL(response.url()).pathname === '/api/live';

async function placeIn(page: Page, organiser: Organiser, name: string) {
  const event = await organiser.addEvent({ title: unique(name), location: 'Ballroom A' });
  const opened = page.waitForResponse(isStream);
  const card = await openCard(page, event.title);
  await opened;
  // The stream opens again with what belongs to this device.
  const openedAgain = page.waitForResponse(isStream);
  await register(page, card, 'Rosa');
  await expect(page.getByRole('button', { name: 'REGISTERED' })).toBeVisible();
  await openedAgain;
  return event;
}

const news = (page: Page) => page.getByRole('region', { name: 'What changed' });

onPhone(() => {
  test('an event moves and another is deleted: open phones see it within two seconds, closed ones when they are opened, and it is back after Undo', async ({
    page,
    organiser,
    otherPage,
  }) => {
    await test.step('an event moves: open phones see it within two seconds, and closed ones when they are opened', async () => {
      const { id, title } = await placeIn(page, organiser, 'Train games');
      await organiser.editEvent(id, { location: 'Game Library' });
      const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
      await expect(toast).toContainText(`${title}: Ballroom A → Game Library`, LIVE);
      const lead = toast.getByRole('button', { name: 'My schedule' });
      // Beside its button the words are no column a few letters wide.
      const [words, whole] = await Promise.all([toast.getByText('Ballroom A').boundingBox(), toast.boundingBox()]);
      expect(words?.width).toBeGreaterThan((whole?.width ?? Infinity) / 3);
      await lead.click();
      await expect(news(page)).toContainText(`${title}: Ballroom A → became Game Library`);
      const card = page.getByRole('article').filter({ hasText: title });
      await expect(card).toContainText('Changed: Ballroom A → became Game Library');

      await organiser.editEvent(id, { location: 'Arcade' });
      await expect(news(page)).toContainText('Arcade', LIVE);
      await expect(toast).toContainText('Arcade');
      // Seen: not there when the page is opened again, and the card says the new room only.
      await page.waitForResponse((response) => response.url().endsWith('/api/notices/seen'));
      await page.reload();
      await expect(card).toContainText('Arcade');
      await expect(news(page)).toHaveCount(0);

      await page.goto('/privacy');
      await organiser.editEvent(id, { location: 'Lounge' });
      await expect(toast).toContainText('Arcade → Lounge');
      await page.goto('/schedule');
      await expect(news(page)).toContainText(`${title}: Arcade → became Lounge`);
      await page.getByRole('button', { name: /^Dismiss/ }).click();
      await expect(news(page)).toHaveCount(0);
    });

    await test.step('an event is deleted: struck through on the phone, and back after Undo', async () => {
      const { title } = await organiser.addEvent({ title: unique('Night chess') });
      await register(page, await openCard(page, title), 'Rosa');
      await expect(page.getByRole('button', { name: 'REGISTERED' })).toBeVisible();
      await page.goto('/schedule');
      const desk = await otherPage({ viewport: { width: 1280, height: 800 } });
      await openUnlocked(desk, organiser, '/admin/events');
      await desk.getByLabel('Search events').fill(title);
      await desk.getByRole('button', { name: `Delete ${title}` }).click();
      await dialog(desk, 'Delete Event').getByRole('button', { name: 'Delete' }).click();
      const undo = desk.getByRole('button', { name: `Undo: bring back ${title}` });
      await expect(undo).toBeFocused();

      await expect(news(page)).toContainText(`${title} is cancelled.`);
      await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toContainText(title);
      await expect(page.getByRole('link', { name: title })).toHaveCount(0);
      await expect(await openCard(await otherPage(), title)).toHaveCount(0);

      // Also after the page was opened again.
      await desk.reload();
      await desk.getByLabel('Search events').fill(title);
      await undo.click();
      await expect(desk.getByRole('button', { name: `Edit ${title}` })).toBeVisible();
      await expect(page.getByRole('link', { name: title })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Cancelled' })).toHaveCount(0);
    });
  });
});
