/** Scores by file and by hand, and the upload history. */
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import { expectToast, openUnlocked } from './screen.ts';

test('uploads scores from a file, edits one by keyboard, and undoes the upload in the history', async ({
  page,
  organiser,
}) => {
  const [alex, file] = [unique('Alex'), `${unique('day')}.csv`];
  const content = `\ufeffName,Score\r\n${alex},12\r\n"Bo ""Ace"" Lee",3\r\n=1+1,4\r\nDi,1\r\nDi,2\r\n,9\r\n`;
  const { name } = await organiser.addUser(unique('Kit'));
  await openUnlocked(page, organiser, '/admin');
  await page.getByRole('link', { name: 'Upload Scores' }).click();
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const rows = page.getByRole('region', { name: 'Rows of the file' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('1 line is left out')).toBeVisible();
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Upload 3 rows' }).click();
  await expectToast(page, 'Upload complete', 'Updated 0 score(s). Created 3 new user(s). 2 failed');

  await test.step('one score by keyboard alone', async () => {
    await page.getByLabel('Search users').fill(name);
    const edit = page.getByRole('button', { name: `Edit score of ${name}` });
    await edit.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('+ points')).toBeFocused();
    const field = page.getByLabel(`Correct to: score of ${name}`, { exact: true });
    await field.focus();
    await field.fill('\u221240');
    await field.hover();
    await page.mouse.wheel(0, 300);
    await expect(field).toHaveValue('\u221240');
    await page.keyboard.press('Enter');
    await expect(edit).toBeFocused();
    await expect(page.getByRole('list', { name: 'Scores of users' })).toContainText('-40');
  });

  await page.getByRole('link', { name: 'Upload History' }).click();
  const upload = page.getByRole('list', { name: 'Past uploads' }).getByRole('listitem').filter({ hasText: file });
  await expect(upload).toContainText('6 records');
  await expect(upload).toContainText('3 failed');
  await expect(upload).toContainText('Line 7 was left out: no name (“,9”).');
  await upload.getByRole('button', { name: 'Who got how much' }).click();
  await expect(upload.getByRole('list', { name: 'Points of this upload' })).toContainText(`${alex}+12`);
  await expectNothingSerious(page);
  await upload.getByRole('button', { name: `Undo the upload ${file}` }).click();
  await expect(upload.getByText('Undone', { exact: true })).toBeVisible();
  await expect(upload.getByText('It changed no score that is still there.')).toBeVisible();
});
