/** Reading without network: what was visited once opens, and nothing else is ever taken for the festival. */
import { expect, onPhone } from './journey.ts';
import { keptWith, PORTAL_TITLE, test, whenKept } from './network.ts';
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
  for (const state of ['down', 'portal', 'garbage'] as const) {
    test(`opens every screen after one visit while the network is ${state}`, async ({ page, network, organiser }) => {
      const { id, title } = await organiser.addEvent({ title: unique('Kept') });
      await page.goto('/');
      await whenKept(page);
      network.become(state);
      for (const [path, heading] of SCREENS) {
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
      const later = await organiser.addEvent({ title: unique('Later') });
      await page.goto(`/?event=${later.id}`);
      await expect(dialog(page, 'Event not found')).toContainText('This phone doesn’t have this event yet.');
      network.become('up');
      await expect(dialog(page, later.title)).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('No connection')).toBeHidden({ timeout: 20_000 });
    });
  }

  test('shows the kept programme when the network takes 20 s', async ({ page, network, organiser }) => {
    const { title } = await organiser.addEvent({ title: unique('Slow') });
    await page.goto('/');
    await whenKept(page);
    network.become('slow');
    await page.goto(`/?q=${encodeURIComponent(title)}`);
    await expect(card(page, title)).toBeVisible();
  });

  test('does not wait for a slow network where the page was kept a few minutes ago', async ({ page, network }) => {
    await page.goto('/');
    await whenKept(page);
    network.become('slow');
    const waited = () => page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON().responseStart);
    await page.goto('/details');
    expect(await waited()).toBeLessThan(1_500);
    // Who reloads wants it new.
    await page.reload();
    expect(await waited()).toBeGreaterThan(450);
  });

  test('shows a login page where nothing is kept, and keeps nothing of it', async ({ page, network }) => {
    network.become('portal');
    await page.goto('/');
    await expect(page).toHaveTitle(PORTAL_TITLE);
    network.become('up');
    await page.goto('/');
    await whenKept(page);
    network.become('portal');
    await page.goto('/details');
    await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible();
    expect(await keptWith(page, PORTAL_TITLE)).toEqual([]);
  });

  test('shows the newest kept places on My schedule, and none after forgetting', async ({
    page,
    network,
    organiser,
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
    await page.getByRole('button', { name: 'Delete what this device owns' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByText('Nothing here belongs to this device.')).toBeVisible();
    await expect.poll(() => keptWith(page, name)).toEqual([]);
  });

  test('deletes the copies from a page that was loaded past the worker', async ({ page, organiser, context }) => {
    const { title } = await organiser.addEvent({ title: unique('Past') });
    await page.goto('/');
    await whenKept(page);
    const name = unique('Rosa');
    await register(page, await openCard(page, title), name);
    await page.goto('/privacy');
    await page.evaluate(keepInOtherRelease, name);
    const reloaded = page.waitForEvent('load');
    await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true });
    await reloaded;
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await page.getByRole('button', { name: 'Delete what this device owns' }).click();
    await page.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
    expect(await keptWith(page, name)).toEqual([]);
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
    await (await sidebar(page)).getByRole('link', { name: 'Admin' }).click();
    await expect.poll(() => keptWith(page, title)).toContain('pages /admin/check-in');
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

  test('keeps nothing on a big screen', async ({ page, network }) => {
    await page.goto('/display');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Pages start the worker when they are idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(network.requests().filter((asked) => /start-worker|sw\.js/.test(asked))).toEqual([]);
    await page.goto('/');
    await whenKept(page);
    expect(network.requests().filter((asked) => /start-worker|sw\.js/.test(asked))).not.toEqual([]);
  });
});
