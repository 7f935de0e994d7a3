/** An event with checked-in players, and an organiser who draws it and enters results. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { DialectName } from '#database/portable.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { LeaderboardLine, Match } from '#features/brackets/contract.ts';
import { markCheckedIn } from '#features/check-in/store.ts';
import type { NewEvent } from '#features/events/contract.ts';
import { takeSeat } from '#features/events/store.ts';
import { addRsvp } from '#features/rsvps/store.ts';
import { HOUR } from '#platform/durations.ts';
import { nameKey } from '#platform/names.ts';
import { type Browser, seen, type TestApp, testApp } from './app.ts';
import { storeEvent } from './context.ts';
import { everyRow } from './database.ts';

let added = 0;

/** Adds somebody to an event, after all others and by default checked in. Returns the RSVP's id. */
export async function addPlayer(
  context: CommandContext,
  eventId: string,
  playerName: string,
  checkedIn = true,
): Promise<string> {
  added += 1;
  const now = new Date(context.now().getTime() - HOUR + added).toISOString();
  const id = randomUUID();
  await takeSeat(context.db, eventId);
  await addRsvp(context.db, {
    id,
    eventId,
    playerName,
    nameKey: nameKey(playerName),
    playerEmail: null,
    visitorId: null,
    createdAt: now,
  });
  if (checkedIn) await markCheckedIn(context.db, id, { at: now, by: 'owner' });
  return id;
}

export const NAMES = ['Priya', 'Marcus', 'Lena', 'Tomás', 'Jo', 'Kit', 'Ayumi', 'Devon'] as const;

/** By default a single elimination of the first `players` of NAMES. The RSVPs' ids are in the order of the names. */
export async function aTournament(
  context: CommandContext,
  players: number,
  said: Partial<NewEvent> = {},
): Promise<{ id: string; rsvpIds: string[] }> {
  const id = await storeEvent(context, { tournamentType: 'single-elimination', ...said });
  const rsvpIds: string[] = [];
  for (const name of NAMES.slice(0, players)) rsvpIds.push(await addPlayer(context, id, name));
  return { id, rsvpIds };
}

type Seen = { status: number; body: unknown };

/** An organiser at one tournament. `match` returns the id of the match at a place of the bracket ('W1-3'). */
export type Desk = {
  readonly app: TestApp;
  readonly admin: Browser;
  readonly id: string;
  readonly rsvpIds: readonly string[];
  match(place: string): string;
  draw(body?: object): Promise<Seen>;
  score(place: string, one: unknown, two: unknown, more?: object): Promise<Seen>;
  forfeit(place: string, body: object): Promise<Seen>;
  clear(place: string, body?: object): Promise<Seen>;
  undo(body?: object): Promise<Seen>;
  matches(): Promise<Match[]>;
  findMatch(place: string): Promise<Match | undefined>;
  revision(place: string): Promise<number | undefined>;
  leaderboard(): Promise<LeaderboardLine[]>;
  /** Sends a request that must change nothing. */
  unchanged(send: () => Promise<Seen>): Promise<Seen>;
};

export function deskAt(app: TestApp, admin: Browser, id: string, rsvpIds: readonly string[] = []): Desk {
  const match = (place: string) => `${id}_${place}`;
  const send = async (call: string, body?: object): Promise<Seen> => seen(await admin.send(call, body));
  const matches = async () => (await app.browser().send(`GET /api/matches?eventId=${id}`)).json<Match[]>();
  return {
    ...{ app, admin, id, rsvpIds, match, matches },
    draw: (body = {}) => send(`POST /api/events/${id}/generate-bracket`, { randomSeed: false, ...body }),
    score: (place, one, two, more = {}) =>
      send(`PATCH /api/matches/${match(place)}/score`, { player1Score: one, player2Score: two, ...more }),
    forfeit: (place, body) => send(`POST /api/matches/${match(place)}/forfeit`, body),
    clear: (place, body) => send(`DELETE /api/matches/${match(place)}/score`, body),
    undo: (body) => send(`POST /api/events/${id}/undo-result`, body),
    findMatch: async (place) => (await matches()).find((one) => one.id === match(place)),
    revision: async (place) => (await matches()).find((one) => one.id === match(place))?.revision,
    leaderboard: async () => (await app.browser().send(`GET /api/leaderboard?eventId=${id}`)).json<LeaderboardLine[]>(),
    async unchanged(act) {
      const before = await everyRow(app.context.db);
      const answer = await act();
      expect(await everyRow(app.context.db)).toEqual(before);
      return answer;
    },
  };
}

/** A tournament before the draw, in an app of its own or in a shared one. */
export async function undrawnDesk(
  players: number,
  said: Partial<NewEvent> = {},
  where: DialectName | TestApp = 'sqlite',
): Promise<Desk> {
  const app = typeof where === 'string' ? await testApp(where) : where;
  const { id, rsvpIds } = await aTournament(app.context, players, said);
  return deskAt(app, await app.admin(), id, rsvpIds);
}

export async function drawnDesk(...wanted: Parameters<typeof undrawnDesk>): Promise<Desk> {
  const desk = await undrawnDesk(...wanted);
  expect(await desk.draw()).toMatchObject({ status: 201 });
  return desk;
}

export const refusal = (status: number, code: string, message: string, field?: string): Seen => ({
  status,
  body: { code, message, ...(field === undefined ? {} : { field }) },
});
