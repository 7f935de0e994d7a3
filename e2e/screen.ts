/** Finds things on the screens as people do: by role and visible text. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import type { Organiser } from './organiser.ts';

export const card = (page: Page, title: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** Opens the home page with only this event in its list. */
export async function openCard(page: Page, title: string): Promise<Locator> {
  await page.goto(`/?q=${encodeURIComponent(title)}`);
  return card(page, title);
}

/** The dashboard's tabs in order, each with its address. */
export const TABS = [
  ['Overview', '/admin'],
  ['User Scores', '/admin/scores'],
  ['Upload History', '/admin/uploads'],
  ['Event Control', '/admin/control'],
  ['QR Check-In', '/admin/check-in'],
  ['Manage Events', '/admin/events'],
  ['Manage Users', '/admin/users'],
  ['Screens', '/admin/screens'],
  ['Set up', '/admin/setup'],
] as const;
type Tab = (typeof TABS)[number][0];

/** Goes to a tab by its link, from the menu where the tabs are one, and waits for what the tab loads. */
export async function openTab(page: Page, name: Tab): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Admin' });
  const menu = tabs.getByRole('button');
  const link = tabs.getByRole('link', { name });
  // A closing sheet hides both.
  await expect(menu.or(link).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await link.click();
  if (name === 'Overview') await expect(page.getByText('Total Events')).toBeVisible();
  else await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expectLoaded(page);
}

/** The tabs with parts that open. */
export const TABS_WITH_PARTS = ['User Scores', 'Set up'] as const;

/** Opens a part of a tab behind its line. */
export const openPart = (page: Page, title: string): Promise<void> =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .click();

/** Opens every part of the tab, and waits for what they load. */
export async function openParts(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary:has(h3, h4)');
  while ((await closed.count()) > 0) await closed.first().click();
  await expectLoaded(page);
}

/** Waits until nothing stands in for what is still loading. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('.skeleton').or(page.getByText(/^Loading/))).toHaveCount(0);
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

/** Expects a toast with these exact texts; only one is visible at a time. */
export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(toast).toHaveCount(1);
  await expect(toast.getByText(title, { exact: true })).toBeVisible();
  await expect(toast.getByText(message, { exact: true })).toBeVisible();
}

/** The open lock, which is in the menu where there is no room beside it. */
export async function expectUnlocked(page: Page): Promise<void> {
  const lock = page.locator('[aria-label="Lock admin mode"]');
  const isWide = (page.viewportSize()?.width ?? 1280) >= 768;
  if (isWide) await expect(lock.filter({ visible: true })).toHaveCount(1);
  else await expect(lock.first()).toBeAttached();
}

/** Presses the lock: in the header, or on a phone at the foot of the menu. */
export async function pressLock(page: Page, name: 'Lock admin mode' | 'Unlock admin mode'): Promise<void> {
  const lock = page.getByRole('button', { name, exact: true });
  if (!(await lock.isVisible())) await page.getByRole('button', { name: 'Toggle sidebar' }).click({ timeout: 1_000 });
  await lock.click({ timeout: 5_000 });
}

export async function unlock(page: Page, password: string): Promise<void> {
  const asked = dialog(page, 'Enter Admin Password');
  // It opens by itself when the session has ended, perhaps before the click.
  await expect(async () => {
    if (!(await asked.isVisible())) await pressLock(page, 'Unlock admin mode');
    await expect(asked).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // Who works here is asked once, beside what a journey is about.
  await page.evaluate(() => localStorage.setItem('festival-organiser-name', ''));
  await asked.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/**
 * Opens a page with a running session. Journeys about unlocking type the password, and so do those that lock again: the
 * session is that of all others.
 */
export async function openUnlocked(page: Page, organiser: Organiser, path: string): Promise<void> {
  await page.context().addCookies([await organiser.session()]);
  await page.addInitScript(() => localStorage.setItem('festival-organiser-name', ''));
  await page.goto(path);
  // On a phone the lock is in the menu.
  await expectUnlocked(page);
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
