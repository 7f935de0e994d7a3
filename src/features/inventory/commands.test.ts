import { describe, expect, it } from 'vitest';
import { addVisitor } from '#features/access/store/callers.ts';
import { testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import { removeGame, restoreGame } from './commands.ts';
import { addGame } from './store.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('inventory commands removes and restores a game when the device has joined its owner meanwhile, and not for a stranger', async () => {
    const context = await testContext(await freshDatabase(dialect));
    const { db } = context;
    for (const id of ['rosa', 'theo', 'stranger']) await addVisitor(db, { id, tokenHash: id, now: '' });
    await addGame(db, { ...aGame(), id: 'game', nameKey: 'azul', visitorId: 'rosa', now: '' });
    await db.updateTable('devices').set({ visitor_id: 'rosa' }).where('id', '=', 'theo').execute();

    const callerOn = (device: string) => ({ visitorId: device, deviceId: device, staff: null });
    const remove = (device: string) => removeGame(context, callerOn(device), 'game');
    await expect(remove('stranger')).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await remove('theo');
    await expect(remove('theo')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(restoreGame(context, callerOn('stranger'), 'game')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await restoreGame(context, callerOn('theo'), 'game')).toMatchObject({ id: 'game', mine: true });
  });
});
