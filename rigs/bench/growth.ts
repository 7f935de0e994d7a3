/** `growth`: what a page, a registration and a visitor's own places cost as the festival grows. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { load, loopCpuOf } from '../process.ts';
import { unlock } from '../program.ts';
import { median, print, round, whole } from '../rig.ts';
import type { Size } from './fill.ts';
import { registerOne } from './load.ts';
import { type BenchProgram, startFestival } from './program.ts';

const SIZES: readonly Size[] = [
  { events: 60, users: 100 },
  { events: 600, users: 100 },
  { events: 2000, users: 100 },
  { events: 60, users: 100_000 },
  { events: 60, users: 10_000 },
  { events: 60, users: 10_000, entries: 100_000 },
];
const ROUNDS = 5;
const TRIES = 100;
/** Longer than a stale page may be served. */
const STALE_MS = 1200;

async function redrawOf({ origin, pid }: BenchProgram, register: () => Promise<unknown>): Promise<number> {
  const cost = async (act: () => Promise<unknown>) => {
    await register();
    await pause(STALE_MS);
    const before = loopCpuOf(pid);
    await act();
    await pause(100);
    return loopCpuOf(pid) - before;
  };
  const drawn: number[] = [];
  const idle: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    drawn.push(await cost(async () => (await fetch(origin)).text()));
    idle.push(await cost(async () => (await fetch(`${origin}/healthz`)).text()));
  }
  return median(drawn) - median(idle);
}

async function timesOf(act: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const began = performance.now();
    await act(n);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Registers one phone in some events and returns its cookie. */
async function phoneWithPlaces(origin: string, eventIds: readonly string[]): Promise<string> {
  let cookie = '';
  for (const eventId of eventIds) {
    const headers = { 'content-type': 'application/json', cookie };
    const body = JSON.stringify({ eventId, playerName: 'Somebody with places' });
    const response = await fetch(`${origin}/api/rsvps`, { method: 'POST', headers, body });
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  }
  return cookie;
}

/** Points given to one user after another, and the list of all users read after each. */
async function scoresOf(origin: string) {
  const cookie = await unlock(origin);
  const users = (await (await fetch(`${origin}/api/users`)).json()) as { id: string }[];
  const headers = { 'content-type': 'application/json', cookie };
  const body = JSON.stringify({ points: 1, reason: 'Bench' });
  const given = await timesOf(async (n) =>
    (
      await fetch(`${origin}/api/users/${users[n % users.length]?.id}/points`, { method: 'POST', headers, body })
    ).text(),
  );
  const wrote = { cookie: `fest_wrote=${Date.now() + 60_000}` };
  const board = await timesOf(async () => (await fetch(`${origin}/api/users`, { headers: wrote })).arrayBuffer());
  const page = await timesOf(async () => (await fetch(`${origin}/scoreboard`, { headers: wrote })).arrayBuffer());
  return { given, board, page };
}

async function measure(size: Size) {
  const program = await startFestival(size);
  const { origin, eventIds } = program;
  const agent = new Agent({ keepAlive: true });
  const register = (n: number) => registerOne(agent, origin, eventIds.at(-1 - (n % 8)) ?? '');
  const unpacked = Buffer.from(await (await fetch(origin)).arrayBuffer());
  const redraw = await redrawOf(program, () => register(0));
  const cookie = await phoneWithPlaces(origin, eventIds.slice(-8));
  await timesOf(register);
  const registration = await timesOf(register);
  const places = await timesOf(async () => (await fetch(`${origin}/api/rsvps/my`, { headers: { cookie } })).text());
  const scores = await scoresOf(origin);
  agent.destroy();
  await program.stop();
  return { packed: gzipSync(unpacked).length, unpacked: unpacked.length, redraw, registration, places, scores };
}

export async function growth(): Promise<void> {
  let first: { registration: number; places: number } | undefined;
  for (const size of SIZES) {
    const { packed, unpacked, redraw, registration, places, scores } = await measure(size);
    first ??= { registration, places };
    print(
      `growth, ${whole(size.events)} events, ${whole(size.users)} users, ${whole(size.entries ?? 0)} entries of points (${load()}): home ` +
        `${whole(packed / 1000)} kB packed (goal ≤ 30), ${whole(unpacked / 1000)} kB unpacked (goal ≤ 300), ` +
        `redraw ${round(redraw, 1)} ms of the event loop (goal ≤ 25); p50 of a registration ${round(registration, 1)} ms, ` +
        `${round(registration / first.registration)} times, of my places ${round(places, 1)} ms, ` +
        `${round(places / first.places)} times the first (goal ≤ 2); of points given ${round(scores.given, 1)} ms, ` +
        `of all scores read anew ${round(scores.board, 1)} ms, of the scoreboard’s page ${round(scores.page, 1)} ms`,
    );
  }
}
