/** Named big screens: how one gets its name, what it shows, and that it lives for days. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ScreenPage } from '#features/screens/contract.ts';
import { expectNothingSerious } from './axe.ts';
import { expect } from './journey.ts';
import { comeBack, openStreaming, test } from './network.ts';
import { organiserOf, unique } from './organiser.ts';
import { startProgram } from './program.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

/** What is out of the screen, or smaller than can be read from eight metres: 2.2 % of the height. */
const illegible = (page: Page) =>
  page.evaluate(() => {
    const words = document.createTreeWalker(document.querySelector('.wall') ?? document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (words.nextNode()) {
      const { textContent, parentElement: parent } = words.currentNode;
      if (!textContent?.trim() || parent === null || parent.closest('.sr-only')) continue;
      const { fontSize } = getComputedStyle(parent);
      const { width, right, bottom } = parent.getBoundingClientRect();
      if (width === 0) continue;
      if (Number.parseFloat(fontSize) < innerHeight * 0.022) found.push(`${fontSize}: ${textContent}`);
      if (right > innerWidth || bottom > innerHeight) found.push(`outside: ${textContent}`);
    }
    return found;
  });

const screenNamed = () => unique('Wall').toLowerCase().replace(/ /g, '-');

test('a wall gets its name by a code, follows its playlist and what is shown now, and goes on without network', async ({
  page,
  network,
  organiser,
}) => {
  const name = screenNamed();
  await page.goto('/display');
  await page.getByRole('button', { name: 'Make this a named screen' }).click();
  const code = (await page.locator('.wall-code').textContent()) ?? '';
  expect(code).toMatch(/^[A-Z0-9]{5}$/);
  await expectNothingSerious(page);
  await organiser.nameScreen(code, name);
  await expect(page).toHaveURL(`/display/${name}`);

  await test.step('every page that has something to say has its turn', async () => {
    await organiser.tell({ text: 'The kitchen closes at ten.' });
    await organiser.planScreen(name, {
      pages: [
        { kind: 'now-rooms', seconds: 5 },
        { kind: 'ceremony', seconds: 5 },
        { kind: 'messages', seconds: 5 },
      ],
    });
    await expect(page.getByRole('heading', { name: 'Now and next' })).toBeVisible();
    await expect(page.getByText('The kitchen closes at ten.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Now and next' })).toBeVisible();
  });

  await test.step('what an organiser shows now is there within three seconds, and the dashboard hears of it', async () => {
    await organiser.showOnScreen(name, { kind: 'app', seconds: 20 });
    await expect(page.getByRole('img', { name: /^Code that leads to/ })).toBeVisible({ timeout: 3_000 });
    const shown = async () => (await organiser.screens()).find((one) => one.name === name)?.shows;
    await expect.poll(shown).toBe('QR code of the app');
  });

  await test.step('without network it goes on and says since when', async () => {
    await organiser.showOnScreen(name, null);
    await organiser.planScreen(name, {
      pages: [
        { kind: 'now-rooms', seconds: 5 },
        { kind: 'standings', seconds: 5 },
      ],
    });
    await expect(page.getByRole('heading', { name: 'High scores' })).toBeVisible();
    network.become('down');
    await expect(page.getByText(/^no connection since \d/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'Now and next' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'High scores' })).toBeVisible();
    await comeBack(network, page);
    await expect(page.getByText(/^no connection since/)).toHaveCount(0);
  });

  await test.step('a removed screen shows the way on', async () => {
    await organiser.removeScreen(name);
    await expect(page.getByText('There is no screen of this name, or it was removed.')).toBeVisible();
    await expectNothingSerious(page);
    await organiser.nameScreen((await page.locator('.wall-code').textContent()) ?? '', name);
    await expect(page.locator('.wall-page')).toBeVisible();
  });
});

test('each page can be read from eight metres on a wide and on a high screen, and urgent messages win over all', async ({
  page,
  organiser,
}) => {
  const name = screenNamed();
  await organiser.tell({ text: 'The kitchen closes at ten.' });
  await organiser.planScreen(name, { pages: [{ kind: 'now-rooms', seconds: 5 }] });
  await openStreaming(page, `/display/${name}`);
  const kart = (await organiser.events()).find(({ tournamentType }) => tournamentType !== null);
  const pages: ScreenPage[] = [
    { kind: 'now-here', seconds: 20 },
    { kind: 'now-rooms', seconds: 20 },
    { kind: 'tournaments', seconds: 20 },
    { kind: 'tournament', seconds: 20, eventId: kart?.id ?? '' },
    { kind: 'standings', seconds: 20 },
    { kind: 'messages', seconds: 20 },
    { kind: 'app', seconds: 20 },
  ];
  for (const one of pages) {
    await organiser.showOnScreen(name, one);
    await expect(page.locator(`.wall-page[data-kind="${one.kind}"]`)).toBeVisible();
    for (const [width, height] of [
      [1920, 1080],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([one.kind, width, await illegible(page)]).toEqual([one.kind, width, []]);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expectNothingSerious(page);
  }

  const urgent = (await organiser.tell({ text: 'Leave by the south doors.', urgent: true })) as { id: string };
  await expect(page.getByRole('alert')).toContainText('south doors', { timeout: 3_000 });
  await organiser.withdraw(urgent.id);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Bytes of the page's JavaScript after the garbage is collected. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

const CUTS = 10;
const DAYS_MS = 4 * 24 * 3_600_000;

test('a wall lives through four days with cuts, a server that restarts, one that is busy, and another build', async ({
  page,
  network,
  trouble,
}) => {
  trouble.allow(/answer 50\d|Failed to load resource|EventSource/);
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-wall-'));
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'festival.db')}` };
  let program = await startProgram(settings);
  network.leadTo(program.origin);
  let organiser = organiserOf(program.origin);
  await organiser.planScreen('days', { pages: [{ kind: 'now-rooms', seconds: 20 }] });
  await page.clock.install();
  await openStreaming(page, '/display/days');
  await expect(page.locator('[data-kind="now-rooms"]')).toBeVisible();

  const kinds = ['standings', 'app', 'now-rooms'] as const;
  let turn = 0;
  /** Something else is to be shown while the wall is cut off; it is within ten seconds of the page after the return. */
  const across = async (cut: () => Promise<void> | void, back: () => Promise<void> | void) => {
    const kind = kinds[turn++ % kinds.length] ?? 'app';
    await cut();
    await page.clock.runFor(60_000);
    await organiser.showOnScreen('days', { kind, seconds: 20 });
    await page.clock.fastForward(DAYS_MS / CUTS);
    await back();
    const from = await page.evaluate(() => performance.now());
    await page.clock.runFor(4_000);
    await expect(page.locator(`[data-kind="${kind}"]`)).toBeVisible({ timeout: 6_000 });
    expect((await page.evaluate(() => performance.now())) - from).toBeLessThan(10_000);
  };
  const down = () => network.become('down');
  const up = () => network.become('up');

  // Once with each page, whose code and data the wall then has.
  for (const _ of kinds) await across(down, up);
  const before = await heapOf(page);
  for (let cut = kinds.length; cut < CUTS; cut += 1) await across(down, up);
  // Stopped, and started again on its database.
  await program.stop();
  await page.clock.runFor(60_000);
  program = await startProgram(settings);
  organiser = organiserOf(program.origin);
  network.leadTo(program.origin);
  await across(down, up);
  await across(
    () => network.block(/^\/api\//),
    () => network.block(/^$/),
  );

  expect((await heapOf(page)) / before).toBeLessThan(1.15);

  await page.route('**/api/screens/days', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-release': 'another' } });
  });
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(15_000);
  await reloaded;
  await page.unrouteAll();
  await expect(page.locator('.wall-page[data-kind]')).toBeVisible();
  await program.stop();
  await rm(folder, { recursive: true, force: true });
});
