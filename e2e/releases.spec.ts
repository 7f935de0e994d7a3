/** One release at a time on a device: offered, taken, and taken back. */
import type { Page } from '@playwright/test';
import { expect, onPhone } from './journey.ts';
import { test, whenKept } from './network.ts';
import { startOther } from './other-release.ts';
import { startProgram } from './program.ts';
import { dialog } from './screen.ts';

const releaseOf = (page: Page) => page.locator('meta[name="release"]').getAttribute('content');
const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ')[1]));
const registrationsOf = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
const BAD_WORKER = `
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(new Response('BAD RELEASE'));
  });`;
const offer = (page: Page) => page.getByRole('listitem').filter({ hasText: 'New version' });

onPhone(() => {
  test('offers a new release once it is kept, and keeps an open page’s own files until it is gone', async ({
    page,
    context,
    network,
  }) => {
    const other = await startOther({ renamed: 'AddGameDialog-' });
    await page.goto('/inventory');
    await whenKept(page);
    const before = await releaseOf(page);
    const second = await context.newPage();
    await second.goto('/details');
    network.leadTo(other.origin);
    await expect(offer(page)).toBeVisible({ timeout: 30_000 });
    expect((await page.request.get(other.gone)).status()).toBe(404);
    await page.getByRole('button', { name: 'Add Game' }).click();
    await expect(dialog(page, 'Add Game')).toBeVisible();
    await page.keyboard.press('Escape');

    await second.reload();
    const after = await releaseOf(second);
    expect(after).not.toBe(before);
    expect(await cachesOf(second)).toContain(before);
    await offer(page).getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => releaseOf(page)).toBe(after);
    // The files of a release go with the first visit after its last page, which the browser may not have ended yet.
    await expect(async () => {
      await second.reload();
      await expect.poll(async () => new Set(await cachesOf(second)), { timeout: 3_000 }).toEqual(new Set([after]));
    }).toPass({ timeout: 20_000 });
    network.become('down');
    await second.goto('/scoreboard');
    expect(await releaseOf(second)).toBe(after);
    await other.stop();
  });

  test('starts with the new release without network, once it is kept', async ({ page, context, network }) => {
    const other = await startOther({ renamed: 'AddGameDialog-' });
    await page.goto('/');
    await whenKept(page);
    const before = await releaseOf(page);
    network.leadTo(other.origin);
    await expect(offer(page)).toBeVisible({ timeout: 30_000 });
    await page.close();
    network.become('down');
    const next = await context.newPage();
    await next.goto('/inventory');
    await expect(next.getByRole('heading', { level: 1, name: 'GAME INVENTORY' })).toBeVisible();
    expect(await releaseOf(next)).not.toBe(before);
    await next.getByRole('button', { name: 'Add Game' }).click();
    await expect(dialog(next, 'Add Game')).toBeVisible();
    await other.stop();
  });

  test('stays with its release while two instances answer with different ones', async ({ page, network, program }) => {
    const other = await startOther({ renamed: 'AddGameDialog-' });
    await page.goto('/');
    await whenKept(page);
    const before = await releaseOf(page);
    network.leadTo([program.origin, other.origin]);
    await page.goto('/details');
    await expect.poll(() => network.requests().filter((asked) => asked === 'GET /sw.js').length).toBeGreaterThan(0);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => null));
    network.become('down');
    await page.goto('/inventory');
    await expect(page.getByRole('heading', { level: 1, name: 'GAME INVENTORY' })).toBeVisible();
    expect(new Set(await cachesOf(page))).toContain(await releaseOf(page));
    expect(await releaseOf(page)).toBe(before);
    await other.stop();
  });

  test('removes the worker and what it kept with OFFLINE=off', async ({ page, network }) => {
    await page.goto('/');
    await whenKept(page);
    const withdrawn = await startProgram({ OFFLINE: 'off' });
    network.leadTo(withdrawn.origin);
    await page.goto('/details');
    await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible();
    // The worker had this page until it ended, and may have kept a list of it, or shown its copy on a slow machine.
    await expect.poll(() => registrationsOf(page)).toBe(0);
    await page.reload();
    await expect(page.locator('meta[name="release"]')).toHaveCount(0);
    await expect.poll(() => cachesOf(page)).toEqual([]);
    await withdrawn.stop();
  });

  test('takes back a release whose worker answers every page with nonsense', async ({ page, network }) => {
    const bad = await startOther({ renamed: 'AddGameDialog-', worker: BAD_WORKER });
    network.leadTo(bad.origin);
    await page.goto('/');
    await whenKept(page);
    await page.goto('/details');
    await expect(page.getByText('BAD RELEASE')).toBeVisible();
    const withdrawn = await startProgram({ OFFLINE: 'off' });
    network.leadTo(withdrawn.origin);
    await expect(async () => {
      await page.goto('/details');
      // The browser looks for another worker when the page has been quiet for a second.
      await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect.poll(() => registrationsOf(page)).toBe(0);
    await Promise.all([bad.stop(), withdrawn.stop()]);
  });
});
