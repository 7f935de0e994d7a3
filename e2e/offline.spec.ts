/** Reading without network: what was visited once opens, and nothing else is ever taken for the festival. */
import { expect, onPhone } from './journey.ts';
import { comeBack, copiesWith, PORTAL_TITLE, test, whenControlled, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { card, dialog, openCard, register } from './screen.ts';

/** The worker treats all screens alike, except My schedule, and `whenCopied` asks for all. */
const SCREENS = [
  ['/', 'Oceanfront Games Festival'],
  ['/schedule', 'MY SCHEDULE'],
  ['/scoreboard', 'HIGH SCORES'],
  ['/privacy', 'PRIVACY'],
  ['/check-in', 'CHECK-IN'],
] as const;

/** As its worker does while it is installed, and for as long as one of its pages is open. */
const copyInOtherBuild = async (text: string) => {
  void navigator.locks.request('release other', () => new Promise(() => {}));
  await (await caches.open('own other')).put('/api/rsvps/my', new Response(text));
};

onPhone(() => {
  // A busy machine needs 20 s until everything is copied.
  test.describe.configure({ timeout: 120_000 });

  test('opens screens after one visit while the network is slow or down, with the newest places and changes, and none after forgetting', async ({
    page,
    network,
    organiser,
    context,
  }) => {
    await test.step('opens screens after one visit while the network is slow or down', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Kept') });
      await page.goto('/');
      await whenCopied(page);

      await test.step('does not wait for a slow network where the page was copied a few minutes ago', async () => {
        network.become('slow');
        const waited = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().responseStart);
        await page.goto('/details');
        expect(await waited()).toBeLessThan(1_500);
        // Who reloads wants it new.
        await page.reload();
        expect(await waited()).toBeGreaterThan(450);
        await page.goto(`/?q=${encodeURIComponent(title)}`);
        await expect(card(page, title)).toBeVisible();
      });

      const later = await organiser.addEvent({ title: unique('Later') });
      network.become('down');
      for (const [path, heading] of SCREENS) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        if (path === '/privacy') await page.getByText('These pages open in this browser without network.').waitFor();
      }
      await page.goto('/?day=2025-11-14');
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
      await page.goto(`/?event=${id}`);
      await expect(dialog(page, title)).toBeVisible();
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'My schedule' })).toHaveAttribute('href', '/schedule');
      await page.goto(`/?event=${later.id}`);
      await expect(dialog(page, 'Event not found')).toContainText('This phone doesn’t have this event yet.');
      await expect(page.getByText('No connection')).toBeVisible();
      await comeBack(network, page);
      await expect(dialog(page, later.title)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('No connection')).toBeHidden({ timeout: 20_000 });
    });

    await test.step('shows the newest copied places and changes, and none after forgetting, also past the worker', async () => {
      const name = unique('Rosa');
      const { id, title } = await organiser.addEvent({ title: unique('Mine'), location: 'Tide Pool' });
      await page.goto('/');
      await whenCopied(page);
      await register(page, await openCard(page, title), name);
      await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
      // What the live stream changed is copied too.
      await organiser.editEvent(id, { location: 'Far Lighthouse' });
      await expect(card(page, title)).toContainText('Far Lighthouse');
      await expect.poll(() => copiesWith(page, 'Far Lighthouse')).toContain('lists /api/events');
      network.become('down');
      await page.goto('/schedule');
      await expect(card(page, title)).toContainText('Far Lighthouse');
      network.become('up');
      await page.goto('/inventory');
      await page.getByRole('button', { name: 'Add Game' }).click();
      const form = dialog(page, 'Add Game');
      await form.getByLabel('Game Name').fill(unique('Pebbles'));
      await form.getByLabel('Your Name').fill(name);
      await form.getByRole('button', { name: 'Add Game' }).click();
      await expect(form).toBeHidden();
      await page.goto('/privacy');
      await expect.poll(() => copiesWith(page, name)).toContain('lists /api/inventory');
      await page.evaluate(copyInOtherBuild, name);
      await page.getByRole('button', { name: 'Delete everything of mine' }).click();
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();
      await expect.poll(() => copiesWith(page, name)).toEqual([]);

      await test.step('from a page that was loaded past the worker', async () => {
        await register(page, await openCard(page, title), name);
        await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
        await page.goto('/privacy');
        await page.evaluate(copyInOtherBuild, name);
        const reloaded = page.waitForEvent('load');
        await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
        await reloaded;
        expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
        await page.getByRole('button', { name: 'Delete everything of mine' }).click();
        await page.getByRole('button', { name: 'Yes, delete it' }).click();
        await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
        expect(await copiesWith(page, name)).toEqual([]);
      });
    });
  });

  test('copies nothing of a login page or a broken proxy, offers the way to the login, and lets a big screen wait for its server', async ({
    page,
    network,
    trouble,
  }) => {
    // The live stream follows the redirect.
    trouble.allow(/csp|Content.Security.Policy/i);
    network.become('portal');
    await page.goto('/');
    await expect(page).toHaveTitle(PORTAL_TITLE);
    network.become('up');
    await test.step('a big screen starts a worker, which waits for a server that a proxy answers 502 for', async () => {
      await page.goto('/display');
      await whenControlled(page);
      network.become('garbage');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
      network.become('up');
      await expect(page.getByRole('button', { name: 'Enter fullscreen' })).toBeAttached({ timeout: 30_000 });
    });
    await page.goto('/');
    await whenCopied(page);

    for (const state of ['garbage', 'portal', 'sign-on'] as const) {
      await test.step(`a network that is a ${state}`, async () => {
        network.become(state);
        await page.goto('/schedule');
        await expect(page.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
        expect(await copiesWith(page, PORTAL_TITLE)).toEqual([]);
        // api.test.tsx has the answers that are taken for a login page.
        if (state !== 'sign-on') return;
        await page.getByRole('link', { name: 'Open the login page' }).click({ timeout: 30_000 });
        await expect(page).toHaveTitle(PORTAL_TITLE);
        network.become('up');
        // Where a login leads back to.
        await page.goto('/schedule?login=');
        await expect(page.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
        await expect(page).toHaveURL(/\/schedule$/);
        await expect(page.getByRole('link', { name: 'Open the login page' })).toBeHidden();
      });
    }
  });
});
