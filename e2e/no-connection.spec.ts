/** What a page says and keeps while its network fails. The worker is blocked, so that nothing comes from an offline copy. */
import type { Page } from '@playwright/test';
import { expect, onDesktop, onPhone } from './journey.ts';
import { comeBack, openStreaming, test } from './network.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, unlock } from './screen.ts';

test.use({ serviceWorkers: 'block' });

const KEPT = /^No connection\. .+; what you typed is kept here\.$/;
const bar = (page: Page) => page.locator('header').getByText('No connection', { exact: true });

/** Collects how far the page's content moves, and how often the bar appears. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = { moved: 0, shown: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) seen.moved += value;
      }
    }).observe({ type: 'layout-shift' });
    new MutationObserver((changes) => {
      seen.shown += changes.filter(({ addedNodes }) => addedNodes.length > 0).length;
    }).observe(document.querySelector('.connection-bar') as Element, { childList: true });
    Object.assign(globalThis, { seen });
  });
const watched = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: { moved: number; shown: number } }).seen);

onPhone(() => {
  test('says so when the network goes before the code of the live stream is there, and stays usable where code was not loaded yet', async ({
    page,
    trouble,
    network,
  }) => {
    await test.step('before the code of the live stream is there', async () => {
      trouble.expect(/ERR_INTERNET_DISCONNECTED/);
      // An answer that comes later would say that the network is there.
      const answers = ['/api/admin/session', '/api/notices/my', '/api/rsvps/my', '/api/events'].map(async (path) => {
        const answer = await page.waitForResponse((response) => new URL(response.url()).pathname === path);
        return answer.finished();
      });
      await page.route(/\/healthz$|\/after-.+\.js$/, async (route) => {
        await Promise.all(answers);
        await route.abort('internetdisconnected');
      });
      await page.goto('/');
      await expect(bar(page)).toBeVisible();
      await page.unroute(/\/healthz$|\/after-.+\.js$/);
    });

    await test.step('where code was not loaded yet, and a screen loads by itself when the network is back', async () => {
      trouble.allow(/dynamically imported module/);
      await page.goto('/');
      network.become('down');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await expectToast(page, 'Error', 'That part of the page didn’t load. Check your connection and try again.');
      const thumb = page.getByRole('navigation', { name: 'Quick links' });
      await thumb.getByRole('link', { name: 'Mine' }).click();
      const main = page.getByRole('main');
      await expect(main.getByText('No connection')).toBeVisible();
      await comeBack(network, page);
      await expect(main.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
    });
  });

  test('says so in the form and in the header while the network is down or a login page, and sends it at the next press', async ({
    page,
    network,
    trouble,
  }) => {
    // Parts of the page that are loaded when it is idle.
    trouble.allow(/module script|dynamically imported module/);
    await page.goto('/');
    await watch(page);
    const form = dialog(page, 'Register for the festival');
    for (const [index, state] of (['down', 'portal'] as const).entries()) {
      await test.step(state, async () => {
        const name = unique('Marlow');
        await page.getByRole('button', { name: 'Register', exact: true }).click();
        await form.getByLabel('Your Name').fill(name);
        network.become(state);
        await form.getByRole('button', { name: 'Register' }).click();
        await expect(form.getByText(KEPT)).toBeVisible();
        await expect(form.getByLabel('Your Name')).toHaveValue(name);
        await expect(bar(page)).toBeVisible();
        await expect(page.getByText(/^As of \d+:\d\d [AP]M$/)).toBeVisible();
        network.become('up');
        await form.getByRole('button', { name: 'Register' }).click();
        await expectToast(page, 'Welcome to the festival!', 'Your account has been created successfully.');
        await expect(form).toBeHidden();
        await expect(bar(page)).toBeHidden();
        expect(await watched(page)).toEqual({ moved: 0, shown: index + 1 });
      });
    }
  });
});

onDesktop(() => {
  test('the dashboard says that changes need a connection, and holds its buttons until it is back', async ({
    page,
    network,
  }) => {
    await openStreaming(page, '/admin/users');
    await unlock(page, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = dialog(page, 'Add User');
    const name = unique('Marlow');
    await form.getByRole('textbox').fill(name);
    network.become('down');
    await expect(page.getByText('Changes need a connection')).toBeVisible();
    const add = form.getByRole('button', { name: 'Add User' });
    await expect(add).toHaveAccessibleDescription('No connection: changes need one.');
    await expect(add).toBeDisabled();
    network.become('up');
    await expect(add).toBeEnabled();
    await add.click();
    await expect(form).toBeHidden();
  });
});
