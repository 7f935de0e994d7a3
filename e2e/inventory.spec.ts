import type { Page } from '@playwright/test';
import type { ListedGame } from '#features/inventory/contract.ts';
import { expect, onPhone, test } from './journey.ts';
import { justWrote, unique } from './organiser.ts';
import { dialog, expectToast } from './screen.ts';

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
const form = (page: Page) => dialog(page, 'Add Game');
const openForm = (page: Page) => page.getByRole('button', { name: 'Add Game' }).click();
const send = (page: Page) => form(page).getByRole('button', { name: 'Add Game' }).click();
const removal = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true });

const listed = async (origin: string): Promise<ListedGame[]> =>
  (await fetch(`${origin}/api/inventory`, { headers: justWrote() })).json();

onPhone(() => {
  test('a game is added, removed, restored, and removed for good', async ({ page, program }) => {
    const name = unique('Pebble Rally');
    await page.goto('/inventory');
    await openForm(page);
    await expect(form(page).getByLabel('Game Type')).toHaveValue('board-game');
    await expect(form(page).getByLabel('Play Time (minutes)')).toHaveValue('60');
    await expect(form(page).getByLabel('Your Name')).toHaveValue('');
    await send(page);
    await expectToast(page, 'Missing Fields', 'Please fill in game name and owner.');
    await form(page).getByLabel('Game Name').fill(name);
    await form(page).getByLabel('Game Type').selectOption('Card game');
    await form(page).getByLabel('Your Name').fill('Noor');
    await form(page).getByLabel('Player Count').fill('2-4');
    await form(page).getByLabel('Play Time (minutes)').fill('3');
    await send(page);
    await expect(form(page).getByLabel('Play Time (minutes)')).toHaveAccessibleDescription(
      'Whole minutes from 5 to 1,440, or nothing.',
    );
    await form(page).getByLabel('Play Time (minutes)').fill('20');
    await form(page).getByLabel('Description (optional)').fill('<b>Fast</b> pebbles.');
    await send(page);
    await expectToast(page, 'Game Added!', `${name} is on the list.`);
    await expect(card(page, name)).toContainText(
      /Card game.*<b>Fast<\/b> pebbles\..*2-4 players.*20 min.*Brought by Noor/,
    );

    await removal(page, name).click();
    await expectToast(page, 'Game Removed', `${name} is off the list.`);
    await expect(card(page, name)).toHaveCount(0);
    expect((await listed(program.origin)).filter((game) => game.name === name)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Game restored', `${name} is on the list again.`);
    await expect(card(page, name)).toBeVisible();

    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/inventory/mine', async (route) => {
      await asked;
      await route.continue();
    });
    await page.reload();
    // One column: in a row of several the highest card would hide changes of the others.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect(card(page, name)).toBeVisible();
    await expect(removal(page, name)).toHaveCount(0);
    const before = await height();
    answer();
    await expect(removal(page, name)).toBeVisible();
    expect(await height(), 'the list keeps its height').toBe(before);
    await removal(page, name).click();
    await expect(card(page, name)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'GAME INVENTORY' })).toBeVisible();
    await expect(card(page, name)).toHaveCount(0);
  });
});
