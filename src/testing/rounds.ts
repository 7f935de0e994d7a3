/** A judge at a tournament of rounds: proposes, publishes, plays, lets people join and leave. */
import { expect } from 'vitest';
import type { Match } from '#features/brackets/contract.ts';
import type { Round } from '#features/brackets/rules/shapes.ts';
import type { Desk } from './tournament.ts';

export const call = async <T>(there: Desk, route: string, body?: object): Promise<{ status: number; body: T }> => {
  const answer = await there.admin.send(route, body);
  return { status: answer.statusCode, body: answer.body === '' ? (null as T) : answer.json<T>() };
};
export const propose = (there: Desk) => call<Round>(there, `POST /api/events/${there.id}/rounds/proposal`);
export const publish = (there: Desk, { round, matches }: Round) =>
  call<Match[]>(there, `POST /api/events/${there.id}/rounds`, {
    round,
    matches: matches.map(({ players }) => players.map(({ id }) => id)),
  });
export const names = ({ players }: Pick<Match, 'players'>) => players.map(({ name }) => name);
export const open = async (there: Desk) => (await there.matches()).filter(({ status }) => status === 'ready');

/** The better seed wins each open match, or comes first at its table. */
export async function playOn(there: Desk): Promise<void> {
  for (const { id, bracket, players } of await open(there)) {
    const bySeed = players.toSorted((one, other) => one.seed - other.seed);
    const body =
      bracket === 'heat'
        ? { places: players.map((player) => ({ id: player.id, place: bySeed.indexOf(player) + 1 })) }
        : { winner: players[0] === bySeed[0] ? 1 : 2 };
    expect((await call(there, `PATCH /api/matches/${id}/score`, body)).status).toBe(200);
  }
}

export const late = (there: Desk, playerName: string, more: object = {}) =>
  call<Match[] & { code?: string }>(there, `POST /api/events/${there.id}/late-entrants`, { playerName, ...more });
export const drop = (there: Desk, id = '') =>
  call<{ forfeited: number; id: string }>(there, `POST /api/rsvps/${id}/remove`, { forfeit: true });
export const rowOf = async (there: Desk, name: string) =>
  (await there.leaderboard()).find(({ playerName }) => playerName === name);
