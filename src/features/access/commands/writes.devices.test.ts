import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { register } from '#features/rsvps/commands.ts';
import type { Caller } from '#platform/server/caller.ts';
import { testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aRegistration } from '#testing/factories.ts';
import { addDevice, addVisitor } from '../store.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const KEYS = [
  ['with an Idempotency-Key', { key: randomUUID(), requestHash: 'hash' }],
  ['without one', null],
] as const;

/** A visitor with two devices, and a write of the second one, whose caller was looked up a moment ago. */
async function scene(dialect: (typeof DIALECTS)[number], idempotency: (typeof KEYS)[number][1]) {
  const app = await testApp(dialect);
  const { db } = app.context;
  for (const id of ['rosa', 'theo']) await addVisitor(db, { id, tokenHash: id, now: NOW });
  await addDevice(db, { id: 'tablet', visitorId: 'rosa', tokenHash: 'tablet', now: NOW });
  const caller: Caller = { visitorId: 'rosa', deviceId: 'tablet', adminSessionId: null };
  const eventId = await app.event();
  const write = { caller, idempotency, network: null, badgeWord: null };
  const owner = async () => (await db.selectFrom('rsvps').select('visitor_id').executeTakeFirst())?.visitor_id;
  return { app, db, write, registration: aRegistration(eventId), owner };
}

describe.each(DIALECTS)('a write %s', (dialect) => {
  it.each(KEYS)('counts for the visitor that its device has joined meanwhile, %s', async (_, key) => {
    const { app, db, write, registration, owner } = await scene(dialect, key);
    await db.updateTable('devices').set({ visitor_id: 'theo' }).where('id', '=', 'tablet').execute();
    expect(await register(app.context, write, registration)).toMatchObject({ newToken: null });
    expect(await owner()).toBe('theo');
  });

  it.each(KEYS)('is a stranger’s when its device was removed meanwhile, %s', async (_, key) => {
    const { app, db, write, registration, owner } = await scene(dialect, key);
    await db.deleteFrom('devices').where('id', '=', 'tablet').execute();
    expect(await register(app.context, write, registration)).toMatchObject({ newToken: expect.any(String) });
    expect(['rosa', 'theo']).not.toContain(await owner());
  });
});
