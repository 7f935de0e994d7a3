/** One visitor on several devices: joining by a code, removing, forgetting, and a lost phone. */
import type { Page } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, expectToast, openCard, openUnlocked, register } from './screen.ts';

const SHOWN = /^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/;

/** Shows a code on the phone and returns it. */
async function showCode(page: Page): Promise<string> {
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Use on another device' }).click();
  const code = dialog(page, 'Use on another device').getByText(SHOWN);
  await expect(code).toBeVisible();
  return (await code.textContent()) ?? '';
}

async function registered(page: Page, title: string, name: string): Promise<void> {
  await register(page, await openCard(page, title), name);
  await expect(dialog(page, 'Register for Event')).toBeHidden();
}

const scheduled = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

onPhone(() => {
  test('gives a second phone the places by a typed code until it is removed, forgets both, and leads an app on the home screen to the code', async ({
    page,
    organiser,
    otherPage,
  }) => {
    await test.step('a second phone', async () => {
      const [name, mine, theirs] = [unique('Rosa'), unique('On the first'), unique('On the second')];
      for (const title of [mine, theirs]) await organiser.addEvent({ title });
      await registered(page, mine, name);
      const code = await showCode(page);

      const second = await otherPage();
      await second.goto('/schedule');
      await expect(second.getByRole('heading', { name: 'Already registered on another phone?' })).toBeVisible();
      const field = second.getByLabel('Code from the other phone');
      await field.fill('nonsense');
      await second.getByRole('button', { name: 'Use this code' }).click();
      await expect(second.getByText('A code has eight letters and digits')).toBeVisible();
      await field.fill(code.toLowerCase().replace('-', ' '));
      await second.getByRole('button', { name: 'Use this code' }).click();
      await expectToast(second, `${name}: 1 place`, 'This is on this phone now.');
      await expect(scheduled(second, mine)).toBeVisible();
      await expect(page.getByText('The other device has your places now.')).toBeVisible();

      // What one of them takes, the other one shows by itself.
      await page.getByRole('button', { name: 'Done' }).click();
      await registered(second, theirs, name);
      await expect(scheduled(page, theirs)).toBeVisible();

      await page.goto('/privacy');
      const devices = page.getByRole('region', { name: 'YOUR DEVICES' });
      await expect(devices.getByRole('listitem')).toHaveCount(2);
      await second.goto('/schedule');
      await expect(scheduled(second, mine)).toBeVisible();
      await devices.getByRole('button', { name: 'Remove', exact: true }).click();
      await devices.getByRole('button', { name: 'Yes, remove it' }).click();
      await expect(devices.getByRole('listitem')).toHaveCount(1);
      // Its stream ends, and it asks whose it is.
      await expect(scheduled(second, mine)).toBeHidden();

      await page.getByRole('button', { name: 'Delete everything of mine' }).click();
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();
      await expect(devices.getByText('No device of yours is known here yet.')).toBeVisible();
    });

    await test.step('an app on the home screen', async () => {
      const [name, title] = [unique('Rosa'), unique('From the browser')];
      await organiser.addEvent({ title });
      await registered(page, title, name);
      const code = await showCode(page);
      const app = await otherPage();
      const offer = app.getByRole('link', { name: 'Bring your places here' });
      await app.goto('/');
      await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(offer).toBeHidden();

      await app.addInitScript(() => {
        const asked = matchMedia.bind(window);
        window.matchMedia = (query) => asked(query === '(display-mode: standalone)' ? 'all' : query);
      });
      await app.reload();
      await offer.click();
      await app.getByLabel('Code from the other phone').fill(code);
      await app.getByRole('button', { name: 'Use this code' }).click();
      await expect(scheduled(app, title)).toBeVisible();
      const home = app.getByRole('heading', { level: 1, name: 'Oceanfront' });
      await app.locator('.header-brand').click();
      await expect(home).toBeVisible();
      await expect(offer).toBeHidden();
      await app.reload();
      await expect(home).toBeVisible();
      await expect(offer).toBeHidden();
    });
  });

  test('an organiser hands over the places of a lost phone', async ({ page, organiser, otherPage }) => {
    const name = unique('Lost');
    const { title } = await organiser.addEvent({ title: unique('Handed over') });
    await registered(page, title, name);
    await page.goto('/schedule');
    await expect(scheduled(page, title)).toBeVisible();

    const desk = await otherPage({ viewport: { width: 1280, height: 800 } });
    const users = await desk.request.post('/api/users', { data: { name } });
    expect(users.ok()).toBe(true);
    await openUnlocked(desk, organiser, '/admin/users');
    await desk.getByLabel('Search users').fill(name);
    await desk.getByRole('button', { name: `Hand over places of ${name}` }).click();
    const handover = dialog(desk, `Hand over ${name}’s places`);
    await expect(handover.getByRole('checkbox', { name: title })).toBeChecked();
    await handover.getByRole('button', { name: 'Show the code for the new phone' }).click();
    const code = (await handover.getByText(SHOWN).textContent()) ?? '';

    const fresh = await otherPage();
    await fresh.goto(`/join#${code.replace('-', '')}`);
    await fresh.getByRole('button', { name: 'Use this code' }).click();
    await expect(fresh.getByText(`${name}: 1 place`)).toBeVisible();
    await fresh.getByRole('link', { name: 'Open My schedule' }).click();
    await expect(scheduled(fresh, title)).toBeVisible();
    await expect(page.locator('#main').getByText(`${name}’s place in ${title} is on another phone now.`)).toBeVisible();
    await expect(scheduled(page, title)).toBeHidden();
  });
});
