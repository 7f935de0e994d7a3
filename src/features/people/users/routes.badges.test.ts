import { expect, it } from 'vitest';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { once, secondDeviceOf, visitorOf } from '#testing/devices.ts';
import { forgetVisitor } from '#testing/forget.ts';
import { CONSTELLATIONS, rivalsOn, tally } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { aHelper } from '#testing/staff.ts';
import type { OwnAccount } from './contract.ts';

const mine = async (phone: Browser) => (await phone.send('GET /api/users/my')).json<OwnAccount[]>();
const claim = (phone: Browser, code: string, headers = once()) =>
  phone.send(`POST /api/users/by-code/${encodeURIComponent(code)}/claim`, undefined, headers);
const badges = async (admin: Browser, ...names: string[]) =>
  (await admin.send('POST /api/admin/imports/attendees', { csv: ['name', ...names].join('\n') })).json<OwnAccount[]>();

async function withBadge() {
  const app = await testApp();
  const admin = await app.admin();
  const [rosa = { id: '', name: '', code: '' }] = await badges(admin, 'Rosa');
  return { app, admin, rosa };
}

it('a badge makes its account the phone’s, again the same, and another phone is refused without a name', async () => {
  const { app, rosa } = await withBadge();
  const phone = app.browser();
  for (const typed of [rosa.code.toLowerCase(), `http://here/scoreboard#${rosa.code}`])
    expect(seen(await claim(phone, typed))).toEqual({ status: 200, body: rosa });
  expect(await mine(phone)).toEqual([rosa]);
  expect(seen(await claim(await secondDeviceOf(app, phone), rosa.code))).toEqual({ status: 200, body: rosa });
  const rows = (await everyRow(app.context.db)).users;
  const refused = await claim(app.browser(), rosa.code);
  expect(seen(refused)).toMatchObject({ status: 409, body: { code: 'ALREADY_CLAIMED', field: 'code' } });
  expect(refused.json<{ message: string }>().message).toMatch(/another phone.*Use on another device/);
  expect(refused.body).not.toContain('Rosa');
  expect((await everyRow(app.context.db)).users).toEqual(rows);
  expect(await problemsIn(app.context.db, 'sqlite')).toEqual([]);
});

it('a repeated claim of a phone whose first answer was lost is answered again, with its cookie', async () => {
  const { app, rosa } = await withBadge();
  const headers = once();
  await claim(app.browser(), rosa.code, headers);
  const phone = app.browser();
  expect(seen(await claim(phone, rosa.code, headers))).toEqual({ status: 200, body: rosa });
  expect(await mine(phone)).toEqual([rosa]);
});

it('a claim needs neither badge word nor open registrations', async () => {
  const { app, admin, rosa } = await withBadge();
  await admin.send('PUT /api/admin/badge-word', { word: 'herring' });
  await admin.send('PUT /api/admin/registrations/pause', { paused: true });
  expect((await app.browser().send('POST /api/users', { name: 'Theo' })).statusCode).not.toBe(201);
  expect((await claim(app.browser(), rosa.code)).statusCode).toBe(200);
});

it('a phone gets no seventh account by a badge, and none of one that was deleted', async () => {
  const { app, admin } = await withBadge();
  const people = await badges(admin, ...Array.from({ length: 8 }, (_, n) => `Guest ${n}`));
  const phone = app.browser();
  const codes = people.map(({ code }) => code);
  for (const code of codes.slice(0, 6)) expect((await claim(phone, code)).statusCode).toBe(200);
  expect(seen(await claim(phone, codes[6] ?? ''))).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  await admin.send(`DELETE /api/users/${people[7]?.id}`);
  expect(seen(await claim(app.browser(), codes[7] ?? ''))).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('twelve wrong codes of a phone in ten minutes are answered, and the next is refused until ten minutes later', async () => {
  const { app, rosa } = await withBadge();
  const phone = app.browser();
  await phone.send('POST /api/users', { name: 'Theo' });
  const noSuch = { status: 404, body: { code: 'NOT_FOUND', field: 'code' } };
  // What is no code at all is not counted.
  expect(seen(await claim(phone, 'abc'))).toMatchObject(noSuch);
  for (let n = 0; n < 11; n += 1) expect(seen(await claim(phone, 'ZZZZZZ'))).toMatchObject(noSuch);
  expect((await claim(phone, rosa.code)).statusCode).toBe(200);
  expect(seen(await claim(phone, 'ZZZZZZ'))).toMatchObject(noSuch);
  const refused = await claim(phone, rosa.code);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600']);
  const strangers = await Promise.all(Array.from({ length: 3 }, () => claim(app.browser(), 'ZZZZZZ')));
  expect(tally(strangers)).toEqual({ 404: 3 });
  app.clock.pass(10 * 60_000);
  expect((await claim(phone, rosa.code)).statusCode).toBe(200);
});

it('six hundred wrong codes a minute of strangers of a network are answered, and known phones go on', async () => {
  const { app, rosa } = await withBadge();
  const phone = app.browser();
  await phone.send('POST /api/users', { name: 'Theo' });
  for (let n = 0; n < 600; n += 1) expect((await claim(app.browser(), 'ZZZZZZ')).statusCode).toBe(404);
  expect(seen(await claim(app.browser(), rosa.code))).toMatchObject({ status: 429, body: { code: 'TOO_FAST' } });
  expect((await claim(phone, rosa.code)).statusCode).toBe(200);
});

it('a claimed account is forgotten with its phone, also in the list of changes', async () => {
  const { app, admin, rosa } = await withBadge();
  await admin.send(`PUT /api/users/${rosa.id}/seen`, { seen: true });
  const phone = app.browser();
  await claim(phone, rosa.code);
  await forgetVisitor(app.context, (await visitorOf(app, phone)) ?? '');
  expect((await admin.send('GET /api/admin/users')).json()).toEqual([]);
  expect((await admin.send('GET /api/admin/audit')).body).not.toContain('Rosa');
});

it('a new code for a lost badge ends the old one, and leaves the account on its phone unless it is taken off', async () => {
  const { app, admin, rosa } = await withBadge();
  const phone = app.browser();
  await claim(phone, rosa.code);
  const renew = async (body: object) => (await admin.send(`POST /api/users/${rosa.id}/code`, body)).json<OwnAccount>();
  const second = await renew({});
  expect(second).toEqual({ ...rosa, code: expect.not.stringMatching(rosa.code) });
  expect(await mine(phone)).toEqual([second]);
  expect((await admin.send(`GET /api/users/by-code/${rosa.code}`)).statusCode).toBe(404);
  const third = await renew({ unbinds: true });
  expect(await mine(phone)).toEqual([]);
  expect((await claim(app.browser(), third.code)).statusCode).toBe(200);
  const audit = (await admin.send('GET /api/admin/audit')).json<{ action: string }[]>();
  expect(audit.filter(({ action }) => action === 'new badge code')).toHaveLength(2);
  expect((await admin.send(`POST /api/users/nobody/code`, {})).statusCode).toBe(404);
});

it('a repeated claim of a badge that was taken off the phone is refused, and no account without a badge is seen by its code', async () => {
  const { app, admin, rosa } = await withBadge();
  const [phone, headers] = [app.browser(), once()];
  await claim(phone, rosa.code, headers);
  await admin.send(`POST /api/users/${rosa.id}/code`, { unbinds: true });
  expect((await claim(phone, rosa.code, headers)).statusCode).toBe(404);
  await phone.send('POST /api/users', { name: 'Theo' });
  const [theo] = await mine(phone);
  expect((await admin.send(`POST /api/users/by-code/${theo?.code}/seen`)).statusCode).toBe(404);
});

it('a helper checks no badge of an account on the own phone', async () => {
  const { app, rosa } = await withBadge();
  const desk = await aHelper(app, { role: 'points' });
  expect((await claim(desk, rosa.code)).statusCode).toBe(200);
  expect(seen(await desk.send(`POST /api/users/by-code/${rosa.code}/seen`))).toMatchObject({
    status: 403,
    body: { code: 'NOT_YOUR_JOB' },
  });
});

it.each(CONSTELLATIONS)(
  'of phones that claim one badge at once a single one gets it, on %s',
  async (_, dialect, instances) => {
    const rivals = await rivalsOn(dialect, instances);
    const admin = await rivals.at(0).admin();
    const [{ code } = { code: '' }] = await badges(admin, 'Rosa');
    const phones = Array.from({ length: 4 }, (_, n) => rivals.at(n).browser());
    expect(tally(await Promise.all(phones.map((phone) => claim(phone, code))))).toEqual({ 200: 1, 409: 3 });
  },
);
