/** What waits for the network, over one that is really away. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { expect } from './journey.ts';
import { comeBack, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, fillRsvp, openCard, register } from './screen.ts';

const LATER = new Date(Date.now() + 90 * 60_000).toISOString();
/** The page asks in growing pauses whether the server is back. */
const BACK = { timeout: 25_000 };
const waits = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Waiting for network' });

test.describe.configure({ timeout: 120_000 });

test('sends what waited for the network once, also from a killed browser, nothing that was withdrawn, and shows the refusal of what came too late', async ({
  page,
  network,
  organiser,
  launchOptions,
}) => {
  await test.step('a registration waits; one is withdrawn', async () => {
    const { id, title } = await organiser.addEvent({ title: unique('Far out'), startTime: LATER });
    const other = await organiser.addEvent({ title: unique('Second thoughts'), startTime: LATER });
    const found = await openCard(page, title);
    await whenCopied(page);
    network.become('down');
    await register(page, found, 'Iris');
    await expectToast(
      page,
      'Waiting for network',
      'No connection. We will send this when you are back online, for 2 hours or until it starts.',
    );
    await expect(dialog(page, 'Register for Event')).toBeHidden();
    await expect(waits(page, title)).toBeVisible();
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeHidden();
    await found.getByRole('link', { name: title }).click();
    await expect(dialog(page, title).getByRole('listitem').filter({ hasText: 'Iris' })).toContainText(
      'Waiting for network',
    );
    await page.keyboard.press('Escape');
    expect(await organiser.taken(id)).toBe(0);
    network.become('up');
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible(BACK);
    await expectToast(page, 'Success!', `Iris has a place in ${title}.`);
    expect(await organiser.taken(id)).toBe(1);
    await page.goto('/schedule');
    await expect(page.getByRole('region', { name: 'What changed' })).toContainText(`Iris has a place in ${title}.`);

    const second = await openCard(page, other.title);
    await expect(second).toBeVisible();
    network.become('down');
    // Before, it would be tried.
    await expect(page.getByText('No connection', { exact: true })).toBeVisible(BACK);
    await register(page, second, 'Ola');
    await card(page, other.title)
      .getByRole('button', { name: /^Withdraw/ })
      .click();
    await expectToast(page, 'Withdrawn', 'Nothing was sent.');
    await expect(second.getByRole('button', { name: 'RSVP' })).toBeVisible();
    network.become('up');
    await page.reload();
    await expect(second.getByRole('button', { name: 'RSVP' })).toBeVisible();
    expect(await organiser.taken(other.id)).toBe(0);
  });

  await test.step('refusals; a cancellation and leaving a line wait, too', async () => {
    const full = await organiser.addEvent({ title: unique('Nearly full'), capacity: 2, startTime: LATER });
    const gone = await organiser.addEvent({ title: unique('Soon gone'), startTime: LATER });
    await expect(await openCard(page, full.title)).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search events' });
    // On a slow machine the page begins with a copy of the list that is older than both.
    for (const { title } of [gone, full]) {
      await search.fill(title);
      await expect(card(page, title)).toBeVisible({ timeout: 60_000 });
    }
    await whenCopied(page);
    network.become('down');
    await register(page, card(page, full.title), 'Uma');
    await search.fill(gone.title);
    await register(page, card(page, gone.title), 'Uma');
    await expect(waits(page, gone.title)).toBeVisible();
    for (const name of ['Ann', 'Ben']) await organiser.register(full.id, name);
    await organiser.deleteEvent(gone.id);
    await comeBack(network, page);
    await expect(waits(page, gone.title)).toBeHidden(BACK);
    const words = `Uma, ${gone.title}: This event is not in the programme any more.`;
    await page.goto('/schedule');
    const news = page.getByRole('region', { name: 'What changed' });
    await expect(news).toContainText(words);
    await expect(news).toContainText(`Uma has no place in ${full.title}. This event is full.`);
    await news.getByRole('link', { name: 'Join the waiting list' }).click();
    await expect(dialog(page, full.title).getByRole('button', { name: 'Join waiting list' })).toBeVisible();
    expect(await organiser.taken(full.id)).toBe(2);

    const mine = await organiser.addEvent({ title: unique('Not today'), startTime: LATER });
    const line = await organiser.addEvent({ title: unique('Long line'), capacity: 2, startTime: LATER });
    for (const name of ['Ann', 'Ben']) await organiser.register(line.id, name);
    await page.request.post('/api/rsvps', { data: { eventId: mine.id, playerName: 'Kim' } });
    await page.request.post('/api/waiting', { data: { eventId: line.id, playerName: 'Kim' } });
    await page.goto('/schedule');
    const cancel = card(page, mine.title).getByRole('button', { name: /^Cancel .+ place/ });
    await expect(cancel).toBeVisible();
    network.become('down');
    await cancel.click();
    await card(page, mine.title).getByRole('button', { name: 'Yes, cancel it' }).click();
    await card(page, line.title)
      .getByRole('button', { name: /^Leave waiting list/ })
      .click();
    await expect(card(page, mine.title)).toContainText('Cancellation waits for network');
    await expect(card(page, line.title)).toContainText('Leaving waits for network');
    expect(await organiser.taken(mine.id)).toBe(1);
    await comeBack(network, page);
    await expect(card(page, mine.title)).toBeHidden();
    await expect(card(page, line.title)).toBeHidden();
    await expect(news).toContainText(`Kim no longer has a place in ${mine.title}.`);
    await expect(news).toContainText(`Kim no longer waits for ${line.title}.`);
    expect(await organiser.taken(mine.id)).toBe(0);
  });

  await test.step('a killed browser shows what it kept without network, and sends it with one', async () => {
    const { id, title } = await organiser.addEvent({ title: unique('Dead battery'), startTime: LATER });
    const folder = await mkdtemp(join(tmpdir(), 'boardwalk-browser-'));
    const open = async (): Promise<Page> => {
      const context = await chromium.launchPersistentContext(folder, { ...launchOptions, baseURL: network.origin });
      const page = context.pages()[0] ?? (await context.newPage());
      await page.goto(`/?q=${encodeURIComponent(title)}`);
      return page;
    };
    let page = await open();
    await whenCopied(page);
    network.become('down');
    await card(page, title).getByRole('button', { name: 'RSVP' }).click();
    await fillRsvp(page, 'Max');
    await expect(waits(page, title)).toBeVisible();
    await page.context().close();
    page = await open();
    await expect(waits(page, title)).toBeVisible();
    expect(await organiser.taken(id)).toBe(0);
    network.become('up');
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible(BACK);
    expect(await organiser.taken(id)).toBe(1);
    await page.context().close();
    await rm(folder, { recursive: true, force: true });
  });
});
