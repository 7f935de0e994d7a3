import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { channelOf, contents, limitFor, look } from '#testing/announcements.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { aMessage, type Fault, startDiscord, type TestDiscord } from '#testing/discord.ts';
import type { Channel } from './client.ts';

let discord: TestDiscord;
beforeEach(async () => {
  discord = await startDiscord();
  onTestFinished(() => discord.stop());
});

const channel = (said: Partial<Channel> = {}) => channelOf(discord, said);
const warningsIn = async (app: TestApp) =>
  (await (await app.admin()).send('GET /api/admin/attention')).json<{ text: string }[]>().map(({ text }) => text);
const problemsIn = (app: TestApp): string[] =>
  app.log
    .map((line) => JSON.parse(line))
    .filter(({ level, msg }) => level >= 40 && /announcements/.test(msg))
    .map(({ msg }) => msg);

const NONE = { status: 503, body: { code: 'BUSY', message: 'There are no announcements to read yet.' } };

const FAULTS: [Fault, string][] = [
  ['slow', 'Discord cannot be reached: no answer within 0.3 seconds.'],
  ['rate-limited', 'Discord asks us to wait 120 seconds.'],
  ['rate-limited-by-reset', 'Discord asks us to wait 121 seconds.'],
  ['503-retry', 'Discord asks us to wait 120 seconds.'],
  ['401', 'Discord does not know the bot token.'],
  ['403', 'The bot may not read the channel.'],
  ['404', 'Discord has no such channel.'],
  ['500', 'it answered 500'],
  ['html', 'it sent something that is not JSON'],
  ['cut', 'Discord cannot be reached'],
  ['wrong-types', 'in an unknown format'],
  ['not-a-list', 'something else than a list'],
  ['huge', 'it sent more than 1024 KiB'],
  ['redirect', 'it answered 302'],
  ['reset', 'Discord cannot be reached'],
  ['wordless', 'Message Content Intent'],
];
const WAITING: Fault[] = ['rate-limited', 'rate-limited-by-reset', '503-retry'];
const FINAL: Fault[] = ['401', '403'];

describe.each(FAULTS)('when Discord fails (%s)', (fault, message) => {
  it('serves the last list, does not ask Discord again too soon, and logs why once', async () => {
    discord.messages = [aMessage({ content: 'Good' })];
    const app = await testApp('sqlite', { channel: channel(limitFor(fault)) });
    expect(await contents(app)).toEqual(['Good']);
    discord.fault = fault;
    const times: number[] = [];
    for (let second = 0; second < 300; second += 10) {
      app.clock.pass(10_000);
      const before = discord.asks.length;
      expect(await contents(app)).toEqual(['Good']);
      for (let count = before; count < discord.asks.length; count += 1) times.push(second + 10);
    }
    for (const [index, time] of times.entries()) expect((times[index + 2] ?? Infinity) - time).toBeGreaterThan(60);
    if (FINAL.includes(fault)) expect(times).toEqual([30]);
    else if (WAITING.includes(fault))
      expect(times).toEqual(fault === 'rate-limited-by-reset' ? [30, 160, 290] : [30, 150, 270]);
    else expect(times).toEqual([30, 70, 100, 140, 170, 210, 240, 280]);
    const answer = await look(app);
    expect(answer.headers['x-data-age']).toBe('300');
    expect(problemsIn(app)).toEqual([expect.stringContaining(message)]);
    expect(await warningsIn(app)).toEqual([expect.stringContaining(message)]);

    discord.fault = null;
    app.clock.pass(130_000);
    expect((await look(app)).headers['x-data-age']).toBe(FINAL.includes(fault) ? '430' : undefined);
    expect(await warningsIn(app)).toHaveLength(FINAL.includes(fault) ? 1 : 0);
  });
});

it.each<Fault>(['500', '401', 'rate-limited'])(
  'answers 503 while there is no list (%s), and everything else works',
  async (fault) => {
    discord.messages = [aMessage()];
    discord.fault = fault;
    const app = await testApp('sqlite', { channel: channel(limitFor(fault)) });
    const answer = await look(app);
    expect([seen(answer), answer.headers['retry-after']]).toEqual([NONE, '30']);
    expect((await app.browser().send('GET /api/events')).statusCode).toBe(200);
  },
);

it('a read does not wait long for a slow Discord while there is a list', async () => {
  discord.messages = [aMessage({ content: 'Old' })];
  const app = await testApp('sqlite', { channel: channel({ limitMs: 30_000 }) });
  expect(await contents(app)).toEqual(['Old']);
  discord.fault = 'slow';
  app.clock.pass(60_000);
  const started = performance.now();
  expect(await contents(app)).toEqual(['Old']);
  expect(performance.now() - started).toBeLessThan(10_000);
});
