import type { Page, Route } from '@playwright/test';
import { expect, onPhone, ours, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, fillRsvp, openCard, sidebar } from './screen.ts';

const NO_NETWORK = /ERR_INTERNET_DISCONNECTED/;

/**
 * The server handles the request but its response, with the cookie, never arrives: hence not Playwright's own fetch.
 */
async function loseAnswer(route: Route): Promise<void> {
  const { 'content-type': type = '', 'idempotency-key': key = '' } = await route.request().allHeaders();
  const answer = await fetch(route.request().url(), {
    method: 'POST',
    headers: { 'content-type': type, 'idempotency-key': key },
    body: route.request().postData(),
  });
  expect(answer.status).toBe(201);
  await route.abort('connectionreset');
}

const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { ...ours(route), 'retry-after': '1' },
    json: { code: 'BUSY', message: 'Please try again.' },
  });

const visitorCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'fest_id')?.value;

onPhone(() => {
  test('a registration with a lost response is sent again by itself and takes one place', async ({
    page,
    organiser,
    trouble,
  }) => {
    trouble.expect(/ERR_CONNECTION_RESET/);
    const { id, title } = await organiser.addEvent({ title: unique('Lost at sea') });
    await page.route('**/api/rsvps', loseAnswer, { times: 1 });
    await (await openCard(page, title)).getByRole('button', { name: 'RSVP' }).click();
    await fillRsvp(page, 'Jona');
    await expectToast(page, 'Success!', `Jona has a place in ${title}.`);
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    expect(await organiser.taken(id)).toBe(1);
    expect(await visitorCookie(page)).toMatch(/^[\w-]{43}$/);
    await page.goto('/schedule');
    await expect(card(page, title)).toBeVisible();
  });

  test('while the server is busy the schedule and a registration say so, and can be retried', async ({
    page,
    trouble,
    organiser,
  }) => {
    await test.step('while the server is busy the schedule says so, and retries', async () => {
      trouble.expect(/503/);
      await page.route('**/api/rsvps/my', busy, { times: 1 });
      await page.goto('/schedule');
      await expect(page.getByText('Your schedule didn’t load')).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText("You haven't registered for any events yet")).toBeVisible();
    });

    await test.step('while the server is busy a registration can be retried', async () => {
      trouble.expect(/503/);
      const { id, title } = await organiser.addEvent({ title: unique('Rush hour') });
      await page.route('**/api/rsvps', busy, { times: 1 });
      await (await openCard(page, title)).getByRole('button', { name: 'RSVP' }).click();
      await fillRsvp(page, 'Pat');
      await expectToast(page, 'Error', 'Failed to register for event. Please try again.');
      await dialog(page, 'Register for Event').getByRole('button', { name: 'Confirm' }).click();
      await expectToast(page, 'Success!', "You've been registered for the event.");
      expect(await organiser.taken(id)).toBe(1);
    });
  });

  test('a press before the page’s code has come is repeated once it has, and what was typed stays', async ({
    page,
  }) => {
    let code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    code.resolve();
    await expect(dialog(page, 'Register for the festival')).toBeVisible();

    await test.step('a press is not repeated when somebody goes on by keyboard, in the middle of a composition', async () => {
      code = Promise.withResolvers();
      await page.goto('/', { waitUntil: 'commit' });
      const type = page.getByRole('combobox', { name: 'Type of event' });
      await type.selectOption('Board Games');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      const search = page.getByRole('searchbox', { name: 'Search events' });
      await search.focus();
      const device = await page.context().newCDPSession(page);
      await device.send('Input.imeSetComposition', { text: 'すごろく', selectionStart: 4, selectionEnd: 4 });
      await search.evaluate((field) =>
        field.addEventListener('compositionend', () => field.setAttribute('data-composed', '')),
      );
      code.resolve();
      await expect(page).toHaveURL(/type=board-game&q=/);
      await expect(page.getByText('No events found')).toBeVisible();
      await expect(search).toHaveValue('すごろく');
      await expect(search).toBeFocused();
      await expect(search).not.toHaveAttribute('data-composed');
      await expect(type).toHaveValue('board-game');
    });
  });

  test('without network an account and the admin password show their own errors', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(NO_NETWORK);
    await page.goto('/');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const account = dialog(page, 'Register for the festival');
    await account.getByLabel('Your Name').fill('Marlow');
    await context.setOffline(true);
    await account.getByRole('button', { name: 'Register' }).click();
    const words = 'No connection. Nothing was sent; what you typed is kept here.';
    await expect(account.getByText(words)).toBeVisible();
    await expect(account.getByLabel('Your Name')).toHaveValue('Marlow');
    await context.setOffline(false);
    await account.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    const asked = dialog(page, 'Enter Admin Password');
    await asked.getByLabel('Password').fill('whatever it is');
    await context.setOffline(true);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    await expect(asked.getByText(words)).toBeVisible();
    await expect(asked.getByLabel('Password')).toHaveValue('whatever it is');
  });

  test('without network the page stays usable, also where code was not loaded yet', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(NO_NETWORK);
    trouble.allow(/dynamically imported module/);
    await page.goto('/');
    await expect(page.getByRole('searchbox', { name: 'Search events' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Unlock admin mode' }).click();
    await expectToast(page, 'Error', 'That part of the page didn’t load. Check your connection and try again.');
    await page.getByRole('link', { name: 'My schedule' }).click();
    await expect(page.getByRole('main').getByText('No connection')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Upcoming events' }).getByRole('link').first()).toBeAttached();
  });

  test('a screen whose code did not load, though there is a network, can be loaded again', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/ScoreboardPage/);
    await page.route('**/ScoreboardPage-*.js', (route) => route.abort());
    await page.goto('/');
    await (await sidebar(page)).getByRole('link', { name: 'Scoreboard' }).click();
    await expect(page.getByText('This page didn’t load')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'HIGH SCORES' })).toBeVisible();
  });
});
