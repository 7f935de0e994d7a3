/** Admin sessions by password and by a link from the server, and how they end. */
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, sidebar, unlock } from './screen.ts';

// Ending all others would end the sessions of other journeys.
test.use({ ownSettings: { TRUST_PROXY: '127.0.0.1' } });

test('unlocks with the password or a link, ends all other sessions, and locks again', async ({
  page,
  otherPage,
  program,
  trouble,
}) => {
  // What the ended browser asks for before it knows.
  trouble.allow(/status of 401/);
  trouble.expect(/status of 410/);
  const forgetful = await otherPage();
  await forgetful.goto('/admin');
  await unlock(forgetful, 'not this one');
  await expectToast(forgetful, 'Invalid Password', 'The password you entered is incorrect');
  await dialog(forgetful, 'Enter Admin Password').getByRole('button', { name: 'Cancel' }).click();

  const said = await program.command('admin-link.ts', { PUBLIC_URL: program.origin });
  const link = /^ {2}(http\S+)$/m.exec(said)?.[1] ?? '';
  await forgetful.goto(link);
  await expectToast(forgetful, 'Admin Mode Enabled', 'You can now edit and delete events');
  expect(forgetful.url()).toBe(`${program.origin}/admin`);

  await page.goto('/');
  await unlock(page, ADMIN_PASSWORD);
  await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
  await test.step('Overview leads to the warning of the missing address', async () => {
    await page.goto('/admin');
    await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
    const attention = page.getByRole('region', { name: 'NEEDS ATTENTION' }).getByRole('listitem');
    await attention.getByRole('link', { name: 'Machine' }).click();
    const warning = page.getByRole('list', { name: 'For the person who installed the program' }).getByRole('listitem');
    await expect(
      warning.filter({ hasText: 'PUBLIC_URL is not set, so QR codes and links may lead elsewhere.' }),
    ).toBeVisible();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const sessions = page.getByRole('region', { name: 'ADMIN SESSIONS' });
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await expectItFits(page);
  await expectNothingSerious(page);
  await sessions.getByRole('button', { name: 'Yes, end them' }).click();
  await expectToast(page, 'Sessions ended', 'Only this browser is still unlocked.');
  await expect(page.getByRole('region', { name: 'CHANGES' })).toContainText('Other sessions ended');
  await page.setViewportSize({ width: 1280, height: 720 });

  await expect(forgetful.getByText('Locked: unlock to make changes')).toBeVisible();
  await forgetful.goto(link);
  await expect(forgetful.getByRole('alert').filter({ hasText: 'This link was used already' })).toBeVisible();
  expect(program.log()).not.toContain(link.split('=').at(-1));

  await page.getByRole('button', { name: 'Lock admin mode', exact: true }).click();
  await expectToast(page, 'Admin Mode Disabled', 'Edit and delete features are now locked');
  await expect((await sidebar(page)).getByRole('link', { name: 'Scoreboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await expect.poll(async () => (await page.request.get('/api/admin/session')).json()).toEqual({ admin: false });
});
