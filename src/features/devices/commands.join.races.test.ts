/** Two devices, two codes, and forgetting, handing over or removing meanwhile. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { giveRows } from '#database/rows.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { addDevice, addVisitor, readDevice } from '#features/access/store/callers.ts';
import { takePlace } from '#features/rsvps/commands/places.ts';
import { addEntries } from '#features/waiting/store.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Browser } from '#testing/app.ts';
import { cancel, createEvent, leave, removeDevice } from '#testing/calls.ts';
import { ORGANISER, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { devicesOf, join, placesOf as listPlaces, once, secondDeviceOf } from '#testing/devices.ts';
import { anEvent, aRegistration } from '#testing/factories.ts';
import { forgetVisitor } from '#testing/forget.ts';
import { CONSTELLATIONS, type Rivals, rivalsOn, tally, unguarded } from '#testing/races.ts';
import { problemsIn } from '#testing/soundness.ts';
import { addCode, countDevices, removeDevice as deleteDevice, dropCodeOf, findCode, spendCode } from './store.ts';

const ROUNDS = 3;
const register = (phone: Browser, eventId: string, playerName: string) =>
  phone.send('POST /api/rsvps', aRegistration(eventId, { playerName }), once());
const idOf = async (answer: ReturnType<Browser['send']>) => (await answer).json<{ id: string }>().id;
const codeOf = async (phone: Browser, call = 'POST /api/devices/code', body?: unknown) =>
  (await phone.send(call, body)).json<{ code: string }>().code;

async function phoneIn(rivals: Rivals, instance: number, eventId: string, name: string) {
  const phone = rivals.at(instance).browser();
  const id = await idOf(register(phone, eventId, `${name} ${randomUUID().slice(0, 8)}`));
  return { phone, id };
}

const ownerOf = async ({ db }: Rivals, id: string) =>
  (await db.selectFrom('rsvps').select('visitor_id').where('id', '=', id).executeTakeFirst())?.visitor_id;
const placesOf = async (phone: Browser) => (await listPlaces(phone)).map(({ id }) => id);
/** Returns the id of the device that asks, or of its visitor's other one. */
const deviceIn = async (phone: Browser, isItself: boolean) =>
  (await devicesOf(phone)).find(({ current }) => current === isItself)?.id;

type Race = (rivals: Rivals, eventId: string) => Promise<void>;

const oneCodeTwoPhones: Race = async (rivals, eventId) => {
  const { phone, id } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const code = await codeOf(phone);
  const others = [rivals.at(0).browser(), (await phoneIn(rivals, 1, eventId, 'Theo')).phone, rivals.at(1).browser()];
  const answers = await Promise.all(others.map((other) => join(other, code)));
  expect(tally(answers)).toEqual({ 200: 1, 410: 2 });
  expect((await Promise.all(others.map(placesOf))).filter((ids) => ids.includes(id))).toHaveLength(1);
};

/** Each place is its device's afterwards, whichever visitor that belongs to by then. */
const registerWhileJoining: Race = async (rivals, eventId) => {
  const [rosa, theo] = [await phoneIn(rivals, 0, eventId, 'Rosa'), await phoneIn(rivals, 1, eventId, 'Theo')];
  const code = await codeOf(rosa.phone);
  const [joined, added, gone] = await Promise.all([
    join(theo.phone, code),
    Promise.all([1, 2, 3].map((n) => register(theo.phone, eventId, `Theo ${n} ${randomUUID().slice(0, 8)}`))),
    theo.phone.send(`DELETE /api/rsvps/${theo.id}`),
  ]);
  expect([joined.statusCode, tally(added), gone.statusCode]).toEqual([200, { 201: 3 }, 204]);
  expect(added.flatMap(({ cookies }) => cookies.filter(({ name }) => name === 'fest_id'))).toEqual([]);
  const ids = [rosa.id, ...added.map((answer) => answer.json<{ id: string }>().id)].sort();
  expect([(await placesOf(theo.phone)).sort(), (await placesOf(rosa.phone)).sort()]).toEqual([ids, ids]);
};

const joinEachOther: Race = async (rivals, eventId) => {
  const [rosa, theo] = [await phoneIn(rivals, 0, eventId, 'Rosa'), await phoneIn(rivals, 1, eventId, 'Theo')];
  const codes = [await codeOf(rosa.phone), await codeOf(theo.phone)] as const;
  const answers = await Promise.all([join(theo.phone, codes[0]), join(rosa.phone, codes[1])]);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  expect(answers.every(({ statusCode }) => [200, 400, 410, 503].includes(statusCode))).toBe(true);
  expect((await placesOf(theo.phone)).sort()).toEqual([rosa.id, theo.id].sort());
  expect((await placesOf(rosa.phone)).sort()).toEqual([rosa.id, theo.id].sort());
};

const forgetWhileJoining: Race = async (rivals, eventId) => {
  const [rosa, theo] = [await phoneIn(rivals, 0, eventId, 'Rosa'), await phoneIn(rivals, 1, eventId, 'Theo')];
  const code = await codeOf(rosa.phone);
  const [joined, forgotten] = await Promise.all([join(theo.phone, code), rosa.phone.send('DELETE /api/visitor')]);
  expect(forgotten.statusCode).toBe(204);
  // Joined before, Theo's place was forgotten with the rest.
  expect([200, 410]).toContain(joined.statusCode);
  expect(await placesOf(theo.phone)).toEqual(joined.statusCode === 200 ? [] : [theo.id]);
  expect(await ownerOf(rivals, rosa.id)).toBeUndefined();
};

const cancelWhileHandedOver: Race = async (rivals, eventId) => {
  const { phone: old, id } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const code = await codeOf(rivals.organisers[0], 'POST /api/handovers', { ids: [id] });
  const fresh = rivals.at(1).browser();
  const [taken, cancelled] = await Promise.all([join(fresh, code), old.send(`DELETE /api/rsvps/${id}`)]);
  // The first one wins; the other one is refused, and nobody's place is cancelled by another phone.
  const outcome = [taken.statusCode, cancelled.statusCode];
  expect([
    [200, 403],
    [410, 204],
  ]).toContainEqual(outcome);
  expect(await placesOf(fresh)).toEqual(taken.statusCode === 200 ? [id] : []);
};

const removeWhileItWrites: Race = async (rivals, eventId) => {
  const { phone } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const tablet = await secondDeviceOf(rivals.at(1), phone);
  const other = await deviceIn(phone, false);
  const writing = [1, 2, 3].map((n) => register(tablet, eventId, `Tablet ${n} ${randomUUID().slice(0, 8)}`));
  const [removed, written] = await Promise.all([phone.send(`DELETE /api/devices/${other}`), Promise.all(writing)]);
  expect([removed.statusCode, tally(written)]).toEqual([204, { 201: 3 }]);
  const mine = new Set(await placesOf(phone));
  // Written before, a place is Rosa's; after, it is a stranger's, who got a cookie with it.
  for (const answer of written) {
    const isStranger = answer.cookies.some(({ name }) => name === 'fest_id');
    expect(mine.has(answer.json<{ id: string }>().id)).toBe(!isStranger);
  }
};

const removeWhileItMakesACode: Race = async (rivals, eventId) => {
  const { phone } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const tablet = await secondDeviceOf(rivals.at(1), phone);
  const other = await deviceIn(phone, false);
  const [removed, made] = await Promise.all([
    phone.send(`DELETE /api/devices/${other}`),
    tablet.send('POST /api/devices/code'),
  ]);
  expect(removed.statusCode).toBe(204);
  expect([200, 401, 503]).toContain(made.statusCode);
  const { code = 'ABCDEFGH' } = made.json<{ code?: string }>();
  expect((await join(rivals.at(1).browser(), code)).statusCode).toBe(410);
};

const removeEachOther: Race = async (rivals, eventId) => {
  const { phone, id } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const tablet = await secondDeviceOf(rivals.at(1), phone);
  const [own, other] = [await deviceIn(phone, true), await deviceIn(phone, false)];
  const answers = await Promise.all([
    phone.send(`DELETE /api/devices/${other}`),
    tablet.send(`DELETE /api/devices/${own}`),
  ]);
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.every((status) => [204, 401, 403].includes(status))).toBe(true);
  expect([...(await placesOf(phone)), ...(await placesOf(tablet))]).toEqual([id]);
};

const cancelAndRegisterOnBoth: Race = async (rivals, eventId) => {
  const { phone, id } = await phoneIn(rivals, 0, eventId, 'Rosa');
  const tablet = await secondDeviceOf(rivals.at(1), phone);
  const name = `Rosa again ${randomUUID().slice(0, 8)}`;
  const cancelled = [phone, tablet].map((one) => one.send(`DELETE /api/rsvps/${id}`));
  const registered = [phone, tablet].map((one) => register(one, eventId, name));
  expect([tally(await Promise.all(cancelled)), tally(await Promise.all(registered))]).toEqual([
    { 204: 1, 404: 1 },
    { 201: 1, 409: 1 },
  ]);
  expect(await placesOf(phone)).toEqual(await placesOf(tablet));
  expect(await placesOf(phone)).toHaveLength(1);
};

const RACES: [name: string, race: Race][] = [
  ['one code on three phones: one of them joins', oneCodeTwoPhones],
  ['a phone registers and cancels while it joins: everything is there on both', registerWhileJoining],
  ['two phones join each other: they are one', joinEachOther],
  ['forgotten while another phone joins: nothing is left, or it did not join', forgetWhileJoining],
  ['cancelled on the old phone while handed over: one of both', cancelWhileHandedOver],
  ['a device is removed while it writes: its places are the visitor’s or a stranger’s', removeWhileItWrites],
  ['a device is removed while it makes a code: the code lets nobody in', removeWhileItMakesACode],
  ['two devices remove each other: one of them stays', removeEachOther],
  ['two devices of a visitor cancel and register at once: once each', cancelAndRegisterOnBoth],
];

describe.each(CONSTELLATIONS)('on %s', (_, dialect, instances) => {
  it.each(RACES)('%s', { timeout: 60_000 }, async (__, race) => {
    const rivals = await rivalsOn(dialect, instances);
    const eventId = await rivals.at(0).event({ capacity: 100 });
    for (let round = 0; round < ROUNDS; round += 1) await race(rivals, eventId);
    expect(await problemsIn(rivals.db, dialect)).toEqual([]);
  });
});

const callerOn = (device: string): Caller => ({ visitorId: device, deviceId: device, staff: null });

type Command = (context: CommandContext, caller: Caller, placeId: string) => Promise<unknown>;
const COMMANDS: [name: string, command: Command][] = [
  ['cancels a place', cancel],
  ['leaves a waiting list', (context, caller) => leave(context, caller, 'entry')],
  ['removes another device', (context, caller) => removeDevice(context, caller, 'tablet')],
];

describe.each(DIALECTS)('%s', (dialect) => {
  it.each(COMMANDS)(
    'a device that has joined the owner meanwhile: %s, and a stranger gets NOT_YOURS',
    async (_, command) => {
      const context = await testContext(await freshDatabase(dialect));
      const { db } = context;
      for (const id of ['rosa', 'theo', 'stranger']) await addVisitor(db, { id, tokenHash: id, now: '' });
      await addDevice(db, { id: 'tablet', visitorId: 'rosa', tokenHash: 'tablet', now: '' });
      const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
      const { id } = await takePlace(context, db, { eventId, playerName: 'Rosa', visitorId: 'rosa' });
      const { id: elsewhere } = await createEvent(context, ORGANISER, anEvent());
      const ada = { eventId: elsewhere, playerName: 'Ada', nameKey: 'ada', playerEmail: null };
      await addEntries(db, [{ ...ada, id: 'entry', visitorId: 'rosa', createdAt: '' }]);
      await db.updateTable('devices').set({ visitor_id: 'rosa' }).where('id', '=', 'theo').execute();
      await expect(command(context, callerOn('stranger'), id)).rejects.toMatchObject({ code: 'NOT_YOURS' });
      await command(context, callerOn('theo'), id);
      await expect(command(context, callerOn('theo'), id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  it('a device that has joined the owner meanwhile forgets the other visitor', async () => {
    const context = await testContext(await freshDatabase(dialect));
    for (const id of ['rosa', 'theo']) await addVisitor(context.db, { id, tokenHash: id, now: '' });
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
    await takePlace(context, context.db, { eventId, playerName: 'Rosa', visitorId: 'rosa' });
    await context.db.updateTable('devices').set({ visitor_id: 'rosa' }).execute();
    await context.db.deleteFrom('visitors').where('id', '=', 'theo').execute();
    await forgetVisitor(context, 'theo', 'theo');
    for (const table of ['rsvps', 'visitors', 'devices'] as const)
      expect(await context.db.selectFrom(table).select('id').execute()).toEqual([]);
  });

  it('a device that has joined the owner meanwhile gets LAST_DEVICE when it is the only one of both', async () => {
    const context = await testContext(await freshDatabase(dialect));
    for (const id of ['rosa', 'theo']) await addVisitor(context.db, { id, tokenHash: id, now: '' });
    await context.db.deleteFrom('devices').where('id', '=', 'rosa').execute();
    await context.db.updateTable('devices').set({ visitor_id: 'rosa' }).execute();
    await expect(removeDevice(context, callerOn('theo'), 'theo')).rejects.toMatchObject({ code: 'LAST_DEVICE' });
  });
});

describe.each(DIALECTS)('%s', (dialect) => {
  it('without the guard: a code that is read and deleted in two steps lets two phones in', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    await addVisitor(db, { id: 'rosa', tokenHash: 'rosa', now: '' });
    await addCode(db, 'hash', { kind: 'join', visitorId: 'rosa' }, '2025');
    const seen = [await findCode(dbs[0], 'hash', ''), await findCode(dbs[1], 'hash', '')];
    expect(seen).not.toContain(null);
    // Only the count of deleted rows tells them apart.
    expect([await spendCode(dbs[0], 'hash'), await spendCode(dbs[1], 'hash')]).toEqual([true, false]);
  });

  it('without the guard: a code that a device makes while it is removed lets it back in', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    await addVisitor(db, { id: 'rosa', tokenHash: 'rosa', now: '' });
    const { id } = await db.selectFrom('devices').select('id').executeTakeFirstOrThrow();
    const [known] = [await readDevice(dbs[1], id), await deleteDevice(dbs[0], { id, visitorId: 'rosa' })];
    await dropCodeOf(dbs[0], 'rosa');
    await addCode(dbs[1], 'hash', { kind: 'join', visitorId: known?.visitorId ?? '' }, '2025');
    expect(await findCode(db, 'hash', '')).toEqual({ kind: 'join', visitorId: 'rosa' });
  });

  it('without the guard: two devices that remove each other are both gone', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    await addVisitor(db, { id: 'rosa', tokenHash: 'rosa', now: '' });
    await addDevice(db, { id: 'tablet', visitorId: 'rosa', tokenHash: 'tablet', now: '' });
    const callers = [await readDevice(dbs[0], 'rosa'), await readDevice(dbs[1], 'tablet')];
    expect(callers).not.toContain(null);
    for (const id of ['tablet', 'rosa']) expect(await deleteDevice(db, { id, visitorId: 'rosa' })).toBe(true);
    expect(await countDevices(db, ['rosa'])).toBe(0);
  });

  it('without the guard: a place that is added while a visitor joins who is not locked stays behind', async () => {
    const { db, dbs } = await unguarded(dialect, []);
    const context = { ...(await testContext({ db } as Parameters<typeof testContext>[0])), db };
    const { id: eventId } = await createEvent(context, ORGANISER, anEvent());
    for (const id of ['rosa', 'theo']) await addVisitor(db, { id, tokenHash: id, now: '' });
    await giveRows(dbs[0], { table: 'rsvps' }, { from: 'theo', to: 'rosa' });
    const late = await transact(dbs[1], (tx) =>
      takePlace(context, tx, { eventId, playerName: 'Theo', visitorId: 'theo' }),
    );
    await dbs[0].deleteFrom('visitors').where('id', '=', 'theo').execute();
    const place = db.selectFrom('rsvps').select('visitor_id').where('id', '=', late.id);
    expect(await place.executeTakeFirst()).toEqual({ visitor_id: null });
  });
});
