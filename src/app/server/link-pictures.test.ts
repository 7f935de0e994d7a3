import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { TestApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';

const IMAGE = /<meta property="og:image" content="([^"]+)">/;

async function pictureOf(app: TestApp, page: string): Promise<string> {
  return IMAGE.exec((await app.browser().send(`GET ${page}`)).body)?.[1] ?? '';
}

const read = async (app: TestApp, address: string, headers = {}) => {
  const { statusCode, headers: sent, rawPayload } = await app.browser().send(`GET ${address}`, undefined, headers);
  return { statusCode, sent, bytes: rawPayload };
};

it('draws the picture that the page of the festival names', async () => {
  const app = await appWithPages();
  const address = await pictureOf(app, '/');
  expect(address).toMatch(/^\/pictures\/festival\.png\?v=[\w-]{10}$/);
  const { statusCode, sent, bytes } = await read(app, address, { 'accept-encoding': 'br' });
  expect(statusCode).toBe(200);
  expect(sent).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' });
  expect(sent['content-encoding']).toBeUndefined();
  const { width, height } = PNG.sync.read(bytes);
  expect([width, height]).toEqual([1200, 630]);
  expect((await read(app, address, { 'if-none-match': sent.etag })).statusCode).toBe(304);
});

it('draws an event again when what the picture says changes, not when a place is taken', async () => {
  const app = await appWithPages();
  const id = await app.event({ title: 'Kart Cup' });
  const page = `/?event=${id}`;
  const first = await pictureOf(app, page);
  expect(first).toContain(`/pictures/events/${id}.png?v=`);
  const drawn = await read(app, first);
  await app.browser().send('POST /api/rsvps', { eventId: id, playerName: 'Alex' });
  expect(await pictureOf(app, page)).toBe(first);
  expect((await read(app, first)).sent.etag).toBe(drawn.sent.etag);
  await (await app.admin()).send(`PATCH /api/events/${id}`, { location: 'Lighthouse' });
  const second = await pictureOf(app, page);
  expect(second).not.toBe(first);
  // Also at the address that a chat kept.
  expect((await read(app, first)).sent.etag).not.toBe(drawn.sent.etag);
});

it('names absolute addresses with PUBLIC_URL, and never the host of a request', async () => {
  const settings = { publicUrl: 'https://fest.example', trustProxy: false as const };
  expect(await pictureOf(await appWithPages([], { settings }), '/')).toMatch(/^https:\/\/fest\.example\/pictures\//);
  const app = await appWithPages();
  const answer = await app.browser().send('GET /', undefined, { host: 'evil.example' });
  expect(answer.body).not.toContain('evil.example');
});

it('has no picture of an event that is not there', async () => {
  const app = await appWithPages();
  for (const id of ['no-such', '%00', '..%2f', 'x'.repeat(65)])
    expect([id, (await read(app, `/pictures/events/${id}.png`)).statusCode]).toEqual([id, 404]);
});

it('draws hostile titles', async () => {
  const app = await appWithPages();
  for (const [title, location] of [
    ['<svg onload=alert(1)>{{x}}</b>', 'evil'],
    ['W'.repeat(100), 'M'.repeat(80)],
    ['🎲 日本語', '🏖️'],
    [`a${'\u0301'.repeat(90)}`, '    x'],
  ] as const) {
    const id = await app.event({ title, location });
    const { statusCode, bytes } = await read(app, `/pictures/events/${id}.png`);
    expect([title, statusCode, PNG.sync.read(bytes).width]).toEqual([title, 200, 1200]);
  }
});
