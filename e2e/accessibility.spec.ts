import { expectLegibleToast, expectNothingSerious } from './axe.ts';
import { expect, onPhoneAndDesktop, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, openCard, register, unlock } from './screen.ts';
import { NOT_CONNECTED } from './trouble.ts';

/**
 * Two parts of the home page that together have every badge and button; the whole page takes axe three times as long.
 */
const PAGES = [
  '/?type=course',
  '/?type=board-game',
  '/details',
  '/top-gun',
  '/schedule',
  '/announcements',
  '/inventory',
  '/scoreboard',
  '/privacy',
  '/join',
  '/admin',
  '/display',
  '/check-in',
  '/print',
  '/nowhere',
];
const DESK = [
  '/admin',
  '/admin/scores',
  '/admin/uploads',
  '/admin/control',
  '/admin/check-in',
  '/admin/events',
  '/admin/users',
];
onPhoneAndDesktop((size) => {
  test('axe finds nothing serious on any page', async ({ page, trouble }) => {
    trouble.expect(/status of 404/);
    trouble.allow(NOT_CONNECTED);
    for (const path of PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingSerious(page);
      });
    }
  });

  test('axe finds nothing serious on any tab of the unlocked dashboard', async ({ page }) => {
    await page.goto('/');
    await unlock(page, ADMIN_PASSWORD);
    await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
    for (const path of DESK) {
      await test.step(path, async () => {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expectNothingSerious(page);
      });
    }
  });

  test('axe finds nothing serious in any dialog a visitor opens', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 409/);
    const { id, title } = await organiser.addEvent({
      title: unique('Looked at'),
      tournamentType: 'single-elimination',
    });
    await organiser.register(id, 'Alex');
    const found = await openCard(page, title);
    await register(page, found, 'Alex');
    await expectLegibleToast(page, 'Error', 'Someone called Alex is already registered. Add an initial.');
    await expectNothingSerious(page);
    await dialog(page, 'Register for Event').getByLabel('Player Name').fill('Robin');
    await page.keyboard.press('Enter');
    await expectLegibleToast(page, 'Success!', "You've been registered for the event.");
    await found.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Cancel my place' }).click();
    await expect(page.getByRole('button', { name: 'Keep my place' })).toBeFocused();
    await expectNothingSerious(page);
    await page.goto('/schedule');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expectNothingSerious(page);
    await page.goto('/?q=no+such+event&event=gone');
    await expect(dialog(page, 'Event not found')).toBeVisible();
    await expectNothingSerious(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const account = dialog(page, 'Register for the festival');
    await account.getByRole('button', { name: 'Someone else' }).click();
    await account.getByRole('button', { name: 'Register' }).click();
    await expectLegibleToast(page, 'Name Required', 'Please enter your name to register.');
    await expectNothingSerious(page);
  });

  test('axe finds nothing serious in the menu and the organisers’ dialogs', async ({ page }) => {
    await page.goto('/?q=chess');
    if (size === 'on a phone') {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await expect(dialog(page, 'Menu')).toBeVisible();
      await expectNothingSerious(page);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    await expect(dialog(page, 'Enter Admin Password')).toBeVisible();
    await expectNothingSerious(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Enter Admin Password')).toBeHidden();
    await unlock(page, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Create New Event' }).click();
    await dialog(page, 'Create New Event').getByRole('button', { name: 'Create Event' }).click();
    await expectLegibleToast(page, 'Missing Fields', 'Please fill in all required fields.');
    await expectNothingSerious(page);
  });
});
