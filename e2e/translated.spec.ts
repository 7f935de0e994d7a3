import type { Page } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectLoaded, expectToast, fillRsvp, sidebar } from './screen.ts';

/** In the page: does to every text, also to each that comes later, what Google Translate does. Returns the texts that React holds. */
const translatePage = (): string[] => {
  const held: string[] = [];
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, noscript, textarea, title'))
        continue;
      if (Object.keys(text).some((key) => key.startsWith('__reactFiber'))) held.push(text.data);
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      (outer.firstElementChild ?? outer).textContent = text.data;
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) if (node.isConnected) translate(node);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return held;
};

const openTranslated = async (page: Page, path: string) => {
  await page.goto(path);
  await expectLoaded(page);
  expect(await page.evaluate(translatePage), `texts of ${path} without an element of their own`).toEqual([]);
};

// accessibility.spec.ts looks on every page for texts that a translator would take from React.
onPhone(() => {
  test('keeps a translated page in use, and loads one that React has lost again once by itself', async ({
    page,
    organiser,
    trouble,
  }) => {
    await test.step('days, search, seats, a place, its toasts, missions', async () => {
      const event = await organiser.addEvent({ title: unique('Sea chess'), capacity: 4 });
      // The messages of the sample are said once, before.
      await page.goto('/');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await openTranslated(page, '/');
      const chips = page.getByRole('toolbar', { name: 'Filters and days' });
      await chips.getByRole('link').nth(1).click();
      await chips.getByRole('link', { name: 'All days' }).click();
      await chips.getByRole('button', { name: 'Has places' }).click();
      await chips.getByRole('button', { name: 'Has places' }).click();
      const search = page.getByRole('searchbox', { name: 'Search events' });
      await search.fill('nothing is called this');
      await expect(page.getByText('No events found')).toBeVisible();
      await search.fill(event.title);
      const here = card(page, event.title);
      await expect(here).toContainText('0 / 4 players');
      await organiser.register(event.id, 'Cem');
      await expect(here).toContainText('1 / 4 players');
      await here.getByRole('button', { name: 'RSVP' }).click();
      await fillRsvp(page, 'Ana');
      await expectToast(page, 'Success!', "You've been registered for the event.");
      await expect(here).toContainText('2 / 4 players');
      await here.getByRole('link', { name: event.title }).click();
      await expect(dialog(page, event.title)).toContainText('2 / 4');
      await organiser.register(event.id, 'Dee');
      await expect(dialog(page, event.title)).toContainText('3 / 4');
      await page.keyboard.press('Escape');
      await search.fill('');
      await page.locator('a[href="/schedule"]').filter({ visible: true }).first().click();
      await page.getByRole('button', { name: /^Cancel my/ }).click();
      await page.getByRole('button', { name: /^Yes/ }).click();
      await expect(page.getByRole('button', { name: /^Cancel my/ })).toHaveCount(0);
      await page.goBack();
      await expect(here).toContainText('2 / 4 players');

      await (await sidebar(page)).getByRole('link', { name: 'Top Gun Competition' }).click();
      const ticks = page.getByRole('checkbox');
      await ticks.first().check();
      await expect(page.getByText('1 of 42 done')).toBeVisible();
      await ticks.first().uncheck();
      await expect(page.getByText('0 of 42 done')).toBeVisible();
    });

    await test.step('a page that React has lost', async () => {
      trouble.expect(/^console error: NotFoundError/);
      const search = page.getByRole('searchbox', { name: 'Search events' });
      const loseList = async () => {
        // The address may have kept the search of the first time.
        await search.fill('');
        await expect(page.getByRole('article')).not.toHaveCount(0);
        await page.evaluate(() => {
          for (const part of document.querySelectorAll('#events > :not(header)')) part.remove();
        });
        await search.fill('nothing is called this');
      };
      await page.goto('/');
      const reloaded = page.waitForEvent('load');
      await loseList();
      await reloaded;
      await page.locator('html[data-alive]').waitFor({ state: 'attached' });
      await loseList();
      await expect(page.getByRole('button', { name: 'Load it again' })).toBeVisible();
    });
  });
});
