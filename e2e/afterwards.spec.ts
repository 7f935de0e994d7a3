/** On Monday: a guest says how an event was, sees who won, and organisers read it and print the numbers. */
import { aPicture } from '#testing/factories.ts';
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { openUnlocked } from './screen.ts';

// A program of its own: its only events are over.
test.use({ ownSettings: { SAMPLE_DATA: 'off' }, viewport: { width: 390, height: 844 } });

test('a guest is thanked, says how it was and sees the winners; organisers read it and print the numbers', async ({
  page,
  otherPage,
  organiser,
  trouble,
}) => {
  const { id } = await organiser.addEvent({ title: 'Pier Cup', duration: 60, tournamentType: 'single-elimination' });
  const phone = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  for (const playerName of ['Rosa', 'Theo'])
    await phone.request.post('/api/rsvps', { data: { eventId: id, playerName } });
  await openUnlocked(page, organiser, `/admin/events/${id}`);
  for (const { id: place } of await organiser.staffList(id)) await page.request.put(`/api/rsvps/${place}/check-in`);
  const drawn = await page.request.post(`/api/events/${id}/generate-bracket`, { data: { randomSeed: false } });
  const [match] = await drawn.json();
  await page.request.patch(`/api/matches/${match.id}/score`, { data: { player1Score: 2, player2Score: 1 } });
  for (const status of ['in-progress', 'completed'])
    await page.request.patch(`/api/events/${id}/status`, { data: { status } });

  // Three hours pass.
  await organiser.editEvent(id, { startTime: new Date(Date.now() - 3 * 3_600_000).toISOString() });

  const thanks = phone.getByRole('region', { name: 'Thank you' });

  await test.step('an organiser chooses a picture for the thanks, and one that is removed leaves no box', async () => {
    const add = async (name: string): Promise<string> => {
      const headers = { 'content-type': 'image/png' };
      const added = await page.request.post(`/api/pictures?name=${name}`, { data: aPicture(), headers });
      return (await added.json()).id;
    };
    const [, gone] = [await add('Crew'), await add('Blurred')];
    await page.goto('/admin/setup#festival');
    await page.getByRole('button', { name: 'Edit festival' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Thank you', { exact: true }).fill('See you next year!');
    for (const name of ['Crew', 'Blurred']) await dialog.getByRole('checkbox', { name }).check();
    await expectNothingSerious(page);
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Festival saved', { exact: true })).toBeVisible();
    trouble.expect(/404.*\/pictures\//);
    await page.request.delete(`/api/pictures/${gone}`);
    await phone.goto('/');
    await expect(thanks.getByText('See you next year!')).toBeVisible();
    await thanks.getByRole('img', { name: 'Crew' }).scrollIntoViewIfNeeded();
    await expect(thanks.getByRole('img', { name: 'Blurred' })).toHaveCount(0);
    await expect
      .poll(() =>
        thanks.getByRole('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true]);
    await page.goto(`/admin/events/${id}`);
  });

  await test.step('home thanks, and Register says that it is over', async () => {
    await expect(thanks.getByText(match.player1.name)).toBeVisible();
    await expectItFits(phone);
    await expectNothingSerious(phone);
    await phone.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(phone.getByRole('dialog').getByText('The festival is over.')).toBeVisible();
    await phone.getByRole('button', { name: 'Cancel' }).click();
    await thanks.getByRole('link', { name: 'All winners, to share' }).click();
    await expect(phone).toHaveTitle(/^Winners · /);
    await expect(phone.getByText(match.player1.name)).toBeVisible();
    await expectNothingSerious(phone);
  });

  await test.step('one press says how it was', async () => {
    await phone.goto('/schedule');
    await expect(phone.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
    await phone.getByRole('button', { name: '4 stars' }).click();
    await phone.getByLabel(/^A line for the organisers/).fill('More dice');
    await phone.getByRole('button', { name: 'Send' }).click();
    await expect(phone.getByText('The hosts read it.', { exact: true })).toBeVisible();
    await expectItFits(phone);
    await expectNothingSerious(phone);
  });

  await test.step('organisers read it, and print the numbers', async () => {
    await page.reload();
    await expect(page.getByText('4.0 of 5 stars from 1 phone')).toBeVisible();
    await expect(page.getByText('More dice')).toBeVisible();
    await page.goto('/print?sheet=numbers');
    await expect(page.getByRole('cell', { name: 'Pier Cup' })).toBeVisible();
    await expectNothingSerious(page);
  });
});
