import { expect, it } from 'vitest';
import { enterScore, generateBracket } from '#features/brackets/commands.ts';
import { codeToken } from '#features/check-in/commands.ts';
import { createEvent } from '#features/events/commands.ts';
import { type Browser, PASSWORD, type TestApp, testApp } from '#testing/app.ts';
import { everyRow } from '#testing/database.ts';
import { aFestivalFile, aGame, anEvent, aProgramme, aRegistration } from '#testing/factories.ts';
import { aTournament } from '#testing/tournament.ts';
import { NOBODY } from '#testing/world.ts';

const CALLERS = ['none', 'visitor', 'owner', 'admin', 'expired'] as const;
type Caller = (typeof CALLERS)[number];

/**
 * behaviour.md section 3: what each of CALLERS is answered. `gone` is the same call on a thing that does not exist. For
 * a visitor the thing that is there is always another's.
 */
const TABLE: Record<string, { there: number[]; gone?: number[] }> = {
  'POST /api/admin/verify': { there: [200, 200, 200, 200, 200] },
  'GET /api/admin/session': { there: [200, 200, 200, 200, 200] },
  'POST /api/admin/logout': { there: [204, 204, 204, 204, 204] },
  'GET /api/festival': { there: [200, 200, 200, 200, 200] },
  'GET /api/events': { there: [200, 200, 200, 200, 200] },
  'POST /api/events': { there: [401, 401, 401, 201, 401] },
  'PATCH /api/events/{id}': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'DELETE /api/events/{id}': { there: [401, 401, 401, 204, 401], gone: [401, 401, 401, 404, 401] },
  'PATCH /api/events/{id}/status': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/events/{id}/generate-bracket': {
    there: [401, 401, 401, 409, 401],
    gone: [401, 401, 401, 404, 401],
  },
  'GET /api/matches': { there: [200, 200, 200, 200, 200], gone: [404, 404, 404, 404, 404] },
  'GET /api/matches/{id}': { there: [200, 200, 200, 200, 200], gone: [404, 404, 404, 404, 404] },
  'GET /api/leaderboard': { there: [200, 200, 200, 200, 200], gone: [404, 404, 404, 404, 404] },
  'GET /api/leaderboard/{id}': { there: [200, 200, 200, 200, 200], gone: [404, 404, 404, 404, 404] },
  'PATCH /api/matches/{id}/score': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/matches/{id}/forfeit': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'DELETE /api/matches/{id}/score': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/events/{id}/undo-result': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'GET /api/admin/audit': { there: [401, 401, 401, 200, 401] },
  'GET /api/rsvps/my': { there: [200, 200, 200, 200, 200] },
  'POST /api/rsvps': { there: [201, 201, 201, 201, 201], gone: [404, 404, 404, 404, 404] },
  'DELETE /api/rsvps/{id}': { there: [401, 403, 204, 204, 401], gone: [401, 404, 404, 404, 401] },
  'POST /api/check-in': { there: [200, 200, 200, 200, 200], gone: [410, 410, 410, 410, 410] },
  'GET /api/events/{id}/qr-code': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/events/{id}/qr-code': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'GET /api/events/{id}/rsvps': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/events/{id}/rsvps': { there: [401, 401, 401, 201, 401], gone: [401, 401, 401, 404, 401] },
  'PUT /api/rsvps/{id}/check-in': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'DELETE /api/rsvps/{id}/check-in': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'GET /api/admin/sample': { there: [200, 200, 200, 200, 200] },
  // No scene holds the sample festival, and none is empty.
  'DELETE /api/admin/sample': { there: [401, 401, 401, 404, 401] },
  'GET /api/admin/exports/users.csv': { there: [401, 401, 401, 200, 401] },
  'GET /api/admin/exports/inventory.csv': { there: [401, 401, 401, 200, 401] },
  'GET /api/admin/exports/events/{id}/rsvps.csv': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'GET /api/admin/exports/festival.json': { there: [401, 401, 401, 200, 401] },
  'POST /api/admin/imports/festival': { there: [401, 401, 401, 409, 401] },
  'POST /api/admin/imports/programme/check': { there: [401, 401, 401, 200, 401] },
  'POST /api/admin/imports/programme': { there: [401, 401, 401, 201, 401] },
  'GET /api/inventory': { there: [200, 200, 200, 200, 200] },
  'POST /api/inventory': { there: [201, 201, 201, 201, 201] },
  'DELETE /api/inventory/{id}': { there: [401, 403, 204, 204, 401], gone: [401, 404, 404, 404, 401] },
  'POST /api/inventory/{id}/restore': { there: [401, 404, 200, 200, 401], gone: [401, 404, 404, 404, 401] },
  'GET /api/users': { there: [200, 200, 200, 200, 200] },
  'POST /api/users': { there: [201, 201, 201, 201, 201] },
  'PATCH /api/users/{id}': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'DELETE /api/users/{id}': { there: [401, 401, 401, 204, 401], gone: [401, 401, 401, 404, 401] },
  'PATCH /api/users/{id}/score': { there: [401, 401, 401, 200, 401], gone: [401, 401, 401, 404, 401] },
  'POST /api/users/bulk-scores': { there: [401, 401, 401, 200, 401] },
  // No scene has a channel: nobody is refused, and there is nothing to read.
  'GET /api/discord/announcements': { there: [503, 503, 503, 503, 503] },
  'GET /api/discord/avatars/{file}': { there: [404, 404, 404, 404, 404] },
  'GET /api/bulk-uploads': { there: [401, 401, 401, 200, 401] },
};

const MISSING = '01890000-0000-7000-8000-000000000000';
let count = 0;

const bodyOf = ({ world }: TestApp, call: string, eventId: string): object | undefined => {
  count += 1;
  const bodies: Record<string, object> = {
    'POST /api/admin/verify': { password: PASSWORD },
    'POST /api/events': anEvent(),
    'PATCH /api/events/{id}': { title: 'Catan Closed' },
    'PATCH /api/events/{id}/status': { status: 'in-progress' },
    'POST /api/events/{id}/generate-bracket': { randomSeed: false },
    'PATCH /api/matches/{id}/score': { player1Score: 2, player2Score: 1 },
    'POST /api/matches/{id}/forfeit': { player: 1 },
    'DELETE /api/matches/{id}/score': {},
    'POST /api/events/{id}/undo-result': {},
    'POST /api/rsvps': aRegistration(eventId, { playerName: `Player ${count}` }),
    'POST /api/check-in': { token: codeToken(world, { eventId, generation: 1 }), playerName: 'Alex' },
    'POST /api/events/{id}/rsvps': { playerName: `Walk-in ${count}` },
    'POST /api/admin/imports/festival': aFestivalFile(),
    'POST /api/admin/imports/programme/check': { csv: aProgramme },
    'POST /api/admin/imports/programme': { csv: aProgramme },
    'POST /api/users': { name: `User ${count}` },
    'PATCH /api/users/{id}': { name: `Renamed ${count}` },
    'PATCH /api/users/{id}/score': { score: count },
    'POST /api/users/bulk-scores': { updates: [{ name: 'Alex', score: 1 }], fileName: 'a.csv', fileType: 'csv' },
    'POST /api/inventory': aGame(),
  };
  return bodies[call];
};

type Asker = Record<Caller, Browser>;

type Ids = { event: string; rsvp: string; game: string; removedGame: string; user: string; match?: string };

/** Everybody who may ask, an event, the owner's RSVP in it, and two games of the owner, one of which is removed. */
async function scene(app: TestApp): Promise<{ askers: Asker; ids: Ids }> {
  const { id: eventId } = await createEvent(app.world, NOBODY, anEvent({ capacity: 100 }));
  const askers = {
    none: app.browser(),
    visitor: app.browser(),
    owner: app.browser(),
    expired: await app.admin(),
    admin: app.browser(),
  };
  app.clock.pass(4 * 3_600_000);
  await askers.admin.send('POST /api/admin/verify', { password: PASSWORD });
  await askers.visitor.send('POST /api/rsvps', aRegistration(eventId, { playerName: 'Bystander' }));
  const registered = await askers.owner.send('POST /api/rsvps', aRegistration(eventId));
  const games = [await askers.owner.send('POST /api/inventory', aGame())];
  games.push(await askers.owner.send('POST /api/inventory', aGame()));
  const [rsvp = '', game = '', removedGame = ''] = [registered, ...games].map((made) => made.json<{ id: string }>().id);
  await askers.owner.send(`DELETE /api/inventory/${removedGame}`);
  count += 1;
  const user = (await askers.owner.send('POST /api/users', { name: `Owner ${count}` })).json<{ id: string }>().id;
  return { askers, ids: { event: eventId, rsvp, game, removedGame, user } };
}

/** Calls that name their event in the query. */
const BY_QUERY = /\/(matches|leaderboard)$/;
const ABOUT_MATCHES = /matches\/\{id\}\/|undo-result/;

/** A tournament of two with its only result, for the calls that need one. */
async function playedMatch({ world }: TestApp): Promise<{ event: string; match: string }> {
  const { id } = await aTournament(world, 2);
  const [match] = await generateBracket(world, NOBODY, id, { randomSeed: false });
  await enterScore(world, NOBODY, match?.id ?? '', { player1Score: 1, player2Score: 0 });
  return { event: id, match: match?.id ?? '' };
}

function thingOf(call: string, { event, rsvp, game, removedGame, user, match }: Ids): string {
  if (match !== undefined && call.includes('/matches')) return match;
  if (call.endsWith('/restore')) return removedGame;
  if (call.includes('/users')) return user;
  if (call.includes('/inventory')) return game;
  return call.includes('/rsvps/{id}') ? rsvp : event;
}

it('has a line for every call there is', async () => {
  const app = await testApp();
  expect(Object.keys(TABLE).sort()).toEqual(app.endpoints.map(({ call }) => call).sort());
});

it.each(Object.entries(TABLE))('%s answers each caller as behaviour.md says', async (call, expected) => {
  const app = await testApp();
  for (const [place, statuses] of Object.entries(expected)) {
    const found: number[] = [];
    for (const caller of CALLERS) {
      const { askers, ids: usual } = await scene(app);
      const ids = ABOUT_MATCHES.test(call) ? { ...usual, ...(await playedMatch(app)) } : usual;
      const before = await everyRow(app.world.db);
      const thing = place === 'there' ? thingOf(call, ids) : MISSING;
      const asked = BY_QUERY.test(call) ? `${call}?eventId=${thing}` : call.replace('{id}', thing);
      const answer = await askers[caller].send(asked, bodyOf(app, call, place === 'there' ? ids.event : MISSING));
      found.push(answer.statusCode);
      if (answer.statusCode >= 400) {
        expect(await everyRow(app.world.db)).toEqual(before);
        expect(answer.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
        expect(answer.cookies).toEqual([]);
      }
    }
    expect({ [place]: found }).toEqual({ [place]: statuses });
  }
});
