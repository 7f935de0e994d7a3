/** Engine room: admin sessions by password and by a link from the server, how they end, and the system. */
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, openTab, sidebar, unlock } from './screen.ts';

// Ending all others would end the sessions of other journeys.
test.use({ ownSettings: { TRUST_PROXY: '127.0.0.1' } });

test('unlocks with the password or a link, looks at the system, ends the session of another browser, and locks again', async ({
  page,
  otherPage,
  program,
  trouble,
}) => {
  trouble.expect(/status of 401/);
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

  const headers = { 'x-forwarded-for': '2001:db8:10::10' };
  await page.request.post('/api/admin/verify', { data: { password: 'wrong' }, headers });
  await page.goto('/');
  await unlock(page, ADMIN_PASSWORD);
  await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
  await page.goto('/admin/engine');
  await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
  await test.step('the list of wrong guesses names networks', async () => {
    const guesses = page.getByRole('region', { name: 'Wrong guesses' });
    await expect(guesses.getByText('2 wrong guesses of the password in the last 24 hours')).toBeVisible();
    await expect(guesses.getByRole('listitem').first()).toContainText('1 from the network 2001:db8:10::/64');
    await expect(guesses.getByRole('listitem')).toHaveCount(2);
    await expectNothingSerious(page);
  });
  await test.step('a warning on Overview leads to the system, which fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Overview');
    const warning = page.getByRole('region', { name: 'NEEDS ATTENTION' }).getByRole('listitem');
    await warning.filter({ hasText: 'PUBLIC_URL' }).getByRole('link', { name: 'System' }).click();
    const system = page.getByRole('region', { name: 'SYSTEM' });
    await expect(system.getByText('1 problem')).toBeInViewport();
    const row = (name: string) => system.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('Address')).toContainText('PUBLIC_URL is not set, so QR codes and links may lead elsewhere.');
    await expect(row('Last backup')).toContainText('None yet');
    await expect(row('Database')).toContainText('SQLite');
    await expect(system.getByRole('table', { name: 'Timed work' })).toContainText('every 1 min');
    await expectItFits(page);
    await expectNothingSerious(page);
    await system.getByRole('button', { name: 'Hide the system' }).click();
    await expect(row('Database')).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  const sessions = page.getByRole('region', { name: 'ADMIN SESSIONS' });
  const other = sessions.getByRole('listitem').filter({ hasText: 'by a link from the server' });
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('by the password');
  await other.getByRole('button', { name: /^End session/ }).click();
  await expect(other).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'CHANGES' })).toContainText('Session ended');

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
