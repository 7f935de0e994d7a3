import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('an event’s page has its people, bracket and details, and leads back to the same place in the list', async ({
    page,
    organiser,
  }) => {
    const location = unique('Dune Room');
    const { id, title } = await organiser.addEvent({
      ...{ title: unique('Own page'), location },
      tournamentType: 'single-elimination',
    });
    await organiser.register(id, 'Ada');
    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(location);
    await expect(page.getByText(/^1 of /)).toBeVisible();
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: /^Ada/ }).click();
    await expect(page.getByText('1 of 1 checked in')).toBeVisible();
    for (const name of ['Edit', `Start Event: ${title}`])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Bracket' }).click();
    await expect(page.getByText('No bracket yet')).toBeVisible();

    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page.getByLabel('Search events')).toHaveValue(location);
    await expect(page.getByText(/^1 of /)).toBeVisible();
  });
});

test('an event’s page asks for the password, and says when the event is gone', async ({ page, organiser }) => {
  const { id, title } = await organiser.addEvent({ title: unique('Locked page') });
  await page.goto(`/admin/events/${id}`);
  await expect(page.getByText(`Unlock to work on ${title}`)).toBeVisible();
  await page.goto('/admin/events/nowhere');
  await expect(page.getByText('That event is no longer there')).toBeVisible();
});
