import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import type { TestApp } from '#testing/app.ts';
import { appWithPages } from '#testing/app-with-pages.ts';
import { aTournament, deskAt, NAMES } from '#testing/tournament.ts';

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

it('draws the winners again when others have won, and for the page of winners alone', async () => {
  const app = await appWithPages();
  const admin = await app.admin();
  const { id } = await aTournament(app.context, 2, { title: 'Pier Cup' });
  const desk = deskAt(app, admin, id);
  await desk.draw();
  const addresses = [await pictureOf(app, '/winners')];
  const drawn = [await read(app, addresses[0] ?? '')];
  for (const [one, other] of [
    [2, 1],
    [1, 2],
  ] as const) {
    await desk.score('W1-1', one, other);
    addresses.push(await pictureOf(app, '/winners'));
    drawn.push(await read(app, addresses.at(-1) ?? ''));
  }
  expect(addresses.map((address) => /^\/pictures\/winners\.png\?v=[\w-]{10}$/.test(address))).toEqual([
    true,
    true,
    true,
  ]);
  expect(new Set(addresses).size).toBe(3);
  expect(drawn.map(({ statusCode, bytes }) => [statusCode, PNG.sync.read(bytes).width])).toEqual(
    Array(3).fill([200, 1200]),
  );
  expect(new Set(drawn.map(({ sent }) => sent.etag)).size).toBe(3);
  const { body } = await app.browser().send('GET /winners');
  const winner = NAMES.slice(0, 2).find((name) => body.includes(`: ${name}">`));
  expect(body).toContain(
    `<meta property="og:image:alt" content="The winners of Oceanfront Games Festival: ${winner}">`,
  );
  // A place that is taken changes nobody who won.
  await app.browser().send('POST /api/rsvps', { eventId: await app.event(), playerName: 'Alex' });
  expect(await pictureOf(app, '/winners')).toBe(addresses.at(-1));
  expect(await pictureOf(app, '/')).toContain('/pictures/festival.png?v=');
});

it('draws no name of a winner that was corrected, or whose event is gone', async () => {
  const app = await appWithPages();
  const admin = await app.admin();
  const { id, rsvpIds } = await aTournament(app.context, 2);
  const desk = deskAt(app, admin, id);
  await desk.draw();
  const drawn = async () => (await read(app, '/pictures/winners.png')).sent.etag;
  const [nobody, named] = [await drawn(), await desk.score('W1-1', 2, 1).then(drawn)];
  for (const place of rsvpIds) {
    const body = { playerName: `Corrected ${rsvpIds.indexOf(place)}` };
    expect((await admin.send(`POST /api/rsvps/${place}/rename`, body)).statusCode).toBe(200);
  }
  const corrected = await drawn();
  expect((await admin.send(`DELETE /api/events/${id}`)).statusCode).toBe(204);
  expect(new Set([nobody, named, corrected]).size).toBe(3);
  expect(await drawn()).toBe(nobody);
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
