/** Manage Events as the plan of a day. */
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onDesktop, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

/** Noon in the festival's zone; the plan begins an hour before. */
const NOON = '2031-02-03T17:00:00.000Z';

async function openPlan(page: Page, organiser: Organiser) {
  const [from, to] = [unique('Aft Deck'), unique('Aft Lounge')];
  const { id, title } = await organiser.addEvent({ title: unique('Ferry Game'), startTime: NOON, location: from });
  const other = await organiser.addEvent({ title: unique('Gull Talk'), startTime: NOON, location: to });
  await organiser.register(id, 'Ada');
  await openUnlocked(page, organiser, '/admin/events?day=2031-02-03');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  return { title, other: other.title, from, to };
}

const block = (page: Page, title: string) => page.getByRole('listitem').getByRole('button', { name: title });

async function expectInList(page: Page, title: string, words: string) {
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByLabel('Search events').fill(title);
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('article');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(words);
}

onPhone(() => {
  test('two taps move an event to another room and time, and say what that means', async ({ page, organiser }) => {
    const { title, other, to } = await openPlan(page, organiser);
    await block(page, title).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expectNothingSerious(page);
    // An hour has 80 pixels: this is a quarter to one.
    await page.getByRole('button', { name: `Move to ${to}` }).click({ position: { x: 40, y: 145 } });
    const asked = dialog(page, 'Move Event');
    await expect(asked).toContainText(`ToMonday, Feb 03, 12:45–2:15 PM, ${to}`);
    await expect(asked).toContainText(`12:00–1:30 PM ${other}`);
    await expect(asked).toContainText('1 person is told.');
    await asked.getByRole('button', { name: 'Move' }).click();
    await expectToast(page, 'Event updated', title);
    await expect(block(page, title)).toContainText('Clash');
    await expectInList(page, title, `Feb 03, 2031, 12:45 PM · 90 min · ${to}`);
  });
});

onDesktop(() => {
  test('the page of a moved event leads back to it in the plan', async ({ page, organiser }) => {
    const { title, from } = await openPlan(page, organiser);
    const moved = block(page, title);
    await moved.click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('button', { name: `Move to ${from}` }).click({ position: { x: 40, y: 165 } });
    const asked = dialog(page, 'Move Event');
    await expect(asked).toContainText(`ToMonday, Feb 03, 1:00–2:30 PM, ${from}`);
    await expect(asked).toContainText('Nothing else is in that room then.');
    await asked.getByRole('button', { name: 'Move' }).click();
    await expect(moved).toContainText('1:00–2:30 PM');
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(moved).toHaveAttribute('aria-pressed', 'true');
    await expectInList(page, title, `Feb 03, 2031, 1:00 PM · 90 min · ${from}`);
  });
});
