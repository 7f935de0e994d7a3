import { describe, expect, it } from 'vitest';
import type { MyCall } from '#features/brackets/rules/shapes.ts';
import { type Browser, seen, sharedApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aHelper } from '#testing/staff.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import type { MyQueueEntry, QueueEntry } from './contract.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  const app = sharedApp(dialect);

  async function aQueue() {
    const eventId = await app().event({ title: 'Karaoke', queue: true, startTime: app().clock.now().toISOString() });
    const host = await aHelper(app(), { role: 'host', eventId });
    const queue = async () => (await app().browser().send(`GET /api/events/${eventId}/queue`)).json<QueueEntry[]>();
    const take = async (playerName: string, phone: Browser = app().browser(), more: object = {}) => {
      const answer = seen(await phone.send(`POST /api/events/${eventId}/queue`, { playerName, ...more }));
      return { ...answer, phone, id: (answer.body as { id?: string }).id ?? '' };
    };
    return {
      ...{ eventId, host, queue, take },
      admin: await app().admin(),
      next: async (body: object = {}) => seen(await host.send(`POST /api/events/${eventId}/queue/next`, body)),
      done: async (id: string) => seen(await host.send(`POST /api/queue/${id}/done`)),
      absent: async (id: string) => seen(await host.send(`POST /api/queue/${id}/absent`)),
      waiting: async () => (await queue()).filter(({ state }) => state === 'waiting').map(({ name }) => name),
    };
  }

  it('gives numbers in order, with the song, and tells each phone its own', async () => {
    const { take, queue, eventId } = await aQueue();
    const rosa = await take('Rosa', undefined, { note: ' Dancing Queen ' });
    expect(rosa).toMatchObject({ status: 201, body: { position: 1, about: null } });
    expect(await take('Mo')).toMatchObject({ body: { position: 2 } });
    expect(await queue()).toMatchObject([
      { name: 'Rosa', note: 'Dancing Queen', state: 'waiting', position: 1 },
      { name: 'Mo', note: null, position: 2 },
    ]);
    const mine = (await rosa.phone.send('GET /api/queue/my')).json<MyQueueEntry[]>();
    expect(mine).toMatchObject([{ eventId, id: rosa.id, position: 1 }]);
  });

  it('calls the first, as to a table; called again by the same press nobody else is called', async () => {
    const { take, next, queue, done, eventId } = await aQueue();
    const rosa = await take('Rosa');
    const mo = await take('Mo');
    const visitors = app().context.db.selectFrom('visitors').select('id').orderBy('id', 'desc').limit(2);
    for (const { id } of await visitors.execute()) await subscribe(app().context.db, id);
    expect(await next({ entryId: rosa.id })).toMatchObject({ status: 200, body: { id: rosa.id, state: 'called' } });
    expect(await next({ entryId: rosa.id })).toMatchObject({ body: { id: rosa.id } });
    const calls = async (phone: Browser) => (await phone.send('GET /api/calls/my')).json<MyCall[]>();
    expect(await calls(rosa.phone)).toMatchObject([
      { matchId: null, table: null, eventId, entrantId: rosa.id, playerName: 'Rosa', seen: false },
    ]);
    expect(await calls(mo.phone)).toEqual([]);
    expect(await toldNow(app().context)).toHaveLength(1);
    expect(seen(await rosa.phone.send(`POST /api/queue/${rosa.id}/seen`))).toMatchObject({ status: 204 });
    expect(await toldNow(app().context)).toEqual([]);
    expect(await queue()).toMatchObject([
      { id: rosa.id, seen: true },
      { id: mo.id, position: 1 },
    ]);
    // Another may be called while one is up.
    expect(await next()).toMatchObject({ body: { id: mo.id } });
    expect(await toldNow(app().context)).toMatchObject([{ title: 'You are up now', body: 'Karaoke, Ballroom A' }]);
    expect(await done(rosa.id)).toMatchObject({ body: { state: 'done' } });
    expect(await done(rosa.id)).toMatchObject({ body: { state: 'done' } });
    expect(await calls(rosa.phone)).toEqual([]);
    // The press for Rosa arrives once more.
    expect(await next({ entryId: rosa.id })).toMatchObject({ status: 200, body: { id: rosa.id, state: 'done' } });
    expect(await next()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    await app().context.db.deleteFrom('push_subscriptions').execute();
  });

  it('puts who is not here behind two others, and the second time out', async () => {
    const { take, next, absent, waiting, queue } = await aQueue();
    const ids: string[] = [];
    const ann = app().browser();
    for (const name of ['Ann', 'Bo', 'Cy', 'Di']) ids.push((await take(name, name === 'Ann' ? ann : undefined)).id);
    await next();
    await ann.send(`POST /api/queue/${ids[0]}/seen`);
    expect(await absent(ids[0] ?? '')).toMatchObject({ body: { state: 'waiting', position: 3 } });
    expect(await absent(ids[0] ?? '')).toMatchObject({ body: { state: 'waiting', position: 3 } });
    expect(await next({ entryId: ids[0] })).toMatchObject({ body: { state: 'waiting', position: 3 } });
    expect(await waiting()).toEqual(['Bo', 'Cy', 'Ann', 'Di']);
    expect((await queue()).filter(({ seen: shown }) => shown)).toEqual([]);
    for (const _ of [1, 2, 3]) await next();
    expect(await absent(ids[0] ?? '')).toMatchObject({ body: { state: 'gone' } });
    expect(await waiting()).toEqual(['Di']);
    expect((await queue()).filter(({ state }) => state === 'gone').map(({ name }) => name)).toEqual(['Ann']);
  });

  it('refuses a place, a second number of one name, a fourth of one phone, and numbers while it is paused', async () => {
    const { take, eventId, host } = await aQueue();
    const { phone } = await take('Rosa');
    for (const call of ['POST /api/rsvps', 'POST /api/waiting'])
      expect(seen(await phone.send(call, { eventId, playerName: 'Rosa' }))).toMatchObject({
        status: 409,
        body: { code: 'QUEUE' },
      });
    expect(seen(await host.send(`POST /api/events/${eventId}/rsvps`, { playerName: 'Zed' }))).toMatchObject({
      status: 409,
      body: { code: 'QUEUE' },
    });
    expect(await take('ROSA ')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REGISTERED', field: 'playerName' },
    });
    for (const name of ['Mo', 'Kit']) await take(name, phone);
    expect(await take('Lou', phone)).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
    await host.send(`PUT /api/events/${eventId}/queue/pause`, { paused: true });
    expect(await take('Wes')).toMatchObject({ status: 409, body: { code: 'SWITCHED_OFF' } });
    await host.send(`PUT /api/events/${eventId}/queue/pause`, { paused: false });
    expect(await take('Wes', undefined, { note: 'x'.repeat(81) })).toMatchObject({
      status: 400,
      body: { field: 'note' },
    });
    expect(await take('Wes')).toMatchObject({ status: 201 });
  });

  it('refuses the name of an account of another phone, unless it is a friend', async () => {
    const { take } = await aQueue();
    await app().browser().send('POST /api/users', { name: 'Zelda' });
    expect(await take('Zelda')).toMatchObject({ status: 409, body: { code: 'NAME_OF_ACCOUNT', field: 'playerName' } });
    expect(await take('Zelda', undefined, { isFriend: true })).toMatchObject({ status: 201 });
  });

  it('a number is given back by its phone and by staff of the event, and by nobody else; forgetting takes it along', async () => {
    const { take, waiting, host, admin } = await aQueue();
    const [rosa, mo, kit] = [await take('Rosa'), await take('Mo'), await take('Kit')];
    const leave = async (by: Browser, id: string) => (await by.send(`DELETE /api/queue/${id}`)).statusCode;
    const elsewhere = await aHelper(app(), { role: 'host', eventId: await app().event() });
    expect([await leave(mo.phone, rosa.id), await leave(elsewhere, rosa.id)]).toEqual([403, 403]);
    expect([await leave(rosa.phone, rosa.id), await leave(host, mo.id)]).toEqual([204, 204]);
    expect(await waiting()).toEqual(['Kit']);
    await kit.phone.send('DELETE /api/visitor');
    expect(await waiting()).toEqual([]);
    const changes = (await admin.send('GET /api/admin/audit')).body;
    expect(changes).toContain('taken out of the queue');
  });

  it('not here that is sent again changes nothing when the person was called again meanwhile', async () => {
    const { take, next, host } = await aQueue();
    const { id } = await take('Ann');
    const absent = async () => seen(await host.send(`POST /api/queue/${id}/absent`, { absences: 0 }));
    await next();
    expect(await absent()).toMatchObject({ body: { state: 'waiting', absences: 1 } });
    await next();
    expect(await absent()).toMatchObject({ body: { state: 'called' } });
  });

  it('stays a queue while somebody waits, and is in no My schedule once the event is over', async () => {
    const { eventId, take, next, done, admin } = await aQueue();
    const rosa = await take('Rosa');
    const off = async () => seen(await admin.send(`PATCH /api/events/${eventId}`, { queue: false }));
    expect(await off()).toMatchObject({ status: 409, body: { code: 'QUEUE', field: 'queue' } });
    await next();
    expect(await off()).toMatchObject({ status: 409 });
    await done(rosa.id);
    expect(await off()).toMatchObject({ status: 200 });

    const other = await aQueue();
    const { phone } = await other.take('Mo');
    for (const status of ['in-progress', 'completed'])
      await admin.send(`PATCH /api/events/${other.eventId}/status`, { status });
    expect((await phone.send('GET /api/queue/my')).json()).toEqual([]);
  });

  it('an event with places, or of a tournament, gets no queue', async () => {
    const admin = await app().admin();
    const id = await app().event();
    await app().browser().send('POST /api/rsvps', { eventId: id, playerName: 'Rosa' });
    const edit = async (body: object) => seen(await admin.send(`PATCH /api/events/${id}`, body));
    expect(await edit({ queue: true })).toMatchObject({ status: 409, body: { code: 'QUEUE', field: 'queue' } });
    const cup = await app().event({ tournamentType: 'single-elimination' });
    expect(seen(await admin.send(`PATCH /api/events/${cup}`, { queue: true }))).toMatchObject({ status: 409 });
  });
});
