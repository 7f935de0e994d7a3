import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search names' });
const main = (page: Page) => page.getByRole('main');
const rowsInPage = (page: Page) => main(page).locator('li').count();

/** Creates an account on its own device. */
const addUser = (origin: string, name: string) =>
  fetch(`${origin}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });

test.describe('five thousand', () => {
  test.use({ ownSettings: { SAMPLE_DATA: 'off' } });

  test.beforeEach(async ({ program }) => {
    const db = new DatabaseSync(program.database);
    db.exec('pragma busy_timeout = 5000; begin');
    const add = db.prepare(
      'insert into users (id, name, name_key, score, shown_score, created_at) values (?, ?, ?, ?, ?, ?)',
    );
    for (let place = 1; place <= 5000; place += 1) {
      add.run(
        `user-${place}`,
        `Player ${place}`,
        `player ${place}`,
        ...Array(2).fill(10_000 - place),
        '2025-11-13T12:00:00.000Z',
      );
    }
    db.exec('commit');
    db.close();
    // Added through the program, which invalidates its cache.
    await addUser(program.origin, 'Player 5001');
  });

  test('scrolls with only the visible rows in the DOM, and a newcomer moves nothing', async ({ page, program }) => {
    const response = await page.goto('/scoreboard');
    const sent = (await response?.text()) ?? '';
    // Each name appears once in the list and once in the data; style and shell are not counted.
    expect(sent.match(/Player \d+/g)?.length).toBeLessThan(50 * 2 + 20);
    await expect(main(page)).toContainText('5,001 competitors');
    await expect(main(page)).not.toContainText('Loading scores...');
    await expect.poll(() => rowsInPage(page)).toBeLessThan(45);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
    // Behind the other without points also by name, as the list has them that is read whole.
    const newcomer = unique('Zelda');
    await addUser(program.origin, newcomer);
    await expect(main(page)).toContainText('5,002 competitors');
    expect(await page.evaluate(() => scrollY), 'a newcomer appears without a jump').toBe(2000);

    await page.keyboard.press('End');
    const last = row(page, newcomer);
    await expect(last).toBeInViewport();
    await expect(last).toHaveText(/^Rank 5,001/);
    await expect(last).toHaveAttribute('aria-posinset', '5002');
    await expect(last).toHaveAttribute('aria-setsize', '5002');
    expect(await rowsInPage(page)).toBeLessThan(45);

    await page.evaluate(() => scrollTo({ top: 150_000, behavior: 'instant' }));
    const most = await page.evaluate(async () => {
      let count = 0;
      for (let step = 0; step < 60; step += 1) {
        scrollBy({ top: 400, behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(resolve));
        count = Math.max(count, document.querySelectorAll('main li').length);
      }
      return count;
    });
    expect(most).toBeLessThan(60);

    await page.keyboard.press('Home');
    await expect(page.getByRole('list', { name: 'On the podium' })).toBeInViewport();
    await search(page).fill('player 4999');
    await expect(main(page).getByRole('listitem')).toHaveText([/^Rank 4,999Player 4999/]);
  });
});
