/** Scores by file and by hand, and the upload history. */
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { expectToast, unlock } from './screen.ts';

const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const _BULK = '/api/users/bulk-scores';

test.use({ ownSettings: { SAMPLE_DATA: 'off' } });

test('scores are uploaded from a file, edited by keyboard, and listed in the history', async ({ page }) => {
  await page.goto('/admin/scores');
  await unlock(page, ADMIN_PASSWORD);
  await page
    .getByLabel('Choose a file')
    .setInputFiles(
      fileOf('day 1.csv', '\ufeffName,Score\r\nAlex,12\r\n"Bo ""Ace"" Lee",3\r\n=1+1,4\r\nDi,1\r\nDi,2\r\n,9\r\n'),
    );
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('New user: 3')).toBeVisible();
  await expect(page.getByText('1 line is left out')).toBeVisible();
  await page.getByLabel('It is a row, keep it').check();
  await expect(page.getByText('2 lines are left out')).toBeVisible();
  await page.getByLabel('It is a row, keep it').uncheck();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Upload 3 rows' }).click();
  await expectToast(page, 'Upload complete', 'Updated 0 score(s). Created 3 new user(s). 2 failed');
  await expect(page.getByRole('list', { name: 'Scores of users' }).getByRole('listitem')).toHaveText([
    /Alex12/,
    /=1\+14/,
    /Bo "Ace" Lee3/,
  ]);

  await test.step('one score by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Edit score of Alex' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('+ points')).toBeFocused();
    const field = page.getByLabel('Correct to: score of Alex', { exact: true });
    await field.focus();
    await field.fill('1.5');
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(page.getByRole('alert').getByText('A score is a whole number.')).toBeVisible();
    await field.fill('\u221240');
    await field.hover();
    await page.mouse.wheel(0, 300);
    await expect(field).toHaveValue('\u221240');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Edit score of Alex' })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Scores of users' })).toContainText('-40');
  });

  await page.goto('/admin/uploads');
  const upload = page.getByRole('list', { name: 'Past uploads' }).getByRole('listitem').first();
  await expect(upload).toContainText('day 1.csv');
  await expect(upload).toContainText('6 records');
  await expect(upload).toContainText('3 failed');
  await expect(upload).toContainText('Line 7 was left out: no name (“,9”).');
  await expect(upload).toContainText('“Di” appears twice with different scores: 1 and 2.');
  await page.getByRole('button', { name: 'Lock admin mode', exact: true }).click();
  await expect(page.getByText('Unlock to see past uploads')).toBeVisible();
  await expect(page.getByText('day 1.csv')).toBeHidden();
});
