/**
 * `live`: open screens of the programme while one person a second registers: bytes, time from commit to screen, memory
 * and CPU per screen and message.
 */
import { Agent, globalAgent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, load, memoryOf } from './cost.ts';
import { percentile, type Registered, registerOne } from './load.ts';
import { type BenchProgram, compared, print, round, startFestival, whole } from './program.ts';
import { openScreens, type Screens } from './screens.ts';
import type { Message, Seen } from './screens-worker.ts';

const SCREENS = 10_000;
const REGISTRATIONS = 20;
/** Longer than the 25 s between two heartbeats. */
const QUIET_MS = 26_000;

export type LiveFigures = {
  readonly screens: number;
  /** Bytes per screen and message, with the framing of HTTP. */
  readonly bytes: number;
  readonly messages: number;
  readonly toScreen: { readonly p50: number; readonly p99: number };
  readonly slowestRegistration: number;
  /** MB. */
  readonly memory: { readonly before: number; readonly open: number; readonly after: number };
  /** Microseconds of the program's CPU. */
  readonly cpu: { readonly perMessage: number; readonly perBeat: number };
  readonly lost: number;
};

/** Registers in one event once a second. Its seats count the registrations. */
async function registerEverySecond(origin: string, eventId: string, registrations: number): Promise<Registered[]> {
  const agent = new Agent({ keepAlive: true });
  const made: Registered[] = [];
  for (let n = 0; n < registrations; n += 1) {
    const next = pause(1000);
    made.push(await registerOne(agent, origin, eventId));
    await next;
  }
  agent.destroy();
  return made;
}

const seatsIn = ({ text }: Message): number => Number(/"currentRegistrations":(\d+)/.exec(text)?.[1] ?? 0);

/** Milliseconds from the commit of each registration to the first message that contains it, for each screen. */
function timesToScreen(made: readonly Registered[], messages: readonly Message[]): number[] {
  return made.flatMap(({ at }, n) => {
    const first = Math.min(...messages.map(seatsIn).filter((seats) => seats > n));
    const told = messages.filter((message) => seatsIn(message) === first);
    return told.flatMap(({ arrivals }) => Array.from(arrivals, (arrival) => arrival - at));
  });
}

/** Returns everything that arrives until all screens have the last registration, for at most 10 s. */
async function hearAll(screens: Screens, { count, last }: { count: number; last: number }): Promise<Seen> {
  const until = performance.now() + 10_000;
  let seen = await screens.report();
  const isHeard = () =>
    seen.messages.reduce((sum, message) => sum + (seatsIn(message) >= last ? message.arrivals.length : 0), 0) >= count;
  while (!isHeard()) {
    if (performance.now() > until) throw new Error('some screens do not have the last registration after 10 s');
    await pause(200);
    const more = await screens.report();
    seen = { messages: [...seen.messages, ...more.messages], bytes: seen.bytes + more.bytes, lost: more.lost };
  }
  return seen;
}

/** `quietMs`: how long to wait for a heartbeat. */
export async function measureLive(
  count: number,
  { quietMs = QUIET_MS, registrations = REGISTRATIONS } = {},
): Promise<LiveFigures> {
  const program = await startFestival({ events: 60, users: 100 });
  const eventId = program.eventIds.at(-1) ?? '';
  // The first of everything is slower.
  await fetch(`${program.origin}/`);
  await Promise.all(program.eventIds.slice(0, 10).map((id) => registerOne(globalAgent, program.origin, id)));
  const before = memoryOf(program.pid);
  const screens = await openScreens(program.origin, count, 'events');
  const open = memoryOf(program.pid);
  const [, cpuQuiet] = await cpuDuring(program, () => pause(quietMs));
  await screens.report();
  const [made, cpu] = await cpuDuring(program, () => registerEverySecond(program.origin, eventId, registrations));
  const { messages, bytes, lost } = await hearAll(screens, { count, last: made.length });
  const after = memoryOf(program.pid);
  screens.close();
  await program.stop();
  const sent = messages.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  const times = timesToScreen(made, messages);
  return {
    ...{ screens: count, bytes: bytes / sent, messages: new Set(messages.map(({ text }) => text)).size, lost },
    toScreen: { p50: percentile(times, 50), p99: percentile(times, 99) },
    slowestRegistration: Math.max(...made.map(({ ms }) => ms)),
    memory: { before, open, after },
    cpu: { perMessage: (cpu * 1000) / sent, perBeat: (cpuQuiet * 1000) / count },
  };
}

async function cpuDuring<T>({ pid }: BenchProgram, act: () => Promise<T>): Promise<[T, number]> {
  const before = cpuOf(pid);
  const result = await act();
  return [result, cpuOf(pid) - before];
}

export async function live(): Promise<void> {
  const { bytes, toScreen, slowestRegistration, memory, cpu, lost, messages } = await measureLive(SCREENS);
  const perScreen = ((memory.open - memory.before) * 1000) / SCREENS;
  print(`live, ${whole(SCREENS)} screens, one registration a second, ${messages} messages (${load()}):`);
  print(
    `  ${compared(`${whole(bytes)} bytes a screen a message`, '23 MB/s of reads with 5,000 screens', '≤ 400, no reads')}`,
  );
  print(
    `  from commit to screen p50 ${whole(toScreen.p50)} ms, ${compared(`p99 ${whole(toScreen.p99)} ms`, '–', '≤ 1,500')}`,
  );
  print(
    `  slowest of ${REGISTRATIONS} registrations ${compared(`${whole(slowestRegistration)} ms`, '–', 'p99 ≤ 100')}`,
  );
  print(
    `  resident ${whole(memory.before)} MB without screens, ${round(perScreen, 1)} kB a screen, ` +
      compared(`${whole(memory.after)} MB in the end`, '–', '≤ 400'),
  );
  print(
    `  CPU ${round(cpu.perMessage, 1)} µs a screen a message, ${round(cpu.perBeat, 1)} µs a screen in ${QUIET_MS / 1000} s ` +
      `without messages (one heartbeat); ${lost} screens lost`,
  );
}
