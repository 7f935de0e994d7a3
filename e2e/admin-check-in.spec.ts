/** The door on an organiser's phone, and the check-in code from its print to its replacement. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { scanned } from '#testing/camera.ts';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { pagesIn } from './pdf.ts';
import { expectToast, openUnlocked } from './screen.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Senior Jr';
const NAMES = ['Rosa Lindqvist', 'Mickey Mouse', 'Zoë Müller', 'Tomás Ortega', 'Ayumi Sato', LONG];

const place = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Places' }).getByRole('button', { name: new RegExp(`^${name}`) });
const search = (page: Page) => page.getByLabel('Find or add a person');
const count = (page: Page, words: string) => expect(page.getByRole('status').getByText(words)).toBeVisible();

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
  return () => page.evaluate(() => (window as unknown as { hand: { clicks: number; keys: number } }).hand);
}

onPhone(() => {
  test('checks in five people by name with one hand, adds a walk-in by tapping, and follows another door', async ({
    page,
    organiser,
  }) => {
    const { id } = await organiser.addEvent({ title: unique('Five at the door'), capacity: 8 });
    for (const name of NAMES) await organiser.register(id, name);
    await openUnlocked(page, organiser, `/admin/check-in?event=${id}`);
    await expect(place(page, 'Rosa')).toBeVisible();
    const { y = 0, height = 0 } = (await search(page).boundingBox()) ?? {};
    expect(y + height).toBeLessThan(700);
    const hand = await countHand(page);
    const began = Date.now();
    await search(page).tap();
    for (const typed of ['ros', 'mic', 'zoe', 'tom', 'ayu']) {
      await page.keyboard.type(typed, { delay: 150 });
      await page.keyboard.press('Enter');
      await expect(search(page)).toHaveValue('');
    }
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await hand()).toEqual({ clicks: 1, keys: 20 });
    await count(page, '5 of 6 checked in');

    // By tapping instead: the next name replaces the one before.
    await search(page).fill('wolf');
    await place(page, 'Wolfe').tap();
    await count(page, '6 of 6 checked in');
    await search(page).tap();
    await page.keyboard.type('Ros');
    await expect(search(page)).toHaveValue('Ros');
    await page.getByRole('button', { name: 'Add walk-in' }).tap();
    await expect(page.getByRole('group', { name: 'Rosa Lindqvist is registered' })).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Somebody else: add Ros' }).tap();
    await expectToast(page, 'Walk-in added', 'Ros has a place and is checked in.');
    await place(page, 'Rosa').tap();
    await expectToast(page, 'Check-in undone', 'Rosa Lindqvist');
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await count(page, '7 of 7 checked in');

    await organiser.addWalkIn(id, 'Kim');
    await expect(place(page, 'Kim')).toHaveAttribute('aria-pressed', 'true');
    await count(page, '8 of 8 checked in');
    await search(page).fill('Lou');
    await expect(page.getByText('Full', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add walk-in' })).toBeDisabled();
    expect(await organiser.taken(id)).toBe(8);
  });
});

test('prints a code that checks in, takes back what a stranger checked in with it, and makes a new one', async ({
  page,
  organiser,
}) => {
  const title = unique('A very long evening of trading sheep for wood and wood for sheep '.repeat(2).slice(0, 110));
  const { id } = await organiser.addEvent({ title });
  const alex = await organiser.register(id, 'Alex');
  await organiser.register(id, 'Sam');
  await openUnlocked(page, organiser, `/admin/check-in?event=${id}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download QR Code' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`check-in-qr-${id}.png`);
  const png = await readFile(await file.path());
  const { text } = scanned(`data:image/png;base64,${png.toString('base64')}`);

  await test.step('its poster prints alone, on one page of either paper', async () => {
    for (const format of ['A4', 'Letter']) expect(pagesIn(await page.pdf({ format }))).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'ADMIN DASHBOARD' })).toBeHidden();
    await expect(page.getByText('Scan this code with your phone’s camera.')).toBeVisible();
    await expect(page.getByText('Enter the name that has the place.', { exact: true })).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  const token = new URL(text).searchParams.get('token') ?? '';
  await organiser.checkIn(alex, token, 'Alex');
  await organiser.checkIn('', token, 'Sam');
  await expect(place(page, 'Alex')).toHaveAttribute('aria-pressed', 'true');
  await expect(place(page, 'Sam')).toContainText('by another phone');
  await page.getByRole('button', { name: 'Undo check-ins by other phones' }).click();
  await expect(page.getByLabel('Made in the last')).toBeFocused();
  await expect(page.getByText('Takes back 1 check-in: Sam')).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Yes, undo 1 check-in' }).click();
  await expectToast(page, 'Check-ins undone', '1 check-in by other phones taken back.');
  await count(page, '1 of 2 checked in');

  await page.getByRole('button', { name: 'New code' }).click();
  await expect(page.getByRole('button', { name: 'Keep this code' })).toBeFocused();
  await page.getByRole('button', { name: 'Yes, make a new code' }).click();
  await expectToast(page, 'New code made', 'Codes made before no longer work. Print this one.');
  await expect(organiser.checkIn(alex, token, 'Sam')).rejects.toThrow('answered 410');
  const shown = await page.getByRole('img', { name: /^Check-in code/ }).getAttribute('src');
  expect(scanned(shown ?? '').text).not.toBe(text);
});
