/**
 * `live`: open screens of the programme while one person a second registers: bytes, time from commit to screen, memory
 * and CPU per screen and message; then the time of urgent messages to all of them. SCREENS sets how many.
 */
import { Agent, globalAgent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuOf, load, memoryOf } from '../process.ts';
import { unlock } from '../program.ts';
import { percentile, print, round, whole } from '../rig.ts';
import { type Registered, registerOne } from './load.ts';
import { type BenchProgram, startFestival } from './program.ts';
import { openScreens, type Screens } from './screens.ts';
import type { Message, Seen } from './screens-worker.ts';

const SCREENS = Number(process.env.SCREENS ?? 10_000);
const REGISTRATIONS = 20;
/** Longer than the 25 s between two heartbeats. */
const QUIET_MS = 26_000;

/** Registers in one event once a second. Its seats count the registrations. */
async function registerEverySecond(origin: string, eventId: string): Promise<Registered[]> {
  const agent = new Agent({ keepAlive: true });
  const made: Registered[] = [];
  for (let n = 0; n < REGISTRATIONS; n += 1) {
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
async function hearAll(screens: Screens): Promise<Seen> {
  const until = performance.now() + 10_000;
  let seen = await screens.report();
  const isHeard = () =>
    seen.messages.reduce(
      (sum, message) => sum + (seatsIn(message) >= REGISTRATIONS ? message.arrivals.length : 0),
      0,
    ) >= SCREENS;
  while (!isHeard()) {
    if (performance.now() > until) throw new Error('some screens do not have the last registration after 10 s');
    await pause(200);
    const more = await screens.report();
    seen = { messages: [...seen.messages, ...more.messages], bytes: seen.bytes + more.bytes, lost: more.lost };
  }
  return seen;
}

async function cpuDuring<T>({ pid }: BenchProgram, act: () => Promise<T>): Promise<[T, number]> {
  const before = cpuOf(pid);
  const result = await act();
  return [result, cpuOf(pid) - before];
}

const URGENT = 5;
const URGENT_EVERY_MS = 3_000;

/** Sends urgent messages to everybody while people register. Returns the milliseconds to each screen, and of the registrations. */
async function tellAll({ origin }: BenchProgram, screens: Screens, eventId: string) {
  const cookie = await unlock(origin);
  const registering = registerEverySecond(origin, eventId);
  const sentAt: number[] = [];
  for (let n = 0; n < URGENT; n += 1) {
    sentAt.push(performance.timeOrigin + performance.now());
    const body = JSON.stringify({ text: `Urgent ${n}`, urgent: true, audience: 'everybody' });
    const headers = { 'content-type': 'application/json', cookie };
    const { status } = await fetch(`${origin}/api/messages`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`the message was answered with ${status}`);
    await pause(URGENT_EVERY_MS);
  }
  const made = await registering;
  const { messages } = await screens.report();
  const times = sentAt.flatMap((at, n) =>
    messages
      .filter(({ text }) => text.includes(`Urgent ${n}"`))
      .flatMap(({ arrivals }) => Array.from(arrivals, (arrival) => arrival - at)),
  );
  return { times, registrations: made.map(({ ms }) => ms) };
}

export async function live(): Promise<void> {
  const program = await startFestival({ events: 60, users: 100 });
  const eventId = program.eventIds.at(-1) ?? '';
  // The first of everything is slower.
  await fetch(`${program.origin}/`);
  await Promise.all(program.eventIds.slice(0, 10).map((id) => registerOne(globalAgent, program.origin, id)));
  const before = memoryOf(program.pid);
  const screens = await openScreens(program.origin, SCREENS, 'events,messages');
  const open = memoryOf(program.pid);
  const [, cpuQuiet] = await cpuDuring(program, () => pause(QUIET_MS));
  await screens.report();
  const [made, cpu] = await cpuDuring(program, () => registerEverySecond(program.origin, eventId));
  const { messages, bytes, lost } = await hearAll(screens);
  const after = memoryOf(program.pid);
  const urgent = await tellAll(program, screens, program.eventIds.at(-2) ?? '');
  screens.close();
  await program.stop();
  const sent = messages.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
  const times = timesToScreen(made, messages);
  const slowest = Math.max(...made.map(({ ms }) => ms));
  print(
    `live, ${whole(SCREENS)} screens, one registration a second, ${new Set(messages.map(({ text }) => text)).size} messages (${load()}):
  ${whole(bytes / sent)} bytes a screen a message (goal ≤ 400)
  from commit to screen p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms (goal ≤ 1,500)
  slowest of ${REGISTRATIONS} registrations ${whole(slowest)} ms (goal p99 ≤ 100)
  resident ${whole(before)} MB without screens, ${round(((open - before) * 1000) / SCREENS, 1)} kB a screen, ${whole(after)} MB in the end (goal ≤ 400)
  CPU ${round((cpu * 1000) / sent, 1)} µs a screen a message, ${round((cpuQuiet * 1000) / SCREENS, 1)} µs a screen in ${QUIET_MS / 1000} s without messages; ${lost} screens lost
  ${URGENT} urgent messages: ${whole(urgent.times.length)} arrivals, from the press to the screen p50 ${whole(percentile(urgent.times, 50))} ms, p99 ${whole(percentile(urgent.times, 99))} ms (goal ≤ 3,000); registrations meanwhile p99 ${whole(percentile(urgent.registrations, 99))} ms (goal ≤ 100)`,
  );
}
