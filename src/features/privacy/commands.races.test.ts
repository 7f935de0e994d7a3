import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Db } from '#database/schema.ts';
import { listCandidates, replaceBracket } from '#features/brackets/store/brackets.ts';
import { testApp } from '#testing/app.ts';
import { aRegistration } from '#testing/factories.ts';
import { overtake } from '#testing/races.ts';

it('leaves no name in a bracket that is drawn while PostgreSQL forgets the player', async () => {
  const app = await testApp('postgres');
  const { db } = app.context;
  const eventId = await app.event({ tournamentType: 'single-elimination' });
  const alex = app.browser();
  const registered = await alex.send('POST /api/rsvps', aRegistration(eventId), { 'idempotency-key': randomUUID() });
  const { id } = registered.json<{ id: string }>();
  expect((await (await app.admin()).send(`PUT /api/rsvps/${id}/check-in`)).statusCode).toBe(200);

  const draws = async (draw: Db) => {
    const entrants = await listCandidates(draw, eventId);
    expect(entrants).toMatchObject([{ name: 'Alex' }]);
    const options = { tournamentType: 'single-elimination' } as const;
    await replaceBracket(draw, { eventId, drawId: 'd', entrants, options, drawnAt: '', drawnBy: null });
  };
  const forgotten = await overtake(db, eventId, () => alex.send('DELETE /api/visitor'), draws);
  expect(forgotten.statusCode).toBe(204);
  const { entrants } = await db.selectFrom('brackets').select('entrants').executeTakeFirstOrThrow();
  expect(JSON.parse(entrants)).toEqual([{ rsvpId: id, userId: null, name: 'Former player 1' }]);
});
