import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone } from './journey.ts';
import { comeBack, copiesWith, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { unlock } from './screen.ts';

const places = (page: Page) => page.getByRole('list', { name: 'Places' });
const place = (page: Page, name: string) => places(page).getByRole('button', { name: new RegExp(`^${name}`) });
/** All that it says: also whether something waits. */
const count = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) })).toBeVisible({ timeout: 20_000 });
const ended = (page: Page) => page.getByRole('region', { name: /needs? attention$/ });
const walkIn = async (page: Page, name: string) => {
  await page.getByLabel('Find or add a person').fill(name);
  await page.getByRole('button', { name: 'Add walk-in' }).click();
};

async function atTheDoor(page: Page, eventId: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('check-in event', chosen), eventId);
  await page.goto('/admin/check-in');
  await unlock(page, ADMIN_PASSWORD);
  await expect(places(page)).toBeVisible();
}

onPhone(() => {
  // The network may go while the code of the toast about unlocking is on its way; its text is shown without.
  test.beforeEach(({ trouble }) => trouble.allow(/dynamically imported module/));

  test('taps without network wait, outlive a reload, and are sent once when it returns', async ({
    page,
    network,
    organiser,
  }) => {
    const { id } = await organiser.addEvent({ title: unique('Far door'), capacity: 7 });
    const names = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay'];
    for (const name of names) await organiser.register(id, name);
    await atTheDoor(page, id);
    await whenCopied(page);
    await expect.poll(() => copiesWith(page, 'ADMIN DASHBOARD')).toContain('pages /admin/check-in');
    await count(page, '0 of 6 checked in');

    network.become('down');
    for (const name of names.slice(0, 5)) {
      await place(page, name).click();
      await expect(place(page, name)).toContainText('waiting to send');
    }
    await expect(page.getByText('No connection').first()).toBeVisible();
    await place(page, 'Eve').click();
    await expect(place(page, 'Eve')).toContainText('Check in');
    await walkIn(page, 'Gus');
    await expect(place(page, 'Gus')).toContainText('Walk-in waiting: the place is not certain');
    await count(page, '0 of 6 checked in, 5 waiting to send');
    await expectNothingSerious(page);

    await organiser.removePlace(id, 'Bo');
    for (const name of ['Hal', 'Ivy']) await organiser.register(id, name);
    await page.reload();
    await count(page, '0 of 6 checked in, 5 waiting to send');
    await expect(place(page, 'Gus')).toContainText('waiting to send');
    await expect(page.getByText(/^As of /).first()).toBeVisible();
    // The worker keeps nothing that only organisers read.
    expect((await copiesWith(page, '')).filter((copy) => /\/api\/admin|\/rsvps$/.test(copy))).toEqual([]);

    network.requests();
    await comeBack(network, page);
    await count(page, '3 of 7 checked in');
    await expect(ended(page).getByRole('listitem')).toHaveText([
      /^Bo · Check-in, .*This place was cancelled\.$/,
      /^Gus · Walk-in, .*This event is full\.$/,
    ]);
    const sent = network.requests().filter((line) => /^(PUT|POST) .*rsvps/.test(line));
    expect(sent.map((line) => line.split(' ', 1)[0])).toEqual(['PUT', 'PUT', 'PUT', 'PUT', 'POST']);
    await expectNothingSerious(page);
    await ended(page).getByRole('button', { name: 'Dismiss: Bo' }).click();
    await ended(page).getByRole('button', { name: 'Dismiss: Gus' }).click();
    await expect(ended(page)).toHaveCount(0);
    await page.reload();
    await count(page, '3 of 7 checked in');
    await expect(ended(page)).toHaveCount(0);
  });
});
