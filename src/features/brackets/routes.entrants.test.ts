import { describe, expect, it } from 'vitest';
import { seen, sharedApp } from '#testing/app.ts';
import { problemsIn } from '#testing/soundness.ts';
import { addPlayer, type Desk, drawnDesk, NAMES, refusal, undrawnDesk } from '#testing/tournament.ts';
import type { Match } from './contract.ts';
import { entrantsIn } from './rules/entrants.ts';

const send = (desk: Desk, call: 'PUT' | 'POST', path: string, body: object) =>
  desk.admin.send(`${call} /api/events/${desk.id}/${path}`, body).then(seen);
const reorder = (desk: Desk, order: readonly string[], more = {}) => send(desk, 'PUT', 'seeds', { order, ...more });
const addLate = (desk: Desk, playerName: string, more = {}) =>
  send(desk, 'POST', 'late-entrants', { playerName, ...more });
const substitute = (desk: Desk, entrantId: string, playerName: string, more = {}) =>
  send(desk, 'POST', 'substitutes', { entrantId, playerName, ...more });
const namesIn = (matches: readonly Match[]) => entrantsIn(matches).map(({ name }) => name);
const names = async (desk: Desk) => namesIn(await desk.matches());
const eventOf = async ({ app, id }: Desk) => (await app.events()).find((event) => event.id === id);
const audit = async ({ admin }: Desk) => (await admin.send('GET /api/admin/audit')).json<Record<string, unknown>[]>();
const idAt = ({ rsvpIds }: Desk, index: number) => rsvpIds[index] ?? '';
const bracketRevision = async (desk: Desk) => Math.max(...(await desk.matches()).map(({ revision }) => revision));

const results = (what: string) =>
  refusal(409, 'RESULTS_EXIST', `This bracket already has results, so ${what}. Undo them first.`);
const stale = refusal(
  409,
  'CHANGED_MEANWHILE',
  'Another organiser has just changed this bracket. Look at it before you change its players.',
);

describe('before the first result', () => {
  const app = sharedApp();

  it('puts seeds into another order, audited', async () => {
    const desk = await drawnDesk(4, {}, app());
    const order = desk.rsvpIds.toReversed();
    const answer = await reorder(desk, order, { expectedRevision: 1 });
    expect([answer.status, namesIn(answer.body as Match[])]).toEqual([200, NAMES.slice(0, 4).toReversed()]);
    expect(await desk.unchanged(() => reorder(desk, order, { expectedRevision: 1 }))).toEqual(stale);
    expect(await desk.unchanged(() => reorder(desk, order.slice(1)))).toMatchObject({ status: 400 });
    expect((await audit(desk))[0]).toMatchObject({ action: 'seeds reordered', subject: 'Catan Open' });
    await desk.score('W1-1', 2, 1);
    expect(await desk.unchanged(() => reorder(desk, order))).toEqual(results('its seeds stay'));
    await desk.undo();
    expect(await reorder(desk, desk.rsvpIds)).toMatchObject({ status: 200 });
    expect(await names(desk)).toEqual(NAMES.slice(0, 4));
    expect(await problemsIn(desk.app.context.db, 'sqlite')).toEqual([]);
  });

  it('puts a late entrant into a bye, with a place in the event or without', async () => {
    const desk = await drawnDesk(5, { capacity: 6 }, app());
    const { context } = desk.app;
    await context.db.updateTable('events').set({ bracket_drawn: 0 }).execute();
    await addPlayer(context, desk.id, 'Lucía', false);
    await context.db.updateTable('events').set({ bracket_drawn: 1 }).execute();
    expect(await addLate(desk, 'LUCÍA', { expectedRevision: 1 })).toMatchObject({ status: 200 });
    expect(await names(desk)).toEqual([...NAMES.slice(0, 5), 'Lucía']);
    expect(await desk.unchanged(() => addLate(desk, 'Lucía'))).toEqual(
      refusal(409, 'ALREADY_REGISTERED', 'Lucía already plays in this bracket.', 'playerName'),
    );
    expect(await desk.unchanged(() => addLate(desk, 'Noor', { expectedRevision: 1 }))).toEqual(stale);
    expect(await addLate(desk, 'Noor')).toMatchObject({ status: 200 });
    expect(await eventOf(desk)).toMatchObject({ capacity: 7, currentRegistrations: 7 });
    const staff = (await desk.admin.send(`GET /api/events/${desk.id}/rsvps`)).json<{ checkedIn: boolean }[]>();
    expect(staff.map(({ checkedIn }) => checkedIn)).toEqual(Array.from({ length: 7 }, () => true));
    await addLate(desk, 'Ines');
    expect(await desk.unchanged(() => addLate(desk, 'Ota'))).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_PLAYERS' },
    });
    await desk.score('W1-2', 2, 1);
    expect(await desk.unchanged(() => addLate(desk, 'Ota'))).toEqual(results('nobody can join it'));
    expect(await problemsIn(context.db, 'sqlite')).toEqual([]);
  });

  it('gives a full event one more seat, so that an open form does not put the former capacity back', async () => {
    const desk = await drawnDesk(3, { capacity: 3 }, app());
    const before = await eventOf(desk);
    expect(await addLate(desk, 'Noor')).toMatchObject({ status: 200 });
    expect(await eventOf(desk)).toMatchObject({ capacity: 4, editRevision: (before?.editRevision ?? 0) + 1 });
    expect((await audit(desk))[0]).toMatchObject({ before: { capacity: 3 }, after: { capacity: 4 } });
    const edit = { title: 'Catan', capacity: 3, expectedRevision: before?.editRevision };
    expect((await desk.admin.send(`PATCH /api/events/${desk.id}`, edit)).json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    expect(await problemsIn(desk.app.context.db, 'sqlite')).toEqual([]);
  });

  it('refuses another seat beyond the largest capacity', async () => {
    const desk = await drawnDesk(3, {}, app());
    await desk.app.context.db.updateTable('events').set({ capacity: 10_000, seats_taken: 10_000 }).execute();
    expect(await desk.unchanged(() => addLate(desk, 'Noor'))).toEqual(
      refusal(409, 'EVENT_FULL', 'An event has at most 10000 places.'),
    );
  });
});

describe('a substitute', () => {
  const app = sharedApp();

  it('plays for who has not played yet, also after the first result', async () => {
    const desk = await drawnDesk(4, {}, app());
    await desk.score('W1-1', 2, 1);
    const [before] = (await desk.matches()).filter(({ id }) => id === desk.match('W1-2'));
    const answer = await substitute(desk, idAt(desk, 1), 'Noor', { expectedRevision: await bracketRevision(desk) });
    expect([answer.status, namesIn(answer.body as Match[])]).toEqual([200, ['Priya', 'Noor', 'Lena', 'Tomás']]);
    expect(await desk.findMatch('W1-1')).toMatchObject({ player1Score: 2, winner: 1 });
    // A desk that still shows Marcus cannot enter his result, nor repeat it.
    const old = { expectedRevision: before?.revision };
    expect(await desk.unchanged(() => desk.score('W1-2', 3, 2, old))).toMatchObject({ status: 409 });
    await desk.score('W1-2', 3, 2);
    expect(await desk.unchanged(() => desk.score('W1-2', 3, 2, old))).toMatchObject({ status: 409 });
    expect((await desk.leaderboard()).map(({ playerName }) => playerName)).toContain('Noor');
    const played = 'Tomás has already played, so nobody can take their place. Undo their results first.';
    expect(await desk.unchanged(() => substitute(desk, idAt(desk, 3), 'Ota'))).toEqual(
      refusal(409, 'RESULTS_EXIST', played),
    );
    expect(await problemsIn(desk.app.context.db, 'sqlite')).toEqual([]);
    expect((await audit(desk)).map(({ action }) => action)).toContain('substitute put in');
  });

  it('takes the seat of who gave up their place, and is found by name among the places', async () => {
    const desk = await undrawnDesk(3, { capacity: 4 }, app());
    await addPlayer(desk.app.context, desk.id, 'Lucía', false);
    await desk.draw();
    await desk.admin.send(`DELETE /api/rsvps/${idAt(desk, 0)}`);
    expect(await substitute(desk, idAt(desk, 0), 'Noor')).toMatchObject({ status: 200 });
    expect(await substitute(desk, idAt(desk, 1), 'lucía')).toMatchObject({ status: 200 });
    expect(await names(desk)).toEqual(['Noor', 'Lucía', 'Lena']);
    expect(await eventOf(desk)).toMatchObject({ capacity: 4, currentRegistrations: 4 });
    expect(await desk.unchanged(() => substitute(desk, idAt(desk, 0), 'Ota'))).toEqual(
      refusal(404, 'NOT_FOUND', 'This player is not in the bracket any more.'),
    );
    expect(await desk.unchanged(() => substitute(desk, idAt(desk, 2), 'Noor'))).toMatchObject({ status: 409 });
  });

  it('has no name that somebody plays under whose place is gone, and may be that person for themselves', async () => {
    const desk = await drawnDesk(5, {}, app());
    await desk.admin.send(`POST /api/rsvps/${idAt(desk, 0)}/remove`, { forfeit: true });
    const plays = refusal(409, 'ALREADY_REGISTERED', 'PRIYA already plays in this bracket.', 'playerName');
    expect(await desk.unchanged(() => substitute(desk, idAt(desk, 1), 'PRIYA'))).toEqual(plays);
    expect(await desk.unchanged(() => addLate(desk, 'PRIYA'))).toEqual(plays);
    expect(await substitute(desk, idAt(desk, 0), 'PRIYA')).toMatchObject({ status: 200 });
    expect(await names(desk)).toEqual(['PRIYA', ...NAMES.slice(1, 5)]);
  });
});

it('forfeits at once what a player who gave up the place would play, also the match that follows', async () => {
  const desk = await drawnDesk(4, { tournamentType: 'double-elimination' });
  const player = idAt(desk, 0);
  await desk.score('W1-2', 2, 1);
  const forfeitAll = (entrantId = player) => send(desk, 'POST', 'forfeits', { entrantId });
  const hasPlace = refusal(409, 'CHANGED_MEANWHILE', 'Priya has a place again, so their matches stay.');
  expect(await desk.unchanged(forfeitAll)).toEqual(hasPlace);
  await desk.admin.send(`DELETE /api/rsvps/${player}`);
  // Another organiser's result that this desk has not seen stays.
  await desk.score('W1-2', 1, 2);
  const { status, body } = await forfeitAll();
  expect(status).toBe(200);
  expect(body).toEqual(await desk.matches());
  const reasons = (body as Match[]).map(({ id, reason }) => [id.replace(`${desk.id}_`, ''), reason]);
  expect(Object.fromEntries(reasons)).toMatchObject({ 'W1-1': 'forfeit', 'W1-2': 'score', 'L1-1': 'forfeit' });
  expect((await audit(desk))[0]).toMatchObject({ action: 'matches forfeited', subject: 'Priya at Catan Open' });
  const nothing = refusal(409, 'MATCH_NOT_READY', 'Priya has no match that can be played now.');
  expect(await desk.unchanged(forfeitAll)).toEqual(nothing);
  const unknown = refusal(404, 'NOT_FOUND', 'This player is not in the bracket any more.');
  expect(await desk.unchanged(() => forfeitAll('nobody'))).toEqual(unknown);
});

it('stays checked in when check-ins by other phones are undone', async () => {
  const desk = await drawnDesk(3, { capacity: 4 });
  const { db } = desk.app.context;
  const id = await addPlayer(desk.app.context, desk.id, 'Noor');
  const at = desk.app.clock.now().toISOString();
  const code = { checked_in: 1, checked_in_by: 'code', checked_in_at: at } as const;
  await db.updateTable('rsvps').set(code).where('id', '=', id).execute();
  expect(await addLate(desk, 'Noor')).toMatchObject({ status: 200 });
  expect(await send(desk, 'POST', 'undo-check-ins', { minutes: 5 })).toMatchObject({ body: { undone: 0 } });
});

it('needs a bracket', async () => {
  const desk = await undrawnDesk(3);
  expect(await desk.unchanged(() => addLate(desk, 'Noor'))).toEqual(
    refusal(404, 'NOT_FOUND', 'The bracket of this event is not drawn yet.'),
  );
});
