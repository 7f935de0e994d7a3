import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import type { User } from '#features/users/contract.ts';
import { expect, test } from './journey.ts';
import { justWrote, unique } from './organiser.ts';

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

async function _rankOf(origin: string, name: string): Promise<number> {
  const users = (await (await fetch(`${origin}/api/users`, { headers: justWrote() })).json()) as User[];
  const score = users.find((user) => user.name === name)?.score ?? 0;
  return 1 + users.filter((user) => user.score > score).length;
}

test('a newcomer appears among a hundred without a jump', async ({ page, program }) => {
  await page.goto('/scoreboard');
  await page.mouse.move(600, 600);
  await expect(main(page)).not.toContainText('Loading scores...');
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
  const before = await main(page).textContent();
  await addUser(program.origin, unique('Newcomer'));
  await expect.poll(() => main(page).textContent()).not.toBe(before);
  expect(await page.evaluate(() => scrollY)).toBe(2000);
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

  test('scrolls with only the visible rows in the DOM', async ({ page }) => {
    const response = await page.goto('/scoreboard');
    const sent = (await response?.text()) ?? '';
    // Each name appears once in the list and once in the data; style and shell are not counted.
    expect(sent.match(/Player \d+/g)?.length).toBeLessThan(50 * 2 + 20);
    await expect(main(page)).toContainText('5,001 competitors');
    await expect(main(page)).not.toContainText('Loading scores...');
    await expect.poll(() => rowsInPage(page)).toBeLessThan(45);
    await page.keyboard.press('End');
    await expect(row(page, 'Player 5001')).toBeInViewport();
    await expect(row(page, 'Player 5001')).toHaveText(/^Rank 5,001/);
    await expect(row(page, 'Player 5001')).toHaveAttribute('aria-posinset', '5001');
    await expect(row(page, 'Player 5001')).toHaveAttribute('aria-setsize', '5001');
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
