/** Manage Events as the plan of a day, and an event’s page. */
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

/** Noon in the festival's zone; the plan begins an hour before. */
const NOON = '2031-02-03T17:00:00.000Z';

async function openPlan(page: Page, organiser: Organiser) {
  const [from, to] = [unique('Aft Deck'), unique('Aft Lounge')];
  const { id, title } = await organiser.addEvent({
    title: unique('Ferry Game'),
    startTime: NOON,
    location: from,
    tournamentType: 'single-elimination',
  });
  const other = await organiser.addEvent({ title: unique('Gull Talk'), startTime: NOON, location: to });
  await organiser.register(id, 'Ada');
  await openUnlocked(page, organiser, '/admin/events?day=2031-02-03');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  return { title, other: other.title, to };
}

const block = (page: Page, title: string) => page.getByRole('listitem').getByRole('button', { name: title });

onPhone(() => {
  test('moves an event in two taps, checks somebody in on its page, and comes back to it in the plan and in the list', async ({
    page,
    organiser,
  }) => {
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

    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: /^Ada/ }).click();
    await expect(page.getByText('1 of 1 checked in')).toBeVisible();
    for (const name of ['Edit', `Start Event: ${title}`])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Bracket' }).click();
    await expect(page.getByText('No bracket yet')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(block(page, title)).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByLabel('Search events').fill(title);
    const rows = page.getByRole('list', { name: 'Events' }).getByRole('article');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`Feb 03, 2031, 12:45 PM · 90 min · ${to}`);
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page.getByLabel('Search events')).toHaveValue(title);
    await expect(rows).toHaveCount(1);
  });
});
