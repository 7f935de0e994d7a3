import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { card, dialog, expectToast, openCard } from './screen.ts';

/** Holds calls to this address until released; counts them. */
async function hold(page: Page, address: string) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(address, async (route) => {
    calls += 1;
    await promise;
    await route.continue();
  });
  return { letGo, calls: () => calls };
}

test('shows that it waits: placeholders, an account, the password, a registration pressed twice', async ({
  page,
  organiser,
}) => {
  await test.step('the schedule shows placeholders until it is loaded', async () => {
    const held = await hold(page, '/api/rsvps/my');
    await page.goto('/schedule');
    await expect(page.getByRole('status').getByText('Loading your schedule')).toBeAttached();
    held.letGo();
    await expect(page.getByText("You haven't registered for any events yet")).toBeVisible();
    await expect(page.getByText('Loading your schedule')).toHaveCount(0);
  });

  await test.step('account and password buttons show that they wait', async () => {
    await page.goto('/');
    const account = await hold(page, '/api/users');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const form = dialog(page, 'Register for the festival');
    await form.getByLabel('Your Name').fill(unique('Slow Sally'));
    await form.getByRole('button', { name: 'Register' }).click();
    await expect(form.getByRole('button', { name: 'Creating Account...' })).toBeDisabled();
    account.letGo();
    await expectToast(page, 'Welcome to the festival!', 'Your account has been created successfully.');

    const verify = await hold(page, '/api/admin/verify');
    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    const asked = dialog(page, 'Enter Admin Password');
    await asked.getByLabel('Password').fill(ADMIN_PASSWORD);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    await expect(asked.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
    verify.letGo();
    await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
  });

  await test.step('pressing again during a registration does nothing', async () => {
    const { id, title } = await organiser.addEvent({ title: unique('Slow boat') });
    await (await openCard(page, title)).getByRole('button', { name: 'RSVP' }).click();
    const held = await hold(page, '/api/rsvps');
    const form = dialog(page, 'Register for Event');
    await form.getByLabel('Player Name').fill('Sol');
    await form.getByRole('button', { name: 'Confirm' }).click();
    const pending = form.getByRole('button', { name: 'Registering...' });
    await expect(pending).toBeDisabled();
    await form.getByLabel('Player Name').press('Enter');
    await pending.click({ force: true });
    held.letGo();
    await expectToast(page, 'Success!', "You've been registered for the event.");
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    expect(held.calls()).toBe(1);
    expect(await organiser.taken(id)).toBe(1);
  });
});
