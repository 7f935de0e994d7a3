/**
 * `rush`: home and the list of events, read on 64 connections while registrations come in, against the same in quiet. Both
 * in turns on one program, because the machine's own speed changes; medians of the rounds.
 */
import { load } from './cost.ts';
import { GENERATOR, percentile, type Rate, readAll, registerAtRate } from './load.ts';
import { compared, median, print, round, startFestival, whole } from './program.ts';

const ROUNDS = 5;
const READING = { connections: 64, seconds: 3, headers: { 'accept-encoding': 'gzip, deflate, br' } };
const SIZES = [
  { events: 42, perSecond: 300, before: { kept: '0.16', p99: '58 ms', registrations: '45 ms' } },
  { events: 640, perSecond: 100, before: { kept: '0.04', p99: '167 ms', registrations: '79 ms' } },
];
/** `before` was measured on home alone. */
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
  for (const { events, perSecond, before } of SIZES) {
    for (const [name, path] of Object.entries(PAGES)) {
      const rounds = await measure(events, perSecond, path);
      const of = (figure: (one: Round) => number) => median(rounds.map(figure));
      const ratios = rounds.map(({ quiet, rush: during }) => during.perSecond / quiet.perSecond);
      const former = path === '/' ? before : { kept: '–', p99: '–', registrations: '–' };
      print(
        `rush, ${events} events, ${whole(of((one) => one.reached))} of ${perSecond} registrations a second, ${name} (${GENERATOR}, ${load()}): ` +
          `${whole(of((one) => one.quiet.perSecond))} → ${whole(of((one) => one.rush.perSecond))} a second, ` +
          `${compared(round(median(ratios)), former.kept, '≥ 0.6')} (${round(Math.min(...ratios))} to ${round(Math.max(...ratios))}); ` +
          `${compared(`p99 ${whole(of((one) => one.rush.p99))} ms`, former.p99, '≤ 30 ms')}; ` +
          `registrations ${compared(`p99 ${whole(of((one) => one.registrations))} ms`, former.registrations, '≤ 40 ms')}`,
      );
    }
  }
}
