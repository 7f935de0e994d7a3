import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { expectToast, openPart, openUnlocked } from './screen.ts';

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test.use({ ownSettings: {} });

test('exports a festival, clears it, and imports the same festival again', async ({ page, organiser, trouble }) => {
  trouble.expect(/status of 409/);
  await openUnlocked(page, organiser, '/admin/setup#take-along');
  await openPart(page, 'Programme and attendees');
  const before = await saved(page, 'Whole festival (JSON)');
  expect(before.name).toMatch(/^festival-\d{4}-\d\d-\d\d\.json$/);
  const festival = JSON.parse(before.bytes.toString('utf8'));
  const field = page.getByLabel('Whole festival from JSON');
  const upload = { name: before.name, mimeType: 'application/json', buffer: before.bytes };
  await field.setInputFiles(upload);
  const there =
    'A festival can only be imported into an empty one, and this one is not empty. Clear the sample data first.';
  await expectToast(page, 'Import failed', there);

  const notice = page.getByRole('region', { name: 'Sample data' });
  await expect(notice).toContainText('This is sample data');
  await notice.getByRole('button', { name: 'Clear sample data' }).click();
  await expect(notice.getByRole('button', { name: 'Keep everything' })).toBeFocused();
  await notice.getByRole('button', { name: 'Yes, clear everything' }).click();
  await expectToast(page, 'Sample data cleared', 'The festival is empty and yours to fill.');
  await expect(notice).toBeHidden();
  expect(await organiser.events()).toEqual([]);

  await field.setInputFiles(upload);
  const { events, rsvps, users, games } = festival;
  const words = `${events.length} events, ${rsvps.length} RSVPs, ${users.length} users and ${games.length} games are here.`;
  await expectToast(page, 'Festival imported', words);
  await expect(notice).toBeVisible();
  const after = JSON.parse((await saved(page, 'Whole festival (JSON)')).bytes.toString('utf8'));
  const same = ({ exportedAt: _, audit: __, ...rest }: Record<string, unknown>) => rest;
  expect(same(after)).toEqual(same(festival));

  const [{ id }] = events;
  await page.getByLabel('RSVPs of an event').selectOption({ value: id });
  const table = await saved(page, 'RSVPs (CSV)');
  expect(table.name).toBe(`rsvps-${id}.csv`);
  expect(table.bytes.toString('utf8')).toMatch(/^\ufeffName,Checked in,/);
});
