import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { scanned } from '#testing/camera.ts';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, ours, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { pagesIn } from './pdf.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { expectToast, openUnlocked, unlock } from './screen.ts';

const place = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Places' }).getByRole('button', { name: new RegExp(`^${name}`) });
const search = (page: Page) => page.getByLabel('Find or add a person');
const count = (page: Page, words: string) => expect(page.getByRole('status').getByText(words)).toBeVisible();

/** Waits until the page knows whether this is the sample festival; before that clicks are lost. */
async function open(page: Page): Promise<void> {
  const alive = page.waitForResponse('**/api/admin/sample');
  await page.goto('/admin/check-in');
  await alive;
}
async function _atTheDoor(page: Page, eventId: string): Promise<void> {
  await open(page);
  await page.getByLabel('Event', { exact: true }).selectOption(eventId);
}
async function organisersPage(page: Page, organiser: Organiser, eventId: string): Promise<Page> {
  await openUnlocked(page, organiser, '/admin/check-in');
  await page.getByLabel('Event', { exact: true }).selectOption(eventId);
  return page;
}

onPhone(() => {
  test('two phones at one door: check in, undo, a walk-in, and both always show the same', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const { id } = await organiser.addEvent({ title: unique('Two doors'), capacity: 3 });
    for (const name of ['Alex', 'Zoë Müller']) await organiser.register(id, name);
    const [one, other] = [
      await organisersPage(page, organiser, id),
      await organisersPage(await otherPage(), organiser, id),
    ];
    await count(one, '0 of 2 checked in');

    await search(one).fill('zoe m');
    await expect(place(one, 'Alex')).toHaveCount(0);
    await place(one, 'Zoë Müller').click();
    await expect(place(one, 'Zoë Müller')).toHaveAttribute('aria-pressed', 'true');
    await expect(place(other, 'Zoë Müller')).toHaveAttribute('aria-pressed', 'true');
    await count(other, '1 of 2 checked in');

    await place(other, 'Zoë Müller').click();
    await expect(place(one, 'Zoë Müller')).toHaveAttribute('aria-pressed', 'false');

    await search(one).fill('Robin');
    await expect(one.getByText('Nobody called “Robin” has a place here.')).toBeVisible();
    await search(one).press('Enter');
    await expect(one.getByRole('button', { name: 'Add walk-in' })).toBeVisible();
    await one.getByRole('button', { name: 'Add walk-in' }).click();
    await expectToast(one, 'Walk-in added', 'Robin has a place and is checked in.');
    await expect(search(one)).toHaveValue('');
    await expect(place(other, 'Robin')).toHaveAttribute('aria-pressed', 'true');
    await count(other, '1 of 3 checked in');
    await search(other).fill('Kim');
    await expect(other.getByText('Full', { exact: true })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Add walk-in' })).toBeDisabled();
    expect(await organiser.taken(id)).toBe(3);
  });

  test('the downloaded code checks in; a new one voids it', async ({ page, otherPage, organiser, trouble }) => {
    trouble.expect(/status of 410/);
    const { id } = await organiser.addEvent({ title: unique('Poster') });
    for (const name of ['Alex', 'Sam']) await organiser.register(id, name);
    await organisersPage(page, organiser, id);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download QR Code' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`check-in-qr-${id}.png`);
    const png = await readFile(await file.path());
    const { text } = scanned(`data:image/png;base64,${png.toString('base64')}`);

    const visitor = await otherPage();
    await visitor.goto(text);
    await visitor.getByLabel('Your Name').fill('Alex');
    await visitor.getByRole('button', { name: /^CHECK/ }).click();
    await expect(visitor.getByText('Check-in successful!')).toBeVisible();
    await expect(place(page, 'Alex')).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('button', { name: 'New code' }).click();
    await expect(page.getByRole('button', { name: 'Keep this code' })).toBeFocused();
    await page.getByRole('button', { name: 'Yes, make a new code' }).click();
    await expectToast(page, 'New code made', 'Codes made before no longer work. Print this one.');
    const late = await otherPage();
    await late.goto(text);
    await late.getByLabel('Your Name').fill('Sam');
    await late.getByRole('button', { name: /^CHECK/ }).click();
    await expect(late.getByRole('alert').getByText(/was replaced by a new one/)).toBeVisible();
    const shown = await page.getByRole('img', { name: /^Check-in code/ }).getAttribute('src');
    expect(scanned(shown ?? '').text).not.toBe(text);
  });

  test('a photographed code: Overview warns, and organisers undo its check-ins', async ({ page, organiser }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Photographed'), capacity: 20 });
    const names = Array.from({ length: 11 }, (_, number) => `Guest ${number + 1}`);
    for (const playerName of names) await organiser.register(id, playerName);
    const token = new URL(scanned(await organiser.qrCode(id)).text).searchParams.get('token');
    const statuses: number[] = [];
    for (const playerName of names) {
      statuses.push((await page.request.post('/api/check-in', { data: { token, playerName } })).status());
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);

    await openUnlocked(page, organiser, '/admin');
    const warning = page
      .getByRole('region', { name: 'NEEDS ATTENTION' })
      .getByRole('listitem')
      .filter({ hasText: `Someone tried many names with the check-in code of ${title}` });
    await warning.getByRole('link', { name: 'QR Check-In' }).click();
    await expect(page.getByLabel('Event', { exact: true })).toHaveValue(id);
    await count(page, '10 of 11 checked in');
    await expect(place(page, 'Guest 1 ?In')).toContainText('by another phone');

    await page.getByRole('button', { name: 'Undo check-ins by other phones' }).click();
    await expect(page.getByLabel('Made in the last')).toBeFocused();
    await expect(page.getByText('Takes back 10 check-ins: Guest 1, Guest 2')).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Yes, undo 10 check-ins' }).click();
    await expectToast(page, 'Check-ins undone', '10 check-ins by other phones taken back.');
    await count(page, '0 of 11 checked in');
    await expect(page.getByRole('button', { name: 'Undo check-ins by other phones' })).toHaveCount(0);

    await page.getByRole('button', { name: 'New code' }).click();
    await page.getByRole('button', { name: 'Yes, make a new code' }).click();
    await expectToast(page, 'New code made', 'Codes made before no longer work. Print this one.');
    await page.goto('/admin');
    await expect(page.getByRole('region', { name: 'LIVE EVENTS' })).toBeVisible();
    await expect(warning).toHaveCount(0);
    await page.goto('/admin/engine');
    await expect(page.getByRole('region', { name: 'CHANGES' })).toContainText('Check-ins by other phones undone');
  });
});

test('a code that fails to load shows an error and loads on retry; its poster prints alone, on one page of either paper', async ({
  page,
  organiser,
  trouble,
}) => {
  trouble.expect(/status of 500/);
  trouble.allow(/^answer 500/);
  const title = unique('A very long evening of trading sheep for wood and wood for sheep '.repeat(2).slice(0, 110));
  const { id } = await organiser.addEvent({ title });
  await page.route('**/qr-code', (route) => route.fulfill({ status: 500, headers: ours(route), body: '' }), {
    times: 1,
  });
  await page.addInitScript((chosen) => localStorage.setItem('check-in event', chosen), id);
  await open(page);
  await unlock(page, ADMIN_PASSWORD);
  await expectToast(page, 'Error', 'Failed to generate QR code');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: /^Check-in code/ })).toBeVisible();

  for (const format of ['A4', 'Letter']) {
    expect(pagesIn(await page.pdf({ format }))).toBe(1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'ADMIN DASHBOARD' })).toBeHidden();
  await expect(page.getByText('Scan this code with your phone’s camera.')).toBeVisible();
  await expect(page.getByText('Enter the name you registered with.')).toBeVisible();
});
