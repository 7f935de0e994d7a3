/** The door, phones and an organiser at the same moment. */
import { describe, expect, it } from 'vitest';
import { addEvent } from '#features/events/store.ts';
import { type Browser, organisedApp, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { tally } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { codeToken } from './commands/by-code.ts';
import type { StaffRsvp } from './contract.ts';

async function scene(app: TestApp, admin: Browser, names: readonly string[], capacity: number) {
  const { id } = await addEvent(app.context.db, app.context.newId(), anEvent({ capacity }));
  for (const playerName of names) await app.browser().send('POST /api/rsvps', { eventId: id, playerName });
  const token = codeToken(app.context, { eventId: id, generation: 1 });
  return {
    id,
    walkIn: (playerName: string) => admin.send(`POST /api/events/${id}/rsvps`, { playerName }),
    register: (playerName: string) => app.browser().send('POST /api/rsvps', { eventId: id, playerName }),
    checkIn: (playerName: string) => app.browser().send('POST /api/check-in', { token, playerName }),
    list: async () => (await admin.send(`GET /api/events/${id}/rsvps`)).json<StaffRsvp[]>(),
  };
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('at the same moment: the last seat goes to a walk-in or to an RSVP, never to both', async () => {
    const { app, admin } = await organisedApp(dialect);
    for (let round = 0; round < 6; round += 1) {
      const { id, walkIn, register, list } = await scene(app, admin, ['Alex'], 2);
      const answers = await Promise.all([walkIn('Robin'), register('Sam'), walkIn('Kim')]);
      expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
      expect(await list()).toHaveLength(2);
      const events = (await admin.send('GET /api/events')).json<{ id: string; currentRegistrations: number }[]>();
      expect(events.find((event) => event.id === id)?.currentRegistrations).toBe(2);
    }
  });

  it('at the same moment: one name registered from the door and from a phone takes one place', async () => {
    const { app, admin } = await organisedApp(dialect);
    for (let round = 0; round < 6; round += 1) {
      const { walkIn, register, list } = await scene(app, admin, [], 16);
      expect(tally(await Promise.all([walkIn('Alex'), register('alex')]))).toEqual({ 201: 1, 409: 1 });
      expect(await list()).toHaveLength(1);
    }
  });

  it('at the same moment: everybody who checks in during an undo is in, or was undone and counted', async () => {
    const app = await testApp(dialect, { limits: { checkInNames: 1000 } });
    const admin = await app.admin();
    const names = Array.from({ length: 8 }, (_, n) => `Guest ${n}`);
    for (let round = 0; round < 3; round += 1) {
      const { id, checkIn, list } = await scene(app, admin, names, 60);
      const early = names.slice(0, 4).map(checkIn);
      const undo = admin.send(`POST /api/events/${id}/undo-check-ins`, { minutes: 5 });
      const late = names.slice(4).map(checkIn);
      const [undone, ...answers] = await Promise.all([undo, ...early, ...late]);
      expect(tally(answers)).toEqual({ 200: 8 });
      const present = (await list()).filter(({ checkedIn }) => checkedIn);
      expect(present.length + undone.json<{ undone: number }>().undone).toBe(8);
      expect(await problemsIn(app.context.db, dialect)).toEqual([]);
    }
  });
});
