import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Waits until the page knows whether this is the sample festival; before that clicks are lost. */
async function open(page: Page): Promise<void> {
  const alive = page.waitForResponse('**/api/admin/sample');
  await page.goto('/admin/setup');
  await alive;
}
const asFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('a table is saved as CSV, after the password', async ({ page, organiser }) => {
  const { id, title } = await organiser.addEvent({ title: unique('Formula night') });
  await organiser.register(id, '=1+1');
  await organiser.register(id, 'Zoë, the Great');
  await open(page);
  await page.getByLabel('RSVPs of an event').selectOption({ value: id });
  await page.getByRole('button', { name: 'RSVPs (CSV)' }).click();
  const coming = page.waitForEvent('download');
  await dialog(page, 'Enter Admin Password').getByLabel('Password').fill(ADMIN_PASSWORD);
  await dialog(page, 'Enter Admin Password').getByRole('button', { name: 'Unlock' }).click();
  const file = await coming;
  expect(file.suggestedFilename(), title).toBe(`rsvps-${id}.csv`);
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString('utf8')).toMatch(/^\ufeffName,Checked in,.+\r\n'=1\+1,no,,.+\r\n"Zoë, the Great",no,,.+\r\n$/);
});

test('a second import shows what it changes before it does, and tells those with a place', async ({
  page,
  otherPage,
  organiser,
}) => {
  const title = unique('Moved Uno');
  const { id } = await organiser.addEvent({ title, startTime: '2030-11-14T20:00:00.000Z', location: 'Deck' });
  const phone = await otherPage();
  await phone.request.post('/api/rsvps', { data: { eventId: id, playerName: 'Alex' } });
  await phone.goto('/schedule');
  await expect(phone.getByRole('article').filter({ hasText: title })).toContainText('Deck');
  await openUnlocked(page, organiser, '/admin/setup');
  const table = `title,type,start,location,host\n"${title}",board,2030-11-14 15:00,"The Room, Over There",Priya\n`;
  await page.getByLabel('Programme from CSV').setInputFiles(asFile('programme.csv', table));
  const shown = dialog(page, 'Import programme');
  await expect(shown.getByRole('list', { name: 'Events to change' })).toContainText(
    'Deck → became The Room, Over There',
  );
  await shown.getByText(/^Not in the file, and left alone: \d+ events$/).click();
  await expect(shown.getByRole('list', { name: 'Events left alone' })).toBeVisible();
  await expectNothingSerious(page);
  await shown.getByRole('button', { name: 'Change 1 event' }).click();
  await expectToast(page, 'Programme imported', '1 event changed.');
  await expect(
    phone.getByRole('region', { name: 'What changed' }).getByText('The Room, Over There', { exact: true }),
  ).toBeVisible();
});

test.describe('the whole festival', () => {
  test.use({ ownSettings: {} });

  test('export, clear, import: the same festival again', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 409/);
    await openUnlocked(page, organiser, '/admin/setup');
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
    await page.goto('/admin/engine');
    await expect(page.getByRole('heading', { name: /Sample data cleared: everything/i })).toBeVisible();
    await page.goto('/admin/setup');
    expect(await (await page.request.get('/api/events')).json()).toEqual([]);

    await field.setInputFiles(asFile('cake.json', 'a cake'));
    await expectToast(page, 'Import failed', 'This is not a festival file: it is not JSON.');
    await field.setInputFiles(upload);
    const { events, rsvps, users, games } = festival;
    const words = `${events.length} events, ${rsvps.length} RSVPs, ${users.length} users and ${games.length} games are here.`;
    await expectToast(page, 'Festival imported', words);
    await expect(notice).toBeVisible();
    const after = JSON.parse((await saved(page, 'Whole festival (JSON)')).bytes.toString('utf8'));
    const same = ({ exportedAt: _, audit: __, ...rest }: Record<string, unknown>) => rest;
    expect(same(after)).toEqual(same(festival));
  });
});
