/** Existing things for requests to refer to; otherwise every request ends with 404. */

import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cookieIn } from '../http.ts';
import type { Random } from '../random.ts';

export type Answered = { readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: string };
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};
export type Send = (asked: Asked) => Promise<Answered>;

type Kind = 'events' | 'rsvps' | 'inventory' | 'users' | 'matches' | 'names' | 'visitors' | 'tokens';
export type Pool = Record<Kind, string[]> & { admin: string };

const JSON_TYPE = { 'content-type': 'application/json' };
/** Most things of one kind to keep: the oldest are probably deleted by now. */
const REMEMBERED = 60;

export const emptyPool = (admin: string): Pool => ({
  ...{ events: [], rsvps: [], inventory: [], users: [], matches: [], names: [], visitors: [], tokens: [] },
  admin,
});

const TRIES = 30;

/** Returns the cookie of an admin session. Retries a busy server after its Retry-After. */
export async function unlock(send: Send, password: string): Promise<string> {
  const body = JSON.stringify({ password });
  const ask = () => send({ method: 'POST', path: '/api/admin/verify', headers: JSON_TYPE, body });
  let answer = await ask();
  for (let tries = 1; answer.status === 503 && tries < TRIES; tries += 1) {
    await pause(Number(answer.headers['retry-after'] ?? 1) * 1000);
    answer = await ask();
  }
  const cookie = cookieIn(answer, 'fest_admin');
  if (cookie === null) throw new Error(`the password was refused: ${answer.status} ${answer.body}`);
  return cookie;
}

/**
 * Adds some of each: three events, one of them a tournament that is drawn and begun, places by their own devices, games
 * and users. `tokenOf` returns an event's check-in token if available.
 */
export async function extend(
  send: Send,
  pool: Pool,
  random: Random,
  tokenOf: (eventId: string) => Promise<string | null>,
): Promise<void> {
  const ask = async (call: string, body: unknown, cookie: string | null = pool.admin) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = { ...JSON_TYPE, ...(cookie === null ? {} : { cookie }) };
    const answer = await send({ method, path, headers, body: JSON.stringify(body ?? {}) });
    return { answer, made: answer.status < 300 ? JSON.parse(answer.body) : null };
  };
  const add = (kind: Kind, value: unknown) => {
    if (typeof value !== 'string') return;
    pool[kind].push(value);
    if (pool[kind].length > REMEMBERED) pool[kind].shift();
  };
  const name = () => `Player ${random.below(1e9)}`;
  for (const tournamentType of [null, 'single-elimination', 'double-elimination']) {
    const event = { ...EVENT, title: `Event ${random.below(1e9)}`, tournamentType };
    const { made } = await ask('POST /api/events', event);
    if (made === null) continue;
    add('events', made.id);
    add('tokens', await tokenOf(made.id));
    for (let player = 0; player < 4; player += 1) {
      const playerName = name();
      add('names', playerName);
      const { answer, made: place } = await ask('POST /api/rsvps', { eventId: made.id, playerName }, null);
      add('rsvps', place?.id);
      add('visitors', cookieIn(answer, 'fest_id'));
      if (tournamentType !== null && place !== null) await ask(`PUT /api/rsvps/${place.id}/check-in`, null);
    }
    if (tournamentType === null) continue;
    const { made: matches } = await ask(`POST /api/events/${made.id}/generate-bracket`, { randomSeed: false });
    for (const match of matches ?? []) add('matches', match.id);
  }
  for (let n = 0; n < 2; n += 1) {
    add('inventory', (await ask('POST /api/inventory', GAME, random.pick([pool.admin, ...pool.visitors]))).made?.id);
    const newName = name();
    add('names', newName);
    add('users', (await ask('POST /api/users', { name: newName }, null)).made?.id);
  }
}

const EVENT = {
  ...{ eventType: 'board-game', description: 'x', startTime: '2030-01-01T12:00:00.000Z', duration: 60 },
  ...{ location: 'Hall', host: 'Mo', capacity: 40, googleDocUrl: null },
};
const GAME = {
  ...{ name: 'Azul', gameType: 'board-game', owner: 'Noor', playerCount: '2-4', playTime: 45 },
  ...{ description: null, available: true },
};
