/** What is stored about a visitor, and how to delete it. */
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, expectToast, fillRsvp, openCard, sidebar } from './screen.ts';

onPhone(() => {
  test('a visitor registers, reads what is stored, and deletes all of it', async ({ page, context, organiser }) => {
    const name = unique('Forgettable');
    const { id, title } = await organiser.addEvent({ title: unique('Short memory') });
    await page.goto('/privacy');
    await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();

    const found = await openCard(page, title);
    await found.getByRole('button', { name: 'RSVP' }).click();
    const words = 'What is stored about you, and how to delete it';
    await expect(dialog(page, 'Register for Event').getByRole('link', { name: words })).toBeVisible();
    await fillRsvp(page, name);
    await expectToast(page, 'Success!', "You've been registered for the event.");
    expect(await organiser.taken(id)).toBe(1);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const form = dialog(page, 'Register for the festival');
    await expect(form.getByLabel('Your Name')).toHaveValue(name);
    await expect(form.getByRole('link', { name: words })).toBeVisible();
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(form).toBeHidden();

    await (await sidebar(page)).getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/privacy');
    await expect(page.getByText('You have 1 account and 1 place at an event.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete everything of mine' }).click();
    await expect(page.getByRole('button', { name: 'Keep everything' })).toBeFocused();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expectToast(page, 'Deleted', 'Nothing here belongs to this device any more.');
    await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();

    expect(await organiser.taken(id)).toBe(0);
    expect((await context.cookies()).filter((cookie) => cookie.name === 'fest_id')).toEqual([]);
    await page.goto('/schedule');
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.goto('/inventory');
    await page.getByRole('button', { name: 'Add Game' }).click();
    await expect(dialog(page, 'Add Game').getByLabel('Your Name')).toHaveValue('');
    const users = await (await page.request.get('/api/users')).text();
    expect(users).not.toContain(name);
  });
});
