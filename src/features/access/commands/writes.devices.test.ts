import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { addDevice, addVisitor } from '../store/callers.ts';
import { writeAsVisitor } from './writes.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const KEYS = [
  ['with an Idempotency-Key', { key: randomUUID(), requestHash: 'hash' }],
  ['without one', null],
] as const;

/** A visitor with two devices. `write` is a write of the second one, whose caller was looked up a moment ago. */
async function scene(dialect: (typeof DIALECTS)[number], idempotency: (typeof KEYS)[number][1]) {
  const context = await testContext(await freshDatabase(dialect));
  for (const id of ['rosa', 'theo']) await addVisitor(context.db, { id, tokenHash: id, now: NOW });
  await addDevice(context.db, { id: 'tablet', visitorId: 'rosa', tokenHash: 'tablet', now: NOW });
  const caller = { visitorId: 'rosa', deviceId: 'tablet', staff: null };
  const request = { caller, idempotency, network: null, badgeWord: null };
  // Answers whose write it was.
  const write = () =>
    writeAsVisitor(context, request, { act: async (_, visitorId) => visitorId, recall: async (_, first) => first });
  return { db: context.db, write };
}

describe.each(DIALECTS)('%s', (dialect) => {
  it.each(KEYS)('a write counts for the visitor that its device has joined meanwhile, %s', async (_, key) => {
    const { db, write } = await scene(dialect, key);
    await db.updateTable('devices').set({ visitor_id: 'theo' }).where('id', '=', 'tablet').execute();
    expect(await write()).toEqual({ answer: 'theo', newToken: null });
  });

  it.each(KEYS)('a write is a stranger’s when its device was removed meanwhile, %s', async (_, key) => {
    const { db, write } = await scene(dialect, key);
    await db.deleteFrom('devices').where('id', '=', 'tablet').execute();
    const { answer, newToken } = await write();
    expect([newToken, ['rosa', 'theo'].includes(answer)]).toEqual([expect.any(String), false]);
  });

  it.each(KEYS)('a write is its visitor’s otherwise, %s', async (_, key) => {
    const { write } = await scene(dialect, key);
    expect(await write()).toEqual({ answer: 'rosa', newToken: null });
  });
});
