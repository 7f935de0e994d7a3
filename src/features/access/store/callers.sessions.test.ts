import { describe, expect, it } from 'vitest';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { addSession, dropOldSessions, endOtherSessions, listSessions } from './callers.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:00:01.000Z';

describe.each(DIALECTS)('the store of sessions, on %s', (dialect) => {
  it('lists them by last use, ends all but one, and drops expired ones', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['a', 'b', 'c'])
      await addSession(db, { id, tokenHash: `hash ${id}`, now: NOW, openedBy: 'password' });
    await addSession(db, { id: 'd', tokenHash: 'hash d', now: LATER, openedBy: 'link' });
    const of = (id: string, at: string, openedBy: string) => ({
      id,
      name: null,
      createdAt: at,
      lastSeenAt: at,
      openedBy,
    });
    expect(await listSessions(db)).toEqual([
      of('d', LATER, 'link'),
      ...['a', 'b', 'c'].map((id) => of(id, NOW, 'password')),
    ]);
    expect((await endOtherSessions(db, 'b')).sort()).toEqual(['a', 'c', 'd']);
    await dropOldSessions(db, { begun: NOW, used: NOW });
    expect(await listSessions(db)).toHaveLength(1);
    await dropOldSessions(db, { begun: LATER, used: NOW });
    expect(await listSessions(db)).toEqual([]);
  });
});
