import type { Page, Route } from '@playwright/test';
import { scanned } from '#testing/camera.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, fillRsvp, openCard } from './screen.ts';

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

const visitorCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'fest_id')?.value;

onPhone(() => {
  test('takes one place when the response is lost, and repeats a press from before the page’s code', async ({
    page,
    organiser,
    trouble,
  }) => {
    await test.step('a lost response', async () => {
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

    await test.step('before the page’s code has come', async () => {
      let code = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await code.promise;
        await route.continue();
      });
      const openWithoutCode = async (path: string) => {
        code = Promise.withResolvers();
        await page.goto(path, { waitUntil: 'commit' });
      };
      await openWithoutCode('/');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      code.resolve();
      await expect(dialog(page, 'Register for the festival')).toBeVisible();

      await test.step('a press is not repeated when somebody goes on by keyboard, in the middle of a composition', async () => {
        await openWithoutCode('/');
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

      await test.step('a mission cannot be ticked, since the tick would be lost', async () => {
        await openWithoutCode('/top-gun');
        const first = page.getByRole('checkbox').first();
        await expect(first).toBeDisabled();
        code.resolve();
        await first.click();
        await expect(page.getByText('1 of 42 done')).toBeVisible();
        await page.reload();
        await expect(first).toBeChecked();
      });

      await test.step('the code of a check-in is kept', async () => {
        const { id } = await organiser.addEvent({ title: unique('Slow tide') });
        await organiser.register(id, 'Sam');
        const { pathname, search } = new URL(scanned(await organiser.qrCode(id)).text);
        await openWithoutCode(pathname + search);
        const name = page.getByLabel('Your Name');
        const button = page.getByRole('button', { name: /^CHECK/ });
        await expect(name).toBeDisabled();
        await button.click({ force: true });
        code.resolve();
        await expect(page).toHaveURL('/check-in');
        await name.fill('Sam');
        await button.click();
        await expect(page.getByRole('status').getByText(/^Check-in successful! Sam is at /)).toBeVisible();
      });
    });
  });
});
