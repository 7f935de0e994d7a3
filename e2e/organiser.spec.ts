import { expect, onDesktop, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { card, dialog, expectToast, sidebar, unlock } from './screen.ts';

const KEPT = 'festival-admin-mode';

onDesktop(() => {
  test('unlock with a wrong and the right password, keep it over a reload, lock again', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    const asked = dialog(page, 'Enter Admin Password');
    await expect(asked).toContainText('Enter the admin password to unlock editing and deletion features');
    await expect(asked.getByRole('button', { name: 'Unlock' })).toBeDisabled();
    await asked.getByLabel('Password').fill('open sesame');
    await asked.getByLabel('Password').press('Enter');
    await expectToast(page, 'Invalid Password', 'The password you entered is incorrect');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toBeHidden();
    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    await expect(asked.getByLabel('Password')).toHaveValue('');
    await asked.getByLabel('Password').fill(ADMIN_PASSWORD);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');

    await page.reload();
    await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
    await (await sidebar(page)).getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('heading', { level: 1, name: 'ADMIN DASHBOARD' })).toBeVisible();

    await page.getByRole('button', { name: 'Lock admin mode', exact: true }).click();
    await expectToast(page, 'Admin Mode Disabled', 'Edit and delete features are now locked');
    await expect((await sidebar(page)).getByRole('link', { name: 'Scoreboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
    await expect.poll(async () => (await page.request.get('/api/admin/session')).json()).toEqual({ admin: false });
  });

  test('create an event: defaults, refusals at their fields, and others see it without a reload', async ({
    page,
    otherPage,
    trouble,
  }) => {
    trouble.expect(/status of 400/);
    const title = unique('Moonlight Uno');
    const visitor = await otherPage();
    await visitor.goto(`/?q=${encodeURIComponent(title)}`);
    await expect(visitor.getByText('No events found')).toBeVisible();

    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Create New Event' })).toHaveCount(0);
    await unlock(page, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Create New Event' }).click();
    const form = dialog(page, 'Create New Event');
    await expect(form.getByLabel('Event Type')).toHaveValue('video-game');
    await expect(form.getByLabel('Tournament Type')).toHaveValue('none');
    await expect(form.getByLabel('Duration (minutes)')).toHaveValue('60');
    await expect(form.getByLabel('Capacity')).toHaveValue('16');

    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Missing Fields', 'Please fill in all required fields.');
    await expect(form.getByLabel('Host')).toHaveAccessibleDescription('This is needed.');

    await form.getByLabel('Start Time').fill('2031-02-03T20:15');
    await form.getByLabel('Location').fill('Upper Deck');
    await form.getByLabel('Host').fill('Gra\u202ece');
    await form.getByLabel('Capacity').fill('1');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Error', 'Check the marked fields.');
    await expect(form.getByLabel('Capacity')).toHaveAccessibleDescription(/2 or more/);
    await expect(form.getByLabel('Capacity')).toBeFocused();

    await form.getByLabel('Capacity').fill('12');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Error', 'Failed to create event. Please try again.');
    await expect(form.getByLabel('Host')).toHaveAccessibleDescription(/cannot be shown/);
    await expect(form.getByLabel('Host')).toBeFocused();
    await expect(form.getByLabel('Title')).toHaveValue(title);
    await expect(form.getByLabel('Start Time')).toHaveValue('2031-02-03T20:15');

    await form.getByLabel('Host').fill('Grace');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event Created!', 'New event has been added successfully.');
    await expect(form).toBeHidden();
    await expect(card(visitor, title)).toContainText('Feb 03, 2031 · 8:15 PM · 60 min');
    await expect(card(visitor, title)).toContainText('0 / 12 players');
    await page.getByRole('button', { name: 'Lock admin mode', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Create New Event' })).toHaveCount(0);
  });

  test('an expired session turns admin mode off on load; one that expires during work is asked for again', async ({
    page,
    context,
    trouble,
  }) => {
    await test.step('an expired session turns admin mode off on load', async () => {
      await page.goto('/');
      await unlock(page, ADMIN_PASSWORD);
      await expect(page.getByRole('button', { name: 'Create New Event' })).toBeVisible();
      await context.clearCookies({ name: 'fest_admin' });
      await page.reload();
      await expect(page.getByRole('button', { name: 'Unlock admin mode' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create New Event' })).toHaveCount(0);
      expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBe('false');
    });

    await test.step('a session that expires during work: unlock again, and the event is created as typed', async () => {
      trouble.expect(/status of 401/);
      const title = unique('Twice unlocked');
      await page.goto('/');
      await unlock(page, ADMIN_PASSWORD);
      await page.getByRole('button', { name: 'Create New Event' }).click();
      const form = dialog(page, 'Create New Event');
      await form.getByLabel('Title').fill(title);
      await form.getByLabel('Start Time').fill('2031-02-03T20:15');
      await form.getByLabel('Location').fill('Upper Deck');
      await form.getByLabel('Host').fill('Grace');
      await context.clearCookies({ name: 'fest_admin' });
      await form.getByRole('button', { name: 'Create Event' }).click();
      const asked = dialog(page, 'Enter Admin Password');
      await asked.getByLabel('Password').fill(ADMIN_PASSWORD);
      await asked.getByRole('button', { name: 'Unlock' }).click();
      await expectToast(page, 'Event Created!', 'New event has been added successfully.');
      await expect(form).toBeHidden();
      await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
      await page.goto(`/?q=${title}`);
      await expect(card(page, title)).toContainText('Feb 03, 2031 · 8:15 PM');
    });
  });
});
