import type { Locator, Page } from '@playwright/test';
import { DESKTOP, PHONE } from './axe.ts';
import { expect, test, WITH_MOTION } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, openCard } from './screen.ts';

/** Presses Tab as often as a person would. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Escape closes the toast first, then the dialog. */
async function escapeToastAnd(page: Page, panel: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

test.use(WITH_MOTION);

test('by keyboard alone: registers after a refusal, cancels in the details, ticks missions, and unlocks', async ({
  page,
  organiser,
  trouble,
}) => {
  const { id, title } = await organiser.addEvent({ title: unique('Keys only') });
  await organiser.register(id, 'Tabitha');

  await test.step('the first event is at most 12 Tabs behind the skip link', async () => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    const event = page.getByRole('article').first().getByRole('heading').getByRole('link');
    const isFocused = () => event.evaluate((link) => link === document.activeElement);
    let presses = 0;
    while (!(await isFocused()) && presses < 40) {
      await page.keyboard.press('Tab');
      presses += 1;
    }
    expect(presses).toBeLessThanOrEqual(12);
  });

  const found = await openCard(page, title);
  const rsvp = found.getByRole('button', { name: 'RSVP' });
  const form = dialog(page, 'Register for Event');
  const field = form.getByLabel('Player Name');

  await test.step('a dialog traps the focus, and hides the page behind it from screen readers', async () => {
    await tabTo(page, rsvp);
    await page.keyboard.press('Space');
    await expect(field).toBeFocused();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await form.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    }
    // Only the dialog is exposed to screen readers.
    await expect(page.getByRole('main')).toHaveCount(0);
  });

  await test.step('a refused registration keeps the focus in the dialog; Escape returns it', async () => {
    trouble.expect(/status of 409/);
    await tabTo(page, field);
    await page.keyboard.type('Tabitha');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error', 'Someone called Tabitha has a place already. Add an initial.');
    await expect(field).toBeFocused();
    await escapeToastAnd(page, form);
    await expect(rsvp).toBeFocused();
    // Escape keeps what was typed, Cancel drops it.
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Tabitha');
    await expect(field).toBeFocused();
    await form.getByRole('button', { name: 'Cancel' }).press('Enter');
    await rsvp.press('Enter');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  });

  await test.step('a registration ends at the toast, and the focus returns', async () => {
    await page.keyboard.type('Tobias');
    await tabTo(page, form.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Success!', "You've been registered for the event.");
    await expect(found.getByRole('button', { name: 'REGISTERED' })).toBeFocused();
    expect(await organiser.taken(id)).toBe(2);
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused();
  });

  await test.step('details open and close from the card, and cancelling needs a confirmation', async () => {
    const link = found.getByRole('link', { name: title });
    await link.focus();
    await page.keyboard.press('Enter');
    const details = dialog(page, title);
    await tabTo(page, details.getByRole('button', { name: 'Cancel my place' }));
    await page.keyboard.press('Enter');
    await expect(details.getByRole('button', { name: 'Keep my place' })).toBeFocused();
    await tabTo(page, details.getByRole('button', { name: 'Yes, cancel it' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Place cancelled', `Tobias no longer has a place in ${title}.`);
    expect(await organiser.taken(id)).toBe(1);
    await escapeToastAnd(page, details);
    await expect(link).toBeFocused();
  });

  await test.step('the progress never covers the focused mission', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(PHONE);
    await page.goto('/top-gun');
    await expect(page.getByRole('checkbox').last()).toBeEnabled();
    await page.getByRole('checkbox').last().focus();
    const covered: string[] = [];
    for (let step = 0; step < 41; step += 1) {
      await page.keyboard.press('Shift+Tab');
      const told = await page.evaluate(() => {
        const bar = document.querySelector('.mission-progress')?.getBoundingClientRect();
        const box = document.activeElement?.getBoundingClientRect();
        return bar !== undefined && box !== undefined && box.top >= bar.bottom
          ? null
          : document.activeElement?.outerHTML;
      });
      if (told !== null) covered.push(`${step}: ${told}`);
    }
    expect(covered).toEqual([]);
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await page.setViewportSize(DESKTOP);
  });

  await test.step('the skip link, and admin mode', async () => {
    const skip = page.getByRole('link', { name: 'Skip to main content' });
    await tabTo(page, skip, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Unlock admin mode' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Enter Admin Password').getByLabel('Password')).toBeFocused();
    await page.keyboard.type(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
    await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeFocused();
  });
});
