/** The badge word, through the real app. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { tally } from '#testing/races.ts';
import { setBadgeWord } from './admission.ts';

const WORD = 'Crème Brûlée';
const asked = { status: 401, body: { code: 'BADGE_WORD', message: 'What is the word on your badge?' } };
const wrong = {
  status: 401,
  body: {
    code: 'BADGE_WORD',
    message: 'That is not the word on the badge. Look again, or ask an organiser.',
    field: 'word',
  },
};

const withWord = (parts = {}) => testApp('sqlite', { badgeWord: WORD, ...parts });
const said = (word: string, more: Record<string, string> = {}) => ({
  'x-badge-word': encodeURIComponent(word),
  ...more,
});
const account = (browser: Browser, word?: string, name: string = randomUUID()) =>
  browser.send('POST /api/users', { name }, word === undefined ? {} : said(word));
/** Sends wrong words until one is throttled; returns how many were checked. */
async function guess(app: TestApp, most: number, headers: Record<string, string> = {}): Promise<number> {
  for (let tries = 0; tries < most; tries += 1) {
    const answer = await app.browser().send('POST /api/users', { name: 'Mallory' }, said(`word ${tries}`, headers));
    if (answer.statusCode === 429) return tries;
    expect(answer.statusCode).toBe(401);
  }
  return most;
}

it('the badge word is asked for once, at the first write of a device, whichever it is', async () => {
  const app = await withWord();
  const id = await app.event();
  const before = await everyRow(app.context.db);
  const calls = [
    ['POST /api/rsvps', aRegistration(id)],
    ['POST /api/users', { name: 'Alex' }],
  ] as const;
  for (const [call, body] of calls) {
    const refused = await app.browser().send(call, body, { 'idempotency-key': randomUUID() });
    expect(seen(refused)).toEqual(asked);
    expect(refused.cookies).toEqual([]);
  }
  expect(await everyRow(app.context.db)).toEqual(before);
  const device = app.browser();
  const key = { 'idempotency-key': randomUUID() };
  expect(seen(await device.send('POST /api/users', { name: 'Alex' }, key))).toEqual(asked);
  expect((await device.send('POST /api/users', { name: 'Alex' }, said(WORD, key))).statusCode).toBe(201);
  expect((await device.send('POST /api/rsvps', aRegistration(id))).statusCode).toBe(201);
});

it('the badge word counts wrong words per network over all instances, and a right one resets the count', async () => {
  const app = await withWord();
  expect(await guess(app, 40)).toBe(40);
  expect((await account(app.browser(), WORD)).statusCode).toBe(201);
  expect(await guess(app, 60)).toBe(50);
  const late = await account(app.browser(), WORD);
  expect(late.json()).toEqual({
    code: 'TOO_FAST',
    message: 'Too many wrong words from this network. Try again in 1 s.',
    field: 'word',
  });
  expect(late.headers['retry-after']).toBe('1');
  app.clock.pass(1000);
  expect((await account(app.browser(), WORD)).statusCode).toBe(201);
});

it('the badge word checks no more words when they are sent concurrently', async () => {
  const app = await withWord();
  const tries = Array.from({ length: 120 }, (_, n) => account(app.browser(), `word ${n}`));
  expect(tally(await Promise.all(tries))).toEqual({ 401: 50, 429: 70 });
});

it('comparing words refuses other words, also very long, empty and malformed ones', async () => {
  const app = await withWord();
  for (const typed of ['creme', 'crème brûlée 2', '', '!', 'x'.repeat(201), `${WORD}${'!'.repeat(200)}`]) {
    expect(seen(await account(app.browser(), typed))).toEqual(wrong);
  }
  for (const header of ['%', '%ff', 'x'.repeat(601)]) {
    const answer = await app.browser().send('POST /api/users', { name: 'Alex' }, { 'x-badge-word': header });
    expect(seen(answer)).toEqual(asked);
  }
});

it('the badge word is not asked of readers, organisers, and a phone that lost the response to its first write', async () => {
  const app = await withWord();
  expect((await app.browser().send('GET /api/events')).statusCode).toBe(200);
  expect((await account(await app.admin())).statusCode).toBe(201);
  const key = { 'idempotency-key': randomUUID() };
  const first = await app.browser().send('POST /api/users', { name: 'Alex' }, said(WORD, key));
  const again = await app.browser().send('POST /api/users', { name: 'Alex' }, key);
  expect(seen(again)).toEqual(seen(first));
  expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
});

it('the badge word is not asked of: known devices, when the word changes', async () => {
  const app = await withWord();
  const device = app.browser();
  await account(device, WORD);
  await setBadgeWord(app.context.db, { from: 'overview', word: 'harbour' });
  app.clock.pass(1000);
  expect((await account(device)).statusCode).toBe(201);
  expect(seen(await account(app.browser(), WORD))).toEqual(wrong);
  expect((await account(app.browser(), 'Harbour')).statusCode).toBe(201);
});

it('the badge word is not asked of: anybody, when Set up switches the word off or none is set', async () => {
  const app = await withWord();
  await setBadgeWord(app.context.db, { from: 'overview', word: null });
  app.clock.pass(1000);
  expect((await account(app.browser())).statusCode).toBe(201);
  expect((await account((await testApp()).browser())).statusCode).toBe(201);
});

it('counts wrong words of a /64 together, and of a /48 with four times the limit', async () => {
  const app = await withWord({ settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  const guessFrom = (address: string) => guess(app, 60, { 'x-forwarded-for': address });
  expect(await guessFrom('2001:db8:1:1::1')).toBe(50);
  expect(await guessFrom('2001:db8:1:1::2')).toBe(0);
  expect([await guessFrom('2001:db8:1:2::1'), await guessFrom('2001:db8:1:3::1')]).toEqual([50, 50]);
  // Throttled tries were not counted, and the last of 200 makes the next one wait.
  expect([await guessFrom('2001:db8:1:4::1'), await guessFrom('2001:db8:1:5::1')]).toEqual([50, 0]);
  expect(await guessFrom('203.0.113.7')).toBe(50);
});

it('is in no public response and no log', async () => {
  const app = await withWord();
  await account(app.browser(), WORD);
  await account(app.browser(), 'xyzzy');
  const answers = await Promise.all(
    ['GET /api/festival', 'GET /api/openapi.json', 'GET /api/events'].map((call) => app.browser().send(call)),
  );
  const everything = [...answers.map(({ body }) => body), ...app.log].join('\n');
  const secrets = ['Brûlée', encodeURIComponent('Brûlée'), 'xyzzy'];
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
});

it('refuses a word in Set up that cannot be typed', async () => {
  const { context } = await testApp();
  expect(() => setBadgeWord(context.db, { from: 'overview', word: '?!' })).toThrow('needs a letter or a digit');
});
