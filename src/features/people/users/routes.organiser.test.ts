import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, sharedApp, type TestApp, testApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { aFestivalFile, anEvent, aRegistration } from '#testing/factories.ts';
import { problemsIn } from '#testing/soundness.ts';
import { finishDeletions } from './commands.ts';
import type { User } from './contract.ts';

const shared = sharedApp();

const MISSING = '01890000-0000-7000-8000-000000000000';
const gone = { status: 404, body: { code: 'NOT_FOUND', message: 'This user is not there any more.' } };

const add = async (browser: Browser, name: string): Promise<User> =>
  (await browser.send('POST /api/users', { name })).json<User>();
const told = async ({ context }: TestApp) =>
  (await listEntries(context.db, {}, 10)).map(({ action, subject, before, after }) => ({
    action,
    subject,
    before,
    after,
  }));

it('an organiser renames a user, keeps the score, and records every change', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = await add(admin, 'Alex');
  await admin.send(`PATCH /api/users/${id}/score`, { score: 12 });
  const renamed = await admin.send(`PATCH /api/users/${id}`, { name: '  Alexandra   R. ' });
  const after = { id, name: 'Alexandra R.', score: 12, revision: 3 };
  expect([seen(renamed), renamed.headers['x-touches']]).toEqual([
    { status: 200, body: after },
    'users,rsvps,matches,leaderboard',
  ]);
  expect(seen(await app.browser().send('GET /api/users')).body).toEqual([after]);
  app.clock.pass(1);
  expect(seen(await admin.send(`DELETE /api/users/${id}`))).toEqual({ status: 204, body: null });
  expect(seen(await app.browser().send('GET /api/users')).body).toEqual([]);
  expect((await told(app)).toSorted((one, other) => (one.action < other.action ? -1 : 1))).toEqual([
    {
      action: 'score changed',
      subject: 'Alex',
      before: { id, name: 'Alex', score: 0, revision: 1 },
      after: { id, name: 'Alex', score: 12, revision: 2 },
    },
    { action: 'user created', subject: 'Alex', before: null, after: { id, name: 'Alex', score: 0, revision: 1 } },
    { action: 'user deleted', subject: 'Alexandra R.', before: after, after: null },
    { action: 'user renamed', subject: 'Alex', before: { id, name: 'Alex', score: 12, revision: 2 }, after },
  ]);
});

it('an organiser renames the places taken under the name too, but not another person’s, nor where the new name is taken', async () => {
  const app = shared();
  const [admin, owner, stranger] = [await app.admin(), app.browser(), app.browser()];
  const { id } = await add(owner, 'Alex');
  const place = async (browser: Browser, title: string, name: string) => {
    const event = (await admin.send('GET /api/events')).json<{ id: string; title: string }[]>();
    const known = event.find((one) => one.title === title)?.id;
    const eventId = known ?? (await admin.send('POST /api/events', anEvent({ title }))).json<{ id: string }>().id;
    const taken = await browser.send('POST /api/rsvps', { eventId, playerName: name, isFriend: true });
    return taken.json<{ id: string }>().id;
  };
  const own = await place(owner, 'One', 'ALEX');
  const strangers = await place(stranger, 'Two', 'Alex');
  const beside = await place(owner, 'Three', 'Alex');
  await place(stranger, 'Three', 'Robin');
  await admin.send(`PATCH /api/users/${id}`, { name: 'Robin' });
  const rows = await app.context.db.selectFrom('rsvps').select(['id', 'player_name', 'name_key']).execute();
  const named = new Map(rows.map((row) => [row.id, [row.player_name, row.name_key]]));
  expect([own, strangers, beside].map((place) => named.get(place))).toEqual([
    ['Robin', 'robin'],
    ['Alex', 'alex'],
    ['Alex', 'alex'],
  ]);
});

it('an organiser may change the case of a name, but not take another user’s, and then writes nothing', async () => {
  const app = shared();
  const admin = await app.admin();
  const { id } = await add(admin, 'alex');
  await add(admin, 'Bo');
  expect((await admin.send(`PATCH /api/users/${id}`, { name: 'ALEX' })).json()).toMatchObject({ name: 'ALEX' });
  const before = await everyRow(app.context.db);
  expect(seen(await admin.send(`PATCH /api/users/${id}`, { name: 'bo' }))).toEqual({
    status: 409,
    body: { code: 'NAME_TAKEN', message: 'Someone is already called Bo. Add an initial.', field: 'name' },
  });
  expect(await everyRow(app.context.db)).toEqual(before);
});

it('an organiser and another, renaming two users to one name concurrently: one succeeds', async () => {
  const app = await testApp();
  const organisers = [await app.admin(), await app.admin()];
  for (let round = 0; round < 5; round += 1) {
    const users = await Promise.all(organisers.map((one, index) => add(one, `User ${round} ${index}`)));
    const answers = await Promise.all(
      organisers.map((one, index) => one.send(`PATCH /api/users/${users[index]?.id}`, { name: `Winner ${round}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'NAME_TAKEN' });
  }
  const renames = (await listEntries(app.context.db, {}, 100)).filter(({ action }) => action === 'user renamed');
  expect(renames).toHaveLength(5);
});

it('an organiser and another, renaming and deleting one user concurrently, leave a consistent state', async () => {
  const app = await testApp();
  const organisers = [await app.admin(), await app.admin()] as const;
  for (let round = 0; round < 5; round += 1) {
    const { id } = await add(organisers[0], `User ${round}`);
    const [renamed, deleted] = await Promise.all([
      organisers[0].send(`PATCH /api/users/${id}`, { name: `Other ${round}` }),
      organisers[1].send(`DELETE /api/users/${id}`),
    ]);
    expect(deleted.statusCode).toBe(204);
    if (renamed.statusCode !== 200) expect(seen(renamed)).toEqual(gone);
  }
  expect((await app.browser().send('GET /api/users')).json()).toEqual([]);
});

it('an organiser deletes a user, and keeps RSVPs', async () => {
  const app = await testApp();
  const [admin, visitor] = [await app.admin(), app.browser()];
  const { id } = await add(visitor, 'Alex');
  const eventId = (await admin.send('POST /api/events', anEvent())).json<{ id: string }>().id;
  await visitor.send('POST /api/rsvps', aRegistration(eventId));
  const { rsvps } = await everyRow(app.context.db);
  await admin.send(`DELETE /api/users/${id}`);
  app.clock.pass(MINUTE);
  await finishDeletions(app.context);
  const after = await everyRow(app.context.db);
  expect([after.rsvps, after.users]).toEqual([rsvps, []]);
});

it('gets 404 when the user is gone', async () => {
  const app = shared();
  const admin = await app.admin();
  const before = await everyRow(app.context.db);
  const calls: [string, object?][] = [
    [`PATCH /api/users/${MISSING}`, { name: 'Alex' }],
    [`DELETE /api/users/${MISSING}`],
    [`PATCH /api/users/${MISSING}/score`, { score: 1 }],
  ];
  for (const [call, body] of calls) expect(seen(await admin.send(call, body))).toEqual(gone);
  expect(await everyRow(app.context.db)).toEqual(before);
});

it.each(DIALECTS)('cannot give a user the name of another one, spelled otherwise, on %s', async () => {
  const app = await testApp();
  const admin = await app.admin();
  await add(admin, 'Rosa Quint');
  const { id } = await add(admin, 'Alex');
  expect(seen(await admin.send(`PATCH /api/users/${id}`, { name: 'rosa-quint' }))).toMatchObject({
    status: 409,
    body: { code: 'NAME_TAKEN', message: 'Someone is already called Rosa Quint. Add an initial.' },
  });
  expect((await admin.send(`PATCH /api/users/${id}`, { name: 'Álex' })).statusCode).toBe(200);
});

it.each(DIALECTS)(
  'imports a file of before with names that resemble each other, and keeps each its score, on %s',
  async () => {
    const app = await testApp();
    const users = ['Bo Q', 'bo-q'].map((name, index) => ({
      ...{ id: `u-${index}`, name, score: index + 1, createdAt: '2025-11-12T08:00:00.000Z' },
    }));
    const admin = await app.admin();
    await admin.send('POST /api/admin/imports/festival', { ...aFestivalFile(), users, points: [] });
    const upload = { updates: [{ name: 'BO-Q', score: 9 }], fileName: 'a.csv', fileType: 'csv' };
    await admin.send('POST /api/users/bulk-scores', upload);
    const listed = (await app.browser().send('GET /api/users')).json<User[]>();
    expect(listed.map(({ name, score }) => [name, score])).toEqual([
      ['bo-q', 9],
      ['Bo Q', 1],
    ]);
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
  },
);
