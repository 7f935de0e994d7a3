import { describe, expect, it } from 'vitest';
import { transact } from '#database/transactions.ts';
import { rsvpDuties } from '#features/rsvps/duties.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { type Browser, seen, testApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { lotteryApp, REQUESTED } from '#testing/lottery.ts';
import { problemsIn } from '#testing/soundness.ts';
import { refusal } from '#testing/tournament.ts';
import { waitingDuties } from '../duties.ts';

const UNDRAWN = refusal(409, 'NOT_OPEN', 'The places of this event are not drawn yet.');

describe.each(DIALECTS)('%s', (dialect) => {
  it('no name has both a request and a place: a walk-in is refused, and a removed place does not come back', async () => {
    const { app, admin, id, ask, draw } = await lotteryApp(dialect);
    const add = (playerName: string) => admin.send(`POST /api/events/${id}/rsvps`, { playerName });
    const { id: place } = (await add('Bo')).json<{ id: string }>();
    const { db } = app.context;
    const row = await db.selectFrom('rsvps').selectAll().where('id', '=', place).executeTakeFirstOrThrow();
    expect((await admin.send(`DELETE /api/rsvps/${place}`)).statusCode).toBe(204);
    app.clock.pass(HOUR);
    for (const name of ['Ann', 'Bo']) await ask(app.browser(), name);
    expect(seen(await add('ann'))).toEqual(
      refusal(
        409,
        'ALREADY_REGISTERED',
        'Someone called ann has asked for a place, which is drawn later. Add an initial.',
        'playerName',
      ),
    );
    const restored = await transact(db, async (tx) => rsvpDuties.registered?.restore?.(tx, [row], app.context));
    expect(restored).toBe(0);
    expect(await problemsIn(db, dialect)).toEqual([]);
    app.clock.pass(10 * MINUTE);
    expect(await draw()).toBe(1);
    expect(await problemsIn(db, dialect)).toEqual([]);
  });

  it('an event that has ended or is completed is not drawn, and a bracket waits for the draw', async () => {
    const { app, admin, id, ask, list, event, draw } = await lotteryApp(dialect);
    const ended = await app.event({
      startTime: new Date(app.clock.now().getTime() + HOUR).toISOString(),
      duration: 15,
    });
    await admin.send(`PATCH /api/events/${ended}`, { lottery: true });
    app.clock.pass(HOUR);
    await ask(app.browser(), 'Ann');
    const early = app.browser();
    expect(seen(await early.send('POST /api/rsvps', { eventId: ended, playerName: 'Bo' }))).toEqual(REQUESTED);
    await admin.send(`PATCH /api/events/${id}`, { tournamentType: 'single-elimination' });
    expect(seen(await admin.send(`POST /api/events/${id}/generate-bracket`, { randomSeed: true }))).toEqual(UNDRAWN);
    for (const status of ['in-progress', 'completed']) await admin.send(`PATCH /api/events/${id}/status`, { status });
    app.clock.pass(15 * MINUTE);
    expect(await draw()).toBe(0);
    const changes = await list<{ action: string }[]>(admin, '/api/admin/audit');
    expect(changes.map(({ action }) => action)).not.toContain('places drawn');
    expect(await event()).toMatchObject({ lottery: true, currentRegistrations: 0 });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('a draft with a draw is published only before places open, and a wrong moment costs it nothing', async () => {
    const { app, admin, opensAt, event, draw } = await lotteryApp(dialect);
    const draft = await app.event({ draft: true, lottery: true });
    await opensAt(null);
    expect([await draw(), (await event())?.lottery]).toEqual([0, true]);
    await opensAt(-MINUTE);
    const words = 'Say in Set up first when places open: they are drawn ten minutes later.';
    expect(seen(await admin.send(`PATCH /api/events/${draft}`, { draft: false }))).toEqual(
      refusal(409, 'NOT_OPEN', words, 'lottery'),
    );
    await opensAt(HOUR);
    expect((await admin.send(`PATCH /api/events/${draft}`, { draft: false })).statusCode).toBe(200);
    expect(await draw()).toBe(0);
  });

  it('a capacity lowered within the ten minutes splits a group that is too large, and the list says what was given', async () => {
    const { app, admin, id, ask, list, event, draw } = await lotteryApp(dialect, 3);
    app.clock.pass(HOUR);
    await ask(app.browser(), ['Ann', 'Bo', 'Cy']);
    expect((await admin.send(`PATCH /api/events/${id}`, { capacity: 2 })).statusCode).toBe(200);
    const file = (await admin.send('GET /api/admin/exports/festival.json')).json<object>();
    const to = await testApp(dialect);
    expect((await (await to.admin()).send('POST /api/admin/imports/festival', file)).statusCode).toBe(201);
    app.clock.pass(10 * MINUTE);
    await draw();
    expect(await event()).toMatchObject({ currentRegistrations: 2, waiting: 1 });
    const [entry] = await list<{ after: object }[]>(admin, '/api/admin/audit');
    expect(entry?.after).toMatchObject({ people: 3, given: 2 });
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('a burst that comes back after the draw stands behind those who were drawn', async () => {
    const { app, admin, id, ask, list, mine, draw } = await lotteryApp(dialect);
    const bots = [app.browser(), app.browser()];
    app.clock.pass(HOUR);
    for (const [index, bot] of bots.entries()) await ask(bot, `Bot ${index}`);
    const ids = (await Promise.all(bots.map((bot) => mine(bot)))).flat().map((one) => one.id);
    const burst = waitingDuties.registered;
    const { db } = app.context;
    const rows = (await transact(db, async (tx) => burst?.remove(tx, ids, app.context))) ?? [];
    for (const name of ['Ann', 'Bo', 'Cy', 'Di']) await ask(app.browser(), name);
    app.clock.pass(10 * MINUTE);
    await draw();
    expect(await transact(db, async (tx) => burst?.restore?.(tx, [...rows], app.context))).toBe(2);
    const line = await list<{ playerName: string }[]>(admin, `/api/admin/events/${id}/waiting`);
    expect(line.slice(2).map(({ playerName }) => playerName)).toEqual(['Bot 0', 'Bot 1']);
    expect(await problemsIn(db, dialect)).toEqual([]);
  });

  it('a withdrawal during the draw leaves no place', async () => {
    const { app, draw, mine, placesOf } = await lotteryApp(dialect);
    const phones: Browser[] = [];
    const events = [];
    for (let n = 0; n < 6; n += 1) events.push(await app.event({ lottery: true }));
    app.clock.pass(HOUR);
    for (const eventId of events) {
      const phone = app.browser();
      await phone.send('POST /api/rsvps', { eventId, playerName: `Player ${phones.length}` });
      phones.push(phone);
    }
    const ids = (await Promise.all(phones.map((phone) => mine(phone)))).map(([one]) => one?.id);
    app.clock.pass(10 * MINUTE);
    const withdrawn = phones.map((phone, index) => phone.send(`DELETE /api/rsvps/${ids[index]}`));
    const [, ...answers] = await Promise.all([draw(), ...withdrawn]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 204));
    expect((await Promise.all(phones.map((phone) => placesOf(phone)))).flat()).toEqual([]);
    expect(await problemsIn(app.context.db, dialect)).toEqual([]);
  });

  it('says no rank of a request, and takes none by the waiting list', async () => {
    const { app, admin, id, ask, mine } = await lotteryApp(dialect);
    for (const playerName of ['Host', 'Judge']) await admin.send(`POST /api/events/${id}/rsvps`, { playerName });
    app.clock.pass(HOUR);
    const phone = app.browser();
    await ask(app.browser(), 'Ann');
    expect(seen(await ask(phone, 'Bo'))).toEqual(REQUESTED);
    expect((await mine(phone))[0]).toMatchObject({ rank: 0 });
    const words = 'The places of this event are drawn. Press ASK FOR A PLACE.';
    expect(seen(await phone.send('POST /api/waiting', { eventId: id, playerName: 'Cy' }))).toEqual(
      refusal(409, 'SEAT_FREE', words),
    );
  });
});
