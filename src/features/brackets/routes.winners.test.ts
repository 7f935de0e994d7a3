import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aTournament, deskAt, drawnDesk, NAMES } from '#testing/tournament.ts';
import type { Winners } from './contract.ts';

it.each(DIALECTS)(
  'winners are those of decided tournaments that visitors see, also after a correction, and the ten best, on %s',
  async (dialect) => {
    const app = await testApp(dialect);
    const admin = await app.admin();
    const read = async () => (await app.browser().send('GET /api/winners')).json<Winners>();
    const { id } = await aTournament(app.context, 2);
    const desk = deskAt(app, admin, id);
    await desk.draw();
    expect(await read()).toEqual({ tournaments: [], top: [] });
    await desk.score('W1-1', 2, 1);
    const [first] = (await read()).tournaments;
    expect(first).toMatchObject({ eventId: id, names: [expect.any(String)] });
    await desk.score('W1-1', 1, 2);
    const [second] = (await read()).tournaments;
    expect(second?.names).not.toEqual(first?.names);
    for (let n = 0; n < 12; n += 1) {
      const { id: user } = (await admin.send('POST /api/users', { name: `Player ${n}` })).json<{ id: string }>();
      if (n > 0) await admin.send(`POST /api/users/${user}/points`, { points: n, reason: 'Won' });
    }
    const { top } = await read();
    expect(top.map(({ score }) => score)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    for (const { id: user } of (await admin.send('GET /api/users'))
      .json<{ id: string; score: number }[]>()
      .slice(2, -1))
      await admin.send(`DELETE /api/users/${user}`);
    expect((await read()).top.map(({ score }) => score)).toEqual([11, 10]);
    await app.context.db.updateTable('events').set({ draft: 1 }).execute();
    await admin.send(`PATCH /api/users/nobody`, { name: 'x' });
    await admin.send('POST /api/users', { name: 'Touches' });
    expect((await read()).tournaments).toEqual([]);
  },
);

it('all who share the first rank of a tournament are its winners', async () => {
  const there = await drawnDesk(3, { tournamentType: 'round-robin' });
  // Each beats the next of the three.
  for (const { id, player1, player2 } of await there.matches()) {
    const at = (of: { name: string } | null) => (NAMES as readonly string[]).indexOf(of?.name ?? '');
    const isFirst = (at(player1) + 1) % 3 === at(player2);
    await there.score(id.slice(there.id.length + 1), isFirst ? 2 : 0, isFirst ? 0 : 2);
  }
  const { tournaments } = (await there.app.browser().send('GET /api/winners')).json<Winners>();
  expect(tournaments.map(({ names }) => [...names].sort())).toEqual([NAMES.slice(0, 3).toSorted()]);
});
