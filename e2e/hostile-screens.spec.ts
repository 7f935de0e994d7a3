/** Hostile text in every field, on every screen: it stays text, nothing runs, and nothing overflows. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { CHANNEL, startDiscord, TOKEN } from '#testing/discord.ts';
import { expectItFits } from './fits.ts';
import { fillFestival, HOSTILE, type Hostile, hostileFacts, hostileMessages, NAMES } from './hostile-festival.ts';
import { expect, test as journey } from './journey.ts';
import { ADMIN_PASSWORD } from './program.ts';
import {
  dialog,
  expectToast,
  expectUnlocked,
  openPart,
  openParts,
  openTab,
  TABS,
  TABS_WITH_PARTS,
  unlock,
} from './screen.ts';

const { markup } = HOSTILE;

type Look = (page: Page, path: string, shows?: string, where?: string) => Promise<void>;
type Filled = { hostile: Hostile; look: Look };

const test = journey.extend<Filled>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
  ownSettings: async ({}, use, testInfo) => {
    const discord = await startDiscord();
    const file = testInfo.outputPath('festival.json');
    await writeFile(file, hostileFacts());
    discord.messages = hostileMessages();
    await use({
      ...{ FESTIVAL_FILE: file, SAMPLE_DATA: 'off' },
      ...{ DISCORD_BOT_TOKEN: TOKEN, DISCORD_CHANNEL_ID: CHANNEL, DISCORD_API_URL: discord.url },
    });
    await discord.stop();
  },

  hostile: async ({ page, playwright, baseURL }, use) => {
    const organiser = await playwright.request.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
    await use(await fillFestival(page.request, organiser));
    await organiser.dispose();
  },

  /** Opens a screen and checks that the texts are readable there and only text. */
  look: async ({ page }, use) => {
    const asked: string[] = [];
    page.on('dialog', (box) => {
      asked.push(box.message());
      void box.dismiss();
    });
    await use(async (shown, path, shows = markup, where = 'main') => {
      if (path !== '') await shown.goto(path);
      await expect(shown.locator(where).last()).toContainText(shows);
      await expectOnlyText(shown);
      await expectItFits(shown);
      expect(asked).toEqual([]);
    });
  },
});

/** Checks that no text became an element, an attribute or a script. */
const expectOnlyText = async (page: Page) =>
  expect(
    await page.evaluate(() => ({
      ran: 'hit' in window,
      made: [...document.querySelectorAll('[onerror], [onmouseover], img[src=x], body b')].map(
        ({ outerHTML }) => outerHTML,
      ),
      // The check-in code is a picture in its own download link.
      links: [...document.querySelectorAll('a')]
        .map(({ href }) => href)
        .filter((one) => !/^https?:|^data:image\/png/.test(one)),
    })),
  ).toEqual({ ran: false, made: [], links: [] });

const DIALOG = '[role=dialog]';
const ATTACK = '</script><script>window.hit=1</script>';
const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

test('visitors read it on every screen on a phone, and organisers in every tab and dialog', async ({
  page,
  hostile,
  look,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/status of 404/);
  await visitorsRead(page, hostile, look);
  await organisersRead(page, hostile, look);
});

async function visitorsRead(page: Page, hostile: Hostile, look: Look): Promise<void> {
  // What fits there fits every phone.
  await page.setViewportSize(NARROW);
  for (const path of ['/', '/details', '/top-gun', '/schedule', '/announcements', '/inventory', '/scoreboard']) {
    await test.step(path, async () => {
      await look(page, path);
    });
  }
  await look(page, `/?q=${encodeURIComponent(markup)}`);
  await look(page, `/?event=${hostile.played}&view=bracket`, markup, DIALOG);
  await look(page, `/?event=${hostile.open}`, HOSTILE['the end of a script'], DIALOG);
  await page.getByRole('button', { name: 'A place for another person' }).click();
  await expect(dialog(page, 'Register for Event')).toBeVisible();
  await look(page, '', HOSTILE['the end of a script'], DIALOG);
  await page.keyboard.press('Escape');
  const mine = page.getByRole('dialog').getByRole('region', { name: 'Places of this device' });
  await mine.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(mine).toContainText(`Give up ${NAMES[0]}’s place?`);
  // At the place of the button before: a second tap there does nothing for half a second.
  await mine.getByRole('button', { name: 'Yes, cancel it' }).press('Enter');
  await expectToast(page, 'Place cancelled', `${NAMES[0]} no longer has a place in ${HOSTILE['the end of a script']}.`);
  await expectOnlyText(page);
  await expect(page).toHaveTitle(`${HOSTILE['the end of a script']} · ${NAMES[0]}`);
  for (const query of [`event=${ATTACK}`, `type=${ATTACK}`, '__proto__=1', 'q=%00']) {
    await look(page, `/?${query.includes('%') ? query : encodeURI(query)}`, '');
  }
  await look(page, '/privacy', 'You have');
  await look(page, `/${encodeURIComponent(markup)}`, 'Page not found');
  await look(page, `/display?event=${hostile.played}`);
  await look(page, `/check-in?token=${encodeURIComponent(markup)}`, 'CHECK-IN');
  await page.goto(hostile.entrance);
  const [, stranger = ''] = NAMES;
  // They fill in the name when they arrive.
  await expect(page.getByText('Names used on this device')).toBeVisible();
  await page.getByLabel('Your Name').fill(stranger);
  await page.getByRole('button', { name: /^CHECK/ }).click();
  await look(page, '', `Nobody called '${stranger}' has a place in`);
}

async function organisersRead(page: Page, hostile: Hostile, look: Look): Promise<void> {
  await page.goto('/admin');
  await unlock(page, ADMIN_PASSWORD);
  await expectUnlocked(page);
  for (const [tab] of TABS) {
    await test.step(tab, async () => {
      await openTab(page, tab);
      // Overview shows the event that is live.
      const shows =
        { Overview: HOSTILE['a comment and an entity'], Screens: '', 'Set up': '' }[tab as string] ?? markup;
      await look(page, '', shows);
    });
  }
  await page.setViewportSize(DESKTOP);
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  const press = async (name: string, shows = markup) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await look(page, '', shows, DIALOG);
    await leave();
  };
  await openTab(page, 'Manage Users');
  // Edited text is in an input, which is not text of the page.
  await press(`Edit ${NAMES[0]}`, 'Edit User');
  await press(`Delete ${NAMES[0]}`);
  await openTab(page, 'Manage Events');
  for (const question of [`Edit ${markup}`, `Duplicate ${markup}`, `Delete ${markup}`]) await press(question);
  await openTab(page, 'User Scores');
  await openPart(page, 'Upload scores');
  await page.getByLabel('Choose a file').setInputFiles({
    ...{ name: '<img src=x onerror=window.hit=1>.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`Name,Score\n"${markup.replaceAll('"', '""')}",1\n${markup},x\n`),
  });
  await expect(page.getByText('<img src=x onerror=window.hit=1>.csv')).toBeVisible();
  await look(page, '');
  for (const name of TABS_WITH_PARTS) {
    await openTab(page, name);
    await openParts(page);
    await look(page, '');
  }
  await page.getByLabel('Programme from CSV').setInputFiles({
    ...{ name: `${markup}.csv`.replaceAll('/', '_'), mimeType: 'text/csv' },
    buffer: Buffer.from(`Title,Type,Start,Location,Host,"${markup.replaceAll('"', '""')}"\na,b,c,d,e,f\n`),
  });
  await look(page, '', 'Unknown columns, left out: <img src=x', DIALOG);
  await leave();
  await openTab(page, 'QR Check-In');
  await page.getByLabel('Event', { exact: true }).selectOption(hostile.played);
  await expect(page.getByRole('list', { name: 'Places' })).toContainText(NAMES[0] ?? '');
  await look(page, '');
}
