import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { channelOf, contents, limitFor, look } from '#testing/announcements.ts';
import { seen, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';
import { aMessage, aPerson, CHANNEL, PNG, startDiscord, type TestDiscord, TOKEN } from '#testing/discord.ts';
import type { Channel } from './client.ts';
import type { Announcement } from './contract.ts';

let discord: TestDiscord;
beforeEach(async () => {
  discord = await startDiscord();
  onTestFinished(() => discord.stop());
});

const channel = (said: Partial<Channel> = {}) => channelOf(discord, said);

it('announcements are fetched with the bot’s token, once for all concurrent reads', async () => {
  discord.messages = [
    aMessage({ content: 'Second' }),
    aMessage({ content: 'First', timestamp: '2025-11-14T16:00:00+00:00' }),
  ];
  const app = await testApp('sqlite', { channel: channel() });
  const answer = await look(app);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).not.toHaveProperty('x-data-age');
  expect(answer.json<Announcement[]>().map(({ content }) => content)).toEqual(['Second', 'First']);
  expect(discord.asks).toEqual([
    {
      path: `/api/v10/channels/${CHANNEL}/messages?limit=50`,
      authorization: `Bot ${TOKEN}`,
      userAgent: expect.stringMatching(/^DiscordBot \(.+, .+\)$/),
    },
  ]);
});

it('announcements are refreshed after half a minute, and not before', async () => {
  const app = await testApp('sqlite', { channel: channel() });
  expect(await contents(app)).toEqual([]);
  discord.messages = [aMessage({ content: 'News' })];
  app.clock.pass(20_000);
  expect(await contents(app)).toEqual([]);
  app.clock.pass(10_000);
  expect(await contents(app)).toEqual(['News']);
  expect(discord.asks).toHaveLength(2);
});

it('announcements: survive Discord’s failure and a restart, with their age', async () => {
  const url = await freshUrl('sqlite');
  discord.messages = [aMessage({ content: 'StoredBoard' })];
  const before = await testApp('sqlite', { url, channel: channel() });
  expect(await contents(before)).toEqual(['StoredBoard']);
  discord.fault = '500';
  const after = await testApp('sqlite', { url, channel: channel() });
  after.clock.pass(45_400);
  const answer = await look(after);
  expect([answer.statusCode, answer.headers['x-data-age']]).toEqual([200, '45']);
  expect(await contents(after)).toEqual(['StoredBoard']);
  discord.fault = null;
  after.clock.pass(60_000);
  expect((await look(after)).headers).not.toHaveProperty('x-data-age');
});

it('announcements are requested at most twice a minute by two instances together', async () => {
  const url = await freshUrl('sqlite');
  const apps = [
    await testApp('sqlite', { url, channel: channel() }),
    await testApp('sqlite', { url, channel: channel() }),
  ];
  const times: number[] = [];
  for (let second = 0; second < 240; second += 5) {
    await Promise.all(apps.map(look));
    while (times.length < discord.asks.length) times.push(second);
    for (const app of apps) app.clock.pass(5000);
  }
  expect(times).toEqual([0, 25, 65, 90, 130, 155, 195, 220]);
});

it('a festival without a channel has no announcements and sends no request', async () => {
  const app = await testApp('sqlite');
  const answer = { status: 503, body: { code: 'NOT_SET_UP', message: 'This festival has no announcements.' } };
  expect(seen(await look(app))).toEqual(answer);
  expect(discord.asks).toEqual([]);
  expect(app.log.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});

it('a festival whose announcements come only from here is not asked about Discord, and asks it nothing', async () => {
  const app = await testApp('sqlite', { channel: channelOf(discord) });
  const admin = await app.admin();
  const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, announcementsFrom: 'here' } });
  expect(seen(await look(app))).toEqual({ status: 200, body: [] });
  expect(discord.asks).toEqual([]);
});

it('who looks for announcements that are not set up makes a line for the organisers', async () => {
  const app = await testApp('sqlite');
  const attention = async () => (await (await app.admin()).send('GET /api/admin/attention')).json<{ text: string }[]>();
  expect(await attention()).toEqual([]);
  await look(app);
  expect(await attention()).toMatchObject([{ text: expect.stringContaining('Discord, which is not set up') }]);
});

it('never follows a redirect with the token', async () => {
  discord.fault = 'redirect';
  const app = await testApp('sqlite', { channel: channel() });
  await look(app);
  expect(discord.asks.map(({ path }) => path)).toEqual([`/api/v10/channels/${CHANNEL}/messages?limit=50`]);
});

it('announces new announcements to open screens', async () => {
  discord.messages = [aMessage({ content: 'One' })];
  const app = await testApp('sqlite', { channel: channel() });
  const { url } = await app.fastify.listen({ port: 0, host: '127.0.0.1' }).then((address) => ({ url: address }));
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const stream = await fetch(`${url}/api/live?watch=announcements`, { signal: leave.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await look(app);
  let heard = '';
  while (!heard.includes('touched')) heard += (await reader?.read())?.value ?? '';
  expect(heard).toContain('{"topic":"announcements"}');
});

describe('pictures', () => {
  const HASH = 'a'.repeat(32);
  const PATH = `GET /api/discord/avatars/7-${HASH}.png`;
  const withPicture = async (what = '') => {
    discord.messages = [aMessage({ author: aPerson({ id: '7', avatar: HASH }) })];
    const app = await testApp('sqlite', { channel: channel(limitFor(what)) });
    expect((await look(app)).json<Announcement[]>()[0]?.authorAvatar).toBe(PATH.slice(4));
    return app;
  };

  it('are served by us, fetched once and cached by browsers', async () => {
    const app = await withPicture();
    const answers = await Promise.all([app.browser().send(PATH), app.browser().send(PATH)]);
    for (const { statusCode, headers, rawPayload } of answers) {
      expect([
        statusCode,
        headers['content-type'],
        headers['cache-control'],
        headers['x-content-type-options'],
      ]).toEqual([200, 'image/png', 'public, max-age=31536000, immutable', 'nosniff']);
      expect(rawPayload.equals(PNG)).toBe(true);
    }
    await app.browser().send(PATH);
    expect(discord.pictures).toEqual([`/avatars/7/${HASH}.png?size=128`]);
  });

  it('of authors who are not listed are not requested', async () => {
    const app = await withPicture();
    for (const picture of [`8-${HASH}.png`, '..%2F..%2Fusers.png', '7.png']) {
      expect((await app.browser().send(`GET /api/discord/avatars/${picture}`)).statusCode).toBe(404);
    }
    expect(discord.pictures).toEqual([]);
  });

  it.each<[string, TestDiscord['picture']]>([
    ['missing', (answer) => void answer.writeHead(404).end()],
    [
      'no picture',
      (answer) => void answer.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload=alert(1)>'),
    ],
    ['too large', (answer) => void answer.writeHead(200).end(Buffer.concat([PNG, Buffer.alloc(300_000)]))],
    ['slow', () => {}],
    ['elsewhere', (answer) => void answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ])('that are %s are 404, and are requested again after ten minutes', async (what, picture) => {
    const app = await withPicture(what);
    discord.picture = picture;
    for (let count = 0; count < 3; count += 1) expect((await app.browser().send(PATH)).statusCode).toBe(404);
    expect(discord.pictures).toHaveLength(1);
    discord.picture = (answer) => void answer.end(PNG);
    app.clock.pass(600_000);
    expect((await app.browser().send(PATH)).statusCode).toBe(200);
  });
});
