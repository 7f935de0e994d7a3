import { describe, expect, it } from 'vitest';
import { transact } from '#database/transactions.ts';
import { give, POINTS, player, scores, started } from '#testing/event-points.ts';
import { CONSTELLATIONS, meeting, rivalsOn, send, tally } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { newEntry } from './commands/entries.ts';
import { addEntries, listGivenBy, lockFreeze } from './store.ts';

const JO = { name: 'Jo', role: 'host' } as const;

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it('two organisers who complete an event and give its points at once give them once', async () => {
    const rivals = await rivalsOn(dialect, instances);
    const [app, admin] = [rivals.at(0), rivals.organisers[0]];
    for (let round = 0; round < 5; round += 1) {
      const id = await started(app, admin);
      await player(app, admin, id, `Rosa ${round}`);
      const calls = rivals.organisers.flatMap((organiser) => [
        send(organiser, `PATCH /api/events/${id}/status`, { status: 'completed' }),
        send(organiser, `POST /api/events/${id}/points`, {}),
      ]);
      expect(tally(await Promise.all(calls))).toEqual({ 200: 4 });
      expect((await scores(app))[`Rosa ${round}`]).toBe(1);
      await admin.send(`PATCH /api/events/${id}`, { points: null });
      await give(admin, id);
      await admin.send(`PATCH /api/events/${id}`, { points: { ...POINTS, takingPart: 3 } });
      const gifts = [0, 1, 0, 1].map((at) => send(rivals.organisers[at as 0 | 1], `POST /api/events/${id}/points`, {}));
      expect(tally(await Promise.all(gifts))).toEqual({ 200: 4 });
      expect((await scores(app))[`Rosa ${round}`]).toBe(3);
    }
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });
});

it('control: what was given is read without the locks: gives the points twice', async () => {
  const { at, organisers, db } = await rivalsOn('sqlite', 1);
  const [app, meet] = [at(0), meeting(2)];
  const id = await started(app, organisers[0]);
  const { userId } = await player(app, organisers[0], id, 'Rosa');
  const giveUnlocked = async () => {
    const given = await listGivenBy(db, id);
    await meet();
    if (given.length > 0) return;
    const entry = newEntry(app.context, JO, {
      user_id: userId,
      points: 1,
      kind: 'event',
      reason: 'Took part',
      event_id: id,
    });
    await transact(db, async (tx) => addEntries(tx, [entry], await lockFreeze(tx, () => new Date(entry.at))));
  };
  await Promise.all([giveUnlocked(), giveUnlocked()]);
  expect(await scores(app)).toEqual({ Rosa: 2 });
});
