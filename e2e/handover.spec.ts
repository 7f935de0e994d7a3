/** After the festival: an organiser takes everything along, erases the people and begins the next year. */
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { dialog, openUnlocked } from './screen.ts';

// A program of its own: what it erases is everybody's.
test.use({ ownSettings: { SAMPLE_DATA: 'off' }, viewport: { width: 390, height: 844 } });

test('takes everything along, erases the people by the festival’s name, and finds the programme as drafts of next year', async ({
  page,
  organiser,
  request,
  trouble,
}) => {
  trouble.expect(/status of 400/);
  const { id, title } = await organiser.addEvent({ title: 'Pier Quiz' });
  await request.post('/api/rsvps', { data: { eventId: id, playerName: 'Rosa' } });
  const { name, firstDay } = await (await request.get('/api/festival')).json();
  await openUnlocked(page, organiser, '/admin/setup#hand-over');

  await test.step('one archive', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take everything along' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^festival-\d{4}-\d\d-\d\d\.zip$/);
  });

  await test.step('next year waits for the people to be erased', async () => {
    trouble.expect(/status of 409/);
    await page.getByRole('button', { name: 'Begin next year...' }).click();
    const next = dialog(page, 'Begin next year');
    await next.getByRole('button', { name: 'Begin next year' }).click();
    await expect(next.getByText('Erase the festival’s people first.')).toBeVisible();
    await next.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a wrong name is refused, the right one erases', async () => {
    await page.getByRole('button', { name: 'Erase...' }).click();
    const erase = dialog(page, 'Erase');
    const typed = erase.getByLabel('The festival’s name');
    await typed.fill('Another festival');
    await expectItFits(page);
    await expectNothingSerious(page);
    await erase.getByRole('button', { name: 'Erase for good' }).click();
    await expect(erase.getByText('This is not the festival’s name.')).toBeVisible();
    await typed.fill(name);
    await erase.getByRole('button', { name: 'Erase for good' }).click();
    await expect(
      page.getByText(/The backup made before is .+-before-erasing\.db\. It is deleted after 7 days/),
    ).toBeVisible();
    const [event] = await (await request.get('/api/events')).json();
    expect(event).toMatchObject({ title, currentRegistrations: 0 });
    await expect(erase).toHaveCount(0);
  });

  await test.step('the programme becomes drafts', async () => {
    await page.getByRole('button', { name: 'Begin next year...' }).click();
    await dialog(page, 'Begin next year').getByRole('button', { name: 'Begin next year' }).click();
    await expect(page.getByText('Drafts in the programme: 1', { exact: true })).toBeVisible();
    await expect.poll(async () => (await (await request.get('/api/events')).json()).length).toBe(0);
    const moved = await (await request.get('/api/festival')).json();
    expect(Date.parse(moved.firstDay) - Date.parse(firstDay)).toBe(364 * 24 * 3600_000);
  });
});
