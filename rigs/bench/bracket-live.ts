/** `bracket-live`: a result a second in a double elimination of 64, on the screens that watch it and on those that do not. */
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { unlock } from '../program.ts';
import { load } from './cost.ts';
import { GENERATOR, readAll } from './load.ts';
import { addEvents, compared, print, startProgram, whole } from './program.ts';
import { openScreens } from './screens.ts';

const PLAYERS = 64;
const WATCHERS = 500;
const OTHERS = 100;
/** Big screens, which show the leaderboard too. */
const WALLS = 4;
const RESULTS = 12;

type Send = (method: string, path: string, body: unknown) => Promise<unknown>;
type Match = { readonly id: string; readonly status: string };

function organiser(origin: string, cookie: string): Send {
  const headers = { cookie, 'content-type': 'application/json' };
  return async (method, path, body) => {
    const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

async function draw(send: Send, id: string): Promise<void> {
  await send('PATCH', `/api/events/${id}`, { tournamentType: 'double-elimination' });
  for (let n = 1; n <= PLAYERS; n += 1) await send('POST', `/api/events/${id}/rsvps`, { playerName: `Racer ${n}` });
  await send('POST', `/api/events/${id}/generate-bracket`, { randomSeed: false });
}

async function enterResults(origin: string, send: Send, id: string): Promise<void> {
  for (let n = 0; n < RESULTS; n += 1) {
    const next = pause(1000);
    const matches = (await (await fetch(`${origin}/api/matches/${id}`)).json()) as Match[];
    const ready = matches.find(({ status }) => status === 'ready');
    await send('PATCH', `/api/matches/${ready?.id}/score`, { player1Score: 2, player2Score: 1 });
    await next;
  }
  await pause(1000);
}

export async function bracketLive(): Promise<void> {
  const { origin, stop } = await startProgram();
  const send = organiser(origin, await unlock(origin));
  const [id = '', other = ''] = await addEvents(origin, 2, PLAYERS);
  await draw(send, id);
  await draw(send, other);
  const watchers = await openScreens(origin, WATCHERS, `matches:${id}`);
  const walls = await openScreens(origin, WALLS, `matches:${id},leaderboard:${id}`);
  const others = await openScreens(origin, OTHERS, `matches:${other},leaderboard:${other}`);
  await enterResults(origin, send, id);
  const { bytes } = await watchers.report();
  const { bytes: onWalls } = await walls.report();
  const { messages: strayed } = await others.report();
  watchers.close();
  walls.close();
  others.close();
  const matches = await (await fetch(`${origin}/api/matches/${id}`)).text();
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const { perSecond } = await readAll(`${origin}/api/matches/${id}`, { connections: 64, seconds: 4, headers });
  await stop();
  print(
    `bracket-live, ${PLAYERS} players, ${WATCHERS} watchers (${load()}): ` +
      `${compared(`${whole(bytes / WATCHERS / RESULTS)} bytes a result and phone`, '56 kB', '≤ 2 kB')}; ` +
      `${whole(onWalls / WALLS / RESULTS)} on a big screen, with its leaderboard; ` +
      `watchers of another bracket got ${compared(`${strayed.length} messages`, 'all', '0')}; ` +
      `its matches (${whole(gzipSync(matches).length)} bytes packed) read ` +
      compared(`${whole(perSecond)} times a second by ${GENERATOR}`, '1,380', '≥ 15,000'),
  );
}
