import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog } from './screen.ts';

test.use({ ownSettings: { SAMPLE_DATA: 'off' } });

onPhone(() => {
  test('without events, games and scores every screen says so; the first of each appears', async ({
    page,
    organiser,
    request,
  }) => {
    await page.goto('/schedule');
    await expect(page.getByText("You haven't registered for any events yet")).toBeVisible();
    await page.getByRole('link', { name: 'Browse Events' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('No events found')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show all events' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Upcoming events' })).toHaveCount(0);
    const title = unique('The very first');
    await organiser.addEvent({ title });
    await expect(card(page, title)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Upcoming events' })).toContainText(title);

    await test.step('an empty inventory asks for the first game', async () => {
      await page.goto('/inventory');
      await expect(page.getByText('No games in inventory yet', { exact: true })).toBeVisible();
      await expectNothingSerious(page);
      await page.getByRole('button', { name: 'Add Your First Game' }).click();
      const form = dialog(page, 'Add Game');
      await form.getByLabel('Game Name').fill('First');
      await form.getByLabel('Your Name').fill('Noor');
      await form.getByRole('button', { name: 'Add Game' }).click();
      await expect(page.getByRole('heading', { name: 'First', exact: true })).toBeVisible();
    });

    await test.step('a scoreboard says so, until somebody competes', async () => {
      await page.goto('/scoreboard');
      await expect(page.getByText('No scores yet. Be the first to compete!', { exact: true })).toBeVisible();
      await expectNothingSerious(page);
      expect((await request.post('/api/users', { data: { name: 'Alex' } })).status()).toBe(201);
      await expect(page.getByRole('main')).toContainText('1 competitor');
      await expect(page.getByRole('listitem').filter({ hasText: 'Alex' })).toHaveText('Rank 1Alex0 points');
    });
  });
});
