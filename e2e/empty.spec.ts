import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card } from './screen.ts';

test.use({ ownSettings: { SAMPLE_DATA: 'off' } });

onPhone(() => {
  test('without events every screen says so; the first event appears live', async ({ page, organiser }) => {
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
  });
});
