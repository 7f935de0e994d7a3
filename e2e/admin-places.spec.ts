import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onDesktop, onPhone, test } from './journey.ts';
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

onPhone(() => {
  test('five people by name: one hand, no walk-in by mistake, and the field in reach', async ({ page, organiser }) => {
    const { id } = await fullDoor(organiser, 'Five at the door');
    await openUnlocked(page, organiser, `/admin/check-in?event=${id}`);
    await expect(rowOf(page, 'Rosa')).toBeVisible();
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
    await expect(page.getByText('5 of 6 checked in')).toBeVisible();
    expect(await organiser.taken(id)).toBe(6);

    // By tapping instead: the next name replaces the one before.
    await search(page).fill('wolf');
    await rowOf(page, 'Wolfe').tap();
    await expect(page.getByText('6 of 6 checked in')).toBeVisible();
    await search(page).tap();
    await page.keyboard.type('Ros');
    await expect(search(page)).toHaveValue('Ros');
    await page.getByRole('button', { name: 'Add walk-in' }).tap();
    await expect(page.getByRole('group', { name: 'Rosa Lindqvist is registered' })).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Somebody else: add Ros' }).tap();
    await expectToast(page, 'Walk-in added', 'Ros has a place and is checked in.');
    await rowOf(page, 'Rosa').tap();
    await expectToast(page, 'Check-in undone', 'Rosa Lindqvist');
    await page.getByRole('button', { name: 'Undo', exact: true }).tap();
    await expect(page.getByText('7 of 7 checked in')).toBeVisible();

    await page.goto('/admin');
    await page.goto('/admin/check-in');
    await expect(page.getByLabel('Event', { exact: true })).toHaveValue(id);
  });
});

onDesktop(() => {
  test('people of an event in Manage Events are moved and removed by keyboard alone', async ({ page, organiser }) => {
    const { id, title } = await fullDoor(organiser, 'By keyboard');
    const target = await organiser.addEvent({ title: unique('Chess before coffee') });
    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(title);
    const hand = await countHand(page);
    await page.getByRole('button', { name: `players in ${title}` }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, title)).toBeVisible();
    await expect(search(page)).toBeFocused();
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
    await expect(dialog(page, title)).toBeVisible();
    expect([await organiser.taken(id), await organiser.taken(target.id)]).toEqual([6, 0]);

    // Escape closes one dialog after the other.
    await menuOf(page, 'Mickey Mouse').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Mickey Mouse')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menuOf(page, 'Mickey Mouse')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `players in ${title}` })).toBeFocused();
    expect((await hand()).clicks).toBe(0);
  });

  test('a player of a drawn bracket is removed with their match, and a phone shows what an organiser removed', async ({
    page,
    organiser,
    otherPage,
    trouble,
  }) => {
    trouble.expect(/status of 409/);
    const { id } = await organiser.addEvent({ title: unique('Drawn'), tournamentType: 'single-elimination' });
    for (const name of ['Rosa', 'Mickey', 'Zoë', 'Tomás']) await organiser.addWalkIn(id, name);
    await organiser.drawBracket(id);
    await openUnlocked(page, organiser, `/admin/check-in?event=${id}`);
    await menuOf(page, 'Mickey').click();
    await choose(page, 'Mickey', 'Rename').click();
    await page.keyboard.type('Michael');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Michael')).toBeVisible();
    const namesIn = async () =>
      (await organiser.matches(id)).flatMap(({ player1, player2 }) => [player1?.name, player2?.name]);
    expect(await namesIn()).toContain('Michael');
    await menuOf(page, 'Michael').click();
    await choose(page, 'Michael', 'Remove').click();
    const forfeit = choose(page, 'Michael', 'Forfeit their matches');
    await expect(forfeit).toBeFocused();
    await forfeit.click();
    await expect(page.getByText('1 match is forfeited.', { exact: true })).toBeVisible();
    expect((await organiser.matches(id)).filter(({ reason }) => reason === 'forfeit')).toHaveLength(1);
    await undoOf(page, 'Michael').click();
    await expect(rowOf(page, 'Michael')).toBeVisible();
    expect((await organiser.matches(id)).filter(({ reason }) => reason === 'forfeit')).toHaveLength(0);
    await menuOf(page, 'Zoë').click();
    await choose(page, 'Zoë', 'Remove').click();
    await choose(page, 'Zoë', 'Put in a substitute').click();
    await page.keyboard.type('Ayumi');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ayumi plays in their place.', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Ayumi')).toBeVisible();
    const present = await namesIn();
    expect([present.includes('Ayumi'), present.includes('Zoë')]).toEqual([true, false]);
    // A removed person's device shows it in My schedule.
    const [event, phone] = [await organiser.addEvent({ title: unique('Told') }), await otherPage()];
    await phone.goto('/');
    await phone.request.post('/api/rsvps', { data: { eventId: event.id, playerName: 'Alex' } });
    await phone.goto('/schedule');
    await page.goto(`/admin/check-in?event=${event.id}`);
    await menuOf(page, 'Alex').click();
    await choose(page, 'Alex', 'Remove').click();
    await expect(phone.getByRole('region', { name: 'What changed' })).toContainText(
      `An organiser removed Alex from ${event.title}.`,
    );
  });
});
