/** Points of the last day are hidden until the ceremony, which an organiser's phone leads, and a wall without network goes on with. */
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { openUnlocked } from './screen.ts';

test.use({ ownSettings: { SAMPLE_DATA: 'off' }, viewport: { width: 390, height: 844 } });

const WALL = { width: 1920, height: 1080 };
const step = (phone: Page, name: RegExp | string) => phone.getByRole('button', { name });
const now = (wall: Page) => wall.getByRole('status', { name: 'Now' });

test('the standings are frozen, and told from the last place to the podium, also when the wall loses its network', async ({
  page: phone,
  otherPage,
  organiser,
  trouble,
}) => {
  // The wall may take half a minute to notice its network again.
  test.slow();
  trouble.allow(/ERR_INTERNET_DISCONNECTED/);
  await openUnlocked(phone, organiser, '/admin/scores#standings');
  const ids: string[] = [];
  const give = (index: number, points: number) =>
    phone.request.post(`/api/users/${ids[index]}/points`, { data: { points, reason: 'Won' } });
  for (const [index, name] of ['Rosa', 'Gus', 'Kim', 'Noor'].entries()) {
    ids.push((await (await phone.request.post('/api/users', { data: { name } })).json()).id);
    await give(index, 10 * (index + 1));
  }
  const updates = Array.from({ length: 40 }, (_, index) => ({ name: `Player number ${index + 1} of forty`, score: 1 }));
  await phone.request.post('/api/users/bulk-scores', { data: { updates, fileName: 'forty.csv', fileType: 'csv' } });
  const board = await otherPage({ viewport: { width: 390, height: 844 } });
  await board.goto('/scoreboard');
  await expect(board.getByText('Noor')).toBeVisible();
  await phone.request.put('/api/screens/hall', { data: { pages: [{ kind: 'standings', seconds: 20 }] } });
  const wall = await otherPage({ viewport: WALL });
  await openUnlocked(wall, organiser, '/admin');
  await wall.goto('/display/ceremony');
  await expect(wall.getByText('Soon you will hear who won.')).toBeVisible();
  const hall = await otherPage({ viewport: { width: 1280, height: 720 } });
  await hall.goto('/display/hall');

  await test.step('pages say since when the standings are frozen, and show nothing that comes after', async () => {
    await expectNothingSerious(phone);
    await step(phone, 'Freeze now').click();
    await expect(phone.getByText(/^Frozen since/)).toBeVisible();
    await expect(board.getByText(/^Standings of .*The rest is told at the ceremony\.$/)).toBeVisible();
    await give(0, 100);
    await board.reload();
    await expect(board.getByRole('list', { name: 'On the podium' }).getByRole('listitem').first()).toContainText(
      'Noor',
    );
    await expect(board.getByText('110')).toHaveCount(0);
    await expectNothingSerious(board);
  });

  await test.step('each press tells a place', async () => {
    await expect(phone.getByText(/^Not checked yet, of the first ten places: /)).toContainText('Rosa');
    const onlySeen = phone.getByRole('checkbox', { name: 'Prizes only for people whose badge was checked' });
    await onlySeen.check();
    await expect(step(phone, 'Begin the ceremony')).toHaveAttribute('aria-disabled', 'true');
    await onlySeen.uncheck();
    await step(phone, 'Begin the ceremony').click();
    await step(phone, 'Begin on 1 screen').click();
    await expect(hall.getByText('And the winners are…')).toBeVisible();
    await expect(wall.getByText('And the winners are…')).toBeVisible();
    await expectNothingSerious(phone);
    await step(phone, /^Announce 5th/).click();
    await expect(now(hall)).toContainText('and 34 more');
    await expect(step(phone, 'Announce 4th: Gus, 20 points')).toBeVisible();
    await step(phone, /^Announce 4th/).click();
    await expect(now(wall)).toContainText('Gus');
    await expect(now(hall).getByText('Gus'), 'those told before push nothing off the wall').toBeInViewport({
      ratio: 1,
    });
    await expectNothingSerious(wall);
  });

  await test.step('without network the wall goes on by a key, and tells the server when it is back', async () => {
    await wall.context().setOffline(true);
    await wall.keyboard.press('Enter');
    await expect(now(wall)).toContainText('Kim');
    await wall.keyboard.press('Enter');
    await expect(now(wall), 'a double press tells one place').toContainText('Kim');
    await expect(async () => {
      await wall.keyboard.press('Enter');
      await expect(now(wall)).toContainText('Noor', { timeout: 200 });
    }).toPass();
    await expect(wall.getByText('no connection')).toBeVisible();
    await expect(step(phone, /^Announce 3rd/)).toBeVisible();
    await wall.context().setOffline(false);
    await expect(step(phone, 'Announce 1st: Rosa, 110 points')).toBeVisible({ timeout: 30_000 });
  });

  await test.step('after the podium everybody sees all points', async () => {
    await step(phone, /^Announce 1st/).click();
    await expect(now(wall)).toContainText('Rosa');
    await step(phone, 'Show the podium').click();
    await expect(wall.getByRole('list', { name: 'Podium' })).toHaveText(/Rosa.*Noor.*Kim/);
    await expectNothingSerious(wall);
    await step(phone, /^End: show/).click();
    await expect(hall.getByText('Rosa')).toBeVisible();
    await expect(hall.getByText('THE CEREMONY')).toHaveCount(0);
    await expect(step(phone, 'Freeze now')).toBeVisible();
    await expect(board.getByText('110')).toBeVisible();
    await expect(board.getByText(/^Standings of/)).toHaveCount(0);
    await expect(wall.getByRole('list', { name: 'Podium' })).toBeVisible();
  });
});
