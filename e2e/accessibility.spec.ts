import type { Page } from '@playwright/test';
import { DESKTOP, expectLegibleToast, expectNothingSerious, expectNothingSeriousAtBothSizes, PHONE } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import {
  dialog,
  expectLoaded,
  expectToast,
  openCard,
  openParts,
  openTab,
  openUnlocked,
  pressLock,
  register,
  sidebar,
  TABS,
  TABS_WITH_PARTS,
} from './screen.ts';
import { NOT_CONNECTED } from './trouble.ts';

/**
 * Two parts of the home page that together have every badge and button; the whole page takes axe three times as long.
 */
const HOME = ['/?type=course', '/?type=board-game'];
const IN_SIDEBAR = [
  ['Details', 'DETAILS'],
  ['Top Gun Competition', 'TOP GUN COMPETITION'],
  ['My schedule', 'MY SCHEDULE'],
  ['Scoreboard', 'HIGH SCORES'],
  ['Privacy', 'PRIVACY'],
] as const;
const OTHERS = [
  '/announcements',
  '/inventory',
  '/rooms',
  '/rooms/Dune%20Room',
  '/join',
  '/display',
  '/check-in',
  '/print',
];
/** Too long for a line, in every text that people see of an event. */
const WORD = 'Sandcastlechampionshipsemifinalqualificationroundpreliminary';

// Each looks at a dozen screens with axe, at two widths and in two themes.
test.describe.configure({ timeout: 120_000 });

/** In the page: texts that a translator would take from React, because they have no element of their own. */
const textsWithoutElement = (): string[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const held: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() === '' || text.parentElement?.closest('script, style, noscript, textarea, title')) continue;
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber'))) held.push(text.data);
  }
  return held;
};

/** No page may scroll sideways, as it opens and at 320 px. */
async function expectGoodAtEverySize(page: Page): Promise<void> {
  // What a toast says aloud is there for a second.
  await expect.poll(() => page.evaluate(textsWithoutElement), 'texts without an element of their own').toEqual([]);
  await expectNothingSeriousAtBothSizes(page);
  await expectItFits(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectItFits(page);
  await page.setViewportSize(DESKTOP);
}

test('finds nothing serious on any page of visitors at either size; each fits 320 px, and its texts can be translated', async ({
  page,
  trouble,
}) => {
  await test.step('the pages of the sidebar', async () => {
    for (const path of HOME) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('article')).not.toHaveCount(0);
        await expectGoodAtEverySize(page);
      });
    }
    for (const [name, heading] of IN_SIDEBAR) {
      await test.step(name, async () => {
        await (await sidebar(page)).getByRole('link', { name }).click();
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expectLoaded(page);
        await expectGoodAtEverySize(page);
      });
    }
  });

  await test.step('the pages besides', async () => {
    trouble.expect(/status of 404/);
    trouble.allow(NOT_CONNECTED);
    for (const path of OTHERS) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectLoaded(page);
        await expectGoodAtEverySize(page);
      });
    }
    await test.step('an unknown path, with a link back', async () => {
      const answer = await page.goto('/nowhere');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Oceanfront Games Festival');
      await expectGoodAtEverySize(page);
      await page.getByRole('link', { name: 'Back to the events' }).click();
      await expect(page).toHaveURL('/');
      await expect(page).toHaveTitle('Oceanfront Games Festival');
      await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeVisible();
    });
  });
});

test('finds nothing serious in the unlocked dashboard at either size; what is chosen or disabled looks so in forced colours', async ({
  page,
  organiser,
}) => {
  await test.step('the dashboard', async () => {
    await openUnlocked(page, organiser, '/admin');
    for (const [name] of TABS) {
      await test.step(name, async () => {
        await openTab(page, name);
        await expectGoodAtEverySize(page);
      });
    }
    for (const name of TABS_WITH_PARTS) {
      await test.step(`${name}, opened`, async () => {
        await openTab(page, name);
        await openParts(page);
        await expectGoodAtEverySize(page);
      });
    }
  });

  await test.step('forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const colours = (selector: string) =>
      page
        .locator(selector)
        .filter({ visible: true })
        .first()
        .evaluate((element) => {
          const { backgroundColor, color } = getComputedStyle(element);
          return backgroundColor === color ? 'unreadable' : `${color} on ${backgroundColor}`;
        });
    const expectDifferent = async (chosen: string, other: string) => {
      expect(await colours(chosen)).not.toBe('unreadable');
      expect(await colours(chosen), `${chosen} beside ${other}`).not.toBe(await colours(other));
    };
    await openUnlocked(page, organiser, '/');
    await page.getByRole('button', { name: 'Has places' }).click();
    await page.locator('.day-chip').nth(1).click();
    for (const chip of ['.filter-chip', '.day-chip', '.side-link']) {
      await expectDifferent(
        `${chip}:is([aria-pressed=true], [aria-current])`,
        `${chip}:not([aria-pressed=true], [aria-current])`,
      );
    }
    await page.goto('/admin/users');
    await expectDifferent(
      'a[href^="/admin"][aria-current]:not(.side-link)',
      'a[href^="/admin/"]:not([aria-current], .side-link)',
    );
    await page.goto('/check-in');
    await expectDifferent('.btn[aria-disabled]', '.btn:not([aria-disabled])');
  });
});

test('finds nothing serious in any dialog, the frame and the menu at either size, and each fits 320 px, also with words of 60 letters', async ({
  page,
  organiser,
  trouble,
}) => {
  await test.step('dialogs about an event', async () => {
    trouble.expect(/status of 409/);
    const { id, title } = await organiser.addEvent({
      title: unique(WORD),
      ...{ description: `${WORD} ${WORD}`, location: WORD, host: WORD },
      ...{ eventType: 'video-game', tournamentType: 'double-elimination' },
    });
    await organiser.changeStatus(id, 'in-progress');
    await organiser.register(id, 'Alex');
    const found = await openCard(page, title);
    await register(page, found, 'ALEX');
    const told = 'Someone called ALEX has a place already. Add an initial.';
    await page.setViewportSize(PHONE);
    await expectToast(page, 'Error', told);
    const toast = await page.locator('.toast').boundingBox();
    const form = dialog(page, 'Register for Event');
    const heading = await form.getByRole('heading').boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0), 'the title is not covered').toBeLessThan(heading?.y ?? 0);
    await expectLegibleToast(page, 'Error', told);
    await expectGoodAtEverySize(page);
    await form.getByLabel('Player Name').fill(WORD);
    await page.keyboard.press('Enter');
    await expectLegibleToast(page, 'Success!', "You've been registered for the event.");
    await found.getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Cancel my place' }).click();
    await expect(page.getByRole('button', { name: 'Keep my place' })).toBeFocused();
    await expectGoodAtEverySize(page);
    await page.goto('/schedule');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Cancel my place' }).click();
    await expect(page.getByRole('button', { name: 'Yes, cancel it' })).toBeVisible();
    await expectGoodAtEverySize(page);
    await page.goto('/?q=chess');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    const account = dialog(page, 'Register for the festival');
    await account.getByRole('button', { name: 'Someone else' }).click();
    await account.getByRole('button', { name: 'Register' }).click();
    await expectLegibleToast(page, 'Name Required', 'Please enter your name to register.');
    await expectGoodAtEverySize(page);
  });

  await test.step('the frame, the menu and the other dialogs', async () => {
    await page.goto('/?q=chess&event=gone');
    await expect(dialog(page, 'Event not found')).toBeVisible();
    await expectGoodAtEverySize(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The frame of every page: both sizes in both themes.
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await expectNothingSerious(page);
    }
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(dialog(page, 'Menu')).toBeVisible();
    await expectNothingSerious(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectItFits(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Menu')).toHaveCount(0);
    await pressLock(page, 'Unlock admin mode');
    await expect(dialog(page, 'Enter Admin Password')).toBeVisible();
    await expectGoodAtEverySize(page);
    await openUnlocked(page, organiser, '/?q=chess');
    await page.getByRole('button', { name: 'Create New Event' }).click();
    await dialog(page, 'Create New Event').getByRole('button', { name: 'Create Event' }).click();
    await expectLegibleToast(page, 'Missing Fields', 'Please fill in all required fields.');
    await expectGoodAtEverySize(page);
  });
});
