import type { Page } from '@playwright/test';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { type Organiser, soon, unique } from './organiser.ts';
import { pagesIn } from './pdf.ts';
import { openTab, openUnlocked } from './screen.ts';

// Forty sheets are laid out on two papers.
test.describe.configure({ timeout: 120_000 });

const PAPERS = ['A4', 'Letter'] as const;

/** Returns the number of pages on each paper; keeps the files when a folder is named, to be looked at. */
async function pagesOf(page: Page, name: string): Promise<number[]> {
  const counts: number[] = [];
  for (const format of PAPERS) {
    const folder = process.env.PDF_FOLDER;
    const pdf = await page.pdf({ format, ...(folder ? { path: `${folder}/${name}-${format}.pdf` } : {}) });
    counts.push(pagesIn(pdf));
  }
  return counts;
}

const nameOf = (player: number): string =>
  player % 4 === 0 ? `Maximiliane-Wilhelmine von und zu Sandcastle the Younger ${player}` : `Player ${player}`;

/** Adds a drawn tournament whose names are as long as names get. */
async function drawn(
  organiser: Organiser,
  players: number,
  tournamentType: 'double-elimination' | 'single-elimination',
) {
  const title = unique('Midwinter championship '.repeat(5).slice(0, 112));
  const event = await organiser.addEvent({ title, capacity: players, tournamentType, location: 'Ballroom'.repeat(15) });
  for (let player = 1; player <= players; player += 1) {
    await organiser.addWalkIn(event.id, nameOf(player));
  }
  await organiser.drawBracket(event.id);
  return event;
}

test('prints doors, programmes, posters and rosters, and a bracket on one page of either paper or as lists', async ({
  page,
  organiser,
  request,
}) => {
  await test.step('doors and programmes to everybody, posters and a roster to organisers', async () => {
    await test.step('prints a door for each room of a day, one room, and the whole day', async () => {
      const startTime = new Date(Date.parse(soon()) + 30 * 24 * 3600_000).toISOString();
      const rooms = ['Whale Room', 'Zebra Deck'].map(unique);
      for (const location of rooms) await organiser.addEvent({ title: unique('Door'), location, startTime });
      const { id } = await organiser.addEvent({ title: unique('Late'), location: rooms[0] ?? '', startTime });
      await page.goto(`/print?event=${id}`);
      await page.getByLabel('Sheet').selectOption('Room doors');
      await expect(page.getByLabel('Room')).toHaveValue(rooms[0] ?? '');
      await expect(page.getByRole('article')).toHaveCount(1);
      expect(await pagesOf(page, 'door')).toEqual([1, 1]);
      await page.getByLabel('Room').selectOption('Every room');
      await expect(page.getByRole('article')).toHaveCount(2);
      expect(await pagesOf(page, 'doors')).toEqual([2, 2]);
      await page.getByLabel('Sheet').selectOption('Programme of a day');
      await expect(page.getByRole('article').getByRole('row')).toHaveCount(4);
      expect(await pagesOf(page, 'day')).toEqual([1, 1]);
    });

    await test.step('prints a poster for each event of a day that is not completed, to organisers', async () => {
      const startTime = new Date(Date.parse(soon()) + 60 * 24 * 3600_000).toISOString();
      const titles = ['Poster one', 'Poster two', 'Poster three'].map(unique);
      const [first] = await Promise.all(titles.map((title) => organiser.addEvent({ title, startTime })));
      await page.goto(`/print?sheet=posters&event=${first?.id}`);
      await expect(page.getByText('Unlock to see the posters')).toBeVisible();
      await openUnlocked(page, organiser, `/print?sheet=posters&event=${first?.id}`);
      for (const title of titles) await expect(page.getByRole('article', { name: title }).locator('img')).toBeVisible();
      expect(await pagesOf(page, 'posters')).toEqual([3, 3]);
      await organiser.changeStatus(first?.id ?? '', 'in-progress');
      await organiser.changeStatus(first?.id ?? '', 'completed');
      await expect(page.getByRole('article')).toHaveCount(2);
    });

    await test.step('prints the roster of an event, opened from the desk', async () => {
      const title = unique('Roster');
      const { id } = await organiser.addEvent({ title, capacity: 60 });
      await request.post('/api/rsvps', { data: { eventId: id, playerName: 'Rosa', playerEmail: 'rosa@example.org' } });
      await organiser.addWalkIn(id, 'Zed');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
      await openTab(page, 'Manage Events');
      await page.getByLabel('Search events').fill(title);
      await page.getByLabel(`Select ${title}`).check();
      await page.getByRole('group', { name: '1 selected' }).getByRole('link', { name: 'Print' }).click();
      await expect(page.getByRole('row', { name: /^Not here yet Rosa/ })).toBeVisible();
      await expect(page.getByRole('row', { name: /^Here Zed checked in/ })).toBeVisible();
      await expect(page.getByText('rosa@example.org')).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { name: 'PRINT SHEETS' })).toBeHidden();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
      // Firefox and WebKit cut what a grid or a flex box breaks over pages.
      const boxes = page.locator(':has(.paper), .paper, .paper *');
      const kinds = await boxes.evaluateAll((all) => all.map((one) => getComputedStyle(one).display));
      expect(kinds.filter((kind) => /grid|flex/.test(kind))).toEqual([]);
      expect(await pagesOf(page, 'roster')).toEqual([1, 1]);
      await page.emulateMedia({ media: null });
    });
  });

  await test.step('brackets', async () => {
    await test.step('a bracket of 32 is on one page of either paper, opened from the desk', async () => {
      const { id, title } = await drawn(organiser, 32, 'double-elimination');
      for (let played = 0; played < 20; played += 1) {
        const ready = (await organiser.matches(id)).find(({ status }) => status === 'ready');
        await organiser.enterScore(ready?.id ?? '', [played % 2, 2 - (played % 2) * 2]);
      }
      await openUnlocked(page, organiser, `/admin/events/${id}?part=bracket`);
      await page.getByRole('link', { name: `Print the bracket of ${title}` }).click();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText(/ · as of .* (AM|PM) E[DS]T$/)).toBeVisible();
      expect(await pagesOf(page, 'bracket-32')).toEqual([1, 1]);
      const lines = page.locator('.paper > header > p');
      expect(await lines.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
      // Nothing may be cut off at the right.
      const overflow = await page.locator('.paper').evaluate((paper) => paper.scrollWidth - paper.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });

    await test.step('on a phone and on a tablet each round has room for a name', async () => {
      for (const width of [390, 768]) {
        await page.setViewportSize({ width, height: 1024 });
        await expectItFits(page);
        const names = page.locator('.paper-match span');
        const widths = await names.evaluateAll((all) => all.map((one) => one.clientWidth));
        expect(Math.min(...widths)).toBeGreaterThan(60);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    });

    await test.step('a larger bracket is printed as lists, with every player', async () => {
      const { id } = await drawn(organiser, 40, 'single-elimination');
      await page.goto(`/print?sheet=bracket&event=${id}`);
      const sheet = page.locator('.paper');
      for (let player = 1; player <= 40; player += 1) {
        await expect(sheet).toContainText(new RegExp(`${nameOf(player)}(?!\\d)`));
      }
      expect(Math.max(...(await pagesOf(page, 'bracket-40')))).toBeLessThanOrEqual(3);
    });
  });
});
