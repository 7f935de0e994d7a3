import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import * as store from './store.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:00:01.000Z';

describe.each(DIALECTS)('what access stores, on %s', (dialect) => {
  it('meta: the first claim stays, a write replaces', async () => {
    const { db } = await freshDatabase(dialect);
    expect(await store.readMeta(db, 'k')).toBeNull();
    expect(await store.claimMeta(db, 'k', 'first')).toBe('first');
    expect(await store.claimMeta(db, 'k', 'second')).toBe('first');
    await store.writeMeta(db, 'k', 'third');
    expect(await store.readMeta(db, 'k')).toBe('third');
  });

  it('visitors are found by hash', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addVisitor(db, { id: 'v', tokenHash: 'hash', now: NOW });
    expect([await store.findVisitor(db, 'hash'), await store.findVisitor(db, 'HASH')]).toEqual(['v', null]);
  });

  it('sessions are found, noted and ended one by one or together', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c']) await store.addSession(db, { id, tokenHash: `hash ${id}`, now: NOW });
    await store.noteSessionUse(db, 'a', LATER);
    await store.endSession(db, 'b');
    expect(await store.findSession(db, 'hash a')).toEqual({ id: 'a', createdAt: NOW, lastSeenAt: LATER });
    expect(await store.findSession(db, 'hash b')).toBeNull();
    expect(await store.findSession(db, 'hash c')).toEqual({ id: 'c', createdAt: NOW, lastSeenAt: NOW });
    await store.endAllSessions(db);
    expect([await store.findSession(db, 'hash a'), await store.findSession(db, 'hash c')]).toEqual([null, null]);
  });

  it('a count of guesses changes only from what was read', async () => {
    const { db } = await freshDatabase(dialect);
    const one = { failures: 1, nextAt: NOW, lastAt: NOW };
    const two = { failures: 2, nextAt: LATER, lastAt: LATER };
    expect(await store.replaceGuesses(db, 'g', null, one)).toBe(true);
    expect(await store.replaceGuesses(db, 'g', null, one)).toBe(false);
    expect(await store.replaceGuesses(db, 'g', { ...one, failures: 7 }, two)).toBe(false);
    expect(await store.replaceGuesses(db, 'g', { ...one, lastAt: LATER }, two)).toBe(false);
    expect(await store.readGuesses(db, 'g')).toEqual(one);
    expect(await store.replaceGuesses(db, 'g', one, two)).toBe(true);
    expect(await store.readGuesses(db, 'g')).toEqual(two);
    await store.forgetGuesses(db, 'g');
    expect(await store.readGuesses(db, 'g')).toBeNull();
  });

  it('a key is claimed once and its answer kept', async () => {
    const { db } = await freshDatabase(dialect);
    const claim = { key: 'k', requestHash: 'r', salt: 's', now: NOW };
    await store.addVisitor(db, { id: 'v', tokenHash: 'hash', now: NOW });
    expect(await store.claimKey(db, claim)).toBe(true);
    expect(await store.claimKey(db, { ...claim, requestHash: 'other' })).toBe(false);
    await store.keepAnswer(db, 'k', { answer: '{}', newVisitorId: 'v' });
    expect(await store.readKey(db, 'k')).toEqual({
      requestHash: 'r',
      answer: '{}',
      salt: 's',
      createdAt: NOW,
      visitorId: 'v',
    });
    await store.dropOldKeys(db, NOW);
    expect(await store.readKey(db, 'k')).not.toBeNull();
    await store.dropOldKeys(db, LATER);
    expect(await store.readKey(db, 'k')).toBeNull();
  });
});
