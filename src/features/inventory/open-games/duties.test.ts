import { describe, expect, it } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { type Browser, organisedApp, type TestApp, testApp } from '#testing/app.ts';
import { listedBurst, phones, remove, undo } from '#testing/burst.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anOpenGame } from '#testing/factories.ts';
import type { MyOpenGame } from './contract.ts';
import { dropEndedGames } from './duties.ts';

const open = async (browser: Browser, playerName: string, places = 12) =>
  (await browser.send('POST /api/open-games', anOpenGame({ playerName, places }))).json<MyOpenGame>().id;
const join = (browser: Browser, id: string, playerName: string) =>
  browser.send(`POST /api/open-games/${id}/join`, { playerName });
const rowsOf = async ({ context }: TestApp) => {
  const { open_games, open_game_players, open_game_reports } = await everyRow(context.db);
  return { open_games, open_game_players, open_game_reports };
};

describe.each(DIALECTS)('%s', (dialect) => {
  it('open games, joined places and reports go with their device', async () => {
    const app = await testApp(dialect);
    const [rosa, theo] = [app.browser(), app.browser()];
    const id = await open(rosa, 'Rosa');
    const before = await rowsOf(app);
    const own = await open(theo, 'Theo');
    await join(theo, id, 'Theo');
    await join(rosa, own, 'Rosa');
    await theo.send(`POST /api/open-games/${id}/report`);
    expect((await theo.send('GET /api/visitor')).json()).toMatchObject({ openGames: 2 });
    expect((await theo.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect(await rowsOf(app)).toEqual(before);
  });

  it('open games go with a burst, come back, and those who joined as far as there is room', async () => {
    const { app, admin } = await organisedApp(dialect);
    await app.browser().send('POST /api/users', { name: 'Somebody' });
    app.clock.pass(HOUR);
    const host = app.browser();
    const id = await open(host, 'Rosa', 2);
    await app.context.db.updateTable('visitors').set({ created_at: '2025-11-01T00:00:00.000Z' }).execute();
    await phones(app, 31, async (phone, n) => {
      await open(phone, `Host ${n}`);
      if (n < 2) await join(phone, id, `Player ${n}`);
    });
    const burst = await listedBurst(admin);
    expect(burst.things).toBe(33);
    const before = await rowsOf(app);
    const removal = (await remove(admin, burst)).json<{ id: string }>();
    const left = await rowsOf(app);
    expect([left.open_games?.length, left.open_game_players?.length]).toEqual([1, 0]);
    await join(host, id, 'Ada');
    expect((await undo(admin, removal.id)).json()).toMatchObject({ restored: 32, things: 33 });
    const now = await rowsOf(app);
    expect(now.open_games).toEqual(before.open_games);
    expect(now.open_game_players).toHaveLength(2);
  });

  it('what has ended is deleted, and nothing is done while nothing has', async () => {
    const app = await testApp(dialect);
    await open(app.browser(), 'Rosa');
    const clocked = { db: app.context.db, now: app.clock.now };
    expect(await dropEndedGames.hasWork(clocked)).toBe(false);
    app.clock.pass(2 * HOUR);
    await open(app.browser(), 'Theo');
    expect(await dropEndedGames.hasWork(clocked)).toBe(true);
    await dropEndedGames.run(clocked);
    expect((await rowsOf(app)).open_games?.map((row) => JSON.parse(row).host)).toEqual(['Theo']);
  });
});
