import type { Page } from '@playwright/test';
import { scanned } from '#testing/camera.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, openCard, register } from './screen.ts';

/** Returns the path of the code at the entrance. */
function pathOn(qrCode: string): string {
  const { pathname, search } = new URL(scanned(qrCode).text);
  return pathname + search;
}

const tokenIn = (path: string): string => new URLSearchParams(path.split('?')[1]).get('token') ?? '';
const name = (page: Page) => page.getByLabel('Your Name');
const button = (page: Page) => page.getByRole('button', { name: /^CHECK/ });

/** Opens the address of the event's code, as a phone's camera does. */
async function enter(page: Page, path: string, playerName: string): Promise<void> {
  await page.goto(path);
  await name(page).fill(playerName);
  await button(page).click();
}

onPhone(() => {
  test('checks in with a differently written name and lands on the schedule; so does a borrowed phone, without a cookie', async ({
    page,
    organiser,
    program,
  }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Tide table') });
    await register(page, await openCard(page, title), 'Zoë Müller-Lüdenscheidt');
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();

    const path = pathOn(await organiser.qrCode(id));
    await page.goto(path);
    await expect(page).toHaveURL(`${program.origin}/check-in`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(name(page)).toHaveValue('Zoë Müller-Lüdenscheidt');
    await page.reload();
    await expect(name(page)).toHaveValue('Zoë Müller-Lüdenscheidt');
    await name(page).fill('zoe muller ludenscheidt');
    await button(page).click();
    await expect(
      page.getByRole('status').getByText(/^Check-in successful! Zoë Müller-Lüdenscheidt is at /),
    ).toBeVisible();
    await expect(button(page)).toBeDisabled();
    await expect(page).toHaveURL(`${program.origin}/schedule?checked-in=${id}`);
    await expect(card(page, title)).toContainText('CHECKED IN');
    await expect(page.getByText('This phone doesn’t hold')).toBeHidden();

    await page.goBack();
    await expect(page).toHaveURL(`${program.origin}/check-in`);
    await name(page).fill('Zoe Müller Lüdenscheidt');
    await button(page).click();
    await expect(
      page.getByRole('status').getByText(/^Zoë Müller-Lüdenscheidt is already checked in at /),
    ).toBeVisible();
    expect(program.log()).toContain('/api/check-in');
    expect(program.log()).not.toContain(tokenIn(path).split('.').at(-1));

    await test.step('a phone without a registration checks in, gets no cookie, and sees a link to the schedule', async () => {
      const borrowed = await organiser.addEvent({ title: unique('Borrowed phone') });
      await organiser.register(borrowed.id, 'Robin');
      await page.context().clearCookies();
      await enter(page, pathOn(await organiser.qrCode(borrowed.id)), 'robin');
      await expect(page).toHaveURL(/\/schedule/);
      await expect(page.getByText('You’re checked in')).toBeVisible();
      await expect(page.getByText(/open My schedule on the phone or computer you registered with/)).toBeVisible();
      await expect(page.getByText("You haven't registered for any events yet")).toBeHidden();
      const cookies = await page.context().cookies();
      // fest_wrote is a time, for three seconds.
      expect(
        cookies.map((cookie) => cookie.name).filter((one) => one.includes('fest') && one !== 'fest_wrote'),
      ).toEqual([]);
      await page.getByRole('link', { name: 'Browse Events' }).click();
      await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeVisible();
    });
  });
});
