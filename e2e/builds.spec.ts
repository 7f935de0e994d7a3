/** One build at a time on a device: offered, taken, and taken back. */
import type { Page } from '@playwright/test';
import { expect, onPhone } from './journey.ts';
import { openStreaming, test, whenControlled, whenCopied } from './network.ts';
import { startOther } from './other-build.ts';
import { type Program, startProgram } from './program.ts';
import { dialog, sidebar } from './screen.ts';

type Other = Awaited<ReturnType<typeof startOther>>;

/** Each is started once for the journeys of a worker: they change nothing in it. */
const started: { other?: Promise<Other>; scoreboard?: Promise<Other>; withdrawn?: Promise<Program> } = {};
const otherBuild = () => (started.other ??= startOther({ renamed: 'AddGameDialog-' }));
const withoutScoreboard = () => (started.scoreboard ??= startOther({ renamed: 'ScoreboardPage-' }));
const withdrawnBuild = () => (started.withdrawn ??= startProgram({ OFFLINE: 'off' }));

test.afterAll(async () => {
  for (const program of [started.other, started.scoreboard, started.withdrawn]) await (await program)?.stop();
  for (const name of ['other', 'scoreboard', 'withdrawn'] as const) delete started[name];
});

const buildOf = (page: Page) => page.locator('meta[name="release"]').getAttribute('content');
const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ')[1]));
const registrationsOf = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const BAD_WORKER = `
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(new Response('BAD BUILD'));
  });`;
const offer = (page: Page) => page.getByRole('listitem').filter({ hasText: 'New version' });

onPhone(() => {
  // A busy server turns the new worker's requests away, and the page looks again, for the last time after 48 s.
  test.describe.configure({ timeout: 120_000 });

  test('offers a new build in a page without a worker, also where a file of the old one is gone', async ({
    page,
    network,
    trouble,
  }) => {
    const other = await withoutScoreboard();
    trouble.allow(/answer 404|dynamically imported module|Failed to load resource/);
    // As on plain http, and in some private windows.
    await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await openStreaming(page, '/');
    const menu = await sidebar(page);
    network.leadTo(other.origin);
    await menu.getByRole('link', { name: 'Scoreboard' }).click();
    await expect(page.getByRole('main').getByText('There is a new version of this site.')).toBeVisible();
    await expect(page.getByText('The connection may have dropped')).toHaveCount(0);
    await offer(page).getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'HIGH SCORES' })).toBeVisible();
  });

  test('stays with its build while two instances answer with different ones, offers a new one once it is copied, and keeps an open page’s own files until it is gone', async ({
    page,
    network,
    program,
    context,
  }) => {
    await test.step('stays with its build while two instances answer with different ones', async () => {
      const other = await otherBuild();
      await page.goto('/');
      await whenCopied(page);
      const before = await buildOf(page);
      network.leadTo([program.origin, other.origin]);
      await page.goto('/details');
      await expect.poll(() => network.requests().filter((asked) => asked === 'GET /sw.js').length).toBeGreaterThan(0);
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => null));
      network.become('down');
      await page.goto('/inventory');
      await expect(page.getByRole('heading', { level: 1, name: 'GAME INVENTORY' })).toBeVisible();
      expect(new Set(await cachesOf(page))).toContain(await buildOf(page));
      expect(await buildOf(page)).toBe(before);
    });

    await test.step('offers a new build once it is copied, and keeps an open page’s own files until it is gone', async () => {
      const other = await otherBuild();
      network.leadTo(program.origin);
      network.become('up');
      await openStreaming(page, '/inventory');
      await whenCopied(page);
      const before = await buildOf(page);
      const second = await context.newPage();
      await second.goto('/details');
      network.leadTo(other.origin);
      await expect(offer(page)).toBeVisible({ timeout: 75_000 });
      expect((await page.request.get(other.gone)).status()).toBe(404);
      await page.getByRole('button', { name: 'Add Game' }).click();
      await expect(dialog(page, 'Add Game')).toBeVisible();
      // Escape would close the offer, where that came again meanwhile.
      await dialog(page, 'Add Game').getByRole('button', { name: 'Cancel' }).click();

      await second.reload();
      const after = await buildOf(second);
      expect(after).not.toBe(before);
      expect(await cachesOf(second)).toContain(before);
      await offer(page).getByRole('button', { name: 'Reload' }).click();
      await expect.poll(() => buildOf(page)).toBe(after);
      // The files of a build go with the first visit after its last page, which the browser may not have ended yet.
      await expect(async () => {
        await second.reload();
        await expect.poll(async () => new Set(await cachesOf(second)), { timeout: 3_000 }).toEqual(new Set([after]));
      }).toPass({ timeout: 20_000 });
      network.become('down');
      await second.goto('/inventory');
      expect(await buildOf(second)).toBe(after);
      await second.getByRole('button', { name: 'Add Game' }).click();
      await expect(dialog(second, 'Add Game')).toBeVisible();
    });
  });

  test('takes back a build whose worker answers every page with nonsense, with its copies, with OFFLINE=off', async ({
    page,
    network,
  }) => {
    const bad = await startOther({ renamed: 'AddGameDialog-', worker: BAD_WORKER });
    network.leadTo(bad.origin);
    await page.goto('/');
    await whenControlled(page);
    await page.goto('/details');
    await expect(page.getByText('BAD BUILD')).toBeVisible();
    await page.evaluate(async () => (await caches.open('own earlier')).put('/schedule', new Response('kept')));
    network.leadTo((await withdrawnBuild()).origin);
    await expect(async () => {
      await page.goto('/details');
      // The browser looks for another worker when the page has been quiet for a second.
      await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible({ timeout: 2_500 });
    }).toPass();
    await expect.poll(() => registrationsOf(page)).toBe(0);
    await expect.poll(() => cachesOf(page)).toEqual([]);
    await page.reload();
    await expect(page.locator('meta[name="release"]')).toHaveCount(0);
    await bad.stop();
  });
});
