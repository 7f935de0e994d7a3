/** Named big screens: how one gets its name, what it shows, and that it lives for days. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ScreenPage } from '#features/screens/contract.ts';
import { expectNothingSerious } from './axe.ts';
import { expect } from './journey.ts';
import { comeBack, openStreaming, test } from './network.ts';
import { type Organiser, organiserOf, unique } from './organiser.ts';
import { startOther } from './other-build.ts';
import { startProgram } from './program.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

/** What is out of the screen, cut off, or smaller than can be read from eight metres: 2.2 % of the height. */
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
    for (const box of document.querySelectorAll('.wall-page:not(:has(> .ceremony)), .wall-page :not(.sr-only)')) {
      const { overflowY, fontSize } = getComputedStyle(box);
      // Tight lines reach a little beyond their box.
      if (overflowY === 'hidden' && box.scrollHeight > box.clientHeight + 0.3 * Number.parseFloat(fontSize))
        found.push(`cut off: ${box.textContent}`);
    }
    return found;
  });

/** Whether the ceremony's sky still covers both corners that a page moves away from. */
const skyAtCorners = (moved: HTMLElement) =>
  [0.6, -0.6].map((by) => {
    moved.style.translate = `${by}vh ${by}vh`;
    const [x, y] = by > 0 ? [1, 1] : [innerWidth - 2, innerHeight - 2];
    return document.elementFromPoint(x, y)?.matches('.ceremony');
  });

const screenNamed = () => unique('Wall').toLowerCase().replace(/ /g, '-');

test('gets its name by a code, follows its playlist and what is shown now, and goes on without network', async ({
  page,
  network,
  organiser,
}) => {
  test.setTimeout(120_000);
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
    // A turn shows one message, and the sample has two more.
    await expect(page.getByText('The kitchen closes at ten.')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole('heading', { name: 'Now and next' })).toBeVisible();
  });

  await test.step('what an organiser shows now is there within three seconds, and the dashboard hears of it', async () => {
    await organiser.showOnScreen(name, { kind: 'app', seconds: 20 });
    await expect(page.getByRole('img', { name: /^Code that leads to/ })).toBeVisible({ timeout: 3_000 });
    const shown = async () => (await organiser.screens()).find((one) => one.name === name)?.shows;
    await expect.poll(shown).toEqual({ kind: 'app' });
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

/** Adds a tournament with a long title that calls twelve players of the longest names to six tables. */
async function eventWithSixCalls(organiser: Organiser): Promise<string> {
  const { id } = await organiser.addEvent({
    title: unique(
      'The extraordinarily long and winding championship of all that rolls, floats, flies or wanders',
    ).padEnd(120, 'M'),
    ...{ location: unique('Calls'), capacity: 16, tournamentType: 'single-elimination' },
    startTime: new Date().toISOString(),
  });
  for (let at = 1; at <= 16; at += 1)
    await organiser.addWalkIn(id, unique(`${at} Wolfeschlegelsteinhausen`).padEnd(60, ' Mm'));
  await organiser.drawBracket(id);
  await organiser.changeStatus(id, 'in-progress');
  await organiser.editEvent(id, { tables: ['1', '2', '3', '4', '5', '6'], closedTables: {}, callsByItself: true });
  return id;
}

test('shows each page so that it can be read from eight metres, on a wide and on a high screen, and urgent messages above all', async ({
  page,
  organiser,
}) => {
  test.setTimeout(120_000);
  const name = screenNamed();
  await organiser.tell({ text: 'The kitchen closes at ten.' });
  await organiser.planScreen(name, { pages: [{ kind: 'now-rooms', seconds: 5 }] });
  await openStreaming(page, `/display/${name}`);
  const kart = (await organiser.events()).find(({ tournamentType }) => tournamentType !== null);
  const title = unique('The extraordinarily long and winding championship of all that rolls, floats or flies');
  const location = 'The grand ballroom of the northern lighthouse, behind the aquarium';
  const { id } = await organiser.addEvent({ title, location, startTime: new Date(Date.now() - 60_000).toISOString() });
  await organiser.changeStatus(id, 'in-progress');
  const pages: ScreenPage[] = [
    { kind: 'now-here', seconds: 20 },
    { kind: 'now-rooms', seconds: 20 },
    { kind: 'tournaments', seconds: 20 },
    { kind: 'tournament', seconds: 20, eventId: kart?.id ?? '' },
    { kind: 'tournament', seconds: 20, eventId: id },
    { kind: 'standings', seconds: 20 },
    { kind: 'messages', seconds: 20 },
    { kind: 'app', seconds: 20 },
    { kind: 'ceremony', seconds: 20 },
  ];
  const called = page.getByRole('list', { name: 'Called to a table' }).getByRole('listitem');
  const expectLegible = async (one: ScreenPage, calls = 0) => {
    await organiser.showOnScreen(name, one);
    await expect(page.locator(`.wall-page[data-kind="${one.kind}"]`)).toBeVisible();
    for (const [width, height] of [
      [1920, 1080],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      const longNames = one.kind === 'now-rooms' ? 1 : 0;
      const shown = async () => [
        await called.count(),
        longNames === 0 ? 0 : await page.getByText(title).count(),
        ...(await illegible(page)),
      ];
      // The calls take turns with other parts of the tournament, and rooms with others.
      const timeout = calls + longNames > 0 ? 30_000 : 10_000;
      await expect.poll(shown, { timeout, message: `${one.kind}, ${width} px wide` }).toEqual([calls, longNames]);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expectNothingSerious(page);
  };
  for (const one of pages) await expectLegible(one);
  expect(await page.locator('.wall-page').evaluate(skyAtCorners), 'sky at each corner').toEqual([true, true]);

  await test.step('six calls of the longest names fit under a long title', async () => {
    await expectLegible({ kind: 'tournament', seconds: 20, eventId: await eventWithSixCalls(organiser) }, 6);
  });

  const urgent = (await organiser.tell({ text: 'Leave by the south doors.', urgent: true })) as { id: string };
  await expect(page.getByRole('alert')).toContainText('south doors', { timeout: 3_000 });
  await organiser.withdraw(urgent.id);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** What a page holds after the garbage is collected: bytes of JavaScript, and nodes of the document, also those that it lost. */
async function heldBy(page: Page): Promise<{ bytes: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { bytes: usedSize, nodes };
}

const CUTS = 10;
const DAYS_MS = 4 * 24 * 3_600_000;
/** Thirty-six pages; a leak of three kilobytes a page is found. */
const TURNING_MS = 3 * 60_000;

test('lives through four days with cuts, a server that restarts, one that is busy, and another build', async ({
  page,
  network,
  trouble,
}) => {
  test.setTimeout(240_000);
  trouble.allow(/answer 50\d|Failed to load resource|EventSource/);
  const folder = await mkdtemp(join(tmpdir(), 'boardwalk-wall-'));
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'festival.db')}` };
  let program = await startProgram(settings);
  network.leadTo(program.origin);
  let organiser = organiserOf(program.origin);
  await organiser.tell({ text: 'The kitchen closes at ten.' });
  const turning = ['now-rooms', 'standings', 'messages', 'tournaments'] as const;
  await organiser.planScreen('days', { pages: turning.map((kind) => ({ kind, seconds: 5 })) });
  await page.clock.install();
  await openStreaming(page, '/display/days');
  const shows = (...kinds: readonly string[]) => page.locator(kinds.map((kind) => `[data-kind="${kind}"]`).join());
  await expect(shows(...turning)).toBeVisible();

  let cuts = 0;
  /** Its pages turn while it is cut off. Then another one is to be shown, and is within ten seconds of the return. */
  const across = async (cut: () => Promise<void> | void, back: () => Promise<void> | void) => {
    const kind = cuts++ % 2 === 0 ? 'app' : 'now-here';
    await cut();
    await page.clock.runFor(TURNING_MS);
    await organiser.showOnScreen('days', { kind, seconds: 20 });
    await page.clock.fastForward(DAYS_MS / CUTS);
    await expect(shows(...turning)).toBeVisible();
    await back();
    const from = await page.evaluate(() => performance.now());
    await page.clock.runFor(4_000);
    await expect(shows(kind)).toBeVisible({ timeout: 6_000 });
    expect((await page.evaluate(() => performance.now())) - from).toBeLessThan(10_000);
    await organiser.showOnScreen('days', null);
    await expect(shows(...turning)).toBeVisible();
  };
  const down = () => network.become('down');
  const up = () => network.become('up');

  const onOnePage = async (look: () => Promise<void>) => {
    await organiser.showOnScreen('days', { kind: 'app', seconds: 20 });
    await expect(shows('app')).toBeVisible();
    await look();
    await organiser.showOnScreen('days', null);
    await expect(shows(...turning)).toBeVisible();
  };

  // The browser keeps more in the first hundreds of pages, and then no more.
  for (let cut = 0; cut < CUTS / 2; cut += 1) await across(down, up);
  const before = { bytes: Infinity, nodes: Infinity };
  await onOnePage(async () => {
    for (let time = 0; time < 3; time += 1) {
      const { bytes, nodes } = await heldBy(page);
      Object.assign(before, { bytes: Math.min(before.bytes, bytes), nodes: Math.min(before.nodes, nodes) });
    }
  });
  for (let cut = CUTS / 2; cut < CUTS; cut += 1) await across(down, up);
  // Stopped, and started again on its database.
  await program.stop();
  await page.clock.runFor(60_000);
  program = await startProgram(settings);
  organiser = organiserOf(program.origin);
  network.leadTo(program.origin);
  await across(down, up);
  // A database that is away: the server answers nothing but that.
  await across(
    () => network.block(/^\/api\//),
    () => network.block(/^$/),
  );

  // What an answer on its way still holds is gone with it; what is lost for good stays.
  await onOnePage(() =>
    expect(async () => {
      const after = await heldBy(page);
      expect(after.bytes / before.bytes).toBeLessThan(1.12);
      expect(after.nodes / before.nodes).toBeLessThan(1.12);
    }).toPass({ timeout: 15_000 }),
  );

  await program.stop();
  const other = await startOther({ renamed: 'NamedScreen-' }, settings);
  network.leadTo(other.origin);
  const reloaded = page.waitForEvent('load');
  await page.clock.runFor(15_000);
  await reloaded;
  await expect(shows(...turning)).toBeVisible();
  await other.stop();
  await rm(folder, { recursive: true, force: true });
});
