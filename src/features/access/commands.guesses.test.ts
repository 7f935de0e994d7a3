import { describe, expect, it } from 'vitest';
import { type Browser, PASSWORD, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, freshUrl } from '#testing/database.ts';

const verify = (browser: Browser, password: string, headers = {}) =>
  browser.send('POST /api/admin/verify', { password }, headers);
const wrong = { status: 200, body: { valid: false } };
const wait = (seconds: number) => ({
  status: 429,
  body: { code: 'TOO_FAST', message: `Too many wrong passwords. Try again in ${seconds} s.` },
});

/** Wrong guesses until one is refused; how many were looked at. */
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

describe.each(DIALECTS)('guessing the admin password, on %s', (dialect) => {
  it('is free five times, then once in 1, 2, 4 … 30 s, even with the right one', async () => {
    const app = await testApp(dialect);
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

  it('gains nothing by many at once', async () => {
    const app = await testApp(dialect);
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(app.browser(), 'wrong')));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it('is counted for all instances together', async () => {
    const url = await freshUrl(dialect);
    const [one, two] = [await testApp(dialect, { url }), await testApp(dialect, { url })];
    const statuses: number[] = [];
    for (const app of [one, two, one, two, one, two]) {
      statuses.push((await verify(app.browser(), 'wrong')).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the count of guesses', () => {
  it('is each device’s own where there is a cookie', async () => {
    const app = await testApp();
    const [one, two] = [await device(app, 'One'), await device(app, 'Two')];
    expect(await guessUntilRefused(one)).toBe(5);
    expect(await guessUntilRefused(two)).toBe(5);
    expect(await guessUntilRefused(app.browser())).toBe(5);
  });

  it('is of all devices behind an address, too: a new cookie for every five tries wins nothing, nor shuts organisers out', async () => {
    const app = await testApp();
    const organiser = await app.admin();
    let looked = 0;
    for (let name = 0; name < 12; name += 1) looked += await guessUntilRefused(await device(app, `Phone ${name}`));
    expect(looked).toBe(50);
    expect((await verify(await device(app, 'Late'), PASSWORD)).statusCode).toBe(429);
    expect(seen(await verify(organiser, PASSWORD))).toEqual({ status: 200, body: { valid: true } });
  });

  it('is the address’s where there is none, whatever cookie is made up', async () => {
    const app = await testApp();
    expect(await guessUntilRefused(app.browser())).toBe(5);
    const pretender = app.browser();
    pretender.cookies.set('fest_id', 'made-up');
    pretender.cookies.set('fest_organiser', `made-up.${Date.parse('2100-01-01')}.signature`);
    expect((await verify(pretender, PASSWORD)).statusCode).toBe(429);
  });

  it('is the address the proxy tells, if that proxy is trusted', async () => {
    const trusting = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
    expect(await guessUntilRefused(trusting.browser(), { 'x-forwarded-for': '192.0.2.1' })).toBe(5);
    expect(await guessUntilRefused(trusting.browser(), { 'x-forwarded-for': '192.0.2.2' })).toBe(5);
    const direct = await testApp();
    expect(await guessUntilRefused(direct.browser(), { 'x-forwarded-for': '192.0.2.1' })).toBe(5);
    expect(await guessUntilRefused(direct.browser(), { 'x-forwarded-for': '192.0.2.2' })).toBe(0);
  });

  it('of an organiser’s device is its own for 7 days, so that strangers cannot shut it out', async () => {
    const app = await testApp();
    const organiser = await app.admin();
    await organiser.send('POST /api/admin/logout');
    await guessUntilRefused(app.browser());
    expect(seen(await verify(organiser, PASSWORD))).toEqual({ status: 200, body: { valid: true } });
    expect(await guessUntilRefused(organiser)).toBe(5);

    const late = await testApp();
    const back = await late.admin();
    late.clock.pass(7 * 24 * 3_600_000);
    await guessUntilRefused(late.browser());
    expect((await verify(back, PASSWORD)).statusCode).toBe(429);
  });

  it('begins again after an hour of quiet', async () => {
    const app = await testApp();
    await guessUntilRefused(app.browser());
    app.clock.pass(3_600_000);
    expect(await guessUntilRefused(app.browser())).toBe(5);
  });
});
