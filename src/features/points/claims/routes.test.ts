import { expect, it } from 'vitest';
import { listEntries } from '#features/audit/store.ts';

import { MINUTE } from '#platform/durations.ts';
import { type Browser, organisedApp, seen, type TestApp, testApp } from '#testing/app.ts';
import { listedBurst, phones, remove, undo as undoBurst } from '#testing/burst.ts';
import { everyRow } from '#testing/database.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper } from '#testing/staff.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import type { Claim, MyClaims } from './contract.ts';
import { claimDuties } from './duties.ts';

const THUMB = 'win-a-thumb-war-best-of-three';
const LIZARD = 'spot-a-lizard-sticker-and-keep-it';
const DRAGON = 'find-a-dragon-meeple';

const anAccount = async (browser: Browser, name = 'Rosa'): Promise<string> =>
  (await browser.send('POST /api/users', { name })).json<{ id: string }>().id;
const claim = (browser: Browser, userId: string, missionId = THUMB, more: object = {}) =>
  browser.send('POST /api/claims', { userId, missionId, ...more });
const idOf = async (answer: ReturnType<Browser['send']>) => (await answer).json<Claim>().id;
const mine = async (browser: Browser) => (await browser.send('GET /api/claims/my')).json<MyClaims>();
const scoreOf = async ({ context: { db } }: TestApp, id: string) =>
  (await db.selectFrom('users').select('score').where('id', '=', id).executeTakeFirstOrThrow()).score;
const pushed = ({ context }: TestApp) => toldNow(context);

async function scene() {
  const app = await testApp();
  const [phone, helper] = [app.browser(), await aHelper(app, { role: 'points', name: 'Jo' })];
  return { app, phone, helper, userId: await anAccount(phone) };
}

it('claims are for the accounts of the device, the oldest first', async () => {
  const { app, phone, userId } = await scene();
  const older = await anAccount(phone, 'Gus');
  await app.context.db.updateTable('users').set({ created_at: '2025' }).where('id', '=', older).execute();
  expect((await mine(phone)).accounts.map(({ id }) => id)).toEqual([older, userId]);
});

it('claims wait until a helper approves them once; the claimer and the ledger say so', async () => {
  const { app, phone, helper, userId } = await scene();
  const [{ id: device = '' } = {}] = await app.context.db.selectFrom('devices').select('id').execute();
  await subscribe(app.context.db, device);
  const made = await claim(phone, userId, THUMB, { note: ' Bo saw it ' });
  expect(seen(made)).toMatchObject({
    status: 201,
    body: {
      userName: 'Rosa',
      task: 'Win a thumb war, best of three',
      worth: 5,
      note: 'Bo saw it',
      state: 'claimed',
      points: null,
    },
  });
  const { id } = made.json<Claim>();
  expect((await helper.send('GET /api/claims')).json()).toMatchObject([{ id, state: 'claimed' }]);
  const approved = await helper.send(`POST /api/claims/${id}/approve`);
  expect(approved.json()).toMatchObject({ id, state: 'approved', points: 5, by: 'Jo, points' });
  expect((await helper.send(`POST /api/claims/${id}/approve`, { points: 9 })).json()).toEqual(approved.json());
  expect(await scoreOf(app, userId)).toBe(5);
  expect((await phone.send(`GET /api/users/${userId}/points`)).json()).toMatchObject([
    { points: 5, kind: 'mission', reason: 'Win a thumb war, best of three', missionId: THUMB },
  ]);
  expect(await mine(phone)).toMatchObject({
    accounts: [{ id: userId, name: 'Rosa' }],
    claims: [{ id, state: 'approved', points: 5, by: null }],
  });
  expect(await pushed(app)).toMatchObject([{ title: '+5: Win a thumb war, best of three' }]);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('claims are made by an organiser for anybody, and read on the phone of the account', async () => {
  const { app, phone, userId } = await scene();
  expect((await claim(await app.admin(), userId)).statusCode).toBe(201);
  expect(await mine(phone)).toMatchObject({ claims: [{ state: 'claimed', userName: 'Rosa' }] });
});

it('claims are refused with a reason, and may be made again', async () => {
  const { app, phone, helper, userId } = await scene();
  const id = await idOf(claim(phone, userId));
  expect(seen(await helper.send(`POST /api/claims/${id}/refuse`, { reason: ' ' }))).toMatchObject({ status: 400 });
  const refused = await helper.send(`POST /api/claims/${id}/refuse`, { reason: 'Nobody saw it' });
  expect(refused.json()).toMatchObject({ state: 'refused', reason: 'Nobody saw it' });
  expect((await helper.send(`POST /api/claims/${id}/refuse`, { reason: 'Nobody saw it' })).json()).toEqual(
    refused.json(),
  );
  expect(seen(await helper.send(`POST /api/claims/${id}/approve`))).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE', message: 'This claim was refused already: Nobody saw it.' },
  });
  expect((await mine(phone)).claims).toMatchObject([{ state: 'refused', reason: 'Nobody saw it' }]);
  expect(seen(await claim(phone, userId))).toMatchObject({ status: 201 });
  expect(seen(await helper.send(`POST /api/claims/${id}/undo`))).toMatchObject({ status: 409 });
  const [entry] = await listEntries(app.context.db, {}, 1);
  expect(entry).toMatchObject({ action: 'claim refused', subject: 'Rosa', byName: 'Jo', byRole: 'points' });
  expect(await scoreOf(app, userId)).toBe(0);
});

it('claims wait again when a decision is undone within a minute, with the points taken back', async () => {
  const { app, phone, helper, userId } = await scene();
  const id = await idOf(claim(phone, userId));
  await helper.send(`POST /api/claims/${id}/approve`);
  app.clock.pass(MINUTE - 1);
  expect((await helper.send('GET /api/claims')).json()).toMatchObject([{ id, state: 'approved' }]);
  expect((await helper.send(`POST /api/claims/${id}/undo`)).json()).toMatchObject({
    state: 'claimed',
    points: null,
    by: null,
  });
  expect((await helper.send(`POST /api/claims/${id}/undo`)).json()).toMatchObject({ state: 'claimed' });
  expect([await scoreOf(app, userId), (await mine(phone)).claims[0]?.state]).toEqual([0, 'claimed']);
  await helper.send(`POST /api/claims/${id}/refuse`, { reason: 'No' });
  expect((await helper.send(`POST /api/claims/${id}/undo`)).json()).toMatchObject({ state: 'claimed', reason: null });
  await helper.send(`POST /api/claims/${id}/approve`);
  app.clock.pass(MINUTE);
  expect((await helper.send('GET /api/claims')).json()).toEqual([]);
  expect(seen(await helper.send(`POST /api/claims/${id}/undo`))).toMatchObject({ status: 404 });
  expect([await scoreOf(app, userId), await problemsIn(app.context.db, 'sqlite')]).toEqual([5, []]);
});

it('claims count up to the limit of their mission, without those whose points were undone', async () => {
  const { app, phone, helper, userId } = await scene();
  const approve = async () => {
    const id = await idOf(claim(phone, userId, LIZARD));
    await helper.send(`POST /api/claims/${id}/approve`, { points: 2 });
    return id;
  };
  const first = await approve();
  const second = await idOf(claim(phone, userId, LIZARD));
  // The later claim waits, so the earlier one is only taken back.
  expect((await helper.send(`POST /api/claims/${first}/undo`)).json()).toMatchObject({ state: 'undone' });
  await helper.send(`POST /api/claims/${second}/approve`, { points: 2 });
  await approve();
  expect(seen(await claim(phone, userId, LIZARD))).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  const [entry] = (await phone.send(`GET /api/users/${userId}/points`)).json<{ id: string }[]>();
  await helper.send(`DELETE /api/points/${entry?.id}`);
  expect((await mine(phone)).claims.map(({ state }) => state).sort()).toEqual(['approved', 'undone', 'undone']);
  expect(seen(await claim(phone, userId, LIZARD))).toMatchObject({ status: 201 });
  expect([await scoreOf(app, userId), await problemsIn(app.context.db, 'sqlite')]).toEqual([2, []]);
});

it('claims count no more often than their mission’s limit when a refusal is undone beside one that counts', async () => {
  const { app, phone, helper, userId } = await scene();
  const refused = await idOf(claim(phone, userId));
  await helper.send(`POST /api/claims/${refused}/refuse`, { reason: 'Nobody saw it' });
  await helper.send(`POST /api/claims/${await idOf(claim(phone, userId))}/approve`);
  await helper.send(`POST /api/claims/${refused}/undo`);
  expect(seen(await helper.send(`POST /api/claims/${refused}/approve`))).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_HERE', message: 'This mission counts once for each person.' },
  });
  expect([await scoreOf(app, userId), await problemsIn(app.context.db, 'sqlite')]).toEqual([5, []]);
});

it('claims keep their points to themselves in a freeze, in push too', async () => {
  const { app, phone, helper, userId } = await scene();
  const [{ id: device = '' } = {}] = await app.context.db.selectFrom('devices').select('id').execute();
  await subscribe(app.context.db, device);
  const id = await idOf(claim(phone, userId, DRAGON));
  const before = await idOf(claim(phone, userId));
  await helper.send(`POST /api/claims/${before}/approve`);
  app.clock.pass(1000);
  await (await app.admin()).send('PUT /api/standings/freeze', { frozen: true });
  await app.context.db.deleteFrom('outbox').execute();
  const [entry] = (await phone.send(`GET /api/users/${userId}/points`)).json<{ id: string }[]>();
  await helper.send(`DELETE /api/points/${entry?.id}`);
  expect(
    (await helper.send(`POST /api/claims/${id}/approve`, { points: 765_432, evenMany: true })).json(),
  ).toMatchObject({
    points: 765_432,
  });
  expect((await mine(phone)).claims.map(({ id: one, state, points }) => [one, state, points])).toEqual(
    [
      [id, 'approved', null],
      [before, 'approved', 5],
    ].sort((one, other) => (String(one[0]) > String(other[0]) ? -1 : 1)),
  );
  expect(JSON.stringify([await mine(phone), await pushed(app)])).not.toContain('765432');
  expect(await pushed(app)).toMatchObject([
    { title: 'Find a dragon meeple', body: 'Approved. It counts at the ceremony.' },
  ]);
});

it('claims go with their account, lose their words when all are forgotten, and come back from a festival’s file', async () => {
  const { app, phone, helper, userId } = await scene();
  const [open, approved] = [
    await idOf(claim(phone, userId, DRAGON, { note: 'Bo saw it' })),
    await idOf(claim(phone, userId)),
  ];
  await helper.send(`POST /api/claims/${approved}/approve`);
  const admin = await app.admin();
  const file = (await admin.send('GET /api/admin/exports/festival.json')).json();
  const other = await testApp();
  const there = await other.admin();
  expect((await there.send('POST /api/admin/imports/festival', file)).statusCode).toBeLessThan(300);
  expect((await there.send('GET /api/admin/exports/festival.json')).json()).toMatchObject({ claims: file.claims });
  expect((await there.send(`POST /api/claims/${open}/approve`, { points: 1 })).json()).toMatchObject({ points: 1 });
  expect(await problemsIn(other.context.db, 'sqlite')).toEqual([]);
  await claimDuties.anonymise?.(other.context.db);
  expect(JSON.stringify((await everyRow(other.context.db)).claims)).not.toContain('Bo saw it');
  await phone.send('DELETE /api/visitor');
  expect((await everyRow(app.context.db)).claims).toEqual([]);
});

it('claims of a burst are removed and brought back with their accounts', async () => {
  const { app, admin } = await organisedApp();
  await phones(app, 30, async (phone, n) => claim(phone, await anAccount(phone, `Account ${n}`)));
  const before = (await everyRow(app.context.db)).claims;
  const burst = await listedBurst(admin);
  expect(burst.things).toBe(60);
  const removal = await remove(admin, burst);
  expect([removal.statusCode, (await everyRow(app.context.db)).claims]).toEqual([201, []]);
  const restored = await undoBurst(admin, removal.json<{ id: string }>().id);
  expect(restored.json()).toEqual({ restored: 60, things: 60 });
  expect((await everyRow(app.context.db)).claims).toEqual(before);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

const rowsOf = async (app: TestApp) => JSON.stringify(await everyRow(app.context.db));
it('a claim is refused, and nothing is written, while one of the same mission waits, of a mission that is not in the list, and with a long note', async () => {
  const { app, phone, userId } = await scene();
  await claim(phone, userId);
  const rows = await rowsOf(app);
  expect(seen(await claim(phone, userId))).toMatchObject({ status: 409, body: { code: 'ALREADY_CLAIMED' } });
  expect(seen(await claim(phone, userId, 'no-such-mission'))).toMatchObject({ status: 404 });
  expect(seen(await claim(phone, userId, DRAGON, { note: 'x'.repeat(201) }))).toMatchObject({ status: 400 });
  expect(await rowsOf(app)).toBe(rows);
});
it('a claim is refused, and nothing is written, while claims are switched off', async () => {
  const { app, phone, userId } = await scene();
  const admin = await app.admin();
  const { facts } = (await admin.send('GET /api/admin/festival')).json<{ facts: object }>();
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, claims: false } });
  expect(seen(await claim(phone, userId))).toMatchObject({ status: 404, body: { message: /switched off/ } });
});
it('a claim is refused, and nothing is written, when a festival has as many as it takes', async () => {
  const app = await testApp('sqlite', { limits: { claims: 1 } });
  const phone = app.browser();
  const userId = await anAccount(phone);
  expect((await claim(phone, userId)).statusCode).toBe(201);
  expect(seen(await claim(phone, userId, DRAGON))).toMatchObject({ status: 409, body: { code: 'FESTIVAL_FULL' } });
});

it('a helper decides nothing for accounts of their own phone, where an organiser may', async () => {
  const { app, helper, phone } = await scene();
  const own = await anAccount(helper, 'Jo');
  const id = await idOf(claim(helper, own));
  const rows = JSON.stringify(await everyRow(app.context.db));
  const notOwn = { status: 403, body: { code: 'NOT_YOUR_JOB', message: /on your own phone/ } };
  for (const [decision, body] of [['approve'], ['refuse', { reason: 'No.' }], ['undo']] as const)
    expect(seen(await helper.send(`POST /api/claims/${id}/${decision}`, body))).toMatchObject(notOwn);
  const give = { points: 5, reason: 'Won' };
  expect(seen(await helper.send(`POST /api/users/${own}/points`, give))).toMatchObject(notOwn);
  expect(JSON.stringify(await everyRow(app.context.db))).toBe(rows);
  const admin = await app.admin();
  const { id: entry } = (await admin.send(`POST /api/users/${own}/points`, { ...give, points: -5 })).json<Claim>();
  expect(seen(await helper.send(`DELETE /api/points/${entry}`))).toMatchObject(notOwn);
  for (const [name, value] of phone.cookies) admin.cookies.set(name, value);
  const theirs = await idOf(claim(phone, await anAccount(phone, 'Bo')));
  expect((await admin.send(`POST /api/claims/${theirs}/approve`)).json()).toMatchObject({ state: 'approved' });
});

it('a mission in words needs a number', async () => {
  const { phone, helper, userId } = await scene();
  const id = await idOf(claim(phone, userId, DRAGON));
  expect(seen(await helper.send(`POST /api/claims/${id}/approve`))).toMatchObject({
    status: 400,
    body: { field: 'points', message: 'Say how many points: 1 per color.' },
  });
  expect(seen(await helper.send(`POST /api/claims/${id}/approve`, { points: 0 }))).toMatchObject({ status: 400 });
  expect((await helper.send(`POST /api/claims/${id}/approve`, { points: 3 })).json()).toMatchObject({ points: 3 });
});

it('only staff with points read the queue; a device reads its own', async () => {
  const { app, phone, userId } = await scene();
  await claim(phone, userId);
  const other = app.browser();
  await anAccount(other, 'Gus');
  const listed = async (browser: Browser) => (await browser.send('GET /api/claims')).json<Claim[]>().length;
  const [admin, door] = [await app.admin(), await aHelper(app, { role: 'door' })];
  const helper = await aHelper(app, { role: 'points', location: 'Ballroom A' });
  expect([await listed(phone), await listed(other), await listed(app.browser()), await listed(door)]).toEqual([
    1, 0, 0, 0,
  ]);
  expect([await listed(admin), await listed(helper)]).toEqual([1, 1]);
  expect((await admin.send('GET /api/admin/attention')).json()).toContainEqual({
    id: 'claims',
    text: 'Points for missions: 1 to decide.',
    link: { label: 'Decide', to: '/admin/scores#claims' },
  });
});

it('a repeated request claims once', async () => {
  const { phone, userId } = await scene();
  const key = { 'idempotency-key': '0b0e7a54-6c1d-4f4e-9a55-1d2c3b4a5f60' };
  const send = () => phone.send('POST /api/claims', { userId, missionId: THUMB }, key);
  expect((await send()).json()).toEqual((await send()).json());
  expect((await mine(phone)).claims).toHaveLength(1);
});

it('the queue has the oldest claim first', async () => {
  const { app, phone, userId } = await scene();
  const first = await idOf(claim(phone, userId));
  app.clock.pass(1_000);
  const second = await idOf(claim(phone, userId, 'find-a-dragon-meeple'));
  const queue = (await (await app.admin()).send('GET /api/claims')).json<Claim[]>();
  expect(queue.map(({ id }) => id)).toEqual([first, second]);
});

it('a mission that was given by hand counts once, before its claim and after it', async () => {
  const { app, phone, helper, userId } = await scene();
  const byHand = (more: object = {}) =>
    helper.send(`POST /api/users/${userId}/points`, { points: 5, reason: 'Seen', missionId: THUMB, ...more });
  const id = await idOf(claim(phone, userId));
  const given = (await byHand()).json<{ id: string }>();
  expect(seen(await helper.send(`POST /api/claims/${id}/approve`))).toMatchObject({
    status: 409,
    body: { code: 'TOO_MANY_HERE' },
  });
  expect(seen(await byHand())).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  expect((await byHand({ missionId: 'not-in-the-list' })).statusCode).toBe(201);
  await helper.send(`DELETE /api/points/${given.id}`);
  expect((await helper.send(`POST /api/claims/${id}/approve`)).json()).toMatchObject({ state: 'approved', points: 5 });
  expect((await byHand()).statusCode).toBe(409);
  expect((await byHand({ points: -2 })).statusCode).toBe(201);
  expect(await scoreOf(app, userId)).toBe(8);
});

it('a claim is judged by what was claimed, also when its mission says something else by then', async () => {
  const { app, phone, helper, userId } = await scene();
  const id = await idOf(claim(phone, userId));
  const admin = await app.admin();
  const { facts } = (await admin.send('GET /api/admin/festival')).json();
  const text = JSON.stringify(facts).replaceAll('Win a thumb war, best of three', 'Eat 30 pancakes');
  const missions = JSON.parse(text).missions.map((category: { missions: object[] }) => ({
    ...category,
    missions: category.missions.map((mission) => ({ ...mission, points: 99 })),
  }));
  await admin.send('PUT /api/admin/festival', { facts: { ...facts, missions } });
  const said = { task: 'Win a thumb war, best of three', worth: 5 };
  expect((await helper.send('GET /api/claims')).json()).toMatchObject([said]);
  expect((await helper.send(`POST /api/claims/${id}/approve`)).json()).toMatchObject({ ...said, points: 5 });
});
