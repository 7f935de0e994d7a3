import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { tally } from '#testing/races.ts';

/** Registers places from this many phones without a cookie, concurrently. */
async function phones(app: TestApp, eventId: string, count: number) {
  const register = () => app.browser().send('POST /api/rsvps', aRegistration(eventId, { playerName: randomUUID() }));
  return Promise.all(Array.from({ length: count }, register));
}

describe('the default limit', () => {
  it('admits a thousand phones that register within ten seconds behind one address', async () => {
    const app = await testApp('sqlite');
    const eventId = await app.event({ capacity: 1000 });
    const answers = [];
    for (let second = 0; second < 10; second += 1) {
      answers.push(...(await phones(app, eventId, 100)));
      app.clock.pass(1000);
    }
    expect(tally(answers)).toEqual({ 201: 1000 });
  });

  it('stops an attack from one address', async () => {
    const app = await testApp('sqlite');
    expect(tally(await phones(app, await app.event({ capacity: 10_000 }), 1600))).toEqual({ 201: 1500, 429: 100 });
  });
});
