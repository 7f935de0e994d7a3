/** Concurrent writes of several organisers to one event, and what the audit records of them. */
import { expect, it } from 'vitest';
import type { AuditEntry } from '#features/audit/contract.ts';
import { type Browser, organisedApp, seen, sharedApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import type { FestivalEvent } from '../contract.ts';

const shared = sharedApp();

const create = async (admin: Browser, said = {}): Promise<FestivalEvent> =>
  (await admin.send('POST /api/events', anEvent(said))).json();

const audit = async (admin: Browser) =>
  (await admin.send('GET /api/admin/audit'))
    .json<AuditEntry[]>()
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }))
    .reverse();

const gone = { status: 404, body: { code: 'NOT_FOUND', message: 'This event is not in the programme any more.' } };

it('organisers together refuses an edit of an older revision and keeps the newer one', async () => {
  const app = shared();
  const [ada, ben] = [await app.admin(), await app.admin()];
  const { id } = await create(ada);
  const edit = (admin: Browser, said: object) => admin.send(`PATCH /api/events/${id}`, { ...anEvent(), ...said });
  const first = await edit(ada, { location: 'Ballroom B', expectedRevision: 1 });
  expect(first.json()).toMatchObject({ location: 'Ballroom B', editRevision: 2 });
  const before = await everyRow(app.context.db);
  expect(seen(await edit(ben, { title: 'Catan Closed', expectedRevision: 1 }))).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
  const again = await edit(ben, { title: 'Catan Closed', location: 'Ballroom B', expectedRevision: 2 });
  expect(again.json()).toMatchObject({ title: 'Catan Closed', location: 'Ballroom B' });
});

it('organisers together creates an event once for an organiser who sends it again, and says when it was deleted since', async () => {
  const { app, admin } = await organisedApp();
  const key = { 'idempotency-key': '01890a5d-ac96-774b-bcce-b302099a8057' };
  const send = (title: string) => admin.send('POST /api/events', anEvent({ title }), key);
  const first = await send('Catan Open');
  await admin.send(`PATCH /api/events/${first.json().id}`, { location: 'Ballroom B' });
  expect(seen(await send('Catan Open'))).toEqual({ status: 201, body: (await app.events())[0] });
  expect(await app.events()).toHaveLength(1);
  expect((await send('Uno')).statusCode).toBe(422);
  await admin.send(`DELETE /api/events/${first.json().id}`);
  expect(seen(await send('Catan Open'))).toEqual({
    status: 410,
    body: { code: 'GONE', message: 'This event was deleted in the meantime. Create it again if you still want it.' },
  });
  expect(await app.events()).toEqual([]);
  expect((await audit(admin)).map(({ action }) => action)).toEqual(['event created', 'event edited', 'event deleted']);
});

it('organisers together accepts an edit again that it has saved, for an organiser whose first answer was lost', async () => {
  const { app, admin } = await organisedApp();
  const { id } = await create(admin);
  const edit = () =>
    admin.send(`PATCH /api/events/${id}`, { ...anEvent({ location: 'Ballroom B' }), expectedRevision: 1 });
  const first = seen(await edit());
  const before = await everyRow(app.context.db);
  expect(first).toMatchObject({ status: 200, body: { location: 'Ballroom B', editRevision: 2 } });
  expect(seen(await edit())).toEqual(first);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('organisers together accepts an edit of the present revision after registrations and a change of status', async () => {
  const app = shared();
  const ada = await app.admin();
  const { id, editRevision } = await create(ada);
  expect((await app.browser().send('POST /api/rsvps', aRegistration(id))).statusCode).toBe(201);
  await ada.send(`PATCH /api/events/${id}/status`, { status: 'in-progress' });
  const edited = await ada.send(`PATCH /api/events/${id}`, { title: 'Catan Closed', expectedRevision: editRevision });
  expect(edited.json()).toMatchObject({ title: 'Catan Closed', editRevision: editRevision + 1 });
});

it.each([
  [
    'keeps one of four edits of the same revision and refuses the others',
    { expectedRevision: 1 },
    [200, 409, 409, 409],
  ],
  ['control: keeps all four without a revision', {}, [200, 200, 200, 200]],
])('organisers together: %s', async (_, seenRevision, expected) => {
  const app = await testApp();
  const admins = [await app.admin(), await app.admin(), await app.admin(), await app.admin()];
  const { id } = await create(admins[0] as Browser);
  const answers = await Promise.all(
    admins.map((admin, index) =>
      admin.send(`PATCH /api/events/${id}`, { ...anEvent(), host: `Host ${index}`, ...seenRevision }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual(expected);
  const kept = statuses.filter((status) => status === 200).length;
  const hosts = answers
    .filter(({ statusCode }) => statusCode === 200)
    .map((answer) => answer.json<FestivalEvent>().host);
  const [event] = await app.events();
  expect(event?.editRevision).toBe(1 + kept);
  expect(hosts).toContain(event?.host);
  const written = (await audit(admins[0] as Browser)).map(({ action }) => action);
  expect(written.filter((action) => action === 'event edited')).toHaveLength(kept);
});

it('organisers together deletes the event and refuses the later of an edit and a deletion at the same moment', async () => {
  const app = await testApp();
  const [ada, ben, cem] = [await app.admin(), await app.admin(), await app.admin()];
  for (let round = 0; round < 4; round += 1) {
    const { id } = await create(ada);
    const [edited, deleted, again] = await Promise.all([
      ada.send(`PATCH /api/events/${id}`, { title: 'Catan Closed' }),
      ben.send(`DELETE /api/events/${id}`),
      cem.send(`DELETE /api/events/${id}`),
    ]);
    expect(await app.events()).toEqual([]);
    expect([deleted.statusCode, again.statusCode].toSorted()).toEqual([204, 404]);
    expect(seen(deleted.statusCode === 404 ? deleted : again)).toEqual(gone);
    if (edited.statusCode !== 200) expect(seen(edited)).toEqual(gone);
  }
});

it('organisers together records every change with before and after, and nothing when nothing changed', async () => {
  const { app, admin } = await organisedApp();
  const send = (call: string, body?: object) => {
    app.clock.pass(1_000);
    return admin.send(call, body);
  };
  const event = await create(admin);
  await send(`PATCH /api/events/${event.id}`, { title: 'Catan Closed', capacity: 8 });
  await send(`PATCH /api/events/${event.id}`, {});
  await send(`PATCH /api/events/${event.id}`, { capacity: 1 });
  await send(`PATCH /api/events/${event.id}/status`, { status: 'upcoming' });
  await send(`PATCH /api/events/${event.id}/status`, { status: 'completed' });
  await send(`PATCH /api/events/${event.id}/status`, { status: 'in-progress' });
  await send(`PATCH /api/events/${event.id}/status`, { status: 'completed' });
  await send(`DELETE /api/events/${event.id}`);
  await send(`DELETE /api/events/${event.id}`);
  const smaller = { ...event, title: 'Catan Closed', capacity: 8, editRevision: 2, revision: 3 };
  const live = { ...smaller, status: 'in-progress', revision: 4 };
  const over = { ...smaller, status: 'completed', completedAt: expect.any(String), revision: 5 };
  const subject = 'Catan Closed';
  expect(await audit(admin)).toEqual([
    { action: 'event created', subject: 'Catan Open', before: null, after: event },
    { action: 'event edited', subject: 'Catan Open', before: event, after: smaller },
    { action: 'event started', subject, before: smaller, after: live },
    { action: 'event completed', subject, before: live, after: over },
    { action: 'event deleted', subject, before: over, after: null },
  ]);
});
