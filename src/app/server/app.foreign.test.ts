import { describe, expect, it } from 'vitest';
import { createEvent } from '#features/events/commands.ts';
import { seen, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { NOBODY } from '#testing/world.ts';

describe('a write that another site made the browser send', () => {
  const foreign = { status: 403, body: { code: 'CROSS_SITE', message: 'This request came from another site.' } };
  const OWN = 'http://festival.test';

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['our name on another port', { origin: `${OWN}:8080` }],
    ['our name with something before it', { origin: 'http://not-festival.test' }],
    ['our name on https', { origin: 'https://festival.test' }],
    ['an origin that is hidden', { origin: 'null' }],
    ['a browser that says so', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says so, with our origin', { 'sec-fetch-site': 'cross-site', origin: OWN }],
  ])('is refused on every call: %s', async (_, headers) => {
    const app = await testApp();
    const admin = await app.admin();
    const { id } = await createEvent(app.world, NOBODY, anEvent());
    const before = await everyRow(app.world.db);
    const writes = app.endpoints.filter(({ call }) => !call.startsWith('GET'));
    expect(writes.length).toBeGreaterThan(6);
    for (const { call, body } of writes) {
      const answer = await admin.send(call.replace('{id}', id), body === undefined ? undefined : {}, headers);
      expect([call, seen(answer)]).toEqual([call, foreign]);
      expect(answer.cookies).toEqual([]);
    }
    expect(await everyRow(app.world.db)).toEqual(before);
  });

  it.each([
    ['our own page', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['a program without an origin', {}],
    ['our other host name', { 'sec-fetch-site': 'same-site', origin: OWN }],
  ])('is not %s', async (_, headers) => {
    const app = await testApp();
    const answer = await app.browser().send('POST /api/users', { name: 'Alex' }, headers);
    expect(answer.statusCode).toBe(201);
  });

  it('is measured by PUBLIC_URL where that is set', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: 'https://fest.example', trustProxy: false } });
    const send = (name: string, origin: string) => app.browser().send('POST /api/users', { name }, { origin });
    expect((await send('Alex', 'https://fest.example')).statusCode).toBe(201);
    expect(seen(await send('Robin', OWN))).toEqual(foreign);
  });

  it('may still read, and gets no leave to share what it read', async () => {
    const app = await testApp();
    const answer = await app.browser().send('GET /api/events', undefined, { origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
