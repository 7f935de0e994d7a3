import { expect, onPhone, test, WITH_MOTION } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, openCard } from './screen.ts';

onPhone(() => {
  test.use(WITH_MOTION);
  test('register, see it after a reload and in the schedule, cancel, and the place is free', async ({
    page,
    organiser,
  }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Anchor bluff'), capacity: 4 });
    const found = await openCard(page, title);
    await found.getByRole('button', { name: 'RSVP' }).click();
    const form = dialog(page, 'Register for Event');
    const confirm = form.getByRole('button', { name: 'Confirm' });
    await expect(confirm).toBeDisabled();
    await form.getByLabel('Player Name').fill('Robin');
    await form.getByLabel('Email (optional)').fill('robin@example.com');
    await confirm.click();
    await expectToast(page, 'Success!', "You've been registered for the event.");
    await expect(form).toBeHidden();
    await expect(found.getByRole('button', { name: 'REGISTERED' })).toBeDisabled();
    await expect(found).toContainText('1 / 4 players');

    await page.reload();
    await expect(found.getByRole('button', { name: 'REGISTERED' })).toBeVisible();

    await page.getByRole('link', { name: /^Mine/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
    const entry = card(page, title);
    await expect(entry).toContainText('BOARD');
    await expect(entry).toContainText('Tide Pool');
    await expect(entry).toContainText('Bring a chair and a friend.');
    await expect(entry).not.toContainText('CHECKED IN');

    await entry.getByRole('button', { name: 'Cancel my place' }).click();
    await entry.getByRole('button', { name: 'Keep my place' }).click();
    expect(await organiser.taken(id)).toBe(1);
    // A second tap at once at the same place would press nothing.
    await expect(entry.getByRole('button', { name: 'Cancel my place' })).toBeFocused();
    await page.keyboard.press('Enter');
    await entry.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expectToast(page, 'Place cancelled', `Robin no longer has a place in ${title}.`);
    await expect(page.getByText("You haven't registered for any events yet")).toBeVisible();
    expect(await organiser.taken(id)).toBe(0);

    await page.getByRole('link', { name: 'Browse Events' }).click();
    await page.getByRole('searchbox', { name: 'Search events' }).fill(title);
    await expect(found.getByRole('button', { name: 'RSVP' })).toBeVisible();
    await expect(found).toContainText('0 / 4 players');
  });
});
