import { describe, expect, it } from 'vitest';
import { onCommit } from '#database/transactions.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import * as store from './callers.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:00:01.000Z';

describe.each(DIALECTS)('%s', (dialect) => {
  it('what access stores finds devices by their token’s hash and by id, and writes a use when the last one is old', async () => {
    const { db } = await freshDatabase(dialect);
    await store.addVisitor(db, { id: 'v', tokenHash: 'hash', now: NOW });
    const second = { id: 'second', visitorId: 'v' };
    await store.addDevice(db, { ...second, tokenHash: 'other', now: NOW });
    const first = { id: 'v', visitorId: 'v', lastSeenAt: NOW };
    expect([await store.findDevice(db, 'hash'), await store.findDevice(db, 'HASH')]).toEqual([first, null]);
    expect([await store.readDevice(db, 'second'), await store.readDevice(db, 'third')]).toEqual([second, null]);
    await store.writeDeviceUse(db, second, { before: '2025-11-14T16:59:59.999Z', now: LATER });
    expect(await store.findDevice(db, 'other')).toEqual({ ...second, lastSeenAt: NOW });
    await store.writeDeviceUse(db, second, { before: NOW, now: LATER });
    expect(await store.findDevice(db, 'other')).toEqual({ ...second, lastSeenAt: LATER });
    expect(await store.findDevice(db, 'hash')).toEqual(first);
  });

  it('what access stores finds, refreshes and ends sessions one by one or together', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c']) await store.addSession(db, { id, tokenHash: `hash ${id}`, now: NOW });
    await store.writeSessionUse(db, 'a', LATER);
    for (let times = 0; times < 2; times += 1) await store.endSession(db, 'b');
    expect(await store.findSession(db, 'hash a')).toEqual({ id: 'a', name: null, createdAt: NOW, lastSeenAt: LATER });
    expect(await store.findSession(db, 'hash b')).toBeNull();
    expect(await store.findSession(db, 'hash c')).toEqual({ id: 'c', name: null, createdAt: NOW, lastSeenAt: NOW });
    const noted: string[] = [];
    onCommit(db, (changes) => noted.push(...changes.keys()));
    await store.endAllSessions(db);
    // So that streams end on every instance.
    expect(noted).toEqual(['sessions']);
    expect([await store.findSession(db, 'hash a'), await store.findSession(db, 'hash c')]).toEqual([null, null]);
  });

  it('what access stores ends all sessions but one, and drops expired ones', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c'])
      await store.addSession(db, { id, tokenHash: `hash ${id}`, name: `Name ${id}`, now: NOW });
    const ended = await store.endOtherSessions(db, 'b');
    expect(await store.endOtherSessions(db, 'a')).toBeNull();
    expect(ended?.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
      { id: 'a', name: 'Name a' },
      { id: 'c', name: 'Name c' },
    ]);
    await store.dropOldSessions(db, { begun: NOW, used: NOW });
    expect(await store.readSession(db, 'b')).toEqual({ id: 'b', name: 'Name b' });
    await store.dropOldSessions(db, { begun: LATER, used: NOW });
    expect(await store.readSession(db, 'b')).toBeNull();
  });

  it('what access stores uses a link once, and only while it is valid', async () => {
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

  it('what access stores claims a key once and stores its answer', async () => {
    const { db } = await freshDatabase(dialect);
    const claim = { key: 'k', requestHash: 'r', salt: 's', askedBy: 'v', now: NOW };
    await store.addVisitor(db, { id: 'v', tokenHash: 'hash', now: NOW });
    expect(await store.takeKey(db, claim)).toBe(true);
    expect(await store.takeKey(db, { ...claim, requestHash: 'other' })).toBe(false);
    const stored = { answer: '{}', newVisitorId: 'v' };
    expect(await store.storeAnswer(db, 'k', stored, { id: 'v', visitorId: 'another' })).toBe(false);
    expect(await store.readKey(db, 'k')).toMatchObject({ answer: null });
    expect(await store.storeAnswer(db, 'k', stored, { id: 'v', visitorId: 'v' })).toBe(true);
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
