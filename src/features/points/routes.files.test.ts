import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { MIGRATIONS, schemaOf, versionAfter } from '#database/migrate.ts';
import { weekend } from '#database/migrations/0002-weekend.ts';
import { type Browser, testApp } from '#testing/app.ts';
import { freshFile, NOON, restore, write } from '#testing/backups.ts';
import { openUntilEnd } from '#testing/database.ts';
import { aFestivalFile } from '#testing/factories.ts';
import { forgetEverything } from '#testing/forget.ts';
import { problemsIn } from '#testing/soundness.ts';
import type { ArchivedPointEntry, PointEntry } from './contract.ts';

type File = {
  readonly points: readonly ArchivedPointEntry[];
  readonly users: readonly { readonly id: string; readonly score: number }[];
};
const exported = async (admin: Browser) => (await admin.send('GET /api/admin/exports/festival.json')).json<File>();
const entriesOf = async (admin: Browser, id: string) =>
  (await admin.send(`GET /api/users/${id}/points`)).json<PointEntry[]>();

/** Rosa with an award, a mission that was undone, a correction and an upload. */
async function festival() {
  const app = await testApp();
  const admin = await app.admin();
  const { id } = (await app.browser().send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  const give = (body: object) => admin.send(`POST /api/users/${id}/points`, body);
  await give({ points: 5, reason: 'Rosa won' });
  app.clock.pass(1000);
  const mission = (await give({ points: 3, reason: 'Dragon', missionId: 'dragon' })).json<PointEntry>();
  app.clock.pass(1000);
  await admin.send(`DELETE /api/points/${mission.id}`);
  app.clock.pass(1000);
  await admin.send(`PATCH /api/users/${id}/score`, { score: 2 });
  app.clock.pass(1000);
  const updates = [{ name: 'Rosa', score: 40 }];
  // The longest name of a file.
  await admin.send('POST /api/users/bulk-scores', { updates, fileName: `${'x'.repeat(251)}.csv`, fileType: 'csv' });
  app.clock.pass(1000);
  return { app, admin, id };
}

it('entries of points leave in a festival’s file and come back with the same sums, also undone uploads', async () => {
  const { app, admin, id } = await festival();
  const [upload] = (await admin.send('GET /api/bulk-uploads')).json<{ id: string }[]>();
  await admin.send(`POST /api/bulk-uploads/${upload?.id}/undo`);
  const file = await exported(admin);
  expect(file.points.map(({ points, kind }) => [points, kind])).toEqual([
    [5, 'award'],
    [3, 'mission'],
    [-3, 'mission'],
    [-3, 'correction'],
    [38, 'upload'],
    [-38, 'upload'],
  ]);
  const other = await testApp();
  const again = await other.admin();
  expect((await again.send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
  const { points, users, uploads } = (await exported(again)) as File & { uploads: unknown };
  expect({ points, users, uploads }).toEqual({
    points: file.points,
    users: file.users,
    uploads: (file as typeof file & { uploads: unknown }).uploads,
  });
  const nameless = (entries: PointEntry[]) => entries.map((entry) => ({ ...entry, by: null }));
  expect(await entriesOf(again, id)).toEqual(nameless(await entriesOf(admin, id)));
  expect([await problemsIn(app.context.db, 'sqlite'), await problemsIn(other.context.db, 'sqlite')]).toEqual([[], []]);
});

it('entries of points are made of the scores in a file from before there were any, and of what a file does not tell', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const createdAt = '2025-11-14T17:00:00.000Z';
  const users = [
    { id: 'u-1', name: 'Rosa', score: 40, createdAt },
    { id: 'u-2', name: 'Nil', score: 0, createdAt },
  ];
  const { points: _, ...old } = aFestivalFile({ users });
  expect((await admin.send('POST /api/admin/imports/festival', old)).statusCode).toBe(201);
  expect(await entriesOf(admin, 'u-1')).toMatchObject([
    { points: 40, kind: 'correction', reason: 'Points from before there was a list', at: createdAt },
  ]);
  expect([await entriesOf(admin, 'u-2'), await problemsIn(app.context.db, 'sqlite')]).toEqual([[], []]);
});

it('entries of points of a score that was changed in the file make it with one more entry, as often as it is changed', async () => {
  const createdAt = '2025-11-14T17:00:00.000Z';
  const users = [{ id: 'u-1', name: 'Rosa', score: 40, createdAt }];
  const { points: _, ...old } = aFestivalFile({ users });
  let file: object = old;
  for (const score of [40, 45, 50]) {
    const app = await testApp();
    const admin = await app.admin();
    const changed = { ...file, users: users.map((user) => ({ ...user, score })) };
    expect((await admin.send('POST /api/admin/imports/festival', changed)).statusCode).toBe(201);
    expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
    file = await exported(admin);
  }
  expect((file as File).points.map(({ points }) => points)).toEqual([40, 5, 5]);
});

it('entries of points are read from a file also where a clock was set back before an undo', async () => {
  const createdAt = '2025-11-14T17:00:00.000Z';
  const users = [{ id: 'u-1', name: 'Rosa', score: 0, createdAt }];
  const of = { userId: 'u-1', kind: 'award', reason: 'Won', missionId: null, eventId: null, uploadId: null };
  const entry = (id: string, points: number, undoes: string | null = null) => ({
    id,
    points,
    undoes,
    at: createdAt,
    ...of,
  });
  // More than one statement's.
  const between = Array.from({ length: 600 }, (__, index) => entry(`e-${index}`, index % 2 === 0 ? 1 : -1));
  const points = [entry('undo', -5, 'won'), ...between, entry('won', 5)];
  const app = await testApp();
  const answer = await (await app.admin()).send('POST /api/admin/imports/festival', {
    ...aFestivalFile({ users }),
    points,
  });
  expect([answer.statusCode, await problemsIn(app.context.db, 'sqlite')]).toEqual([201, []]);
});

it('entries of points that belong to nobody, undo another person’s or twice, or make no score are refused with the file', async () => {
  const { admin } = await festival();
  const file = await exported(admin);
  const other = await testApp();
  const again = await other.admin();
  const [, , undo] = file.points;
  const much = Array.from({ length: 3000 }, (_, index) => ({
    ...file.points[0],
    id: `much-${index}`,
    points: 1_000_000,
  }));
  const changed = (wrong: object) => file.points.map((entry) => (entry === undo ? { ...entry, ...wrong } : entry));
  for (const points of [
    changed({ userId: 'nobody' }),
    changed({ undoes: file.points[4]?.id }),
    [...file.points, { ...undo, id: 'again' }],
    [...file.points, ...much],
  ]) {
    const answer = await again.send('POST /api/admin/imports/festival', { ...file, points });
    expect(answer.json()).toMatchObject({ code: 'BAD_INPUT', field: 'points' });
  }
  expect((await exported(again)).users).toEqual([]);
});

it('entries of points keep their sums without a word when everybody is forgotten', async () => {
  const { app, id } = await festival();
  await forgetEverything(app.context.db);
  const admin = await app.admin();
  const entries = await entriesOf(admin, id);
  expect(entries.map(({ points, reason, by }) => [points, reason, by])).toEqual(
    [38, -3, -3, 3, 5].map((points) => [points, 'forgotten', 'an organiser']),
  );
  const { users } = await exported(admin);
  expect(users).toMatchObject([{ id, name: 'Former player 1', score: 40 }]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('entries of points go with the account when its visitor deletes everything', async () => {
  const app = await testApp();
  const [phone, admin] = [app.browser(), await app.admin()];
  const { id } = (await phone.send('POST /api/users', { name: 'Rosa' })).json<{ id: string }>();
  await admin.send(`POST /api/users/${id}/points`, { points: 5, reason: 'Won' });
  await phone.send('DELETE /api/visitor');
  expect((await exported(admin)).points).toEqual([]);
  expect(await app.context.db.selectFrom('point_entries').select('id').execute()).toEqual([]);
});

it('an older database that is restored gets entries for its scores', async () => {
  const [file, backup] = [await freshFile(), await freshFile()];
  const older = versionAfter(MIGRATIONS.slice(0, MIGRATIONS.indexOf(weekend)));
  const database = new DatabaseSync(backup);
  for (const statement of [
    ...schemaOf(older),
    `insert into schema_version (version) values (${older})`,
    `insert into users (id, name, name_key, score, created_at) values
      ('u', 'Rosa', 'rosa', 40, '2025-11-14T17:00:00.000Z'), ('n', 'Nil', 'nil', 0, '2025-11-14T17:00:00.000Z')`,
  ])
    database.exec(statement);
  database.close();
  await write(file, {});
  await restore(backup, file, NOON);
  const { db } = await openUntilEnd(`sqlite:${file}`);
  expect(await db.selectFrom('point_entries').select(['user_id', 'points', 'reason']).execute()).toEqual([
    { user_id: 'u', points: 40, reason: 'Points from before there was a list' },
  ]);
  expect(await db.selectFrom('users').select(['id', 'shown_score']).orderBy('id').execute()).toEqual([
    { id: 'n', shown_score: 0 },
    { id: 'u', shown_score: 40 },
  ]);
  expect(await problemsIn(db, 'sqlite')).toEqual([]);
});

it('a festival that is exported in a freeze is frozen where it is imported, and shows what it showed', async () => {
  const app = await testApp();
  const admin = await app.admin();
  const idOf = async (name: string) =>
    (await app.browser().send('POST /api/users', { name })).json<{ id: string }>().id;
  const [rosa, gus] = [await idOf('Rosa'), await idOf('Gus')];
  const give = (id: string, points: number) => admin.send(`POST /api/users/${id}/points`, { points, reason: 'Won' });
  await give(rosa, 5);
  app.clock.pass(1000);
  await admin.send('PUT /api/standings/freeze', { frozen: true });
  app.clock.pass(1000);
  await give(gus, 9);
  await admin.send('POST /api/standings/reveal', { to: 11 });
  const file = await exported(admin);
  const other = await testApp();
  const again = await other.admin();
  expect((await again.send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
  const shown = async (browser: Browser) =>
    (await browser.send('GET /api/users'))
      .json<{ name: string; score: number }[]>()
      .map(({ name, score }) => [name, score]);
  expect([await shown(app.browser()), await shown(other.browser())]).toEqual([
    [
      ['Rosa', 5],
      ['Gus', 0],
    ],
    [
      ['Rosa', 5],
      ['Gus', 0],
    ],
  ]);
  const frozen = (await app.browser().send('GET /api/standings/freeze')).json<{ at: string }>();
  expect((await other.browser().send('GET /api/standings/freeze')).json()).toEqual({
    ...{ frozen: true, at: frozen.at, to: null, places: [] },
  });
  expect(await problemsIn(other.context.db, 'sqlite')).toEqual([]);
  await again.send('PUT /api/standings/freeze', { frozen: false });
  expect(await shown(other.browser())).toEqual([
    ['Gus', 9],
    ['Rosa', 5],
  ]);
});
