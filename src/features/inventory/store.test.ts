import { describe, expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import type { NewGame } from './contract.ts';
import * as store from './store.ts';

const NOW = '2025-11-14T17:00:00.000Z';
const LATER = '2025-11-14T17:01:00.000Z';

async function withGames(db: Db, games: [visitorId: string, said: Partial<NewGame>][]): Promise<void> {
  for (const id of new Set(games.map(([visitorId]) => visitorId))) {
    await addVisitor(db, { id, tokenHash: id, now: NOW });
  }
  for (const [visitorId, said] of games) {
    const game = aGame(said);
    await store.addGame(db, {
      ...game,
      id: `id of ${game.name}`,
      nameKey: game.name.toLowerCase(),
      visitorId,
      now: NOW,
    });
  }
}
const names = async (db: Db) => (await store.listGames(db)).map(({ name }) => name);

describe.each(DIALECTS)('%s', (dialect) => {
  it('what the inventory stores lists a game as given, and separately its owner', async () => {
    const { db } = await freshDatabase(dialect);
    const bare = { name: 'Uno', playerCount: null, playTime: null, description: null, available: false };
    await withGames(db, [
      ['me', bare],
      ['you', {}],
    ]);
    const azul = { ...aGame(), id: 'id of Azul', lent: null };
    const uno = { ...aGame(bare), id: 'id of Uno', lent: null };
    expect(await store.listGames(db)).toEqual([azul, uno]);
    expect([await store.listIdsOf(db, 'me'), await store.listIdsOf(db, 'nobody')]).toEqual([[uno.id], []]);
  });

  it('what the inventory stores lists by key in byte order on both databases', async () => {
    const { db } = await freshDatabase(dialect);
    await withGames(
      db,
      ['🎲', 'ö', 'a-b', 'ab', '\uffe0', 'a b', 'Zed'].map((name) => ['me', { name }]),
    );
    expect(await names(db)).toEqual(['a b', 'a-b', 'ab', 'Zed', 'ö', '\uffe0', '🎲']);
  });

  it('what the inventory stores lists more games than it reads at once, each once', async () => {
    const { db } = await freshDatabase(dialect);
    const all = Array.from({ length: 501 }, (_, index) => `Game ${String(index).padStart(3, '0')}`);
    await withGames(
      db,
      all.toReversed().map((name) => ['me', { name }]),
    );
    expect(await names(db)).toEqual(all);
    const { games, count } = await store.listFirstGames(db);
    expect([games.map(({ name }) => name), count]).toEqual([all.slice(0, 60), 501]);
  });

  it('what the inventory stores deletes only listed games with a burst', async () => {
    const { db } = await freshDatabase(dialect);
    await withGames(
      db,
      ['Azul', 'Uno', 'Zed'].map((name) => ['me', { name }]),
    );
    await store.markRemoved(db, 'id of Uno', NOW);
    const deleted = await store.deleteListed(db, ['id of Azul', 'id of Uno']);
    expect(deleted.map(({ name }) => name)).toEqual(['Azul']);
    expect(await names(db)).toEqual(['Zed']);
  });

  it('what the inventory stores leaves removed games out of every list and count, until they are restored or dropped', async () => {
    const { db } = await freshDatabase(dialect);
    await withGames(db, [
      ['me', {}],
      ['me', { name: 'Uno' }],
      ['me', { name: 'Zed' }],
    ]);
    expect(await store.markRemoved(db, 'id of Azul', NOW)).toBe(true);
    expect(await store.markRemoved(db, 'id of Azul', LATER)).toBe(false);
    expect(await store.markRemoved(db, 'id of Uno', LATER)).toBe(true);
    expect([await names(db), await store.countGamesOf(db, 'me')]).toEqual([['Zed'], 1]);
    expect([
      await store.findOwner(db, 'id of Azul'),
      await store.findOwner(db, 'id of Zed'),
      await store.findRemovedOwner(db, 'id of Azul', LATER),
      await store.findRemovedOwner(db, 'id of Azul', NOW),
      await store.findRemovedOwner(db, 'id of Zed', NOW),
    ]).toEqual([undefined, 'me', undefined, 'me', undefined]);

    await store.dropRemoved(db, LATER);
    expect(await store.restore(db, 'id of Azul', NOW, 'me')).toBeNull();
    expect(await store.restore(db, 'id of Zed', NOW, 'me')).toBeNull();
    expect(await store.restore(db, 'id of Uno', LATER, 'me')).toMatchObject({ name: 'Uno', mine: true });
    expect(await names(db)).toEqual(['Uno', 'Zed']);
  });

  it('what the inventory stores keeps a game whose device was deleted, without an owner', async () => {
    const { db } = await freshDatabase(dialect);
    await withGames(db, [['me', {}]]);
    await db.deleteFrom('visitors').execute();
    expect(await store.findOwner(db, 'id of Azul')).toBeNull();
    expect([await names(db), await store.listIdsOf(db, 'me')]).toEqual([['Azul'], []]);
  });
});
