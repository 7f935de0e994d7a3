import { describe, expect, it } from 'vitest';
import { type Browser, seen, sharedApp } from '#testing/app.ts';
import { DIALECTS } from '#testing/database.ts';
import { aHelper } from '#testing/staff.ts';
import { subscribe, toldNow } from '#testing/subscriptions.ts';
import { type Desk, drawnDesk, refusal } from '#testing/tournament.ts';
import type { MatchEntry } from '../rules/stored.ts';
import type { Report } from './contract.ts';

const DECIDED = 'This match is decided. Priya 3, Marcus 1. Tell a judge if that is wrong.';

describe.each(DIALECTS)('%s', (dialect) => {
  const app = sharedApp(dialect);

  /** Puts players of the desk onto one phone. */
  async function phoneOf(desk: Desk, ...players: number[]) {
    const phone = app().browser();
    const eventId = await app().event({ capacity: 9 });
    await phone.send('POST /api/rsvps', { eventId, playerName: `Phone ${desk.id} ${players}` });
    const { id } = await app()
      .context.db.selectFrom('visitors')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const places = players.map((place) => desk.rsvpIds[place] ?? '');
    if (places.length > 0)
      await app().context.db.updateTable('rsvps').set({ visitor_id: id }).where('id', 'in', places).execute();
    return phoneAt(desk, phone, id);
  }

  const phoneAt = (desk: Desk, phone: Browser, id: string) => ({
    ...{ id, phone },
    say: async (place: string, body: object) =>
      seen(await phone.send(`PUT /api/matches/${desk.match(place)}/report`, body)),
    reports: async () => (await phone.send('GET /api/reports')).json<Report[]>(),
  });

  const judges = async (by: Browser, { id }: Desk) =>
    (await by.send('GET /api/reports')).json<Report[]>().filter(({ eventId }) => eventId === id);

  /** Priya and Marcus, the players of the only match, each with a phone. */
  async function two(said: object = {}) {
    const desk = await drawnDesk(2, { reports: true, ...said }, app());
    return { desk, priya: await phoneOf(desk, 0), marcus: await phoneOf(desk, 1) };
  }

  it('a score that is added to what was said first does not count', async () => {
    const { desk, priya, marcus } = await two();
    await marcus.say('W1-1', { winner: 1 });
    expect(await priya.say('W1-1', { player1Score: 999, player2Score: 0 })).toMatchObject({
      body: { state: 'agreed' },
    });
    expect(await desk.findMatch('W1-1')).toMatchObject({ reason: 'winner', winner: 1, player1Score: null });
  });

  it('a result that both players say is entered with its score and signed by both, and is nowhere public before', async () => {
    const { desk, priya, marcus } = await two();
    const match = await desk.findMatch('W1-1');
    const scores = { player1Score: 3, player2Score: 1 };
    const by = [{ name: 'Marcus', result: scores }];
    expect(await marcus.say('W1-1', scores)).toEqual({ status: 200, body: { state: 'reported', by } });
    expect(await desk.findMatch('W1-1')).toEqual(match);
    expect(await judges(desk.admin, desk)).toEqual([]);
    expect(await priya.reports()).toMatchObject([{ matchId: desk.match('W1-1'), state: 'reported', by, mine: null }]);
    expect(await marcus.reports()).toMatchObject([{ isOwn: true, mine: 0 }]);
    expect(await priya.say('W1-1', { winner: 1 })).toMatchObject({ status: 200, body: { state: 'agreed' } });
    expect(await desk.findMatch('W1-1')).toMatchObject({ status: 'done', player1Score: 3, player2Score: 1, winner: 1 });
    const [entry] = (await desk.admin.send(`GET /api/matches/${desk.match('W1-1')}/entries`)).json<MatchEntry[]>();
    expect(entry).toMatchObject({ what: 'score', by: 'Priya and Marcus', session: null });
    expect([await priya.reports(), await judges(desk.admin, desk)]).toEqual([[], []]);
  });

  it('the same again changes nothing, also after it counted, and another result is refused then', async () => {
    const { desk, priya, marcus } = await two();
    const said = await priya.say('W1-1', { player1Score: 3, player2Score: 1 });
    expect(await desk.unchanged(() => priya.say('W1-1', { player1Score: 3, player2Score: 1 }))).toEqual(said);
    await marcus.say('W1-1', { winner: 1 });
    for (const body of [{ winner: 1 }, { player1Score: 3, player2Score: 1 }])
      expect(await desk.unchanged(() => marcus.say('W1-1', body))).toMatchObject({
        status: 200,
        body: { state: 'agreed' },
      });
    for (const body of [{ winner: 2 }, { player1Score: 3, player2Score: 2 }])
      expect(await desk.unchanged(() => marcus.say('W1-1', body))).toEqual(refusal(409, 'DECIDED', DECIDED));
  });

  it('a report may change until it is answered; what is disputed waits for the judge, or ends when one gives in', async () => {
    const { desk, priya, marcus } = await two();
    await priya.say('W1-1', { winner: 2 });
    await priya.say('W1-1', { winner: 1 });
    app().clock.pass(1);
    expect(await marcus.say('W1-1', { winner: 2 })).toMatchObject({ body: { state: 'disputed' } });
    expect(await judges(desk.admin, desk)).toMatchObject([
      {
        state: 'disputed',
        by: [
          { name: 'Priya', result: { winner: 1 } },
          { name: 'Marcus', result: { winner: 2 } },
        ],
      },
    ]);
    const answered = 'The other player has answered already. A judge decides this match now.';
    expect(await desk.unchanged(() => priya.say('W1-1', { player1Score: 5, player2Score: 0 }))).toEqual(
      refusal(409, 'DECIDED', answered),
    );
    expect(await priya.say('W1-1', { winner: 2 })).toMatchObject({ body: { state: 'agreed' } });
    expect(await desk.findMatch('W1-1')).toMatchObject({ status: 'done', winner: 2 });
  });

  it('a judge’s result wins over reports, and what was said before does not come back when it is cleared', async () => {
    const { desk, priya, marcus } = await two();
    await priya.say('W1-1', { winner: 1 });
    await desk.score('W1-1', 3, 1);
    expect(await marcus.say('W1-1', { winner: 2 })).toEqual(refusal(409, 'DECIDED', DECIDED));
    await desk.clear('W1-1');
    expect(await judges(desk.admin, desk)).toEqual([]);
    expect(await marcus.say('W1-1', { winner: 1 })).toMatchObject({ body: { state: 'reported' } });
    expect(await desk.findMatch('W1-1')).toMatchObject({ status: 'ready' });
  });

  it('judges of the event see an unanswered report after ten minutes, those of another event never', async () => {
    const { desk, priya } = await two();
    const judge = await aHelper(app(), { role: 'judge', eventId: desk.id });
    const door = await aHelper(app(), { role: 'door', eventId: desk.id });
    const elsewhere = await aHelper(app(), { role: 'judge', eventId: await app().event() });
    await priya.say('W1-1', { winner: 1 });
    expect(await judges(judge, desk)).toEqual([]);
    app().clock.pass(10 * 60_000);
    expect(await judges(judge, desk)).toMatchObject([{ state: 'reported', isOwn: false, mine: null }]);
    expect([await judges(door, desk), await judges(elsewhere, desk)]).toEqual([[], []]);
    expect(await judges(app().browser(), desk)).toEqual([]);
  });

  it('two people on one phone, and a place that staff handed over, wait for the judge at once', async () => {
    const desk = await drawnDesk(2, { reports: true }, app());
    const both = await phoneOf(desk, 0, 1);
    expect(await both.say('W1-1', { winner: 1 })).toMatchObject({
      body: { state: 'reported', by: [{ name: 'Priya and Marcus' }] },
    });
    expect(await judges(desk.admin, desk)).toMatchObject([{ state: 'reported' }]);

    const other = await two();
    const [place] = other.desk.rsvpIds;
    const { code } = (await other.desk.admin.send('POST /api/handovers', { ids: [place] })).json<{ code: string }>();
    await subscribe(app().context.db, other.marcus.id);
    const taker = app().browser();
    await taker.send('POST /api/devices/join', { code });
    const say = (by: Browser) => by.send(`PUT /api/matches/${other.desk.match('W1-1')}/report`, { winner: 1 });
    expect(seen(await say(taker))).toMatchObject({ status: 200, body: { state: 'reported' } });
    app().clock.pass(1);
    expect(seen(await say(other.marcus.phone))).toMatchObject({ status: 200, body: { state: 'reported' } });
    // He has answered.
    expect(await toldNow(app().context)).toEqual([]);
    await app().context.db.deleteFrom('push_subscriptions').execute();
    expect(await judges(other.desk.admin, other.desk)).toMatchObject([{ by: [{ name: 'Priya' }, { name: 'Marcus' }] }]);
    expect(seen(await say(other.priya.phone))).toMatchObject({ status: 403, body: { code: 'NOT_YOURS' } });
  });

  it('of a heat one enters places, and one more agrees', async () => {
    const desk = await drawnDesk(4, { reports: true, tournamentType: 'heats' }, app());
    const [priya, lena] = [await phoneOf(desk, 0, 1), await phoneOf(desk, 2)];
    const [match] = await desk.matches();
    const place = match?.id.slice(desk.id.length + 1) ?? '';
    const places = desk.rsvpIds.map((id, index) => ({ id, place: index + 1 }));
    expect(await priya.say(place, { places })).toMatchObject({ body: { by: [{ name: 'Priya and Marcus' }] } });
    expect(await lena.say(place, { places: places.toReversed() })).toMatchObject({ body: { state: 'agreed' } });
    expect(await desk.findMatch(place)).toMatchObject({ status: 'done', reason: 'places' });
  });

  it('who is left out of a heat may be there: the judge looks, and two cannot decide it between them', async () => {
    const desk = await drawnDesk(4, { reports: true, tournamentType: 'heats' }, app());
    const [priya, lena] = [await phoneOf(desk, 0), await phoneOf(desk, 2)];
    const [match] = await desk.matches();
    const place = match?.id.slice(desk.id.length + 1) ?? '';
    const places = [0, 2].map((at, index) => ({ id: desk.rsvpIds[at], place: index + 1 }));
    for (const phone of [priya, lena])
      expect(await phone.say(place, { places })).toMatchObject({ body: { state: 'reported' } });
    expect(await judges(desk.admin, desk)).toMatchObject([{ state: 'reported', isForJudge: true }]);
    expect(await desk.findMatch(place)).toMatchObject({ status: 'ready' });
  });

  it('what two still say alike counts when the one who contradicted them has left, and is the judge’s before', async () => {
    const desk = await drawnDesk(4, { reports: true, tournamentType: 'heats' }, app());
    const phones = [await phoneOf(desk, 0), await phoneOf(desk, 1), await phoneOf(desk, 2)];
    const [match] = await desk.matches();
    const place = match?.id.slice(desk.id.length + 1) ?? '';
    const ranked = desk.rsvpIds.map((id, index) => ({ id, place: index + 1 }));
    const other = desk.rsvpIds.map((id, index) => ({ id, place: 4 - index }));
    for (const [index, phone] of phones.entries()) await phone.say(place, { places: index === 1 ? other : ranked });
    await phones[1]?.phone.send('DELETE /api/visitor');
    expect(await judges(desk.admin, desk)).toMatchObject([{ state: 'reported', isForJudge: true }]);
    expect(await phones[0]?.say(place, { places: ranked })).toMatchObject({ body: { state: 'agreed' } });
    expect(await desk.findMatch(place)).toMatchObject({ status: 'done' });
  });

  it('a report of the match as it was before a correction or other seeds is refused', async () => {
    const { desk, priya, marcus } = await two();
    const expectedRevision = await desk.revision('W1-1');
    await desk.admin.send(`PUT /api/events/${desk.id}/seeds`, { order: desk.rsvpIds.toReversed() });
    for (const phone of [priya, marcus])
      expect(await desk.unchanged(() => phone.say('W1-1', { winner: 1, expectedRevision }))).toMatchObject({
        status: 409,
        body: { code: 'CHANGED_MEANWHILE' },
      });
    expect(await priya.say('W1-1', { winner: 2, expectedRevision: await desk.revision('W1-1') })).toMatchObject({
      status: 200,
    });
  });

  it('a report that is changed again and again reaches the judge ten minutes after the first', async () => {
    const { desk, priya } = await two();
    for (const player2Score of [0, 1, 2]) {
      await priya.say('W1-1', { player1Score: 3, player2Score });
      app().clock.pass(4 * 60_000);
    }
    expect(await judges(desk.admin, desk)).toHaveLength(1);
  });

  it('a place that was handed over while it waited in line is no proof', async () => {
    const eventId = await app().event({ capacity: 2, reports: true, tournamentType: 'single-elimination' });
    const admin = await app().admin();
    const [priya, leaving, marcus, cheat] = [app().browser(), app().browser(), app().browser(), app().browser()];
    const place = async (phone: Browser, call: string, playerName: string) =>
      (await phone.send(call, { eventId, playerName })).json<{ id: string }>().id;
    const own = await place(priya, 'POST /api/rsvps', 'Priya');
    const gone = await place(leaving, 'POST /api/rsvps', 'Lou');
    const entry = await place(marcus, 'POST /api/waiting', 'Marcus');
    const { code } = (await admin.send('POST /api/handovers', { ids: [entry] })).json<{ code: string }>();
    await cheat.send('POST /api/devices/join', { code });
    await leaving.send(`DELETE /api/rsvps/${gone}`);
    for (const id of [own, entry]) await admin.send(`PUT /api/rsvps/${id}/check-in`);
    await admin.send(`POST /api/events/${eventId}/generate-bracket`, { randomSeed: false });
    for (const phone of [priya, cheat])
      expect(seen(await phone.send(`PUT /api/matches/${eventId}_W1-1/report`, { winner: 1 }))).toMatchObject({
        status: 200,
        body: { state: 'reported' },
      });
  });

  it('the other player’s phone is told once, until it has answered', async () => {
    const { desk, priya, marcus } = await two();
    await app().context.db.deleteFrom('outbox').execute();
    for (const { id } of [priya, marcus]) await subscribe(app().context.db, id);
    await priya.say('W1-1', { player1Score: 0, player2Score: 2 });
    await priya.say('W1-1', { player1Score: 3, player2Score: 1 });
    const told = await toldNow(app().context);
    expect(told.map(({ deviceId, title }) => [deviceId, title.replaceAll(/[\u2068\u2069]/g, '')])).toEqual([
      [marcus.id, 'Priya says: Priya 3 : 1 Marcus'],
    ]);
    await marcus.say('W1-1', { winner: 2 });
    expect(await toldNow(app().context)).toMatchObject(
      [marcus, priya].map(({ id }) => ({ deviceId: id, body: 'You said otherwise: a judge decides.' })),
    );
    await desk.score('W1-1', 3, 1);
    expect(await toldNow(app().context)).toEqual([]);
    await app().context.db.deleteFrom('push_subscriptions').execute();
  });

  it('refuses a stranger, an unknown or undrawn match, what is no result, an event without reports, and one that is over', async () => {
    const { desk, priya } = await two();
    const report = `PUT /api/matches/${desk.match('W1-1')}/report`;
    expect(seen(await app().browser().send(report, { winner: 1 }))).toMatchObject({ status: 401 });
    const stranger = await phoneOf(desk);
    expect(await stranger.say('W1-1', { winner: 1 })).toMatchObject({ status: 403, body: { code: 'NOT_YOURS' } });
    expect(await priya.say('W9-9', { winner: 1 })).toMatchObject({ status: 404 });
    for (const [body, field] of [
      [{}, 'player1Score'],
      [{ winner: 'draw' }, 'winner'],
      [{ winner: 1, player1Score: 1, player2Score: 0 }, 'winner'],
      [{ player1Score: 2, player2Score: 2 }, 'player2Score'],
      [{ places: [{ id: desk.rsvpIds[0], place: 1 }] }, 'winner'],
    ] as const)
      expect(await desk.unchanged(() => priya.say('W1-1', body))).toMatchObject({ status: 400, body: { field } });
    await desk.admin.send(`PATCH /api/events/${desk.id}`, { reports: false });
    expect(await priya.say('W1-1', { winner: 1 })).toMatchObject({ status: 409, body: { code: 'SWITCHED_OFF' } });
    await desk.admin.send(`PATCH /api/events/${desk.id}`, { reports: true });
    for (const status of ['in-progress', 'completed'])
      await desk.admin.send(`PATCH /api/events/${desk.id}/status`, { status });
    expect(await priya.say('W1-1', { winner: 1 })).toMatchObject({ status: 409, body: { code: 'EVENT_OVER' } });
  });
});
