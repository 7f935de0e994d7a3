import type { Page } from '@playwright/test';
import { expect, onDesktop, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Senior Jr';
const NAMES = ['Rosa Lindqvist', 'Mickey Mouse', 'Zoë Müller', 'Tomás Ortega', 'Ayumi Sato', LONG];

const rowOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}.*(Check in|In, )`) });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Rename, move or remove ${name}` });
const undoOf = (page: Page, name: string) => page.getByRole('button', { name: `Undo: ${name}` });
const search = (page: Page) => page.getByLabel('Find or add a person');
const choose = (page: Page, name: string, choice: string) =>
  dialog(page, name).getByRole('button', { name: choice, exact: true });

/** Counts what a hand does: clicks and taps, and keys. */
async function countHand(page: Page) {
  await page.evaluate(() => {
    const hand = { clicks: 0, keys: 0 };
    Object.assign(window, { hand });
    // A click of the keyboard has no detail.
    const count = ({ isTrusted, detail }: MouseEvent) => {
      if (isTrusted && detail > 0) hand.clicks += 1;
    };
    const countKey = () => {
      hand.keys += 1;
    };
    addEventListener('click', count, true);
    addEventListener('keydown', countKey, true);
  });
  return async () => {
    const counted = await page.evaluate(() => (window as unknown as { hand: { clicks: number; keys: number } }).hand);
    await page.evaluate(() => Object.assign((window as never as { hand: object }).hand, { clicks: 0, keys: 0 }));
    return counted;
  };
}

async function fullDoor(organiser: Organiser, title: string) {
  const event = await organiser.addEvent({ title: unique(title), capacity: 8 });
  for (const name of NAMES) await organiser.register(event.id, name);
  return event;
}

onDesktop(() => {
  test('moves somebody of an event to another one, and undoes it, by keyboard alone', async ({ page, organiser }) => {
    const { id, title } = await fullDoor(organiser, 'By keyboard');
    const target = await organiser.addEvent({ title: unique('Chess before coffee') });
    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(title);
    const hand = await countHand(page);
    await page.getByRole('link', { name: `players in ${title}` }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await search(page).focus();
    await expect(rowOf(page, 'Ayumi')).toBeVisible();

    await menuOf(page, 'Ayumi Sato').focus();
    await page.keyboard.press('Enter');
    await expect(choose(page, 'Ayumi Sato', 'Rename')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type(target.title);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(undoOf(page, 'Ayumi Sato')).toBeFocused();
    await expect(page.getByText(`Ayumi Sato moved to ${target.title}`, { exact: true })).toBeVisible();
    expect([await organiser.taken(id), await organiser.taken(target.id)]).toEqual([5, 1]);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Undone', `Ayumi Sato is back in ${title}.`);
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect([await organiser.taken(id), await organiser.taken(target.id)]).toEqual([6, 0]);

    // Escape closes the dialog, and Back leads to the list as it was.
    await menuOf(page, 'Mickey Mouse').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Mickey Mouse')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menuOf(page, 'Mickey Mouse')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to the list' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: `players in ${title}` })).toBeVisible();
    expect((await hand()).clicks).toBe(0);
  });
});
