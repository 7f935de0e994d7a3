/** What the slice declares for its data: its list in a festival file, and the emails of a past festival. */
import { describe, expect, it } from 'vitest';
import { type Browser, organisedApp, testApp } from '#testing/app.ts';
import { listedBurst, phones, remove, takePlaceIn, undo } from '#testing/burst.ts';
import { jobContext } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aFestivalFile } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { fullEvent } from '#testing/waiting.ts';
import type { StaffEntry } from './contract.ts';
import { waitingDuties } from './duties.ts';

type Removal = { id: string; things: number };
const playerEmail = 'alex@mail.example';

async function lineOn(dialect: (typeof DIALECTS)[number]) {
  const { app, admin } = await organisedApp(dialect);
  const eventId = await fullEvent(app);
  for (const playerName of ['Cy', 'Alex', 'Bo']) {
    await app.browser().send('POST /api/waiting', { eventId, playerName, playerEmail });
  }
  return { app, admin, eventId };
}

describe.each(DIALECTS)('%s', (dialect) => {
  it('waiting lists come back from a festival file in their order, and promote there', async () => {
    const { admin, eventId } = await lineOn(dialect);
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
    const other = await testApp(dialect);
    const there = await other.admin();
    expect((await there.send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
    const line = `GET /api/admin/events/${eventId}/waiting`;
    expect((await there.send(line)).json()).toEqual((await admin.send(line)).json());
    expect((await there.send('GET /api/events')).json()).toMatchObject([{ currentRegistrations: 2, waiting: 3 }]);
    await there.send(`PATCH /api/events/${eventId}`, { capacity: 3 });
    const left = (await there.send(line)).json<StaffEntry[]>();
    expect(left.map(({ playerName, rank }) => [playerName, rank])).toEqual([
      ['Alex', 1],
      ['Bo', 2],
    ]);
    expect(await problemsIn(other.context.db, dialect)).toEqual([]);
  });

  it('waiting lists come back with their groups and held seats, which end when everybody is forgotten', async () => {
    const { app, admin } = await organisedApp(dialect);
    const eventId = await fullEvent(app);
    await app.browser().send('POST /api/waiting', { eventId, playerNames: ['Cy', 'Alex'] });
    const { id = '' } = (await app.context.db.selectFrom('rsvps').select('id').executeTakeFirst()) ?? {};
    await admin.send(`DELETE /api/rsvps/${id}`);
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<{ waiting: object[] }>();
    expect(file.waiting).toMatchObject([
      { playerName: 'Cy', holdsSeat: true },
      { playerName: 'Alex', holdsSeat: false },
    ]);
    const other = await testApp(dialect);
    const { db } = other.context;
    const there = await other.admin();
    expect((await there.send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
    expect((await there.send('GET /api/events')).json()).toMatchObject([{ currentRegistrations: 2, waiting: 2 }]);
    expect(await problemsIn(db, dialect)).toEqual([]);
    await db.deleteFrom('waiting_entries').execute();
    await waitingDuties.anonymise?.(db);
    expect((await there.send('GET /api/events')).json()).toMatchObject([{ currentRegistrations: 1, waiting: 0 }]);
    expect(await problemsIn(db, dialect)).toEqual([]);
  });

  it('waiting entries go with a burst and come back in their order: where they were, or behind who joined meanwhile', async () => {
    const { app, admin, eventId } = await lineOn(dialect);
    const join = (phone: Browser, body: object) => phone.send('POST /api/waiting', { eventId, ...body });
    await phones(app, 1, (phone) => join(phone, { playerNames: ['Script A', 'Script B'] }));
    await phones(app, 29, (phone, n) => join(phone, { playerName: `Script ${n}` }));
    const names = async () =>
      (await admin.send(`GET /api/admin/events/${eventId}/waiting`)).json<StaffEntry[]>().map((one) => one.playerName);
    const [before, entries] = [await names(), (await everyRow(app.context.db)).waiting_entries];
    const burst = await listedBurst(admin);
    expect(burst.things).toBe(31);
    const removal = await remove(admin, burst);
    expect([removal.json<Removal>().things, await names()]).toEqual([31, ['Cy', 'Alex', 'Bo']]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
    expect((await undo(admin, removal.json<Removal>().id)).json()).toEqual({ restored: 31, things: 31 });
    expect([await names(), (await everyRow(app.context.db)).waiting_entries]).toEqual([before, entries]);

    const again = (await remove(admin, burst)).json<Removal>();
    for (const playerName of ['Dee', 'Script 7']) await join(app.browser(), { playerName });
    expect((await undo(admin, again.id)).json()).toEqual({ restored: 30, things: 31 });
    const scripts = before.slice(3).filter((name) => name !== 'Script 7');
    expect(await names()).toEqual(['Cy', 'Alex', 'Bo', 'Dee', 'Script 7', ...scripts]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('waiting entries of a burst never get the seats of its places, and come back to the places that came back', async () => {
    const { app, admin } = await organisedApp(dialect);
    const eventId = await app.event({ capacity: 20 });
    await phones(app, 20, takePlaceIn(eventId));
    await phones(app, 15, (phone, n) => phone.send('POST /api/waiting', { eventId, playerName: `Waits ${n}` }));
    const rows = async () => {
      const { rsvps, waiting_entries } = await everyRow(app.context.db);
      return { rsvps, waiting_entries };
    };
    const before = await rows();
    const removal = (await remove(admin, await listedBurst(admin))).json<Removal>();
    expect([removal.things, await rows()]).toEqual([35, { rsvps: [], waiting_entries: [] }]);
    expect((await undo(admin, removal.id)).json()).toEqual({ restored: 35, things: 35 });
    expect(await rows()).toEqual(before);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('waiting entries of a burst never get the seat that its group held, however many they are', async () => {
    const { app, admin } = await organisedApp(dialect);
    const eventId = await fullEvent(app);
    const join = (phone: Browser, body: object) => phone.send('POST /api/waiting', { eventId, ...body });
    await phones(app, 1, (phone) => join(phone, { playerNames: ['Script A', 'Script B'] }));
    await phones(app, 205, (phone, n) => join(phone, { playerName: `Script ${n}` }));
    const { id = '' } = (await app.context.db.selectFrom('rsvps').select('id').executeTakeFirst()) ?? {};
    await admin.send(`DELETE /api/rsvps/${id}`);
    const removal = (await remove(admin, await listedBurst(admin))).json<Removal>();
    expect(removal.things).toBe(207);
    expect((await admin.send('GET /api/events')).json()).toMatchObject([{ currentRegistrations: 1, waiting: 0 }]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('waiting lists are empty in a file from before them', async () => {
    const app = await testApp(dialect);
    const { waiting: _, ...older } = aFestivalFile();
    const answer = await (await app.admin()).send('POST /api/admin/imports/festival', older);
    expect(answer.statusCode).toBe(201);
  });

  it('waiting lists keep their emails until 30 days after the festival', async () => {
    const { app, admin, eventId } = await lineOn(dialect);
    const run = (now: string) => waitingDuties.jobs?.[0]?.run(jobContext(app.context, { now: () => new Date(now) }));
    expect([await run('2025-12-17T09:59:59.999Z'), await run('2025-12-17T10:00:00.000Z')]).toEqual([0, 3]);
    const line = (await admin.send(`GET /api/admin/events/${eventId}/waiting`)).json<StaffEntry[]>();
    expect(line.map(({ playerEmail: email }) => email)).toEqual([undefined, undefined, undefined]);
  });
});
