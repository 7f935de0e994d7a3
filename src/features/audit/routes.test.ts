import { randomUUIDv7 } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Browser, PASSWORD, sharedApp, testApp } from '#testing/app.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { aHelper } from '#testing/staff.ts';
import type { AuditEntry, CheckInLine } from './contract.ts';
import { PAGE } from './limits.ts';
import { person } from './rules/people.ts';
import { addEntry } from './store.ts';

const shared = sharedApp();

const list = async (browser: Browser, query: Record<string, string> = {}) =>
  (await browser.send(`GET /api/admin/audit?${new URLSearchParams(query)}`)).json<AuditEntry[]>();
const say = (entries: readonly AuditEntry[]) => entries.map(({ action, subject }) => `${action}: ${subject}`);
const create = async (browser: Browser, title: string) =>
  (await browser.send('POST /api/events', anEvent({ title }))).json<{ id: string }>().id;

it('the list of changes returns the changes of one event, also after its deletion', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const chess = await create(admin, 'Chess');
  await create(admin, 'Go');
  app.clock.pass(1);
  await admin.send(`DELETE /api/events/${chess}`);
  expect(say(await list(admin, { event: chess }))).toEqual(['event deleted: Chess', 'event created: Chess']);
  expect(await list(admin, { event: 'no-such-event' })).toEqual([]);
});

it('the list of changes returns the changes of one session', async () => {
  const app = shared();
  const [one, two] = [await app.admin(), app.browser()];
  await two.send('POST /api/admin/verify', { password: PASSWORD });
  await create(one, 'Chess');
  await create(two, 'Go');
  const [entry] = await list(one, {
    session: (await list(one)).find(({ subject }) => subject === 'Go')?.session ?? '',
  });
  expect([entry?.subject, (await list(one, { session: entry?.session ?? '' })).length]).toEqual(['Go', 1]);
  expect((await one.send('GET /api/admin/audit?session=%25')).statusCode).toBe(400);
});

it('the list of changes finds changes by a part of a name without case, also of a person who is not the subject', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/users', { name: 'Zoë Lindqvist' })).json<{ id: string }>();
  await admin.send('POST /api/users', { name: 'Sam' });
  app.clock.pass(1);
  await admin.send(`PATCH /api/users/${id}`, { name: 'Robin' });
  expect(say(await list(admin, { person: 'LINDQ' }))).toEqual([
    'user renamed: Zoë Lindqvist',
    'user created: Zoë Lindqvist',
  ]);
  expect(say(await list(admin, { person: 'robin' }))).toEqual(['user renamed: Zoë Lindqvist']);
});

it('the list of changes finds changes by the name of who made them', async () => {
  const app = shared();
  const [admin, mira] = [await app.admin(), app.browser()];
  await mira.send('POST /api/admin/verify', { password: PASSWORD, name: 'Mira Koval' });
  await create(admin, 'Chess');
  await create(mira, 'Go');
  expect(say(await list(admin, { person: 'koval' }))).toEqual(['event created: Go']);
  const csv = (await admin.send('GET /api/admin/exports/audit.csv?person=koval')).body;
  expect(csv).toMatch(/\r\n20[^,]+,"Mira Koval, organiser",event created,Go,/);
});

it('the list of changes continues after an entry, so that every change is on one page', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/users', { name: 'Sam' })).json<{ id: string }>();
  app.clock.pass(1);
  const at = app.clock.now().toISOString();
  const entry = {
    at,
    sessionId: 's',
    action: 'score changed',
    subject: '',
    eventId: null,
    before: null,
    byName: null,
    byRole: null,
  };
  for (let score = 1; score <= PAGE; score += 1) {
    const said = { ...entry, id: randomUUIDv7(), who: person(id, 'Sam', null), after: { score } };
    await addEntry(app.context.db, said);
  }
  const first = await list(admin);
  const rest = await list(admin, { after: first.at(-1)?.id ?? '' });
  expect([first.length, say(rest)]).toEqual([PAGE, ['user created: Sam']]);
  expect((await list(admin, { person: 'sam', after: first[0]?.id ?? '' })).length).toBe(PAGE);
});

it('the list of changes folds check-ins into one line an hour and event, right also after an undo', async () => {
  const app = await testApp();
  const [admin, id, other] = [await app.admin(), await app.event(), await app.event({ title: 'Uno' })];
  const mira = await aHelper(app, { name: 'Mira', role: 'door' });
  const phone = app.browser();
  const register = async (eventId: string, playerName: string) =>
    (await phone.send('POST /api/rsvps', aRegistration(eventId, { playerName }))).json<{ id: string }>().id;
  const [alex, bo, cy, dee] = [
    await register(id, 'Alex'),
    await register(id, 'Bo'),
    await register(id, 'Cy'),
    await register(other, 'Dee'),
  ];
  await mira.send(`PUT /api/rsvps/${alex}/check-in`);
  await mira.send(`PUT /api/rsvps/${bo}/check-in`);
  app.clock.pass(60_000);
  const byOwner = { checked_in: 1, checked_in_at: app.clock.now().toISOString(), checked_in_by: 'owner' } as const;
  await app.context.db.updateTable('rsvps').set(byOwner).where('id', '=', cy).execute();
  await admin.send(`DELETE /api/rsvps/${bo}/check-in`);
  app.clock.pass(60 * 60_000);
  await admin.send(`PUT /api/rsvps/${dee}/check-in`);
  const lines = async (query = '') => (await admin.send(`GET /api/admin/check-ins${query}`)).json<CheckInLine[]>();
  const here = { eventId: id, title: 'Catan Open', location: 'Ballroom A', hour: '2025-11-14T17' };
  const line = {
    ...here,
    count: 2,
    lastAt: '2025-11-14T17:01:00.000Z',
    names: ['Mira'],
    byUnnamed: false,
    byCode: true,
  };
  expect(await lines()).toEqual([expect.objectContaining({ eventId: other, count: 1, byUnnamed: true }), line]);
  expect(await lines(`?event=${id}`)).toEqual([line]);
  expect(await lines('?until=2025-11-14T17:01:00.000Z')).toEqual([line]);
  expect(await lines('?since=2025-11-14T17:01:00.000Z')).toHaveLength(1);
  expect((await admin.send(`GET /api/events/${id}/check-ins?hour=2025-11-14T17`)).json()).toEqual([
    { id: cy, playerName: 'Cy', at: line.lastAt, by: 'owner', name: null },
    { id: alex, playerName: 'Alex', at: '2025-11-14T17:00:00.000Z', by: 'staff', name: 'Mira' },
  ]);
  const actions = async (query: Record<string, string> = {}) =>
    (await list(admin, { event: id, ...query })).map(({ action }) => action);
  expect(await actions()).toEqual(['check-in undone', 'checked in by staff', 'checked in by staff']);
  expect(await actions({ checkIns: 'apart' })).toEqual(['check-in undone']);
});

it('the list of changes exports what the filter finds as a table, in the festival’s zone', async () => {
  const app = shared();
  const admin = await app.admin();
  const { id } = (await admin.send('POST /api/users', { name: '=Sam' })).json<{ id: string }>();
  await admin.send('POST /api/users', { name: 'Jo' });
  await admin.send(`PATCH /api/users/${id}/score`, { score: 7 });
  const csv = (await admin.send('GET /api/admin/exports/audit.csv?person=sam')).body;
  expect(csv.split('\r\n').slice(1, 2)[0]).toMatch(
    /^20\d\d-\d\d-\d\d \d\d:\d\d,session [\da-z-]{8},score changed,'=Sam,score: 0 → 7$/,
  );
  expect(csv).not.toContain('Jo');
});
