/** Who plays in a tournament: the draw names who is missing, seeds, late entrants, substitutes, places given up, the end. */
import type { Page } from '@playwright/test';
import type { Match } from '#features/brackets/contract.ts';
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { justWrote, type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const LONG = 'W'.repeat(60);

test.use({ viewport: { width: 1280, height: 900 } });

const tournament = async (organiser: Organiser, title: string, here: readonly string[]) => {
  const said = { tournamentType: 'single-elimination', startTime: new Date().toISOString() } as const;
  const { id } = await organiser.addEvent({ title, ...said });
  for (const name of here) await organiser.addWalkIn(id, name);
  return id;
};
const seedsOf = async (page: Page, id: string) => {
  const answer = await page.request.get(`/api/matches?eventId=${id}`, { headers: justWrote() });
  const matches = (await answer.json()) as Match[];
  const players = matches.flatMap(({ player1, player2 }) => [player1, player2]);
  return [...new Map(players.flatMap((one) => (one === null ? [] : [[one.seed, one.name]])))]
    .sort(([one], [other]) => one - other)
    .map(([, name]) => name);
};
test('names who is missing at the draw, and seeds players, a late entrant and a substitute, on a desktop and on a phone', async ({
  page,
  organiser,
  trouble,
}) => {
  trouble.expect(/status of 409/);
  const title = unique('Tide Dominoes');
  const id = await tournament(organiser, title, ['Ada', 'Bo', 'Cleo']);
  const answer = await page.request.post('/api/rsvps', { data: { eventId: id, playerName: 'Rosa' } });
  const rosa = ((await answer.json()) as { id: string }).id;
  await openUnlocked(page, organiser, '/admin/control');
  await page.getByRole('button', { name: `Generate Bracket: ${title}` }).click();
  await dialog(page, 'Generate Bracket').getByRole('button', { name: 'Draw' }).click();
  const asked = dialog(page, 'Not everybody is here');
  await expect(asked.getByRole('button', { name: 'Check in Rosa' })).toBeVisible();
  await expect(asked.getByText('3 players are checked in. Draw without Rosa?')).toBeVisible();
  await asked.getByRole('button', { name: 'Draw' }).click();
  await expectToast(page, 'Bracket generated', title);

  await page.getByRole('button', { name: 'Players', exact: true }).click();
  const players = dialog(page, 'Players');
  await expect(players).toBeVisible();
  await expectNothingSerious(page);
  const handle = (name: string) => players.getByRole('button', { name: new RegExp(`^Drag ${name}, seed`) });
  await handle('Cleo').dragTo(players.getByRole('listitem').first());
  await expect(players.getByRole('listitem').first()).toContainText('Cleo');
  await handle('Bo').focus();
  await page.keyboard.press('ArrowUp');
  await expect(handle('Bo')).toBeFocused();
  await expect(players.getByText('Bo is seed 2 of 3.')).toBeAttached();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectItFits(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await players.getByRole('button', { name: 'Save Seeds' }).click();
  await expectToast(page, 'Seeds saved', title);
  expect(await seedsOf(page, id)).toEqual(['Cleo', 'Bo', 'Ada']);

  // The last row is at the bottom of what this height shows. A real click would scroll first.
  await page.setViewportSize({ width: 390, height: 720 });
  await page.getByRole('button', { name: 'Players', exact: true }).click();
  await players.getByRole('button', { name: 'Substitute for Ada' }).dispatchEvent('click');
  await expect(players.getByRole('button', { name: 'Put in' })).toBeInViewport({ ratio: 1 });
  await players.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
  await players.getByRole('button', { name: 'Add a late entrant' }).click();
  await players.getByRole('button', { name: /^Rosa/ }).click();
  await players.getByRole('button', { name: 'Put into a bye' }).click();
  await expectToast(page, 'Late entrant added', `Rosa, ${title}`);
  await expect(players.getByText(/^No bye is left/)).toBeVisible();
  expect(await seedsOf(page, id)).toEqual(['Cleo', 'Bo', 'Ada', 'Rosa']);
  await players.getByRole('button', { name: 'Close' }).click();

  await test.step('a place given up is offered to the desk at once', async () => {
    await page.request.delete(`/api/rsvps/${rosa}`);
    await page.getByRole('button', { name: 'Put in a substitute: Rosa' }).click();
    await expect(page.getByRole('textbox', { name: 'Who plays for Rosa?' })).toBeFocused();
    await page.keyboard.type(LONG);
    await page.keyboard.press('Enter');
    await expectToast(page, 'Substitute put in', `${LONG} plays for Rosa in ${title}.`);
    expect(await seedsOf(page, id)).toEqual(['Cleo', 'Bo', 'Ada', LONG]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('on a phone a long name leaves room for its score', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: new RegExp(`${LONG}.*ready now`) })
      .first()
      .click();
    const field = page.getByRole('dialog').getByLabel(LONG, { exact: true });
    await field.fill('2');
    const { x = 999, width = 999 } = (await field.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390 - 16);
  });
});
