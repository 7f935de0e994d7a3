/** What docs/organising.md says under "Before the festival", done with its words and its example table on an empty program. */
import { expect, onDesktop, test } from './journey.ts';
import { ADMIN_PASSWORD, repository } from './program.ts';
import { dialog, expectToast, openPart, openTab, unlock } from './screen.ts';

const TABLE = 'example-programme.csv';
const DAYS = ['Thursday, Jun 17', 'Friday, Jun 18', 'Saturday, Jun 19', 'Sunday, Jun 20'];

test.use({ ownSettings: { SAMPLE_DATA: 'off' } });

onDesktop(() => {
  test('sets up a festival of 60 events from a table, and prints what hangs on its doors', async ({ page }) => {
    await page.goto('/');
    await unlock(page, ADMIN_PASSWORD);
    await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Admin' }).click();

    const steps = page.getByRole('region', { name: 'FIRST STEPS' });
    await steps.getByRole('button', { name: 'Edit festival' }).click();
    const form = dialog(page, 'Edit festival');
    const facts = { Dates: '17-20 June 2027', 'First day': '2027-06-17', 'Last day': '2027-06-20' };
    await form.getByLabel('Name', { exact: true }).fill('Harbour Games');
    for (const [label, text] of Object.entries(facts)) await form.getByLabel(label).fill(text);
    await form.getByRole('button', { name: 'Preview' }).click();
    await dialog(page, 'Preview').getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Festival saved', 'Harbour Games');

    await steps.getByLabel('Programme from CSV').setInputFiles(`${repository}docs/${TABLE}`);
    const preview = dialog(page, 'Import programme');
    await expect(preview.getByRole('list', { name: 'Events to import' }).getByRole('listitem')).toHaveCount(60);
    await preview.getByRole('button', { name: 'Import 60 events' }).click();
    await expectToast(page, 'Programme imported', '60 events joined the programme.');
    await expect(page.getByRole('region', { name: 'NEEDS ATTENTION' })).toBeHidden();

    await menu.getByRole('link', { name: 'Events', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour Games' })).toBeVisible();
    await page.goto('/?q=Midnight+karaoke');
    await expect(page.getByRole('article')).toContainText('Jun 19, 2027 · 12:30 AM');
    await page.getByRole('link', { name: 'Print', exact: true }).click();
    await expect(page.getByLabel('Day').getByRole('option')).toHaveText([...DAYS, 'Every day']);
    await page.getByLabel('Day').selectOption('Every day');
    await expect(page.getByRole('article')).toHaveCount(4);
    await page.getByLabel('Sheet').selectOption('Room doors');
    await expect(page.getByRole('article')).toHaveCount(20);
    await page.getByLabel('Room').selectOption('Terrace');
    await expect(page.getByRole('article')).toHaveCount(4);

    await menu.getByRole('link', { name: 'Admin' }).click();
    await openTab(page, 'Set up');
    await openPart(page, 'Badges');
    await page.getByLabel('Badge word').fill('lighthouse');
    await page.getByRole('button', { name: 'Set word' }).click();
    await expectToast(page, 'Badge word set', 'New phones are asked for it once.');
  });
});
