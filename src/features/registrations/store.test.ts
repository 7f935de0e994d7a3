import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { addRemoval, removeOwn } from './store.ts';

const AT = '2025-11-14T17:00:00.000Z';

async function removalIn(db: Db): Promise<void> {
  await db.insertInto('visitors').values({ id: 'phone', token_hash: '', created_at: AT }).execute();
  const removed = { places: 0, accounts: 0, games: 0 };
  await addRemoval(db, { id: 'removal', removedAt: AT, network: 'hotel', from: AT, to: AT, removed });
}

const keptIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('removed_rows').select('row_id').orderBy('row_id').execute()).map(({ row_id }) => row_id);

/** Changes between reading a burst and deleting it. */
describe.each(DIALECTS)('a deletion, on %s', (dialect) => {
  it('keeps an account that got points meanwhile', async () => {
    const { db } = await freshDatabase(dialect);
    await removalIn(db);
    const account = (id: string, score: number) => ({
      id,
      name: id,
      name_key: id,
      score,
      visitor_id: 'phone',
      created_at: AT,
    });
    await db
      .insertInto('users')
      .values([account('scored', -5), account('new', 0)])
      .execute();
    expect(await removeOwn(db, 'removal', 'account', ['scored', 'new'])).toBe(1);
    expect(await keptIds(db)).toEqual(['new']);
    expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 'scored' }]);
  });

  it('keeps a game that its owner removed meanwhile', async () => {
    const { db } = await freshDatabase(dialect);
    await removalIn(db);
    const game = (id: string, removed_at: string | null) => ({
      ...{ id, name: id, name_key: id, game_type: 'board-game' as const, owner: 'Noor', available: 1 as const },
      ...{ visitor_id: 'phone', created_at: AT, removed_at },
    });
    await db
      .insertInto('inventory_games')
      .values([game('gone', AT), game('listed', null)])
      .execute();
    expect(await removeOwn(db, 'removal', 'game', ['gone', 'listed'])).toBe(1);
    expect(await keptIds(db)).toEqual(['listed']);
  });
});
