/** Two organisers at the same event at the same moment, and what is written down of it. */
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { untilWaiting } from '#testing/races.ts';
import type { FestivalEvent } from './contract.ts';
import { holdEvent } from './store.ts';

const create = async (admin: Browser, said = {}): Promise<FestivalEvent> =>
  (await admin.send('POST /api/events', anEvent(said))).json();

const audit = async (admin: Browser) =>
  (await admin.send('GET /api/admin/audit'))
    .json<AuditEntry[]>()
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }))
    .reverse();

const present = async (app: TestApp) => (await app.browser().send('GET /api/events')).json<FestivalEvent[]>();

const gone = { status: 404, body: { code: 'NOT_FOUND', message: 'This event is not in the programme any more.' } };

describe.each(DIALECTS)('organisers together, on %s', (dialect) => {
  it('an edit that saw an older event is refused, naming what changed, and nothing is lost', async () => {
    const app = await testApp(dialect);
    const [ada, ben] = [await app.admin(), await app.admin()];
    const { id } = await create(ada);
    const was = anEvent();
    const first = await ada.send(`PATCH /api/events/${id}`, { ...was, location: 'Ballroom B', was });
    expect(first.statusCode).toBe(200);
    const before = await everyRow(app.world.db);
    const second = { ...was, title: 'Catan Closed', was };
    expect(seen(await ben.send(`PATCH /api/events/${id}`, second))).toEqual({
      status: 409,
      body: {
        code: 'CHANGED_MEANWHILE',
        message: 'Another organiser has changed this event meanwhile: location.',
      },
    });
    expect(await everyRow(app.world.db)).toEqual(before);
    const seenNow = { ...was, location: 'Ballroom B' };
    const again = await ben.send(`PATCH /api/events/${id}`, { ...seenNow, title: 'Catan Closed', was: seenNow });
    expect(again.json()).toMatchObject({ title: 'Catan Closed', location: 'Ballroom B' });
  });

  it('of edits sent at the same moment one is kept and every other is told', async () => {
    const app = await testApp(dialect);
    const admins = [await app.admin(), await app.admin(), await app.admin(), await app.admin()];
    const { id } = await create(admins[0] as Browser);
    const was = anEvent();
    const answers = await Promise.all(
      admins.map((admin, index) => admin.send(`PATCH /api/events/${id}`, { ...was, host: `Host ${index}`, was })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    expect(await present(app)).toMatchObject([{ host: `Host ${statuses.indexOf(200)}` }]);
    const written = (await audit(admins[0] as Browser)).map(({ action }) => action);
    expect(written.toSorted()).toEqual(['event created', 'event edited']);
  });

  it('an edit and a deletion at the same moment: the event is gone, and who came second is told', async () => {
    const app = await testApp(dialect);
    const [ada, ben, cem] = [await app.admin(), await app.admin(), await app.admin()];
    for (let round = 0; round < 10; round += 1) {
      const { id } = await create(ada);
      const [edited, deleted, again] = await Promise.all([
        ada.send(`PATCH /api/events/${id}`, { title: 'Catan Closed' }),
        ben.send(`DELETE /api/events/${id}`),
        cem.send(`DELETE /api/events/${id}`),
      ]);
      expect(await present(app)).toEqual([]);
      expect([deleted.statusCode, again.statusCode].toSorted()).toEqual([204, 404]);
      expect(seen(deleted.statusCode === 404 ? deleted : again)).toEqual(gone);
      if (edited.statusCode !== 200) expect(seen(edited)).toEqual(gone);
    }
  });

  it('every change is written down with before and after, and what changed nothing is not', async () => {
    const app = await testApp(dialect);
    const admin = await app.admin();
    const send = (call: string, body?: object) => {
      app.clock.pass(1_000);
      return admin.send(call, body);
    };
    const event = await create(admin);
    await send(`PATCH /api/events/${event.id}`, { capacity: 8 });
    await send(`PATCH /api/events/${event.id}`, {});
    await send(`PATCH /api/events/${event.id}`, { capacity: 1 });
    await send(`PATCH /api/events/${event.id}/status`, { status: 'upcoming' });
    await send(`PATCH /api/events/${event.id}/status`, { status: 'completed' });
    await send(`PATCH /api/events/${event.id}/status`, { status: 'in-progress' });
    await send(`PATCH /api/events/${event.id}/status`, { status: 'completed' });
    await send(`DELETE /api/events/${event.id}`);
    await send(`DELETE /api/events/${event.id}`);
    const smaller = { ...event, capacity: 8 };
    const live = { ...smaller, status: 'in-progress' };
    const over = { ...smaller, status: 'completed' };
    const subject = 'Catan Open';
    expect(await audit(admin)).toEqual([
      { action: 'event created', subject, before: null, after: event },
      { action: 'event edited', subject, before: event, after: smaller },
      { action: 'event started', subject, before: smaller, after: live },
      { action: 'event completed', subject, before: live, after: over },
      { action: 'event deleted', subject, before: over, after: null },
    ]);
  });
});

it('records one change when two organisers start an event at the same moment on PostgreSQL', async () => {
  const app = await testApp('postgres');
  const [ada, ben] = [await app.admin(), await app.admin()];
  const { id } = await create(ada);
  const start = (admin: Browser) => admin.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
  let starting: ReturnType<typeof start>[] = [];
  await app.world.db.transaction().execute(async (tx) => {
    await holdEvent(tx, id);
    starting = [start(ada), start(ben)];
    await untilWaiting(app.world.db, 2);
  });
  expect((await Promise.all(starting)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await audit(ada)).map(({ action }) => action)).toEqual(['event created', 'event started']);
});

it('bracket: the words of the specification until there is one', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = await create(admin, { tournamentType: 'single-elimination' });
  expect(seen(await admin.send(`POST /api/events/${id}/generate-bracket`, { randomSeed: true }))).toEqual({
    status: 409,
    body: {
      code: 'TOO_FEW_PLAYERS',
      message: 'Failed to generate bracket. Make sure players are checked in.',
    },
  });
});
