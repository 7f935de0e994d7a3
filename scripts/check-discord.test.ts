import { execFile } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aMessage, CHANNEL, type Fault, startDiscord, type TestDiscord, TOKEN } from '../src/testing/discord.ts';
import { scriptEnv } from '../src/testing/scripts.ts';

let discord: TestDiscord;
beforeEach(async () => {
  discord = await startDiscord();
});
afterEach(() => discord.stop());

const check = (said: Record<string, string> = {}): Promise<{ status: number; told: string }> =>
  new Promise((resolve) => {
    const env = scriptEnv({
      DISCORD_BOT_TOKEN: TOKEN,
      DISCORD_CHANNEL_ID: CHANNEL,
      DISCORD_API_URL: discord.url,
      ...said,
    });
    const child = execFile(process.execPath, ['scripts/check-discord.ts'], { env }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, told: `${stdout}${stderr}`.trim() }),
    );
  });

const failed = (told: string) => ({ status: 1, told: expect.stringContaining(told) });

it('says that announcements work, and asks once', async () => {
  discord.messages = [
    aMessage({ timestamp: '2025-11-14T16:30:00.000000+00:00' }),
    aMessage({ timestamp: '2025-11-13T16:30:00+00:00' }),
  ];
  expect(await check()).toEqual({
    status: 0,
    told: 'Announcements work: 2 messages, the newest by Priya on 2025-11-14T16:30:00.000Z.',
  });
  expect(discord.asks).toHaveLength(1);
});

it('accepts an empty channel, and names another possible cause', async () => {
  expect(await check()).toEqual({
    status: 0,
    told: expect.stringMatching(/nothing is in it yet.+Read Message History/),
  });
});

it.each<[Fault, string]>([
  ['403', 'The bot may not read the channel.'],
  ['wordless', 'Turn on the Message Content Intent'],
  ['rate-limited', 'Discord asks us to wait 120 seconds.'],
  ['500', 'Discord gave no usable answer: it answered 500.'],
  ['html', 'it sent something that is not JSON'],
  ['wrong-types', 'in an unknown format'],
])('reports %s', async (fault, told) => {
  discord.messages = [aMessage()];
  discord.fault = fault;
  expect(await check()).toEqual(failed(told));
});

it('distinguishes a bad token, an unknown channel and a missing network', async () => {
  const told = await Promise.all([
    check({ DISCORD_BOT_TOKEN: 'wrong' }),
    check({ DISCORD_CHANNEL_ID: '42' }),
    check({ DISCORD_API_URL: 'http://127.0.0.1:1/api/v10' }),
  ]);
  expect(told).toEqual([
    failed('Discord does not know the bot token.'),
    failed('Discord has no such channel.'),
    failed('Discord cannot be reached'),
  ]);
});

it('never prints the token', async () => {
  for (const fault of ['401', '500', 'reset'] as const) {
    discord.fault = fault;
    expect((await check()).told).not.toContain(TOKEN);
  }
});

it('says which settings are missing', async () => {
  expect(await check({ DISCORD_BOT_TOKEN: '', DISCORD_CHANNEL_ID: '' })).toEqual(
    failed('Set DISCORD_BOT_TOKEN and DISCORD_CHANNEL_ID.'),
  );
  expect(await check({ DISCORD_CHANNEL_ID: '' })).toEqual(
    failed('DISCORD_CHANNEL_ID is missing beside DISCORD_BOT_TOKEN'),
  );
});
