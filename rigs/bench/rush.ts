/**
 * `rush`: home and the list of events, read on 64 connections while registrations come in, against the same in quiet. Both
 * in turns on one program, because the machine's own speed changes; medians of the rounds.
 */
import { load } from '../process.ts';
import { median, percentile, print, round, whole } from '../rig.ts';
import { GENERATOR, type Rate, readAll, registerAtRate } from './load.ts';
import { startFestival } from './program.ts';

const ROUNDS = 5;
const READING = { connections: 64, seconds: 3, headers: { 'accept-encoding': 'gzip, deflate, br' } };
const SIZES = [
  { events: 42, perSecond: 300 },
  { events: 640, perSecond: 100 },
];
const PAGES = { home: '/', events: '/api/events' };

/** `registrations`: p99 in milliseconds. `reached`: registrations a second. */
type Round = { readonly quiet: Rate; readonly rush: Rate; readonly registrations: number; readonly reached: number };

async function measure(events: number, perSecond: number, path: string): Promise<readonly Round[]> {
  const program = await startFestival({ events, users: 100 });
  const url = program.origin + path;
  await readAll(url, { ...READING, seconds: 1 });
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const quiet = await readAll(url, READING);
    const began = performance.now();
    const registering = registerAtRate(program.origin, program.eventIds.slice(-16), perSecond);
    const rush = await readAll(url, READING);
    const made = await registering.stop();
    const reached = (made.length * 1000) / (performance.now() - began);
    const times = made.map(({ ms }) => ms);
    rounds.push({ quiet, rush, registrations: percentile(times, 99), reached });
  }
  await program.stop();
  return rounds;
}

export async function rush(): Promise<void> {
  for (const { events, perSecond } of SIZES) {
    for (const [name, path] of Object.entries(PAGES)) {
      const rounds = await measure(events, perSecond, path);
      const of = (figure: (one: Round) => number) => median(rounds.map(figure));
      const ratios = rounds.map(({ quiet, rush: during }) => during.perSecond / quiet.perSecond);
      print(
        `rush, ${events} events, ${whole(of((one) => one.reached))} of ${perSecond} registrations a second, ${name} (${GENERATOR}, ${load()}): ` +
          `${whole(of((one) => one.quiet.perSecond))} → ${whole(of((one) => one.rush.perSecond))} a second, ` +
          `${round(median(ratios))} (${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}; goal ≥ 0.6); ` +
          `p99 ${whole(of((one) => one.rush.p99))} ms (goal ≤ 30); ` +
          `registrations p99 ${whole(of((one) => one.registrations))} ms (goal ≤ 40)`,
      );
    }
  }
}
