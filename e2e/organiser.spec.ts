import { expect, onDesktop, test } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, sidebar } from './screen.ts';

const _KEPT = 'festival-admin-mode';

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
});
