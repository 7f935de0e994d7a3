/** Messages of the festival's own: urgent ones on every phone and big screen, also without network, and others under Announcements. */
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone } from './journey.ts';
import { copiesWith, openStreaming, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { dialog, openCard, openUnlocked, register, sidebar } from './screen.ts';

/** Milliseconds from the press of Send to every open screen (docs/behaviour.md "Messages"). */
const LIVE = { timeout: 3_000 };
const band = (page: Page) => page.locator('.shell-top').getByRole('region', { name: 'Urgent messages' });

/** An organiser's message, written as they do it. */
async function write(desk: Page, text: string, { urgent = false } = {}): Promise<void> {
  await desk.getByRole('button', { name: 'Write a message' }).click();
  const form = dialog(desk, 'Write a message');
  await form.getByLabel('Message', { exact: true }).fill(text);
  if (urgent) await form.getByRole('checkbox', { name: 'Urgent' }).check();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toHaveCount(0);
}

onPhone(() => {
  // A program of its own: a message to everybody is on every page of the others.
  test.use({ ownSettings: {} });
  test.describe.configure({ timeout: 120_000 });

  test('reaches open phones and big screens with an urgent message, and shows others under Announcements', async ({
    page,
    network,
    organiser,
    otherPage,
  }) => {
    await test.step('an urgent message reaches an open phone and the big screen, stays without network, until it is understood', async () => {
      const wall = await otherPage({ viewport: { width: 1920, height: 1080 } });
      const desk = await otherPage({ viewport: { width: 1280, height: 800 } });
      await openStreaming(page, '/details');
      await whenCopied(page);
      await openStreaming(wall, '/display');
      await openUnlocked(desk, organiser, '/admin');
      await write(desk, 'Leave the **Arcade** by the south doors.', { urgent: true });
      await expect(band(page)).toContainText('Leave the Arcade by the south doors.', LIVE);
      await expect(wall.getByRole('region', { name: 'Urgent messages' })).toBeInViewport(LIVE);
      await expectNothingSerious(page);

      await test.step('a kept page shows it without network', async () => {
        await expect
          .poll(() => copiesWith(page, 'south doors'), { timeout: 15_000 })
          .toContainEqual(expect.stringContaining('/api/messages/public'));
        network.become('down');
        await page.goto('/top-gun');
        await expect(band(page)).toContainText('south doors');
        network.become('up');
      });

      await test.step('understood on this phone, also after a reload', async () => {
        await band(page).getByRole('button', { name: 'Understood' }).click();
        await expect(band(page)).toHaveCount(0);
        await page.goto('/');
        await expect(page.locator('html')).toHaveAttribute('data-alive');
        await expect(band(page)).toHaveCount(0);
      });

      await test.step('withdrawn, it leaves the big screen', async () => {
        const list = desk.getByRole('region', { name: 'On phones now' });
        const urgent = list.getByRole('article').filter({ hasText: 'URGENT' });
        await urgent.getByRole('button', { name: 'Withdraw' }).click();
        await expect(wall.getByRole('region', { name: 'Urgent messages' })).toHaveCount(0, LIVE);
      });
    });

    await test.step('other messages', async () => {
      const event = await organiser.addEvent({ title: unique('Train games') });
      await register(page, await openCard(page, event.title), 'Rosa');
      const stranger = await otherPage({ viewport: { width: 390, height: 844 } });
      await openStreaming(stranger, '/details');
      await organiser.tell({ text: 'Bring a pencil.', audience: 'event', eventId: event.id });
      await organiser.tell({ text: 'The bar is open.' });
      const menu = await sidebar(page);
      await expect(menu.getByRole('link', { name: 'Announcements , news' })).toBeVisible();
      await menu.getByRole('link', { name: /^Announcements/ }).click();
      const own = page.getByRole('region', { name: 'From the festival' });
      await expect(own.getByRole('article')).toContainText(['The bar is open.', 'Bring a pencil.']);
      await expect(page.getByText('Failed to load announcements')).toBeVisible();
      await page.goto('/details');
      await expect((await sidebar(page)).getByRole('link', { name: 'Announcements', exact: true })).toBeVisible();
      await stranger.goto('/announcements');
      await expect(stranger.getByRole('region', { name: 'From the festival' })).toContainText('The bar is open.');
      await expect(stranger.getByText('Bring a pencil.')).toHaveCount(0);
    });

    await test.step('a form stays usable below an urgent message, and it can be understood in it', async () => {
      const { title } = await organiser.addEvent({ title: unique('Chess') });
      const opened = await openCard(page, title);
      await opened.getByRole('button', { name: 'RSVP' }).click();
      const form = dialog(page, 'Register for Event');
      await form.getByLabel('Player Name').fill('Rosa');
      await organiser.tell({ text: 'Thunderstorm: come inside.', urgent: true });
      const inForm = form.getByRole('region', { name: 'Urgent messages' });
      await expect(inForm).toContainText('come inside', LIVE);
      await inForm.getByRole('button', { name: 'Understood' }).click();
      await expect(inForm).toHaveCount(0);
      await expect(form.getByLabel('Player Name')).toHaveValue('Rosa');
      await form.getByRole('button', { name: 'Confirm' }).click();
      await expect(form).toHaveCount(0);
    });
  });
});
