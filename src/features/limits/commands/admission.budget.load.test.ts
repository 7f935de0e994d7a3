import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { tally } from '#testing/races.ts';

it('stops an attack from one address by the default limit', async () => {
  const app = await testApp();
  const eventId = await app.event({ capacity: 10_000 });
  const register = () => app.browser().send('POST /api/rsvps', aRegistration(eventId, { playerName: randomUUID() }));
  expect(tally(await Promise.all(Array.from({ length: 1600 }, register)))).toEqual({ 201: 1500, 429: 100 });
});
