import { expect, it } from 'vitest';
import { type Browser, organisedApp, seen, type TestApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { finishDeletions } from './commands.ts';
import type { FestivalEvent } from './contract.ts';

async function create(admin: Browser, said = {}): Promise<FestivalEvent> {
  return (await admin.send('POST /api/events', anEvent(said))).json();
}

const register = (app: TestApp, eventId: string, playerName: string) =>
  app.browser().send('POST /api/rsvps', { eventId, playerName });

it('events are created as sent, without unknown fields, and listed at once', async () => {
  const { app, admin } = await organisedApp();
  expect(await app.events()).toEqual([]);
  const more = {
    id: 'mine',
    status: 'completed',
    currentRegistrations: 9,
    seats_taken: 9,
    bracketDrawn: true,
    x: 'spy',
  };
  const answer = await admin.send('POST /api/events', { ...anEvent(), ...more, editRevision: 1, revision: 1 });
  const event = {
    id: expect.not.stringMatching(/^mine$/),
    ...anEvent(),
    currentRegistrations: 0,
    waiting: 0,
    lateMinutes: 0,
    status: 'upcoming',
    gameType: 'board',
    points: null,
    format: null,
    // As the festival.
    reports: true,
    releaseAfter: null,
    queue: false,
    questions: [],
    draft: false,
    lottery: false,
    queuePaused: false,
    roundClock: null,
    bracketDrawn: false,
    bracketDecided: false,
    completedAt: null,
    editRevision: 1,
    revision: 1,
  };
  expect(seen(answer)).toEqual({ status: 201, body: event });
  expect(await app.events()).toEqual([answer.json()]);
  expect(seen(await admin.send(`PATCH /api/events/${answer.json().id}`, more))).toEqual({ status: 200, body: event });
  expect(JSON.stringify(await everyRow(app.context.db))).not.toContain('spy');
});

it('events are edited field by field; missing fields stay', async () => {
  const { app, admin } = await organisedApp();
  const event = await create(admin, { googleDocUrl: 'https://docs.example/a' });
  const changes: Partial<FestivalEvent>[] = [
    { title: 'Catan Closed' },
    { eventType: 'course', gameType: null },
    { description: '' },
    { startTime: '2025-11-15T12:00:00.000Z' },
    { duration: 15 },
    { location: 'Ballroom B' },
    { host: 'Sam' },
    { capacity: 2 },
    { googleDocUrl: null },
    { tournamentType: 'single-elimination' },
    { tournamentType: null },
    {},
    // As it is.
    { duration: 15, tournamentType: null },
  ];
  let wanted = event;
  for (const change of changes) {
    const raised = Object.entries(change).every(([field, value]) => wanted[field as keyof FestivalEvent] === value)
      ? 0
      : 1;
    // The capacity is changed by a statement of its own.
    const revision = wanted.revision + raised + ('capacity' in change ? 1 : 0);
    wanted = { ...wanted, ...change, editRevision: wanted.editRevision + raised, revision };
    const answer = await admin.send(`PATCH /api/events/${event.id}`, change);
    expect(seen(answer)).toEqual({ status: 200, body: wanted });
    expect(await app.events()).toEqual([wanted]);
  }
});

it('events keep at least the places that are taken', async () => {
  const { app, admin } = await organisedApp();
  const { id } = await create(admin, { capacity: 5 });
  for (const name of ['Alex', 'Robin', 'Sam']) await register(app, id, name);
  const before = await everyRow(app.context.db);
  expect(seen(await admin.send(`PATCH /api/events/${id}`, { capacity: 2, title: 'Smaller' }))).toMatchObject({
    status: 409,
    body: { code: 'CAPACITY_TAKEN', field: 'capacity' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  const answer = await admin.send(`PATCH /api/events/${id}`, { capacity: 3 });
  expect(answer.json()).toMatchObject({ capacity: 3, currentRegistrations: 3 });
  expect((await register(app, id, 'Toni')).json().code).toBe('EVENT_FULL');
});

it('events keep their tournament type once the bracket is drawn', async () => {
  const { app, admin } = await organisedApp();
  const { id } = await create(admin, { tournamentType: 'single-elimination' });
  await app.context.db.updateTable('events').set({ bracket_drawn: 1 }).execute();
  const before = await everyRow(app.context.db);
  for (const tournamentType of ['double-elimination', null]) {
    expect(seen(await admin.send(`PATCH /api/events/${id}`, { title: 'Other', tournamentType }))).toEqual({
      status: 409,
      body: {
        code: 'BRACKET_DRAWN',
        message: 'The bracket of this event is already drawn, so its tournament type stays.',
        field: 'tournamentType',
      },
    });
  }
  expect(await everyRow(app.context.db)).toEqual(before);
  const same = { title: 'Other', tournamentType: 'single-elimination' };
  expect((await admin.send(`PATCH /api/events/${id}`, same)).json()).toMatchObject(same);
});

it('events come back as they were when a deletion is undone within a minute', async () => {
  const { app, admin } = await organisedApp();
  const { id } = await create(admin);
  await register(app, id, 'Alex');
  const restore = () => admin.send(`POST /api/events/${id}/restore`);
  const deleted = async () => (await admin.send('GET /api/admin/deleted-events')).json();
  const [before] = await app.events();
  await admin.send(`DELETE /api/events/${id}`);
  expect(await deleted()).toEqual([{ ...before, editRevision: 2, revision: 3, undoUntil: '2025-11-14T17:01:00.000Z' }]);
  app.clock.pass(59_999);
  expect(seen(await restore())).toEqual({ status: 200, body: { ...before, editRevision: 3, revision: 4 } });
  expect([await app.events(), await deleted()]).toEqual([[{ ...before, editRevision: 3, revision: 4 }], []]);
  expect(seen(await restore())).toEqual({ status: 200, body: { ...before, editRevision: 3, revision: 4 } });
  const audit = (await admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(audit.filter(({ action }) => action === 'event restored')).toMatchObject([{ subject: before?.title }]);
  await admin.send(`DELETE /api/events/${id}`);
  app.clock.pass(60_000);
  expect(await deleted()).toEqual([]);
  expect(seen(await restore())).toEqual({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'This event can’t be brought back any more.' },
  });
});

it('events are deleted with their RSVPs', async () => {
  const { app, admin } = await organisedApp();
  const [kept, doomed] = [await create(admin), await create(admin)];
  for (const { id } of [kept, doomed]) await register(app, id, 'Alex');
  const deleted = await admin.send(`DELETE /api/events/${doomed.id}`);
  expect(seen(deleted)).toEqual({ status: 204, body: null });
  // To open screens.
  expect(String(deleted.headers['x-touches']).split(',').sort()).toEqual(['events', 'rsvps']);
  expect(await app.events()).toEqual([{ ...kept, currentRegistrations: 1, revision: 2 }]);
  app.clock.pass(60_000);
  await finishDeletions(app.context);
  const { rsvps } = await everyRow(app.context.db);
  expect(rsvps?.map((row) => JSON.parse(row).event_id)).toEqual([kept.id]);
});
