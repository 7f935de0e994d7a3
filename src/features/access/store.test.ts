import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import * as store from './store.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:00:01.000Z';

describe.each(DIALECTS)('what access stores, on %s', (dialect) => {
  it('keeps the first claimed fact in meta, and replaces it by a write', async () => {
    const { db } = await freshDatabase(dialect);
    expect(await store.readMeta(db, 'k')).toBeNull();
    expect(await store.claimMeta(db, 'k', 'first')).toBe('first');
    expect(await store.claimMeta(db, 'k', 'second')).toBe('first');
    await store.writeMeta(db, 'k', 'third');
    expect(await store.readMeta(db, 'k')).toBe('third');
    expect([await store.holdMeta(db, 'k', 'third'), await store.holdMeta(db, 'k', 'first')]).toEqual([true, false]);
    expect(await store.readMeta(db, 'k')).toBe('third');
  });

  it('finds visitors by their token’s hash', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addVisitor(db, { id: 'v', tokenHash: 'hash', now: NOW });
    expect([await store.findVisitor(db, 'hash'), await store.findVisitor(db, 'HASH')]).toEqual(['v', null]);
  });

  it('finds, refreshes and ends sessions one by one or together', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c']) await store.addSession(db, { id, tokenHash: `hash ${id}`, now: NOW });
    await store.writeSessionUse(db, 'a', LATER);
    expect([await store.endSession(db, 'b'), await store.endSession(db, 'b')]).toEqual([true, false]);
    expect(await store.findSession(db, 'hash a')).toEqual({ id: 'a', createdAt: NOW, lastSeenAt: LATER });
    expect(await store.findSession(db, 'hash b')).toBeNull();
    expect(await store.findSession(db, 'hash c')).toEqual({ id: 'c', createdAt: NOW, lastSeenAt: NOW });
    await store.endAllSessions(db);
    expect([await store.findSession(db, 'hash a'), await store.findSession(db, 'hash c')]).toEqual([null, null]);
  });

  it('lists sessions by last use, ends all but one, and drops expired ones', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c']) await store.addSession(db, { id, tokenHash: `hash ${id}`, now: NOW });
    await store.addSession(db, { id: 'd', tokenHash: 'hash d', now: LATER, openedBy: 'link' });
    const of = (id: string, at: string, openedBy: string) => ({ id, createdAt: at, lastSeenAt: at, openedBy });
    expect(await store.listSessions(db)).toEqual([
      of('d', LATER, 'link'),
      ...['a', 'b', 'c'].map((id) => of(id, NOW, 'password')),
    ]);
    expect((await store.endOtherSessions(db, 'b')).sort()).toEqual(['a', 'c', 'd']);
    await store.dropOldSessions(db, { begun: NOW, used: NOW });
    expect(await store.listSessions(db)).toHaveLength(1);
    await store.dropOldSessions(db, { begun: LATER, used: NOW });
    expect(await store.listSessions(db)).toEqual([]);
  });

  it('uses a link once, and only while it is valid', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addLink(db, { id: 'l', tokenHash: 'hash', now: NOW });
    expect(await store.findLink(db, 'hash')).toEqual({ usedAt: null });
    expect(await store.useLink(db, 'hash', { since: NOW, now: LATER })).toBe(false);
    const since = '2025-11-14T16:59:59.999Z';
    expect(await store.useLink(db, 'other', { since, now: LATER })).toBe(false);
    expect(await store.useLink(db, 'hash', { since, now: LATER })).toBe(true);
    expect(await store.useLink(db, 'hash', { since, now: LATER })).toBe(false);
    expect([await store.findLink(db, 'hash'), await store.findLink(db, 'other')]).toEqual([{ usedAt: LATER }, null]);
    await store.dropLinks(db, NOW);
    expect(await store.findLink(db, 'hash')).not.toBeNull();
    await store.dropLinks(db, LATER);
    expect(await store.findLink(db, 'hash')).toBeNull();
  });

  it('claims a key once and stores its answer', async () => {
    const { db } = await freshDatabase(dialect);
    const claim = { key: 'k', requestHash: 'r', salt: 's', askedBy: 'v', now: NOW };
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
