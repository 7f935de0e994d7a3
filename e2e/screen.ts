/** Finds things on the screens as people do: by role and visible text. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

export const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** Opens the home page with only this event in its list. */
export async function openCard(page: Page, title: string): Promise<Locator> {
  await page.goto(`/?q=${encodeURIComponent(title)}`);
  return card(page, title);
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Expects a toast with these exact texts; only one is visible at a time. */
export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(message, { exact: true })).toBeVisible();
}

export async function unlock(page: Page, password: string): Promise<void> {
  const asked = dialog(page, 'Enter Admin Password');
  // A click before hydration is lost, and the dashboard's parts load a moment later.
  await expect(async () => {
    if (!(await asked.isVisible()))
      await page.getByRole('button', { name: 'Unlock admin mode' }).click({ timeout: 1_000 });
    await expect(asked).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await asked.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Registers from a card or a details dialog; the dialog stays as the response leaves it. */
export async function register(page: Page, from: Locator, playerName: string): Promise<void> {
  await from.getByRole('button', { name: 'RSVP' }).click();
  await fillRsvp(page, playerName);
}

export async function fillRsvp(page: Page, playerName: string): Promise<void> {
  const form = dialog(page, 'Register for Event');
  await form.getByLabel('Player Name').fill(playerName);
  await form.getByRole('button', { name: 'Confirm' }).click();
}

/** Returns the sidebar's links: beside the page, or in the sheet on phones. */
export async function sidebar(page: Page): Promise<Locator> {
  const beside = page.getByRole('complementary', { name: 'Sidebar' });
  if (await beside.isVisible()) return beside;
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const menu = dialog(page, 'Menu');
  await menu.waitFor();
  return menu;
}
