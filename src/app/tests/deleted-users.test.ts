/** A deleted user is hidden for a minute: for every call it is as if it were gone already, but its name is taken. */
import { describe, expect, it } from 'vitest';
import type { FestivalFile } from '#features/archive/contract.ts';
import { finishDeletions } from '#features/people/users/commands.ts';
import type { DeletedUser, User } from '#features/people/users/contract.ts';
import { finishDeletedUsers } from '#features/people/users/duties.ts';
import type { Claim, MyClaims } from '#features/points/claims/contract.ts';
import type { Ceremony } from '#features/points/contract.ts';
import { MINUTE } from '#platform/durations.ts';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { requestFor, type Scene, setScene } from '#testing/one-of-each.ts';
import { problemsIn } from '#testing/soundness.ts';

const UNDO = 'POST /api/users/{id}/restore';
const MISSION = 'win-a-thumb-war-best-of-three';
const endpoints = (await declaredEndpoints()).filter(
  ({ route }) => /\/users\/(\{|by-code)/.test(route) && route !== UNDO,
);
/** Without the counts of wrong codes, which are of who asked. */
async function rowsOf({ context }: TestApp) {
  const { minute_budgets = [], ...rows } = await everyRow(context.db);
  return { ...rows, minute_budgets: minute_budgets.filter((row) => !row.includes('"badge address')) };
}

const hideAll = ({ context }: TestApp) =>
  context.db.updateTable('users').set({ deleted_at: context.now().toISOString() }).execute();

/** Rosa has points, a claim and a code; Sam has neither. */
async function scene(dialect: (typeof DIALECTS)[number]) {
  const app = await testApp(dialect);
  const [admin, phone] = [await app.admin(), app.browser()];
  const { id } = (await phone.send('POST /api/users', { name: 'Rosa Quint' })).json<User>();
  await admin.send('POST /api/users', { name: 'Sam' });
  await admin.send(`POST /api/users/${id}/points`, { points: 7, reason: 'Won' });
  await phone.send('POST /api/claims', { userId: id, missionId: MISSION });
  return { app, admin, phone, id };
}

const namesIn = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

/** What each list shows of Rosa. */
async function lists(admin: Browser, phone: Browser) {
  const get = async <T>(browser: Browser, path: string) => (await browser.send(`GET ${path}`)).json<T>();
  const file = await get<FestivalFile>(admin, '/api/admin/exports/festival.json');
  return {
    users: namesIn(await get<User[]>(phone, '/api/users')),
    staff: namesIn(await get<User[]>(admin, '/api/admin/users')),
    csv: (await admin.send('GET /api/admin/exports/users.csv')).body.includes('Rosa'),
    people: JSON.stringify(await get(admin, '/api/people?q=rosa')).includes('Rosa'),
    mine: namesIn(await get<User[]>(phone, '/api/users/my')),
    names: JSON.stringify(await get(phone, '/api/names/my')).includes('Rosa'),
    queue: (await get<Claim[]>(admin, '/api/claims')).length,
    claims: (await get<MyClaims>(phone, '/api/claims/my')).claims.length,
    file: [namesIn(file.users), file.points.length, file.claims.length],
  };
}

const SHOWN = {
  ...{ users: ['Rosa Quint', 'Sam'], staff: ['Rosa Quint', 'Sam'], csv: true, people: true, mine: ['Rosa Quint'] },
  ...{ names: true, queue: 1, claims: 1, file: [['Sam', 'Rosa Quint'], 1, 1] },
};
const HIDDEN = {
  ...{
    users: ['Sam'],
    staff: ['Sam'],
    csv: false,
    people: false,
    mine: [],
    names: false,
    queue: 0,
    claims: 0,
  },
  file: [['Sam'], 0, 0],
};
const sorted = (shown: Awaited<ReturnType<typeof lists>>) => ({
  ...shown,
  file: [(shown.file[0] as string[]).toSorted().toReversed(), ...shown.file.slice(1)],
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('a deleted user is missing for every call that names it, and nothing is written', {
    timeout: 60_000,
  }, async () => {
    const app = await testApp(dialect);
    const browsers = { admin: await app.admin(), expired: app.browser() };
    for (const endpoint of endpoints) {
      const scene: Scene = await setScene(app, browsers, endpoint);
      await hideAll(app);
      const before = await rowsOf(app);
      const { statusCode } = await scene.askers.admin.send(...requestFor(app, endpoint, scene, 'there'));
      expect([endpoint.route, statusCode, await rowsOf(app)]).toEqual([endpoint.route, 404, before]);
    }
    expect(endpoints.length).toBeGreaterThan(6);
  });

  it('a deleted user is in no list and no file, and returns with points, claims and code', async () => {
    const { app, admin, phone, id } = await scene(dialect);
    expect(sorted(await lists(admin, phone))).toEqual(SHOWN);
    const own = (await phone.send('GET /api/users/my')).json();
    expect((await admin.send(`DELETE /api/users/${id}`)).statusCode).toBe(204);
    expect(sorted(await lists(admin, phone))).toEqual(HIDDEN);
    const hidden = (await admin.send('GET /api/admin/deleted-users')).json<DeletedUser[]>();
    expect(hidden).toMatchObject([{ id, name: 'Rosa Quint', undoUntil: '2025-11-14T17:01:00.000Z' }]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
    expect(seen(await admin.send(`POST /api/users/${id}/restore`))).toMatchObject({ status: 200, body: { score: 7 } });
    expect((await admin.send(`POST /api/users/${id}/restore`)).statusCode).toBe(200);
    expect(sorted(await lists(admin, phone))).toEqual(SHOWN);
    expect((await phone.send('GET /api/users/my')).json()).toEqual(own);
    const { audit_entries = [] } = await everyRow(app.context.db);
    expect(audit_entries.filter((row) => row.includes('user restored'))).toHaveLength(1);
  });

  it('a deleted user keeps its name for the minute, for accounts, renames and uploads', async () => {
    const { app, admin, phone, id } = await scene(dialect);
    await admin.send(`DELETE /api/users/${id}`);
    const before = await everyRow(app.context.db);
    const sam = (await phone.send('GET /api/users')).json<User[]>()[0]?.id;
    const upload = { updates: [{ name: 'ROSA-QUINT', score: 9 }], fileName: 'a.csv', fileType: 'csv' };
    for (const refused of [
      await phone.send('POST /api/users', { name: 'rosa quint' }),
      await admin.send(`PATCH /api/users/${sam}`, { name: 'Rosa Quint' }),
      await admin.send('POST /api/users/bulk-scores', upload),
    ])
      expect(seen(refused)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
    expect(await everyRow(app.context.db)).toEqual(before);
    app.clock.pass(MINUTE);
    await finishDeletions(app.context);
    expect((await phone.send('POST /api/users', { name: 'rosa quint' })).statusCode).toBe(201);
  });

  it('a deleted user is deleted for good after a minute, also when the program was away meanwhile', async () => {
    const { app, admin, id } = await scene(dialect);
    await admin.send(`DELETE /api/users/${id}`);
    app.clock.pass(MINUTE - 1);
    expect([await finishDeletedUsers.hasWork(app.context), await finishDeletions(app.context)]).toEqual([true, 0]);
    app.clock.pass(1);
    expect((await admin.send(`POST /api/users/${id}/restore`)).statusCode).toBe(404);
    expect((await admin.send('GET /api/admin/deleted-users')).json()).toEqual([]);
    app.clock.pass(60 * MINUTE);
    expect([await finishDeletions(app.context), await finishDeletions(app.context)]).toEqual([1, 0]);
    expect(await finishDeletedUsers.hasWork(app.context)).toBe(false);
    const { users, point_entries, claims } = await everyRow(app.context.db);
    expect([users?.length, point_entries, claims]).toEqual([1, [], []]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('a deleted user is forgotten with its phone', async () => {
    const { app, admin, phone, id } = await scene(dialect);
    await admin.send(`DELETE /api/users/${id}`);
    expect((await phone.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect((await admin.send(`POST /api/users/${id}/restore`)).statusCode).toBe(404);
    const { audit_people } = await everyRow(app.context.db);
    expect(JSON.stringify(audit_people)).not.toContain('Rosa');
  });
});

it('a deleted user has no place in a ceremony, and is named as lost in one that runs', async () => {
  const { admin, phone, id } = await scene('sqlite');
  await admin.send('PUT /api/standings/freeze', { frozen: true });
  for (const to of [11, 1]) expect((await admin.send('POST /api/standings/reveal', { to })).statusCode).toBe(200);
  const told = async () => JSON.stringify((await phone.send('GET /api/standings/freeze')).json());
  const lost = async () => (await admin.send('GET /api/standings/ceremony')).json<Ceremony>().lost.length;
  expect([(await told()).includes('Rosa'), await lost()]).toEqual([true, 0]);
  await admin.send(`DELETE /api/users/${id}`);
  expect([(await told()).includes('Rosa'), await lost()]).toEqual([false, 1]);
  await admin.send(`POST /api/users/${id}/restore`);
  expect([(await told()).includes('Rosa'), await lost()]).toEqual([true, 0]);
});
