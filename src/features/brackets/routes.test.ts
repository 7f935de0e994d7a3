import { expect, it } from 'vitest';
import { staffWrites } from '#features/audit/commands.ts';
import type { AuditEntry } from '#features/audit/contract.ts';
import { finishDeletions } from '#features/events/commands.ts';
import { seen, sharedApp } from '#testing/app.ts';
import { dice } from '#testing/bracket.ts';
import { deleteEvent } from '#testing/calls.ts';
import { ORGANISER } from '#testing/context.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';
import { callHandler } from '#testing/handlers.ts';
import { addPlayer, drawnDesk, NAMES, refusal, undrawnDesk } from '#testing/tournament.ts';
import { generateBracket } from './commands/changes.ts';
import { findBracket } from './commands/reads.ts';
import type { Match } from './contract.ts';
import * as contract from './contract.ts';

const DOUBLE = { tournamentType: 'double-elimination' } as const;

const app = sharedApp();

it('drawing returns the matches to everybody under both paths, and marks the event as drawn', async () => {
  const there = await undrawnDesk(3);
  const { app, id, rsvpIds } = there;
  expect(await there.matches()).toEqual([]);
  const answer = await there.admin.send(`POST /api/events/${id}/generate-bracket`, { randomSeed: false });
  expect(answer.headers['x-touches']).toBe('events,matches,leaderboard');
  expect(seen(answer)).toMatchObject({
    status: 201,
    body: [
      { id: `${id}_W1-1`, player1: { id: rsvpIds[0], name: 'Priya', seed: 1 }, winner: 1, status: 'bye' },
      { player2: { id: rsvpIds[2], name: 'Lena' }, status: 'ready', readySince: '2025-11-14T17:00:00.000Z' },
      { player1: { name: 'Priya' }, player2: null, status: 'waiting', label: 'Final' },
    ],
  });
  expect(await there.matches()).toEqual(answer.json());
  expect((await app.browser().send('GET /api/events')).json()).toMatchObject([{ id, bracketDrawn: true }]);
  expect(await there.leaderboard()).toEqual([]);
});

it('drawing seeds by the score of the user of the same name, then by registration, without the absent', async () => {
  const there = await undrawnDesk(3);
  await addPlayer(there.app.context, there.id, 'Nowhere', false);
  const updates = [
    { name: 'LENA', score: 90 },
    { name: 'Nowhere', score: 100 },
  ];
  await there.admin.send('POST /api/users/bulk-scores', { updates, fileName: 'a.csv', fileType: 'csv' });
  await there.draw();
  expect((await there.matches()).flatMap(({ player1, player2 }) => [player1?.name, player2?.name])).toEqual([
    ...['Lena', undefined],
    ...['Priya', 'Marcus'],
    ...['Lena', undefined],
  ]);
});

it('drawing shuffles with the given random numbers', async () => {
  const { app, id } = await undrawnDesk(8);
  const orders = [];
  for (const seed of [1, 1, 2]) {
    const found = await callHandler(
      (serve) => staffWrites(serve, app.context)(contract.generateBracket, generateBracket(dice(seed))),
      contract.generateBracket,
      { by: ORGANISER, params: { id }, body: { randomSeed: true } },
    );
    orders.push(found.slice(0, 4).flatMap(({ player1, player2 }) => [player1?.name, player2?.name]));
  }
  const [one, same, other] = orders;
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  expect(one?.toSorted()).toEqual([...NAMES].sort());
});

it('drawing gives every player a place when shuffled', async () => {
  const there = await undrawnDesk(8, {}, app());
  const { body } = await there.draw({ randomSeed: true });
  const names = (body as Match[]).slice(0, 4).flatMap(({ player1, player2 }) => [player1?.name, player2?.name]);
  expect(names.sort()).toEqual([...NAMES].sort());
});

it('drawing adds the match for third place on request', async () => {
  const there = await undrawnDesk(4, {}, app());
  expect((await there.draw({ thirdPlace: true })).body).toMatchObject([{}, {}, {}, { bracket: 'third-place' }]);
});

it('a draw that a file brought with other options is not taken for the one that was folded before', async () => {
  const there = await undrawnDesk(4, {}, app());
  await there.draw({ thirdPlace: true });
  const { db } = app().context;
  const find = async () => (await findBracket(db, there.id))?.state.matches.length;
  const found = [await find()];
  const options = JSON.stringify({ tournamentType: 'single-elimination' });
  await db.updateTable('brackets').set({ options }).where('event_id', '=', there.id).execute();
  expect([...found, await find()]).toEqual([4, 3]);
});

it('drawing names who is not checked in when everybody is wanted', async () => {
  const there = await undrawnDesk(2, {}, app());
  const rosa = await addPlayer(there.app.context, there.id, 'Rosa', false);
  const question = refusal(409, 'PLAYERS_MISSING', '2 players are checked in. Draw without Rosa?');
  expect(await there.unchanged(() => there.draw({ everybody: true }))).toEqual({
    ...question,
    body: { ...(question.body as object), missing: [rosa] },
  });
  expect((await there.draw({})).status).toBe(201);
});

it.each(DIALECTS)('drawing asks again when somebody else is not checked in when it is agreed to, on %s', async () => {
  const there = await undrawnDesk(4, {});
  const { admin, rsvpIds } = there;
  const [priya, marcus] = rsvpIds;
  await admin.send(`DELETE /api/rsvps/${priya}/check-in`);
  const asked = (await there.draw({ everybody: true })).body as { missing: string[] };
  await admin.send(`DELETE /api/rsvps/${marcus}/check-in`);
  const draw = (without: string[]) => there.draw({ everybody: true, without });
  expect(await there.unchanged(() => draw(asked.missing))).toMatchObject({
    status: 409,
    body: { message: '2 players are checked in. Draw without Priya and Marcus?', missing: [priya, marcus] },
  });
  await admin.send(`PUT /api/rsvps/${marcus}/check-in`);
  expect((await draw(asked.missing)).status).toBe(201);
});

it('drawing is free again before the first result and includes late check-ins', async () => {
  const there = await drawnDesk(2, {}, app());
  // A walk-in would be refused by now; this one was admitted before.
  const { rsvpIds } = there;
  await there.admin.send(`DELETE /api/rsvps/${rsvpIds[1]}/check-in`);
  const words = 'Make sure players are checked in. At least 2 are needed, and only 1 is checked in.';
  const tooFew = refusal(409, 'TOO_FEW_PLAYERS', `Failed to generate bracket. ${words}`);
  expect(await there.unchanged(() => there.draw())).toEqual(tooFew);
  await there.admin.send(`PUT /api/rsvps/${rsvpIds[1]}/check-in`);
  expect((await there.draw()).status).toBe(201);
});

it('drawing needs `replace` after results, and records what is lost', async () => {
  const there = await drawnDesk(2, {}, app());
  await there.score('W1-1', 3, 1);
  expect(await there.unchanged(() => there.draw())).toEqual(
    refusal(409, 'RESULTS_EXIST', 'This bracket already has results. Replace it to start again without them.'),
  );
  there.app.clock.pass(1000);
  expect(await there.draw({ replace: true })).toMatchObject({ status: 201, body: [{ status: 'ready' }] });
  expect(await there.leaderboard()).toEqual([]);
  const [entry] = (await there.admin.send('GET /api/admin/audit')).json<AuditEntry[]>();
  const options = { tournamentType: 'single-elimination', thirdPlace: false };
  expect(entry).toMatchObject({
    action: 'bracket drawn again',
    subject: 'Catan Open',
    before: {
      players: ['Priya', 'Marcus'],
      ...options,
      results: [{ kind: 'score', match: 'W1-1', scores: [3, 1] }],
    },
    after: { players: ['Priya', 'Marcus'], ...options },
  });
});

it('drawing is refused once the event is over, and for invalid requests', async () => {
  const there = await undrawnDesk(2, {}, app());
  expect(await there.unchanged(() => there.draw({ randomSeed: 'yes' }))).toEqual(
    refusal(400, 'BAD_INPUT', 'Random seed must be true or false.', 'randomSeed'),
  );
  for (const status of ['in-progress', 'completed']) {
    await there.admin.send(`PATCH /api/events/${there.id}/status`, { status });
  }
  expect(await there.unchanged(() => there.draw())).toEqual(refusal(409, 'EVENT_OVER', 'This event is over.'));
});

it('drawing closes registration and fixes the tournament type', async () => {
  const there = await drawnDesk(2, {}, app());
  const late = await there.app.browser().send('POST /api/rsvps', { eventId: there.id, playerName: 'Late' });
  expect(seen(late)).toMatchObject({ status: 409, body: { code: 'BRACKET_DRAWN' } });
  const other = await there.admin.send(`PATCH /api/events/${there.id}`, DOUBLE);
  expect(seen(other)).toMatchObject({ status: 409, body: { code: 'BRACKET_DRAWN' } });
});

it.each([
  ['user', 'place'],
  ['place', 'user'],
])(
  'names follow a renamed user, also while one of user and place is left: the %s is deleted first',
  async (...order) => {
    const there = await undrawnDesk(2);
    const user = (await there.admin.send('POST /api/users', { name: 'priya' })).json<{ id: string }>();
    await there.draw();
    const name = async () => (await there.findMatch('W1-1'))?.player1?.name;
    expect(await name()).toBe('Priya');
    await there.admin.send(`PATCH /api/users/${user.id}`, { name: 'Anjali' });
    expect(await name()).toBe('Anjali');
    await there.score('W1-1', 3, 1);
    expect((await there.leaderboard())[0]?.playerName).toBe('Anjali');
    const names = [];
    for (const one of order) {
      await there.admin.send(`DELETE /api/${one === 'user' ? `users/${user.id}` : `rsvps/${there.rsvpIds[0]}`}`);
      names.push(await name());
    }
    expect(names).toEqual(['Anjali', 'Priya']);
    expect((await there.matches())[0]?.player1?.id).toBe(there.rsvpIds[0]);
  },
);

it('a player renamed before the draw is seeded by their own score, under the new name', async () => {
  const there = await undrawnDesk(2);
  const user = (await there.admin.send('POST /api/users', { name: 'Marcus' })).json<{ id: string }>();
  await there.admin.send(`PATCH /api/users/${user.id}/score`, { score: 500 });
  await there.admin.send(`PATCH /api/users/${user.id}`, { name: 'Mark' });
  await there.draw();
  expect((await there.findMatch('W1-1'))?.player1).toMatchObject({ name: 'Mark', seed: 1 });
});

it('requires the event in the query, and answers 404 for an unknown one', async () => {
  const there = await undrawnDesk(0, {}, app());
  const ask = async (path: string) => seen(await there.app.browser().send(`GET ${path}`));
  const missing = refusal(400, 'BAD_INPUT', 'Event id is missing.', 'eventId');
  const gone = refusal(404, 'NOT_FOUND', 'This event is not in the programme any more.');
  for (const list of ['/api/matches', '/api/leaderboard']) {
    expect(await ask(list)).toEqual(missing);
    expect(await ask(`${list}?eventId=gone`)).toEqual(gone);
  }
});

it('a deleted event deletes its bracket, even during play', async () => {
  const there = await drawnDesk(4);
  await there.score('W1-1', 3, 1);
  await deleteEvent(there.app.context, ORGANISER, there.id);
  there.app.clock.pass(60_000);
  await finishDeletions(there.app.context);
  const { brackets, bracket_results } = await everyRow(there.app.context.db);
  expect({ brackets, bracket_results }).toEqual({ brackets: [], bracket_results: [] });
  expect(await there.score('W1-2', 3, 1)).toEqual(refusal(404, 'NOT_FOUND', 'There is no such match.'));
  expect((await there.undo()).status).toBe(404);
  expect((await there.draw()).status).toBe(404);
});
