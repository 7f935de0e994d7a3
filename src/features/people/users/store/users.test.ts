import { describe, expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { userProblems } from '../duties.ts';
import { deleteWithoutPoints, hideUser, removeUser } from './deletions.ts';
import * as store from './users.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const aUser = (name: string, visitorId: string | null = null): store.NewUser => ({
  id: `id of ${name}`,
  name,
  nameKey: name.toLowerCase(),
  visitorId,
  now: NOW,
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('what users store stores a name once, by its key', async () => {
    const { db } = await freshDatabase(dialect);
    expect(await store.addUser(db, aUser('Alex'))).toEqual({ id: 'id of Alex', name: 'Alex', score: 0, revision: 1 });
    expect(await store.addUser(db, aUser('ALEX'))).toBeNull();
    expect(await store.listUsers(db)).toEqual([{ id: 'id of Alex', name: 'Alex', score: 0, revision: 1 }]);
  });

  it('what users store lists by score, then by key in byte order on both databases', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['ö', 'a-c', 'ad', 'a b', 'Zed', 'best']) await store.addUser(db, aUser(name));
    await db.updateTable('users').set({ score: 5, shown_score: 5 }).where('name', '=', 'best').execute();
    expect((await store.listUsers(db)).map(({ name }) => name)).toEqual(['best', 'a b', 'a-c', 'ad', 'Zed', 'ö']);
  });

  it('what users store returns the first users and the number of all', async () => {
    const { db } = await freshDatabase(dialect);
    expect([await store.listTopUsers(db, 2), await store.countUsers(db)]).toEqual([[], 0]);
    for (const name of ['c', 'b', 'a']) await store.addUser(db, aUser(name));
    await db.updateTable('users').set({ score: 5, shown_score: 5 }).where('name', '=', 'c').execute();
    const all = await store.listUsers(db);
    expect([await store.listTopUsers(db, 2), await store.countUsers(db)]).toEqual([all.slice(0, 2), 3]);
    expect(await store.listTopUsers(db, 50)).toEqual(all);
  });

  it('what users store deletes only users without points', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['scored', 'shown', 'new', 'other', 'given', 'claimed', 'badge'])
      await store.addUser(db, aUser(name));
    await db.updateTable('users').set({ score: -5 }).where('name', '=', 'scored').execute();
    // Its points were taken in a freeze, so its removal would say so.
    await db.updateTable('users').set({ shown_score: 5 }).where('name', '=', 'shown').execute();
    await db.updateTable('users').set({ badge_group: '' }).where('name', '=', 'badge').execute();
    const proven = (await store.listMadeAfter(db, '', 9, NOW)).filter(({ isProven }) => isProven);
    expect(proven.map(({ id }) => id)).toEqual(['id of badge', 'id of scored', 'id of shown']);
    // Points that were taken back, and a claim that was refused, would go with the account for good.
    const entry = { user_id: 'id of given', kind: 'award', reason: 'x', at: NOW } as const;
    await db
      .insertInto('point_entries')
      .values([
        { ...entry, id: 'e1', points: 5 },
        { ...entry, id: 'e2', points: -5, undoes: 'e1' },
      ])
      .execute();
    const claimed = { id: 'c1', user_id: 'id of claimed', mission_id: 'm', task: 't', worth: '1', created_at: NOW };
    await db
      .insertInto('claims')
      .values({ ...claimed, state: 'refused', decided_at: NOW })
      .execute();
    const ids = ['id of scored', 'id of shown', 'id of new', 'id of given', 'id of claimed', 'id of badge'];
    const deleted = await deleteWithoutPoints(db, ids);
    expect(deleted.map(({ name }) => name)).toEqual(['new']);
    expect((await store.listUsers(db)).map(({ name }) => name)).toEqual([
      'shown',
      'badge',
      'claimed',
      'given',
      'other',
      'scored',
    ]);
  });

  it('what users store deletes for good only a user that is still hidden, and was at that time', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['restored', 'later']) await store.addUser(db, aUser(name));
    await hideUser(db, 'id of later', '2025-11-14T17:00:00.001Z');
    expect([await removeUser(db, 'id of restored', NOW), await removeUser(db, 'id of later', NOW)]).toEqual([
      null,
      null,
    ]);
    expect(await removeUser(db, 'id of later', '2025-11-14T17:00:00.001Z')).toEqual({ name: 'later', since: NOW });
  });

  it('what users store reads of a burst only users that were made since it began', async () => {
    const { db } = await freshDatabase(dialect);
    for (const [name, at] of [
      ['d', '2025-11-14T17:00:00.000Z'],
      ['a', '2025-11-14T17:00:00.001Z'],
      ['c', '2025-11-14T16:59:59.999Z'],
      ['b', '2025-11-14T17:00:00.000Z'],
    ] as const) {
      await store.addUser(db, { ...aUser(name), now: at });
    }
    const listed = async (after: string, limit: number) =>
      (await store.listMadeAfter(db, after, limit, NOW)).map(({ id }) => id);
    expect(await listed('', 2)).toEqual(['id of a', 'id of b']);
    expect(await listed('id of b', 2)).toEqual(['id of d']);
  });

  it('what users store gives loose keys to names from before, the oldest first, and none to a name that resembles one', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['Rosa', 'Bo Q', 'bo-q', '!!']) {
      // As these names were stored before: without loose keys.
      await store.addUser(db, aUser(name));
      await db.updateTable('users').set({ loose_key: null }).execute();
    }
    await store.giveLooseKeys(db);
    await store.giveLooseKeys(db);
    const rows = await db.selectFrom('users').select(['name', 'loose_key']).orderBy('id').execute();
    expect(rows.map(({ name, loose_key }) => [name, loose_key]).sort()).toEqual([
      ['!!', '!!'],
      ['Bo Q', 'boq'],
      ['Rosa', 'rosa'],
      ['bo-q', null],
    ]);
    expect(await userProblems(db)).toEqual([]);
    await db.updateTable('users').set({ loose_key: 'other' }).where('name', '=', 'Rosa').execute();
    expect(await userProblems(db)).toEqual(['a loose key of another name: Rosa']);
  });

  it('what users store finds the users of an upload by how they are spelled, then by nearly so, and creates the others', async () => {
    const { db } = await freshDatabase(dialect);
    for (const name of ['Bo Q', 'bo-q', 'Rosa Quint']) {
      await store.addUser(db, aUser(name));
      await db.updateTable('users').set({ loose_key: null }).execute();
    }
    await store.giveLooseKeys(db);
    const wanted = ['BO-Q', 'rósa-quint.', 'Zed'].map((name, score) => ({ ...aUser(name), id: `new ${name}`, score }));
    const locked = await store.lockByName(db, wanted, NOW);
    expect(locked.toSorted((one, other) => one.wanted - other.wanted)).toEqual([
      { id: 'id of bo-q', name: 'BO-Q', score: 0, wanted: 0, isNew: false },
      { id: 'id of Rosa Quint', name: 'rósa-quint.', score: 0, wanted: 1, isNew: false },
      { id: 'new Zed', name: 'Zed', score: 0, wanted: 2, isNew: true },
    ]);
    expect(await store.countUsers(db)).toBe(4);
  });

  it('what users store counts the accounts of one device', async () => {
    const { db } = await freshDatabase(dialect);
    for (const id of ['me', 'you']) await addVisitor(db, { id, tokenHash: id, now: NOW });
    for (const [name, owner] of [
      ['a', 'me'],
      ['b', 'me'],
      ['c', 'you'],
      ['d', null],
    ] as const) {
      await store.addUser(db, aUser(name, owner));
    }
    expect([await store.countAccountsOf(db, 'me'), await store.countAccountsOf(db, 'you')]).toEqual([2, 1]);
  });
});
