/** `growth`: what a page, a registration and a visitor's own places cost as the festival grows. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { load, loopCpuOf } from './cost.ts';
import { registerOne } from './load.ts';
import { type BenchProgram, compared, median, print, round, startFestival, whole } from './program.ts';
import { measureSteps } from './steps.ts';

type Size = { readonly events: number; readonly users: number };
type Before = { readonly packed: string; readonly unpacked: string; readonly redraw: string };

const SIZES: (Size & { before: Before })[] = [
  { events: 60, users: 100, before: { packed: '23', unpacked: '240', redraw: '13' } },
  { events: 600, users: 100, before: { packed: '46', unpacked: '1,400', redraw: '45' } },
  { events: 2000, users: 100, before: { packed: '100', unpacked: '4,400', redraw: '168' } },
  { events: 60, users: 100_000, before: { packed: '–', unpacked: '–', redraw: '–' } },
];
const ROUNDS = 5;
const TRIES = 100;
/** Longer than a stale page may be served. */
const STALE_MS = 1200;

export type Growth = Size & {
  /** Bytes of home as gzip and unpacked. */
  readonly packed: number;
  readonly unpacked: number;
  /** Milliseconds of the event loop to draw home again after a registration. */
  readonly redraw: number;
  /** Median milliseconds. */
  readonly registration: number;
  readonly places: number;
};

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

export async function measureGrowth(size: Size): Promise<Growth> {
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
  agent.destroy();
  await program.stop();
  const packed = gzipSync(unpacked).length;
  return { ...size, packed, unpacked: unpacked.length, redraw, registration, places };
}

const kB = (bytes: number): string => whole(bytes / 1000);

async function printSteps(events: number): Promise<void> {
  const steps = Object.entries(await measureSteps(events)).map(([name, ms]) => `${name} ${round(ms, 1)} ms`);
  print(`growth, ${whole(events)} events, what holds the event loop (goal ≤ 10 ms each): ${steps.join(', ')}`);
}

export async function growth(): Promise<void> {
  let first: Growth | undefined;
  for (const { before, ...size } of SIZES) {
    const grown = await measureGrowth(size);
    first ??= grown;
    const times = (name: 'registration' | 'places') =>
      compared(`${round(grown[name], 1)} ms, ${round(grown[name] / (first?.[name] ?? 1))} times`, '–', '≤ 2');
    print(
      `growth, ${whole(size.events)} events, ${whole(size.users)} users (${load()}): home ` +
        `${compared(`${kB(grown.packed)} kB packed`, before.packed, '≤ 30')}, ` +
        `${compared(`${kB(grown.unpacked)} kB unpacked`, before.unpacked, '≤ 300')}, ` +
        `${compared(`redraw ${round(grown.redraw, 1)} ms`, before.redraw, '≤ 25')}; ` +
        `registration p50 ${times('registration')}; my places p50 ${times('places')}`,
    );
  }
  for (const events of [60, 2000]) await printSteps(events);
}
