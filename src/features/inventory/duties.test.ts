import { describe, expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { listedBurst, phones, remove, undo } from '#testing/burst.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aGame } from '#testing/factories.ts';
import type { Game } from './contract.ts';

const add = (browser: Browser, owner: string) => browser.send('POST /api/inventory', aGame({ owner }));
const gamesOf = async ({ context }: TestApp) => (await everyRow(context.db)).inventory_games;

describe.each(DIALECTS)('games, on %s', (dialect) => {
  it('go with their device, also one that it just removed, and only listed ones are counted and name it', async () => {
    const app = await testApp(dialect);
    const [noor, sam] = [app.browser(), app.browser()];
    await add(sam, 'Sam');
    const before = await gamesOf(app);
    const [first] = [await add(noor, 'First'), await add(noor, 'Second')];
    await noor.send(`DELETE /api/inventory/${first.json<Game>().id}`);
    expect((await noor.send('GET /api/visitor')).json()).toMatchObject({ games: 1 });
    expect((await noor.send('GET /api/names/my')).json()).toEqual([{ name: 'Second', account: false }]);
    expect((await noor.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect(await gamesOf(app)).toEqual(before);
  });

  it('go with a burst, except those that their owner removed meanwhile, and come back', async () => {
    const app = await testApp(dialect);
    const admin = await app.admin();
    const [first] = await phones(app, 25, (phone, n) =>
      phone.send('POST /api/inventory', aGame({ name: `Game ${n}` })),
    );
    const [id] = (await first?.send('GET /api/inventory/mine'))?.json<string[]>() ?? [];
    const shown = await listedBurst(app, admin);
    expect(shown.removable).toMatchObject({ games: 25 });
    await first?.send(`DELETE /api/inventory/${id}`);
    expect((await remove(admin, shown)).statusCode).toBe(409);

    const burst = await listedBurst(app, admin);
    expect(burst.removable).toMatchObject({ games: 24 });
    const before = await gamesOf(app);
    const removal = await remove(admin, burst);
    expect(removal.statusCode).toBe(201);
    expect(await gamesOf(app)).toHaveLength(1);
    expect(seen(await undo(admin, removal.json<{ id: string }>().id))).toMatchObject({
      body: { restored: { games: 24 }, lost: { names: 0 } },
    });
    expect(await gamesOf(app)).toEqual(before);
  });
});
