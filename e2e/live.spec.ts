import type { Page } from '@playwright/test';
import type { FestivalEvent } from '#features/events/contract.ts';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { startProxy } from './proxy.ts';
import { card, openCard, register } from './screen.ts';

/** Milliseconds from another's change to this screen (docs/behaviour.md "Programme"). */
const LIVE = { timeout: 2_000 };

/** Addresses that a page asked for since the call, without files. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  return asked;
}

/** A drawn tournament for two, with its bracket open on the page. */
async function openCup(page: Page, organiser: Organiser) {
  const { id, title } = await organiser.addEvent({
    ...{ title: unique('Duel'), capacity: 4, tournamentType: 'single-elimination' },
  });
  for (const name of ['Ada', 'Ben']) await organiser.addWalkIn(id, name);
  const [final] = await organiser.drawBracket(id);
  await page.goto(`/?event=${id}&view=bracket`);
  await expect(page.getByRole('dialog', { name: title })).toContainText('Ada');
  return { id, title, final: final?.id ?? '' };
}

onPhone(() => {
  test('two phones and a wall see a place, a score and a moved event without asking', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const [other, wall] = [await otherPage(), await otherPage({ viewport: { width: 1920, height: 1080 } })];
    const event = await organiser.addEvent({ title: unique('Sea chess'), capacity: 4 });
    const cup = await openCup(other, organiser);
    await openCard(page, event.title);
    await wall.goto(`/display?event=${cup.id}`);
    await expect(wall.getByText('Ada').first()).toBeVisible();
    // The rest of the programme is asked for once, and a list touched as the stream opens within two seconds.
    await page.waitForTimeout(3_000);
    const [asked, askedOther] = [requestsOf(page), requestsOf(other)];

    await organiser.register(event.id, 'Cem');
    await expect(card(page, event.title)).toContainText('1 / 4 players', LIVE);
    await organiser.editEvent(event.id, { location: 'Game Library' });
    await expect(card(page, event.title)).toContainText('Game Library', LIVE);
    await organiser.enterScore(cup.final, [3, 1]);
    await expect(other.getByRole('dialog', { name: cup.title })).toContainText('3', LIVE);
    await expect(wall.getByRole('row').filter({ hasText: 'Ada' })).toBeVisible(LIVE);
    expect([asked, askedOther]).toEqual([[], []]);
  });

  test('shows what it missed after thirty seconds without network, and asks every half minute behind a proxy that lets no stream through', async ({
    otherPage,
    organiser,
    program,
    trouble,
  }) => {
    await test.step('after thirty seconds without network', async () => {
      trouble.expect(/ERR_(INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/);
      const proxy = await startProxy(program.origin, 'pass');
      const page = await otherPage({ baseURL: proxy.origin });
      await page.clock.install();
      const event = await organiser.addEvent({ title: unique('Lost waves'), capacity: 4 });
      const stream = page.waitForRequest('**/api/live**');
      await expect(await openCard(page, event.title)).toContainText('0 / 4 players');
      await stream;
      proxy.takeAway();
      await organiser.register(event.id, 'Cem');
      await organiser.editEvent(event.id, { location: 'Arcade' });
      await expect(page.getByText('No connection', { exact: true })).toBeVisible();
      await page.clock.fastForward(30_000);
      await expect(card(page, event.title)).toContainText('0 / 4 players');
      proxy.bringBack();
      await page.clock.fastForward(15_000);
      await expect(card(page, event.title)).toContainText('1 / 4 players');
      await expect(card(page, event.title)).toContainText('Arcade');
      await page.close();
      await proxy.stop();
    });

    await test.step('behind a proxy that lets no stream through', async () => {
      const proxy = await startProxy(program.origin, 'buffer');
      const page = await otherPage({ baseURL: proxy.origin });
      await page.clock.install();
      const event = await organiser.addEvent({ title: unique('Held back'), capacity: 8 });
      await organiser.whenListed(event.id);
      await register(page, await openCard(page, event.title), 'Dora');
      await expect(card(page, event.title)).toContainText('1 / 8 players');
      await organiser.register(event.id, 'Ada');
      const listed = async () => (await (await fetch(`${program.origin}/api/events`)).json()) as FestivalEvent[];
      await expect.poll(async () => (await listed()).find(({ id }) => id === event.id)?.currentRegistrations).toBe(2);
      await expect(card(page, event.title)).toContainText('1 / 8 players');
      await page.clock.fastForward(30_000);
      await expect(card(page, event.title)).toContainText('2 / 8 players');
      await page.close();
      await proxy.stop();
    });
  });
});
