/** Announcements from a fake Discord server. */
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { aMessage, aPerson, CHANNEL, startDiscord, type TestDiscord, TOKEN } from '../src/testing/discord.ts';
import { expect, test as journey, onPhone } from './journey.ts';

type Channel = {
  discord: TestDiscord;
  /** Moves the stored times of the last requests back, because Discord is asked only twice a minute. */
  minutePasses: () => void;
};

const test = journey.extend<Channel>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
  discord: async ({}, use) => {
    const discord = await startDiscord();
    await use(discord);
    await discord.stop();
  },
  minutePasses: async ({ program }, use) => {
    await use(() => {
      const opened = new DatabaseSync(program.database, { timeout: 5000 });
      const { asked_at: at } = opened.prepare('select asked_at from announcement_lists').get() as { asked_at: string };
      const earlier = new Date(Date.parse(at) - 60_000).toISOString();
      opened.prepare('update announcement_lists set asked_at = ?, asked_before_at = null').run(earlier);
      opened.close();
    });
  },
  ownSettings: async ({ discord }, use) => {
    await use({
      DISCORD_BOT_TOKEN: TOKEN,
      DISCORD_CHANNEL_ID: CHANNEL,
      DISCORD_API_URL: discord.url,
    });
  },
});

const said = (content: string, more: Record<string, unknown> = {}) =>
  aMessage({ content, timestamp: new Date().toISOString(), ...more });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();
/** What came from the chat: the sample has messages of its own. */
const posts = (page: Page) => page.locator('article[aria-labelledby^="author-"]');
const note = (page: Page) =>
  page.getByText(/^The channel can’t be read just now\. These are the announcements as of \d/);

onPhone(() => {
  test('announcements appear, reach open pages, and survive Discord’s failure', async ({
    page,
    otherPage,
    discord,
    minutePasses,
  }) => {
    discord.messages = [said('Doors open at **nine**', { author: aPerson({ avatar: null }) })];
    await page.goto('/');
    await page.getByRole('link', { name: /^News/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'ANNOUNCEMENTS' })).toBeVisible();
    const first = page.getByRole('article', { name: 'Priya' });
    await expect(first).toContainText('just now');
    await expect(first.getByText('nine')).toHaveJSProperty('tagName', 'STRONG');
    await expect(first).toContainText('PR');

    const plain = await otherPage({ javaScriptEnabled: false });
    await plain.goto('/announcements');
    await expect(plain.getByRole('article', { name: 'Priya' })).toContainText('Doors open at nine');
    const open = await otherPage();
    await open.goto('/announcements');
    await expect(posts(open)).toHaveCount(1);

    const embed = { title: 'Map', url: 'https://map.example/', description: 'Ballroom B', color: 0x3dd6c4 };
    discord.messages = [
      said('Karaoke moved', { author: aPerson({ id: '7', global_name: 'Sam' }), embeds: [embed] }),
      ...discord.messages,
    ];
    minutePasses();
    await refresh(page);
    await expect(posts(page)).toHaveCount(2);
    await expect(posts(page).first()).toContainText('Karaoke moved');
    await expect(page.getByRole('link', { name: 'Map' })).toHaveAttribute('href', 'https://map.example/');
    await expect(posts(page).first().locator('img')).toHaveJSProperty('naturalWidth', 1);
    // The other page updates without a reload.
    await expect(posts(open)).toHaveCount(2);

    discord.fault = '500';
    minutePasses();
    await refresh(page);
    await expect(note(page)).toBeVisible();
    await expect(posts(page)).toHaveCount(2);
    await page.reload();
    await expect(note(page)).toBeVisible();
    await expect(posts(page)).toHaveCount(2);

    discord.fault = null;
    minutePasses();
    await refresh(page);
    await expect(note(page)).toBeHidden();
    expect(discord.asks).toHaveLength(4);
  });
});

journey('a festival without a channel says so', async ({ page, trouble }) => {
  trouble.expect(/503.*\/api\/discord\/announcements/);
  await page.goto('/announcements');
  await expect(page.getByText('Failed to load announcements')).toBeVisible();
  await expect(
    page.getByText('Discord integration may not be configured or the channel is inaccessible'),
  ).toBeVisible();
  // Below the two messages of the sample, and once.
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Failed to load announcements', { exact: true })).toHaveCount(1);
});
