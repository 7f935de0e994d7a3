/** Organisers move the clock of a rehearsal, and screens follow without a reload. */
import { expect, test } from './journey.ts';
import { openUnlocked } from './screen.ts';

test.use({ ownSettings: { REHEARSAL: 'on' } });

const TITLE = 'Midnight canasta';

test('open screens follow the clock that organisers move, and say on every page that it is a rehearsal', async ({
  page,
  organiser,
  trouble,
}) => {
  trouble.expect(/status of 404/);
  const startTime = new Date(Date.now() + 3600_000).toISOString();
  const { id } = await organiser.addEvent({ title: TITLE, startTime, duration: 60 });
  await organiser.changeStatus(id, 'in-progress');
  await page.goto(`/?event=${id}`);
  const dialog = page.getByRole('dialog', { name: TITLE });
  await expect(dialog.getByText('LIVE')).toBeVisible();
  const before = await page.locator('#rehearsal-clock').textContent();
  await organiser.moveClock(new Date(Date.now() + 2.5 * 3600_000).toISOString());
  await expect(dialog.getByText('Ended').first()).toBeVisible({ timeout: 15_000 });
  expect(await page.locator('#rehearsal-clock').textContent()).not.toBe(before);
  for (const path of ['/admin', '/display']) {
    await page.goto(path);
    const band = page.getByRole('note').filter({ hasText: 'Rehearsal: the clock shows' });
    await expect(band).toBeInViewport();
    expect(await band.boundingBox()).toMatchObject({ y: 0, height: 32 });
    const top = await page.locator(path === '/display' ? '.display' : '.page').boundingBox();
    expect(top?.y, path).toBe(32);
  }

  await test.step('an organiser moves the clock one hour on in Set up', async () => {
    await openUnlocked(page, organiser, '/admin/setup#rehearsal');
    const clock = page.getByLabel('The festival’s clock');
    const before = Date.parse(`${await clock.inputValue()}Z`);
    await page.getByRole('button', { name: 'One hour on' }).click();
    await expect(page.getByText(/^It shows /)).toBeVisible();
    await expect.poll(async () => Date.parse(`${await clock.inputValue()}Z`) - before).toBeGreaterThanOrEqual(3600_000);
  });

  await test.step('a page left open reloads when its address has a festival again', async () => {
    await page.goto('/');
    await page.route('**/api/rehearsal', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.waitForEvent('load', { timeout: 15_000 });
  });
});
