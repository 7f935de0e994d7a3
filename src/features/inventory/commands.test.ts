import { describe, expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import type { Serve } from '#platform/server/serve.ts';
import { testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import { callHandler } from '#testing/handlers.ts';
import * as contract from './contract.ts';
import { inventoryRoutes } from './routes.ts';
import { addGame } from './store.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('inventory commands removes and restores a game when the device has joined its owner meanwhile, and not for a stranger', async () => {
    const context = await testContext(await freshDatabase(dialect));
    const { db } = context;
    for (const id of ['rosa', 'theo', 'stranger']) await addVisitor(db, { id, tokenHash: id, now: '' });
    await addGame(db, { ...aGame(), id: 'game', nameKey: 'azul', visitorId: 'rosa', now: '' });
    await db.updateTable('devices').set({ visitor_id: 'rosa' }).where('id', '=', 'theo').execute();

    const callerOn = (device: string) => ({ visitorId: device, deviceId: device, staff: null });
    const routes = (serve: Serve) => inventoryRoutes(serve, context);
    const params = { id: 'game' };
    const remove = (device: string) => callHandler(routes, contract.removeGame, { by: callerOn(device), params });
    const restore = (device: string) => callHandler(routes, contract.restoreGame, { by: callerOn(device), params });
    await expect(remove('stranger')).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await remove('theo');
    await expect(remove('theo')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(restore('stranger')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await restore('theo')).toMatchObject({ id: 'game', mine: true });
  });
});
