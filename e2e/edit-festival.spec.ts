import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNothingSeriousAtBothSizes } from './axe.ts';
import { expectItFits } from './fits.ts';
import { HOSTILE } from './hostile-festival.ts';
import { expect, test } from './journey.ts';
import type { Organiser } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const facts = (page: Page) => page.getByRole('region', { name: 'Facts and missions' });

async function openEditor(page: Page, organiser: Organiser): Promise<void> {
  await openUnlocked(page, organiser, '/admin/setup#festival');
  await facts(page).getByRole('button', { name: 'Edit festival' }).click();
}

// The facts are those of everybody who shares a program.
test.use({ ownSettings: {} });

test('previews and saves the facts of the festival, which visitors see at once, undoes it, and goes back to the file', async ({
  page,
  otherPage,
  organiser,
}) => {
  const visitor = await otherPage();
  await visitor.goto('/details');
  await openEditor(page, organiser);
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
  await expect(facts(page)).toContainText('As edited here, in place of what the file on the server says.');

  // Live, without a reload.
  await expect(visitor.getByRole('region', { name: 'Why?' })).toContainText(HOSTILE.markup);
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Winter Games');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter Games' })).toBeVisible();
  await visitor.goto('/top-gun');
  await expect(visitor.getByRole('checkbox', { name: 'Wave at the sea 3 points' })).toBeVisible();
  expect(await visitor.evaluate(() => 'hit' in window)).toBe(false);

  const coming = page.waitForEvent('download');
  await facts(page).getByRole('button', { name: 'Save as a file' }).click();
  const file = JSON.parse(await readFile(await (await coming).path(), 'utf8'));
  expect([file.name, file.timeZone]).toEqual(['Winter Games', 'America/New_York']);

  await facts(page).getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Undone', 'The festival is as it was before.');
  await expect(facts(page)).toContainText('As the file on the server says.');

  await test.step('the installed app is called as organisers call the festival', async () => {
    const manifestOf = async () => (await page.request.get('/manifest.webmanifest')).json();
    await expect.poll(manifestOf).toMatchObject({ name: 'Oceanfront Games Festival', short_name: 'Oceanfront' });
    await organiser.editFestival({ name: 'Winter Games of the North', blurb: 'Three days of snow.' });
    const named = { name: 'Winter Games of the North', short_name: 'Winter Games', description: 'Three days of snow.' };
    await expect.poll(manifestOf).toMatchObject(named);
    // Visitors may get a page that is a second old.
    await expect(async () => {
      await visitor.goto('/');
      const called = visitor.locator('meta[name=apple-mobile-web-app-title]');
      await expect(called).toHaveAttribute('content', 'Winter Games', { timeout: 100 });
    }).toPass();
  });
  await facts(page).getByRole('button', { name: 'Go back to the file' }).click();
  await expectToast(page, 'Back to the server’s file', 'The festival is as the server’s file says.');
  await expect(facts(page)).toContainText('Oceanfront Games Festival');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Oceanfront Games Festival' })).toBeVisible();
});
