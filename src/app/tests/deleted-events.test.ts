/** A deleted event is hidden for a minute: for every call it is as if it were gone already. */
import { describe, expect, it } from 'vitest';
import type { FestivalFile } from '#features/archive/contract.ts';
import { finishDeletions } from '#features/events/commands.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { requestFor, type Scene, setScene } from '#testing/one-of-each.ts';
import { problemsIn } from '#testing/soundness.ts';

const UNDO = 'POST /api/events/{id}/restore';
/** Calls that name an event, a place in one or a match of one. */
const NAMES_EVENT =
  /\/(events|rsvps|amendments|waiting|matches|leaderboard)\/\{|^GET \/api\/(matches|leaderboard)$|^POST \/api\/(rsvps|waiting|check-in)$/;
/** Calls whose scene has more than an event with places. All others are refused, and so can share one. */
const NEEDS_MORE = /bracket|match|result|seeds|entrants|substitutes|forfeits|amendments|waiting|completion/;
const endpoints = (await declaredEndpoints()).filter(({ route }) => NAMES_EVENT.test(route) && route !== UNDO);

const hideAll = ({ context }: TestApp) =>
  context.db.updateTable('events').set({ deleted_at: context.now().toISOString() }).execute();

describe.each(DIALECTS)('%s', (dialect) => {
  it('a deleted event is missing for every call that names it, and nothing is written', {
    timeout: 60_000,
  }, async () => {
    const app = await testApp(dialect);
    const browsers = { admin: await app.admin(), expired: app.browser() };
    const answers: Record<string, number> = {};
    let plain: Scene | null = null;
    for (const endpoint of endpoints) {
      const scene: Scene =
        (NEEDS_MORE.test(endpoint.route) ? null : plain) ?? (await setScene(app, browsers, endpoint));
      if (!NEEDS_MORE.test(endpoint.route)) plain = scene;
      await hideAll(app);
      const before = await everyRow(app.context.db);
      const asker = scene.askers[endpoint.who === 'admin' ? 'admin' : 'owner'];
      answers[endpoint.route] = (await asker.send(...requestFor(app, endpoint, scene, 'there'))).statusCode;
      expect([endpoint.route, await everyRow(app.context.db)]).toEqual([endpoint.route, before]);
    }
    expect(endpoints.length).toBeGreaterThan(20);
    const gone = endpoints.map(({ route }) => [route, route === 'POST /api/check-in' ? 410 : 404]);
    expect(answers).toEqual(Object.fromEntries(gone));
  });

  it('a deleted event is in no list and no file, and returns with everything', async () => {
    const app = await testApp(dialect);
    const browsers = { admin: await app.admin(), expired: app.browser() };
    const { askers } = await setScene(app, browsers, { ...endpoints[0], route: 'GET /api/matches' } as never);
    const lists = async () => {
      const file = (await askers.admin.send('GET /api/admin/exports/festival.json')).json<FestivalFile>();
      return {
        events: (await askers.none.send('GET /api/events')).json<unknown[]>().length,
        mine: (await askers.owner.send('GET /api/rsvps/my')).json<unknown[]>().length,
        file: [file.events, file.rsvps, file.brackets].map(({ length }) => length),
      };
    };
    const before = await lists();
    expect(before).toMatchObject({ events: 2, mine: 1, file: [2, 4, 0] });
    const ids = (await askers.none.send('GET /api/events')).json<{ id: string }[]>().map(({ id }) => id);
    for (const id of ids) expect((await askers.admin.send(`DELETE /api/events/${id}`)).statusCode).toBe(204);
    expect(await lists()).toEqual({ events: 0, mine: 0, file: [0, 0, 0] });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
    for (const id of ids) expect((await askers.admin.send(`POST /api/events/${id}/restore`)).statusCode).toBe(200);
    expect(await lists()).toEqual(before);
  });

  it('a deleted event is forgotten by its visitors too, and frees their seats', async () => {
    const app = await testApp(dialect);
    const browsers = { admin: await app.admin(), expired: app.browser() };
    const { askers } = await setScene(app, browsers, { ...endpoints[0], route: 'GET /api/events' } as never);
    await hideAll(app);
    expect((await askers.owner.send('DELETE /api/visitor')).statusCode).toBe(204);
    const { db } = app.context;
    expect(await db.selectFrom('rsvps').select('player_name').execute()).toEqual([{ player_name: 'Bystander' }]);
    expect(await problemsIn(db, dialect)).toEqual([]);
  });

  it('a deleted event is deleted for good after a minute, with its places and matches', async () => {
    const app = await testApp(dialect);
    const browsers = { admin: await app.admin(), expired: app.browser() };
    await setScene(app, browsers, { ...endpoints[0], route: 'POST /api/matches/{id}/forfeit' } as never);
    await hideAll(app);
    app.clock.pass(59_999);
    expect(await finishDeletions(app.context)).toBe(0);
    app.clock.pass(1);
    expect([await finishDeletions(app.context), await finishDeletions(app.context)]).toEqual([2, 0]);
    const { events, rsvps, brackets, bracket_results } = await everyRow(app.context.db);
    expect({ events, rsvps, brackets, bracket_results }).toEqual({
      ...{ events: [], rsvps: [], brackets: [], bracket_results: [] },
    });
  });
});
