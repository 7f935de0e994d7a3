import { readFileSync } from 'node:fs';
import type { Festival } from '#features/festival/contract.ts';
import { expect, onPhone, test } from './journey.ts';
import { sidebar } from './screen.ts';

const festival = JSON.parse(readFileSync('festival.json', 'utf8')) as Festival;

onPhone(() => {
  test('find the details: what, when, where, who and why', async ({ page, otherPage }) => {
    await page.goto('/');
    await (await sidebar(page)).getByRole('link', { name: 'Details' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'DETAILS' })).toBeVisible();
    const plain = await otherPage({ javaScriptEnabled: false });
    await plain.goto('/details');
    for (const shown of [page, plain]) {
      await expect(shown.getByText(festival.faq.introduction)).toBeVisible();
      for (const [question, answer] of [
        ['What?', festival.faq.what],
        ['When?', festival.faq.when],
        ['Where?', festival.faq.where],
        ['Who?', festival.faq.who],
        ['Why?', festival.faq.why],
      ] as const) {
        await expect(shown.getByRole('region', { name: question })).toContainText(answer);
      }
      await expect(
        shown.getByRole('region', { name: 'When?' }).getByText(festival.dates, { exact: true }),
      ).toBeVisible();
      const map = shown.getByRole('link', { name: festival.address });
      await expect(map).toHaveAttribute('href', /^(https:\/\/www\.openstreetmap\.org|https:\/\/maps\.apple|geo:)/);
    }
  });

  test('find a mission and tick it off; a reload keeps it, another device does not have it', async ({
    page,
    otherPage,
  }) => {
    await page.goto('/details');
    await (await sidebar(page)).getByRole('link', { name: 'Top Gun Competition' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'How to Compete' })).toBeVisible();
    await expect(page.getByRole('region', { name: /.*/ }).getByRole('heading', { level: 3 })).toContainText(
      festival.missions.map(({ category }) => category),
    );
    await expect(page.getByRole('checkbox')).toHaveCount(42);
    await expect(page.getByText('0 of 42 done')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Win by exactly one point 6 points' }).click();
    const jackpot = page.getByRole('checkbox', { name: /1,000,000 points$/ });
    await jackpot.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('2 of 42 done')).toBeVisible();
    await page.reload();
    await expect(page.getByText('2 of 42 done')).toBeVisible();
    await expect(jackpot).toBeChecked();

    const other = await otherPage();
    await other.goto('/top-gun');
    await expect(other.getByText('0 of 42 done')).toBeVisible();
    await jackpot.click();
    await expect(page.getByText('1 of 42 done')).toBeVisible();
  });

  test('a mission waits for hydration, and the progress never covers it', async ({ page }) => {
    await test.step('a mission cannot be ticked before hydration, when the tick would be lost', async () => {
      let open = () => {};
      const late = new Promise<void>((resolve) => (open = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await late;
        await route.continue();
      });
      await page.goto('/top-gun', { waitUntil: 'commit' });
      const first = page.getByRole('checkbox').first();
      await expect(first).toBeDisabled();
      open();
      await first.click();
      await expect(page.getByText('1 of 42 done')).toBeVisible();
    });

    await test.step('the progress never covers the focused mission', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/top-gun');
      await expect(page.getByRole('checkbox').last()).toBeEnabled();
      await page.getByRole('checkbox').last().focus();
      const covered: string[] = [];
      for (let step = 0; step < 41; step += 1) {
        await page.keyboard.press('Shift+Tab');
        const told = await page.evaluate(() => {
          const bar = document.querySelector('.mission-progress')?.getBoundingClientRect();
          const box = document.activeElement?.getBoundingClientRect();
          return bar !== undefined && box !== undefined && box.top >= bar.bottom
            ? null
            : document.activeElement?.outerHTML;
        });
        if (told !== null) covered.push(`${step}: ${told}`);
      }
      expect(covered).toEqual([]);
      await expect(page.getByRole('checkbox').first()).toBeFocused();
    });
  });

  test('the 404 page links home, and only the pages that show them contain the FAQ and the missions', async ({
    page,
    trouble,
    request,
  }) => {
    await test.step('the 404 page links home, to the schedule and to the details', async () => {
      trouble.expect(/status of 404/);
      await page.goto('/down/with/the/sun');
      for (const [link, heading] of [
        ['Back to the events', festival.name],
        ['My schedule', 'MY SCHEDULE'],
        ['Festival details', 'DETAILS'],
      ] as const) {
        await expect(page.getByText('This page was not found.')).toBeVisible();
        await page.getByRole('main').getByRole('link', { name: link }).click();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await page.goBack();
      }
    });

    await test.step('only the pages that show them contain the FAQ and the missions', async () => {
      const { why } = festival.faq;
      const task = festival.missions[0]?.missions[0]?.task ?? '';
      const carried = async (path: string) => {
        const text = await (await request.get(path)).text();
        return [text.includes(why), text.includes(task)];
      };
      expect(await carried('/')).toEqual([false, false]);
      expect(await carried('/schedule')).toEqual([false, false]);
      expect(await carried('/details')).toEqual([true, false]);
      expect(await carried('/top-gun')).toEqual([false, true]);
      expect(await carried('/api/festival')).toEqual([true, true]);
    });
  });
});
