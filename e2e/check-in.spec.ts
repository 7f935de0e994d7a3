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
  test('check in with a differently written name and land on the schedule', async ({ page, organiser, program }) => {
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
  });

  test('a phone without a registration checks in, also before hydration and by keyboard alone', async ({
    page,
    organiser,
    program,
  }) => {
    await test.step('a phone without a registration checks in, gets no cookie, and sees a link to the schedule', async () => {
      const { id } = await organiser.addEvent({ title: unique('Borrowed phone') });
      await organiser.register(id, 'Robin');
      await enter(page, pathOn(await organiser.qrCode(id)), 'robin');
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

    await test.step('the code is kept when somebody types before hydration', async () => {
      const { id } = await organiser.addEvent({ title: unique('Slow tide') });
      await organiser.register(id, 'Sam');
      let open = () => {};
      const late = new Promise<void>((resolve) => (open = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await late;
        await route.continue();
      });
      await page.goto(pathOn(await organiser.qrCode(id)), { waitUntil: 'commit' });
      await expect(name(page)).toBeDisabled();
      await button(page).click({ force: true });
      open();
      await expect(page).toHaveURL(`${program.origin}/check-in`);
      await name(page).fill('Sam');
      await button(page).click();
      await expect(page.getByRole('status').getByText(/^Check-in successful! Sam is at /)).toBeVisible();
    });

    await test.step('by keyboard alone', async () => {
      const { id } = await organiser.addEvent({ title: unique('Deck of hands') });
      await organiser.register(id, 'Sam');
      await page.goto(pathOn(await organiser.qrCode(id)));
      await expect(name(page)).toBeEnabled();
      await name(page).focus();
      await page.keyboard.press('Enter');
      await expect(name(page)).toHaveAccessibleDescription(/Please enter your name/);
      await page.keyboard.type('sam');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText(/^Check-in successful! Sam is at /)).toBeVisible();
    });
  });

  test('a phone that tries many names is sent to the event staff', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 429/);
    const { id } = await organiser.addEvent({ title: unique('Guessing game') });
    await organiser.register(id, 'Robin');
    const path = pathOn(await organiser.qrCode(id));
    for (let tried = 0; tried < 10; tried += 1) {
      const data = { token: tokenIn(path), playerName: `Guess ${tried}` };
      expect((await page.request.post('/api/check-in', { data })).status()).toBe(404);
    }
    await enter(page, path, 'Robin');
    await expect(page.getByRole('alert').getByText('Please ask the event staff to check you in.')).toBeVisible();
    await expect(name(page)).toHaveValue('Robin');
    await expect(page).toHaveURL(/\/check-in$/);
  });

  test('lets a family choose the name to check in', async ({ page, organiser }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Sandcastle relay') });
    for (const playerName of ['Mum', 'Theo']) {
      expect((await page.request.post('/api/rsvps', { data: { eventId: id, playerName } })).status()).toBe(201);
    }
    await page.goto(pathOn(await organiser.qrCode(id)));
    await page.getByRole('group', { name: 'Names used on this device' }).getByRole('button', { name: 'Theo' }).click();
    await button(page).click();
    await expect(page).toHaveURL(/\/schedule/);
    await expect(card(page, title).filter({ hasText: 'Theo' })).toContainText('CHECKED IN');
    await expect(card(page, title).filter({ hasText: 'Mum' })).not.toContainText('CHECKED IN');
    // Back leads to the choice for the next one.
    await page.goBack();
    await expect(name(page)).toHaveValue('Mum');
  });

  test('every refusal says why, and the person can try again', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 403/);
    trouble.expect(/status of 404/);
    trouble.expect(/status of 409/);
    trouble.expect(/status of 410/);
    const { id, title } = await organiser.addEvent({ title: unique('Knots') });
    for (const playerName of ['Jon', 'Zoe', 'Zoë']) await organiser.register(id, playerName);
    const old = pathOn(await organiser.qrCode(id));
    const path = pathOn(await organiser.newQrCode(id));
    const alert = page.getByRole('alert');
    const says = (words: string) => expect(alert.filter({ hasText: words })).toBeVisible();

    await page.goto('/check-in');
    await says('Invalid or missing check-in token. Please scan the QR code again.');
    await name(page).fill('Jon');
    await expect(button(page)).toBeDisabled();

    await enter(page, old, 'Jon');
    await says('This check-in code was replaced by a new one. Please scan the QR code at the entrance.');
    for (const forged of [path.slice(0, -1), path.replace('1.check-in', '2.check-in'), path.replace('.2.', '.1.')]) {
      await enter(page, forged, 'Jon');
      await says('This check-in code is not valid. Please scan the QR code again.');
    }
    await enter(page, path, 'Jonny');
    await says(`No registration for 'Jonny' at ${title}. Check the spelling or see event staff.`);
    await name(page).fill('Zo-e');
    await button(page).click();
    await says(`No registration for 'Zo-e' at ${title}. Check the spelling or see event staff.`);
    await page.context().setOffline(true);
    trouble.allow(/ERR_INTERNET_DISCONNECTED/);
    await button(page).click();
    await says('No connection. Nothing was sent; what you typed is kept here.');
    await page.context().setOffline(false);

    await organiser.changeStatus(id, 'in-progress');
    await organiser.changeStatus(id, 'completed');
    await name(page).fill('Jon');
    await button(page).click();
    await says('This event is over.');
    await organiser.deleteEvent(id);
    await button(page).click();
    await says('This check-in code is for an event that is not in the programme any more. Please see event staff.');
    await expect(page).toHaveURL(/\/check-in$/);
  });
});
