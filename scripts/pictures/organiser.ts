/** Prepares the sample festival for its pictures, and opens the dashboard. */
import { expect, type Page } from '@playwright/test';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Organiser } from '../../e2e/organiser.ts';
import { ADMIN_PASSWORD } from '../../e2e/program.ts';
import { open } from './camera.ts';

export async function unlockDesk(page: Page): Promise<void> {
  await open(page, '/admin');
  await page.getByRole('button', { name: 'Unlock admin mode' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter Admin Password' });
  await dialog.getByLabel('Password').fill(ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('button', { name: 'Lock admin mode' })).toBeVisible();
}

/** A festival of one's own has no such notice. */
export const hideSampleNotice = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Sample data' }).evaluate((notice) => {
    (notice as HTMLElement).style.display = 'none';
  });

/** Returns the event of that title. */
export async function eventOf(organiser: Organiser, title: string): Promise<FestivalEvent> {
  const event = (await organiser.events()).find((one) => one.title === title);
  if (event === undefined) throw new Error(`the sample has no ${title}`);
  return event;
}

const LATIN = ['Minato', 'Sakura', 'Hana', 'Noam', 'Haru'];

/** Renames players whose letters this machine may have no font for. */
export async function writeInLatin(organiser: Organiser, eventId: string): Promise<void> {
  const names = LATIN.values();
  for (const { id, playerName } of await organiser.staffList(eventId)) {
    if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(playerName)) {
      await organiser.renamePlace(id, names.next().value ?? playerName);
    }
  }
}
