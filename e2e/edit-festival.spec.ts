import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNothingSeriousAtBothSizes } from './axe.ts';
import { expectItFits } from './fits.ts';
import { HOSTILE } from './hostile-festival.ts';
import { expect, test } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, unlock } from './screen.ts';

const facts = (page: Page) => page.getByRole('region', { name: 'FESTIVAL', exact: true });

async function openEditor(page: Page): Promise<void> {
  await page.goto('/admin/setup');
  await unlock(page, ADMIN_PASSWORD);
  await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
  await facts(page).getByRole('button', { name: 'Edit festival' }).click();
}

// The facts are those of everybody who shares a program.
test.use({ ownSettings: {} });

test('edit the festival: preview, save, seen by visitors at once; undo; back to the file', async ({
  page,
  otherPage,
}) => {
  const visitor = await otherPage();
  await visitor.goto('/details');
  await openEditor(page);
  const form = dialog(page, 'Edit festival');
  await form.getByLabel('Name', { exact: true }).fill('Winter Games');
  await form.getByLabel('Why?').fill(`${HOSTILE.markup} ${HOSTILE['the end of a script']}`);
  await form.getByLabel('Missions of category 1').fill('Wave at the sea | 3');
  await expectNothingSeriousAtBothSizes(page);
  await form.getByRole('button', { name: 'Preview' }).click();
  const preview = dialog(page, 'Preview');
  await expect(preview.getByText('Winter Games').first()).toBeInViewport();
  // Ends as wide as a phone.
  await expectNothingSeriousAtBothSizes(page);
  await expectItFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectItFits(page);
  await preview.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Festival saved', 'Winter Games');
  await expect(facts(page)).toContainText('As edited here, in place of what festival.json says.');

  // Live, without a reload.
  await expect(visitor.getByRole('region', { name: 'Why?' })).toContainText(HOSTILE.markup);
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Winter Games');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter Games' })).toBeVisible();
  await visitor.goto('/top-gun');
  await expect(visitor.getByRole('checkbox', { name: 'Wave at the sea 3 points' })).toBeVisible();
  expect(await visitor.evaluate(() => 'hit' in window)).toBe(false);

  const coming = page.waitForEvent('download');
  await facts(page).getByRole('button', { name: 'Save as festival.json' }).click();
  const file = JSON.parse(await readFile(await (await coming).path(), 'utf8'));
  expect([file.name, file.timeZone]).toEqual(['Winter Games', 'America/New_York']);

  await facts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone', 'The festival is as it was before.');
  await expect(facts(page)).toContainText('As festival.json says.');
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Oceanfront Games Festival');
});

test('an invalid field shows its error, the second of two edits is refused, and the file can be restored', async ({
  page,
  otherPage,
  organiser,
  trouble,
}) => {
  trouble.expect(/status of 40[09]/);
  await openEditor(page);
  const form = dialog(page, 'Edit festival');
  await form.getByLabel('Link to the chat').fill('our chat');
  await form.getByRole('button', { name: 'Preview' }).click();
  await dialog(page, 'Preview').getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Link to the chat is not an http or https address.')).toBeVisible();
  await expect(form.getByLabel('Link to the chat')).toHaveValue('our chat');
  await form.getByLabel('Link to the chat').fill('https://chat.example.org/new');
  await form.getByLabel('Place', { exact: true }).fill('Pier');

  const other = await otherPage();
  await openEditor(other);
  const theirs = dialog(other, 'Edit festival');
  await theirs.getByLabel('Name', { exact: true }).fill('Their Games');
  await theirs.getByRole('button', { name: 'Preview' }).click();
  // Drawn before their save, so saved after it it is refused.
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page, 'Preview').getByText('Pier').first()).toBeVisible();
  await dialog(other, 'Preview').getByRole('button', { name: 'Save' }).click();
  await expectToast(other, 'Festival saved', 'Their Games');
  await dialog(page, 'Preview').getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another organiser has just changed the festival. Fields you did not')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Their Games');
  await form.getByRole('button', { name: 'Preview' }).click();
  await dialog(page, 'Preview').getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Festival saved', 'Their Games');
  await expect(facts(page)).toContainText('Pier');
  await facts(page).getByRole('button', { name: 'Go back to the file' }).click();
  await expectToast(page, 'Back to festival.json', 'The festival is as festival.json says.');
  await expect(facts(page)).toContainText('Oceanfront Games Festival');

  await test.step('the installed app is called as organisers call the festival', async () => {
    const manifestOf = async () => (await page.request.get('/manifest.webmanifest')).json();
    await expect.poll(manifestOf).toMatchObject({ name: 'Oceanfront Games Festival', short_name: 'Oceanfront' });
    await organiser.editFestival({ name: 'Winter Games of the North', blurb: 'Three days of snow.' });
    const named = { name: 'Winter Games of the North', short_name: 'Winter Games', description: 'Three days of snow.' };
    await expect.poll(manifestOf).toMatchObject(named);
    const called = other.locator('meta[name=apple-mobile-web-app-title]');
    // Visitors may get a page that is a second old.
    await expect(async () => {
      await other.goto('/');
      await expect(called).toHaveAttribute('content', 'Winter Games', { timeout: 100 });
    }).toPass();
  });
});
