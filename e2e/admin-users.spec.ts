/** Managing the names on the scoreboard. */
import { expect, onDesktop, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog } from './screen.ts';

onDesktop(() => {
  test('a user is added, renamed and deleted; the password is asked for when needed', async ({ page }) => {
    const [name, other] = [unique('Ana'), unique('Bea')];
    await page.goto('/admin/users');
    const list = page.getByRole('list', { name: 'Users' });
    await expect(list).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unlock admin mode' })).toBeVisible();
    await page.getByRole('button', { name: 'Add User' }).click();
    await dialog(page, 'Enter Admin Password').getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page, 'Add User').getByLabel('Name').fill(`  ${name} `);
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Add User')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add User' })).toBeFocused();

    await page.getByLabel('Search users').fill(name);
    await expect(list.getByRole('listitem')).toHaveText([new RegExp(`^${name}ID [0-9a-f]{8}`)]);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog(page, 'Edit User').getByLabel('Name').fill(other);
    await dialog(page, 'Edit User').getByRole('button', { name: 'Save' }).click();
    // The dialog holds the focus until it is gone.
    await expect(dialog(page, 'Edit User')).toBeHidden();
    await page.getByLabel('Search users').fill(other);
    await page.getByRole('button', { name: `Delete ${other}` }).click();
    const question = dialog(page, 'Delete User');
    await expect(question).toContainText(`Are you sure you want to delete user "${other}"?`);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Nobody found')).toBeVisible();
    await expect(page.getByLabel('Search users')).toBeFocused();
  });
});
