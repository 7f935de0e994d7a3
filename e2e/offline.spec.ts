/** Reading without network: what was visited once opens, and nothing else is ever taken for the festival. */
import { expect, onPhone } from './journey.ts';
import { comeBack, keptWith, PORTAL_TITLE, test, whenControlled, whenKept } from './network.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { card, dialog, openCard, register, sidebar, unlock } from './screen.ts';

const SCREENS = [
  ['/', 'Oceanfront Games Festival'],
  ['/schedule', 'MY SCHEDULE'],
  ['/scoreboard', 'HIGH SCORES'],
  ['/inventory', 'GAME INVENTORY'],
  ['/announcements', 'ANNOUNCEMENTS'],
  ['/details', 'DETAILS'],
  ['/top-gun', 'TOP GUN COMPETITION'],
  ['/privacy', 'PRIVACY'],
  ['/join', 'ANOTHER PHONE'],
  ['/check-in', 'CHECK-IN'],
] as const;

/** As its worker does while it is installed, and for as long as one of its pages is open. */
const keepInOtherRelease = async (text: string) => {
  void navigator.locks.request('release other', () => new Promise(() => {}));
  await (await caches.open('own other')).put('/api/rsvps/my', new Response(text));
};

onPhone(() => {
  test('opens every screen after one visit while the network is slow, down, a login page or garbage', async ({
    page,
    network,
    organiser,
  }) => {
    test.setTimeout(120_000);
    const { id, title } = await organiser.addEvent({ title: unique('Kept') });
    await page.goto('/');
    await whenKept(page);

    await test.step('does not wait for a slow network where the page was kept a few minutes ago', async () => {
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
    // The worker treats all screens alike.
    for (const [state, screens] of [
      ['down', SCREENS],
      ['portal', SCREENS.slice(1, 2)],
      ['garbage', SCREENS.slice(1, 2)],
    ] as const) {
      await test.step(`opens them while the network is ${state}`, async () => {
        network.become(state);
        for (const [path, heading] of screens) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        }
        await page.goto(`/?event=${id}`);
        await expect(dialog(page, title)).toBeVisible();
        await page.goto(`/?q=${encodeURIComponent(title)}`);
        await expect(card(page, title)).toBeVisible();
        await page.goto('/?day=2025-11-14');
        await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
        await expect(page.getByText('No connection')).toBeVisible();
        expect(await keptWith(page, PORTAL_TITLE)).toEqual([]);
        await page.goto(`/?event=${later.id}`);
        await expect(dialog(page, 'Event not found')).toContainText('This phone doesn’t have this event yet.');
      });
    }
    await comeBack(network, page);
    await expect(dialog(page, later.title)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('No connection')).toBeHidden({ timeout: 20_000 });
  });

  test('offers the way to a login page that answers in the server’s place, and comes back from it', async ({
    page,
    network,
    trouble,
  }) => {
    test.setTimeout(90_000);
    // The live stream follows the redirect.
    trouble.allow(/csp|Content.Security.Policy/i);
    await page.goto('/');
    await whenKept(page);
    for (const state of ['portal', 'sign-on'] as const) {
      await test.step(`a network that is a ${state}`, async () => {
        network.become(state);
        await page.goto('/schedule');
        await expect(page.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
        await page.getByRole('link', { name: 'Open the login page' }).click({ timeout: 30_000 });
        await expect(page).toHaveTitle(PORTAL_TITLE);
        expect(await keptWith(page, PORTAL_TITLE)).toEqual([]);
        network.become('up');
        // Where a login leads back to.
        await page.goto('/schedule?login=');
        await expect(page.getByRole('heading', { level: 1, name: 'MY SCHEDULE' })).toBeVisible();
        await expect(page).toHaveURL(/\/schedule$/);
        await expect(page.getByRole('link', { name: 'Open the login page' })).toBeHidden();
      });
    }
  });

  test('keeps what it can when a file and a page cannot be had, says so on Privacy, and fetches the rest later', async ({
    page,
    network,
  }) => {
    network.block(/\/assets\/AddGameDialog-|^\/details$/);
    await page.goto('/');
    await whenControlled(page);
    network.become('down');
    await page.goto('/scoreboard');
    await expect(page.getByRole('heading', { level: 1, name: 'HIGH SCORES' })).toBeVisible();
    await page.goto('/privacy');
    const card = page.getByRole('region', { name: 'WITHOUT NETWORK' });
    await expect(card).toContainText('The ticked pages open in this browser without network, with some parts missing.');
    await expect(card.getByRole('listitem').filter({ hasText: 'not kept' })).toHaveText(['Details, not kept']);
    network.block(/^$/);
    await comeBack(network, page);
    await page.reload();
    await expect(card).toContainText('These pages open in this browser without network.', { timeout: 20_000 });
    network.become('down');
    await page.goto('/details');
    await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible();
  });

  test('keeps nothing of a login page, and nothing on a big screen', async ({ page, network }) => {
    network.become('portal');
    await page.goto('/');
    await expect(page).toHaveTitle(PORTAL_TITLE);
    network.become('up');
    network.requests();
    await page.goto('/display');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Pages start the worker when they are idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(network.requests().filter((asked) => /start-worker|sw\.js/.test(asked))).toEqual([]);
    await page.goto('/');
    await whenKept(page);
    expect(network.requests().filter((asked) => /start-worker|sw\.js/.test(asked))).not.toEqual([]);
    network.become('portal');
    await page.goto('/details');
    await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible();
    expect(await keptWith(page, PORTAL_TITLE)).toEqual([]);
  });

  test('shows the newest kept places on My schedule, and none after forgetting, also past the worker', async ({
    page,
    network,
    organiser,
    context,
  }) => {
    const name = unique('Rosa');
    const { title } = await organiser.addEvent({ title: unique('Mine') });
    await page.goto('/');
    await whenKept(page);
    await register(page, await openCard(page, title), name);
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    network.become('down');
    await page.goto('/schedule');
    await expect(card(page, title)).toBeVisible();
    network.become('up');
    await page.goto('/inventory');
    await page.getByRole('button', { name: 'Add Game' }).click();
    const form = dialog(page, 'Add Game');
    await form.getByLabel('Game Name').fill(unique('Pebbles'));
    await form.getByLabel('Your Name').fill(name);
    await form.getByRole('button', { name: 'Add Game' }).click();
    await expect(form).toBeHidden();
    await page.goto('/privacy');
    await expect.poll(() => keptWith(page, name)).toContain('lists /api/inventory');
    await page.evaluate(keepInOtherRelease, name);
    await page.getByRole('button', { name: 'Delete everything of mine' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();
    await expect.poll(() => keptWith(page, name)).toEqual([]);

    await test.step('from a page that was loaded past the worker', async () => {
      await register(page, await openCard(page, title), name);
      await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
      await page.goto('/privacy');
      await page.evaluate(keepInOtherRelease, name);
      const reloaded = page.waitForEvent('load');
      await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
      await reloaded;
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      await page.getByRole('button', { name: 'Delete everything of mine' }).click();
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
      expect(await keptWith(page, name)).toEqual([]);
    });
  });

  test('shows without network what the live stream last changed', async ({ page, network, organiser }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Moved at noon'), location: 'Tide Pool' });
    await page.goto(`/?event=${id}`);
    await whenKept(page);
    await expect.poll(() => keptWith(page, title)).toContain('lists /api/events');
    await organiser.editEvent(id, { location: 'Far Lighthouse' });
    await expect(dialog(page, title)).toContainText('Far Lighthouse');
    await expect.poll(() => keptWith(page, 'Far Lighthouse')).toContain('lists /api/events');
    network.become('down');
    await page.reload();
    await expect(dialog(page, title)).toContainText('Far Lighthouse');

    test.setTimeout(90_000);
    await test.step('says of a page that is never kept that there is no copy, and loads it later', async () => {
      for (const path of ['/print', '/nowhere']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'My schedule' })).toHaveAttribute('href', '/schedule');
      }
      network.become('up');
      await expect(page.getByText('Page not found')).toBeVisible({ timeout: 30_000 });
    });
  });

  test('opens the dashboard again where it was opened before, without what only organisers read', async ({
    page,
    network,
    organiser,
  }) => {
    const guest = unique('Guest');
    const { id, title } = await organiser.addEvent({ title: unique('At the door') });
    await organiser.register(id, guest);
    await page.goto('/');
    await whenKept(page);
    await unlock(page, ADMIN_PASSWORD);
    // On a phone it lies on the menu's button.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await (await sidebar(page)).getByRole('link', { name: 'Admin' }).click();
    // The worker keeps the tabs one after the other.
    await expect.poll(() => keptWith(page, title), { timeout: 30_000 }).toContain('pages /admin/check-in');
    expect(await keptWith(page, guest)).toEqual([]);
    network.become('down');
    await page.goto('/admin/check-in');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => /^\/api\/admin|\/rsvps$/.test(path))).toEqual([]);
  });
});
