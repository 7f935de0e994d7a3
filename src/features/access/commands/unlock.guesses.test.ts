import { expect, it } from 'vitest';
import { DAY, HOUR } from '#platform/durations.ts';
import { type Browser, organisedApp, PASSWORD, seen, type TestApp, testApp } from '#testing/app.ts';
import { freshUrl } from '#testing/database.ts';

const verify = (browser: Browser, password: string, headers = {}) =>
  browser.send('POST /api/admin/verify', { password }, headers);
const wrong = { status: 200, body: { valid: false } };
const wait = (seconds: number) => ({
  status: 429,
  body: { code: 'TOO_FAST', message: `Too many wrong passwords. Try again in ${seconds} s.` },
});

/** Sends wrong guesses until one is refused; returns how many were checked. */
async function guessUntilRefused(browser: Browser, headers = {}): Promise<number> {
  for (let looked = 0; looked < 10; looked += 1) {
    if ((await verify(browser, 'wrong', headers)).statusCode === 429) return looked;
  }
  return 10;
}

async function device(app: TestApp, name: string): Promise<Browser> {
  const browser = app.browser();
  await browser.send('POST /api/users', { name });
  return browser;
}

it('guessing the admin password allows five guesses, then one after 1, 2, 4 … 30 s, also for the right password', async () => {
  const app = await testApp();
  const browser = app.browser();
  for (let free = 0; free < 5; free += 1) expect(seen(await verify(browser, 'wrong'))).toEqual(wrong);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const refused = await verify(browser, PASSWORD);
    expect(seen(refused)).toEqual(wait(seconds));
    expect(refused.headers['retry-after']).toBe(String(seconds));
    expect(refused.cookies).toEqual([]);
    app.clock.pass(seconds * 1000 - 1);
    expect(seen(await verify(browser, PASSWORD))).toEqual(wait(1));
    app.clock.pass(1);
    expect(seen(await verify(browser, 'wrong'))).toEqual(wrong);
  }
  app.clock.pass(30_000);
  expect(seen(await verify(browser, PASSWORD))).toEqual({ status: 200, body: { valid: true } });
  expect(await guessUntilRefused(browser)).toBe(5);
});

it('guessing the admin password counts concurrent guesses before checking them', async () => {
  const app = await testApp();
  const answers = await Promise.all(Array.from({ length: 40 }, () => verify(app.browser(), 'wrong')));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

it('guessing the admin password is counted over all instances together', async () => {
  const url = await freshUrl('sqlite');
  const [one, two] = [await testApp('sqlite', { url }), await testApp('sqlite', { url })];
  const statuses: number[] = [];
  for (const app of [one, two, one, two, one, two]) {
    statuses.push((await verify(app.browser(), 'wrong')).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

const TRUSTING = { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } };
const from = (address: string) => ({ 'x-forwarded-for': address });
/** Addresses in one IPv6 /64, in different /64s of one /48, and in different /48s. */
const IPV6 = {
  64: (n: number) => `2001:db8:1:2::${n.toString(16)}`,
  48: (n: number) => `2001:db8:1:${n.toString(16)}::7`,
  0: (n: number) => `2001:db8:${n.toString(16)}::7`,
};

/** Sends wrong guesses, each from another address; returns how many were checked. */
async function flood(app: TestApp, address: (n: number) => string, tries: number): Promise<number> {
  let looked = 0;
  for (let n = 0; n < tries; n += 1) {
    if ((await verify(app.browser(), 'wrong', from(address(n)))).statusCode === 200) looked += 1;
  }
  return looked;
}

it('guesses from many addresses count together within an IPv6 /64, and do not affect other networks', async () => {
  const app = await testApp('sqlite', TRUSTING);
  expect(await flood(app, IPV6[64], 20)).toBe(5);
  expect((await verify(app.browser(), PASSWORD, from('2001:db8:1:2:3:4:5:6'))).statusCode).toBe(429);
  for (const elsewhere of ['2001:db8:1:3::1', '2001:db8:2::1', '203.0.113.7']) {
    expect(seen(await verify(app.browser(), PASSWORD, from(elsewhere)))).toEqual({
      status: 200,
      body: { valid: true },
    });
  }
});

it('guesses from many addresses have four times the limit within a /48', async () => {
  const app = await testApp('sqlite', TRUSTING);
  expect(await flood(app, IPV6[48], 30)).toBe(20);
  expect((await verify(app.browser(), PASSWORD, from('2001:db8:1:ffff::1'))).statusCode).toBe(429);
  expect((await verify(app.browser(), PASSWORD, from('2001:db8:2::1'))).statusCode).toBe(200);
});

it('guesses from many addresses share one budget a minute over all networks, except devices that were unlocked before', async () => {
  const app = await testApp('sqlite', { ...TRUSTING, limits: { guesses: 12 } });
  const organiser = await app.admin();
  expect(await flood(app, IPV6[0], 40)).toBe(12);
  const refused = await verify(app.browser(), PASSWORD, from('203.0.113.7'));
  expect(seen(refused)).toEqual(wait(60));
  expect(refused.headers['retry-after']).toBe('60');
  expect(await guessUntilRefused(organiser, from('203.0.113.7'))).toBe(5);
  expect(await app.context.db.selectFrom('admin_guesses').selectAll().execute()).toHaveLength(2 * 12 + 1);
  app.clock.pass(60_000);
  expect((await verify(app.browser(), PASSWORD, from('203.0.113.7'))).statusCode).toBe(200);
});

it('the count of guesses is per device where there is a cookie', async () => {
  const app = await testApp();
  const [one, two] = [await device(app, 'One'), await device(app, 'Two')];
  expect(await guessUntilRefused(one)).toBe(5);
  expect(await guessUntilRefused(two)).toBe(5);
  expect(await guessUntilRefused(app.browser())).toBe(5);
});

it('the count of guesses also covers all devices of an address, so that new cookies gain nothing and organisers stay able to unlock', async () => {
  const { app, admin: organiser } = await organisedApp();
  let looked = 0;
  for (let name = 0; name < 12; name += 1) looked += await guessUntilRefused(await device(app, `Phone ${name}`));
  expect(looked).toBe(50);
  expect((await verify(await device(app, 'Late'), PASSWORD)).statusCode).toBe(429);
  expect(seen(await verify(organiser, PASSWORD))).toEqual({ status: 200, body: { valid: true } });
});

it('the count of guesses is per address without a cookie or with an invented one', async () => {
  const app = await testApp();
  expect(await guessUntilRefused(app.browser())).toBe(5);
  const pretender = app.browser();
  pretender.cookies.set('fest_id', 'made-up');
  pretender.cookies.set('fest_organiser', `made-up.${Date.parse('2100-01-01')}.signature`);
  expect((await verify(pretender, PASSWORD)).statusCode).toBe(429);
});

it('the count of guesses uses the address that a trusted proxy forwards', async () => {
  const trusting = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  expect(await guessUntilRefused(trusting.browser(), { 'x-forwarded-for': '192.0.2.1' })).toBe(5);
  expect(await guessUntilRefused(trusting.browser(), { 'x-forwarded-for': '192.0.2.2' })).toBe(5);
  const direct = await testApp();
  expect(await guessUntilRefused(direct.browser(), { 'x-forwarded-for': '192.0.2.1' })).toBe(5);
  expect(await guessUntilRefused(direct.browser(), { 'x-forwarded-for': '192.0.2.2' })).toBe(0);
});

it('the count of guesses keeps an organiser’s device separate for 7 days, so that strangers cannot lock it out', async () => {
  const { app, admin: organiser } = await organisedApp();
  await organiser.send('POST /api/admin/logout');
  await guessUntilRefused(app.browser());
  expect(seen(await verify(organiser, PASSWORD))).toEqual({ status: 200, body: { valid: true } });
  expect(await guessUntilRefused(organiser)).toBe(5);

  const late = await testApp();
  const back = await late.admin();
  late.clock.pass(7 * DAY);
  await guessUntilRefused(late.browser());
  expect((await verify(back, PASSWORD)).statusCode).toBe(429);
});

it('the count of guesses is refunded by the right password, both the caller’s own and the shared counts', async () => {
  const app = await testApp('sqlite', { ...TRUSTING, limits: { guesses: 7 } });
  const [home, away] = [from(IPV6[64](1)), from(IPV6[64](2))];
  for (let tries = 0; tries < 4; tries += 1) await verify(app.browser(), 'wrong', home);
  for (const way of [home, away, away]) expect((await verify(app.browser(), PASSWORD, way)).statusCode).toBe(200);
  const counts = app.context.db.selectFrom('admin_guesses').select(['guesser', 'failures']).orderBy('guesser');
  expect(await counts.execute()).toEqual([{ guesser: 'address 2001:db8:1::/48', failures: 4 }]);
  const budget = await app.context.db.selectFrom('minute_budgets').select('used').executeTakeFirst();
  expect(budget).toEqual({ used: 4 });
});

it('the count of guesses starts again after an hour without guesses', async () => {
  const app = await testApp();
  await guessUntilRefused(app.browser());
  app.clock.pass(HOUR);
  expect(await guessUntilRefused(app.browser())).toBe(5);
});
