import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { transact } from '#database/transactions.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { anEvent } from '#testing/factories.ts';
import { lotteryApp, REQUESTED } from '#testing/lottery.ts';
import { problemsIn } from '#testing/soundness.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import { refusal } from '#testing/tournament.ts';
import { isDrawDue } from './commands.ts';

describe.each(DIALECTS)('%s', (dialect) => {
  it('takes requests from when places open, which are no places, and draws them once after ten minutes', async () => {
    const { app, admin, id, ask, list, mine, placesOf, event, draw } = await lotteryApp(dialect);
    const phones = ['Ann', 'Bo', 'Cy', 'Di'].map((name) => ({ name, phone: app.browser() }));
    const [first = { name: '', phone: admin }] = phones;
    expect(seen(await ask(first.phone, 'Ann'))).toEqual(refusal(409, 'NOT_OPEN', 'Places open Nov 14, 1:00 PM.'));
    app.clock.pass(HOUR);
    for (const { phone, name } of phones) expect(seen(await ask(phone, name))).toEqual(REQUESTED);
    expect(seen(await ask(first.phone, 'Ann'))).toMatchObject({ status: 409, body: { code: 'ALREADY_REGISTERED' } });
    expect(await placesOf(first.phone)).toEqual([]);
    expect(await mine(first.phone)).toMatchObject([{ eventId: id, playerName: 'Ann' }]);
    expect(await event()).toMatchObject({ lottery: true, currentRegistrations: 0, waiting: 0 });
    app.clock.pass(10 * MINUTE - 1);
    expect(await isDrawDue(app.context)).toBe(false);
    expect(await draw()).toBe(0);
    app.clock.pass(1);
    expect(await isDrawDue(app.context)).toBe(true);
    // Two instances may find it due at the same time.
    expect((await Promise.all([draw(), draw()])).sort()).toEqual([0, 1]);
    expect(await event()).toMatchObject({ lottery: false, currentRegistrations: 2, waiting: 2 });
    const placed = (await Promise.all(phones.map(({ phone }) => placesOf(phone)))).flat();
    const line = (await list<{ playerName: string }[]>(admin, `/api/admin/events/${id}/waiting`)).map(
      ({ playerName }) => playerName,
    );
    expect([...placed, ...line].sort()).toEqual(['Ann', 'Bo', 'Cy', 'Di']);
    for (const { phone, name } of phones) {
      const [notice] = await list<{ kind: string; is: object }[]>(phone, '/api/notices/my');
      if (placed.includes(name)) expect(notice).toMatchObject({ kind: 'promoted' });
      else expect(notice).toMatchObject({ kind: 'moved', is: { says: 'in-line' } });
    }
    const [entry, before] = await list<{ action: string; after: object }[]>(admin, '/api/admin/audit');
    expect(before?.action).not.toBe('places drawn');
    expect(entry).toMatchObject({ action: 'places drawn', byName: 'By itself', after: { people: 4, given: 2 } });
    expect(entry?.after).toHaveProperty('seed', expect.stringMatching(/^[\da-f-]{36}$/));
    // Who comes later stands behind them.
    const late = app.browser();
    expect(seen(await ask(late, 'Eve'))).toMatchObject({ status: 409, body: { code: 'EVENT_FULL' } });
    await late.send('POST /api/waiting', { eventId: id, playerName: 'Eve' });
    expect(await mine(late)).toMatchObject([{ rank: 3 }]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('keeps a group together, and holds the place that is left for the next', async () => {
    const { app, ask, event, draw, placesOf } = await lotteryApp(dialect, 3);
    const [pair, other] = [app.browser(), app.browser()];
    app.clock.pass(HOUR);
    expect(seen(await ask(pair, ['Ann', 'Bo']))).toEqual(REQUESTED);
    expect(seen(await ask(other, ['Cy', 'Di']))).toEqual(REQUESTED);
    expect(seen(await ask(app.browser(), ['A', 'B', 'C', 'D']))).toMatchObject({ body: { code: 'GROUP_TOO_LARGE' } });
    app.clock.pass(10 * MINUTE);
    await draw();
    expect(await event()).toMatchObject({ currentRegistrations: 3, waiting: 2 });
    expect([await placesOf(pair), await placesOf(other)].map(({ length }) => length).sort()).toEqual([0, 2]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('a request is withdrawn as a place, by its phone alone, and a repeated one is one', async () => {
    const { app, admin, ask, mine, event, draw } = await lotteryApp(dialect);
    const [phone, stranger] = [app.browser(), app.browser()];
    app.clock.pass(HOUR);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { eventId: (await event())?.id, playerName: 'Ann' };
    for (let time = 0; time < 2; time += 1)
      expect(seen(await phone.send('POST /api/rsvps', body, headers))).toEqual(REQUESTED);
    await ask(stranger, 'Bo');
    const [request] = await mine(phone);
    const withdraw = (browser: Browser) => browser.send(`DELETE /api/rsvps/${request?.id}`);
    expect((await withdraw(stranger)).statusCode).toBe(403);
    expect((await withdraw(phone)).statusCode).toBe(204);
    expect((await withdraw(phone)).statusCode).toBe(404);
    expect(await mine(phone)).toEqual([]);
    // Nobody gets a place by it.
    expect(await event()).toMatchObject({ currentRegistrations: 0, waiting: 0 });
    app.clock.pass(10 * MINUTE);
    await draw();
    expect(await event()).toMatchObject({ currentRegistrations: 1 });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
    expect((await admin.send('DELETE /api/rsvps/missing')).statusCode).toBe(404);
  });

  it('staff may add people before the draw, who keep their places, and give none out of turn', async () => {
    const { app, admin, id, ask, list, event, draw } = await lotteryApp(dialect);
    expect((await admin.send(`POST /api/events/${id}/rsvps`, { playerName: 'Host' })).statusCode).toBe(201);
    app.clock.pass(HOUR);
    for (const name of ['Ann', 'Bo']) await ask(app.browser(), name);
    const [request] = await list<{ id: string }[]>(admin, `/api/admin/events/${id}/waiting`);
    expect(seen(await admin.send(`POST /api/admin/waiting/${request?.id}/promote`))).toEqual(
      refusal(409, 'NOT_OPEN', 'The places of this event are not drawn yet.'),
    );
    app.clock.pass(10 * MINUTE);
    await draw();
    expect(await event()).toMatchObject({ currentRegistrations: 2, waiting: 1 });
    const [entry] = await list<{ after: object }[]>(admin, '/api/admin/audit');
    expect(entry?.after).toMatchObject({ people: 2, given: 1 });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('needs a moment that is to come, stays as it is once somebody asked, and waits while no moment is said', async () => {
    const { app, admin, id, opensAt, ask, event, draw } = await lotteryApp(dialect);
    app.clock.pass(HOUR);
    const change = (eventId: string, edit: object) => admin.send(`PATCH /api/events/${eventId}`, edit);
    const open = refusal(
      409,
      'NOT_OPEN',
      'Say in Set up first when places open: they are drawn ten minutes later.',
      'lottery',
    );
    expect(seen(await change(await app.event(), { lottery: true }))).toEqual(open);
    expect(seen(await admin.send('POST /api/events', { ...anEvent(), lottery: true }))).toEqual(open);
    await ask(app.browser(), 'Ann');
    const asked = 'People have asked for places, or wait for one, so this stays as it is.';
    expect(seen(await change(id, { lottery: false }))).toEqual(refusal(409, 'NOT_EMPTY', asked, 'lottery'));
    expect((await change(id, { draft: true })).statusCode).toBe(409);
    expect((await change(id, { queue: true })).statusCode).toBe(409);
    expect((await change(id, { capacity: 3 })).statusCode).toBe(200);
    expect(seen(await opensAt(HOUR, 'opensAt'))).toMatchObject({ status: 409, body: { code: 'NOT_EMPTY' } });
    expect(await event()).toMatchObject({ currentRegistrations: 0, lottery: true });
    await opensAt(null);
    app.clock.pass(HOUR);
    expect([await draw(), (await event())?.lottery]).toEqual([0, true]);
    const unsaid = refusal(409, 'NOT_OPEN', 'Nobody has said yet when the places open.');
    expect(seen(await ask(app.browser(), 'Bo'))).toEqual(unsaid);
    await opensAt(-10 * MINUTE);
    expect([await draw(), (await event())?.currentRegistrations]).toEqual([1, 1]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('draws as the list of changes lets everybody check: the lowest SHA-256 of the seed and an id first', async () => {
    const { app, admin, id, ask, list, draw, placesOf } = await lotteryApp(dialect, 3);
    const phones = ['Ann', 'Bo', 'Cy', 'Di', 'Eve', 'Flo'].map((name) => ({ name, phone: app.browser() }));
    app.clock.pass(HOUR);
    for (const { phone, name } of phones) await ask(phone, name);
    const requests = await list<{ id: string; playerName: string }[]>(admin, `/api/admin/events/${id}/waiting`);
    app.clock.pass(10 * MINUTE);
    await draw();
    const [entry] = await list<{ after: { seed: string } }[]>(admin, '/api/admin/audit');
    const lotOf = (of: string) => createHash('sha256').update(`${entry?.after.seed} ${of}`).digest('hex');
    const order = requests
      .toSorted((one, other) => (lotOf(one.id) < lotOf(other.id) ? -1 : 1))
      .map(({ playerName }) => playerName);
    const placed = (await Promise.all(phones.map(({ phone }) => placesOf(phone)))).flat();
    expect(placed.sort()).toEqual(order.slice(0, 3).sort());
    const line = await list<{ playerName: string }[]>(admin, `/api/admin/events/${id}/waiting`);
    expect(line.map(({ playerName }) => playerName)).toEqual(order.slice(3));
  });

  it('who has a place at the same time comes after all who have none', async () => {
    const { app, ask, draw, placesOf } = await lotteryApp(dialect);
    const other = await app.event();
    const phones = ['Ann', 'Bo', 'Cy', 'Di', 'Eve', 'Flo'].map((name) => ({ name, phone: app.browser() }));
    app.clock.pass(HOUR);
    for (const { phone, name } of phones) {
      if (name < 'E') await phone.send('POST /api/rsvps', { eventId: other, playerName: name });
      await ask(phone, name);
    }
    app.clock.pass(10 * MINUTE);
    await draw();
    const places = await Promise.all(phones.map(({ phone }) => placesOf(phone)));
    expect(places).toEqual([['Ann'], ['Bo'], ['Cy'], ['Di'], ['Eve'], ['Flo']]);
  });

  it('tells phones that were asked for, also who is in the line, as long as they are', async () => {
    const { app, ask, draw, mine } = await lotteryApp(dialect);
    const phones = [app.browser(), app.browser(), app.browser()];
    app.clock.pass(HOUR);
    for (const [index, phone] of phones.entries()) await ask(phone, ['Ann', 'Bo', 'Cy'][index] ?? '');
    const devices = await app.context.db.selectFrom('devices').select('id').execute();
    for (const { id } of devices) await subscribe(app.context.db, id);
    app.clock.pass(10 * MINUTE);
    await draw();
    const told = async () => (await toldNow(app.context)).map(({ title }) => title).sort();
    expect(await told()).toEqual(['Cup', 'You have a place in Cup', 'You have a place in Cup']);
    for (const phone of phones)
      for (const { id } of await mine(phone))
        expect((await phone.send(`DELETE /api/waiting/${id}`)).statusCode).toBe(204);
    expect(await told()).toEqual(['You have a place in Cup', 'You have a place in Cup']);
  });

  it('a request that comes when the places were just drawn is asked again, and a place in a line is no request', async () => {
    const { app, id, ask, draw, mine } = await lotteryApp(dialect);
    app.clock.pass(HOUR);
    const phones = [app.browser(), app.browser(), app.browser()];
    for (const [index, phone] of phones.entries()) await ask(phone, ['Ann', 'Bo', 'Cy'][index] ?? '');
    app.clock.pass(10 * MINUTE);
    await draw();
    const { context } = app;
    const late = { visitorId: 'late', body: { eventId: id, playerName: 'Di' } };
    await expect(transact(context.db, (tx) => context.hooks.requestPlaces(context, tx, late))).rejects.toMatchObject({
      code: 'BUSY',
    });
    for (const phone of phones)
      for (const { id } of await mine(phone))
        expect((await phone.send(`DELETE /api/rsvps/${id}`)).statusCode).toBe(404);
  });

  it('travels in a festival’s file, and goes with its visitor', async () => {
    const { app, admin, ask, mine, event } = await lotteryApp(dialect);
    const phone = app.browser();
    app.clock.pass(HOUR);
    await ask(phone, 'Ann');
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
    const to = await testApp(dialect);
    expect((await (await to.admin()).send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
    expect(await problemsIn(to.context.db, dialect)).toEqual([]);
    expect((await to.events())[0]).toMatchObject({ lottery: true, waiting: 0, currentRegistrations: 0 });
    expect((await phone.send('DELETE /api/visitor')).statusCode).toBe(204);
    expect([await mine(phone), (await event())?.currentRegistrations]).toEqual([[], 0]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });
});
