/**
 * Responses to repeated requests after the result was changed or deleted
 * (docs/decisions/0007-repeats-tell-the-present.md).
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { deleteUsersForGood } from '#testing/forget.ts';

const again = (browser: Browser, call: string, body: object, key: string) =>
  browser.send(call, body, { 'idempotency-key': key });

/** Each call that takes a key, with how its result is deleted and what a repeat then answers. */
const CALLS = [
  [
    'POST /api/rsvps',
    'DELETE /api/rsvps',
    'This place was cancelled in the meantime. Take one again if you still want it.',
  ],
  [
    'POST /api/users',
    'DELETE /api/users',
    'This account was deleted in the meantime. Register again if you still want to.',
  ],
] as const;

async function bodyOf(app: TestApp, call: string): Promise<object> {
  if (call === 'POST /api/users') return { name: 'Alex' };
  return aRegistration(await app.event());
}

describe.each(DIALECTS)('%s', (dialect) => {
  it.each(CALLS)(
    'a repeated request of %s answers 410 after a deletion, and creates nothing',
    async (call, remove, message) => {
      const app = await testApp(dialect);
      const [phone, organiser, key] = [app.browser(), await app.admin(), randomUUID()];
      const body = await bodyOf(app, call);
      const first = await again(phone, call, body, key);
      await organiser.send(`${remove}/${first.json<{ id: string }>().id}`);
      const before = await everyRow(app.context.db);
      // The phone itself, and one that lost the first response and so its cookie.
      for (const caller of [phone, app.browser()]) {
        const answer = await again(caller, call, body, key);
        expect(seen(answer)).toEqual({ status: 410, body: { code: 'GONE', message } });
        expect(answer.cookies).toEqual([]);
      }
      expect(await everyRow(app.context.db)).toEqual(before);
      app.clock.pass(MINUTE);
      await deleteUsersForGood(app.context);
      expect((await again(phone, call, body, randomUUID())).statusCode).toBe(201);
    },
  );

  it('a repeated request returns the present name, and gives a phone that lost its cookie the cookie', async () => {
    const app = await testApp(dialect);
    const [organiser, key] = [await app.admin(), randomUUID()];
    const first = await again(app.browser(), 'POST /api/users', { name: 'Alex' }, key);
    const { id } = first.json<{ id: string }>();
    await organiser.send(`PATCH /api/users/${id}`, { name: 'Alexandra' });
    const repeated = await again(app.browser(), 'POST /api/users', { name: 'Alex' }, key);
    expect(seen(repeated)).toEqual({ status: 201, body: { id, name: 'Alexandra', score: 0, revision: 2 } });
    expect(repeated.headers['set-cookie']).toEqual(first.headers['set-cookie']);
  });

  it('a repeated request returns a place as checked in', async () => {
    const app = await testApp(dialect);
    const [phone, organiser] = [app.browser(), await app.admin()];
    const forPlace = randomUUID();
    const registration = await bodyOf(app, 'POST /api/rsvps');
    const place = (await again(phone, 'POST /api/rsvps', registration, forPlace)).json<{ id: string }>();
    await organiser.send(`PUT /api/rsvps/${place.id}/check-in`);
    expect((await again(phone, 'POST /api/rsvps', registration, forPlace)).json()).toEqual({
      ...place,
      checkedIn: true,
    });
  });

  it('a repeated request of an organiser answers 410 for a user deleted since', async () => {
    const app = await testApp(dialect);
    const [organiser, key] = [await app.admin(), randomUUID()];
    const { id } = (await again(organiser, 'POST /api/users', { name: 'Alex' }, key)).json<{ id: string }>();
    await organiser.send(`DELETE /api/users/${id}`);
    expect((await again(organiser, 'POST /api/users', { name: 'Alex' }, key)).statusCode).toBe(410);
  });
});
