/** `rush`: home and the list of events, read on 64 connections while registrations come in, against the same in quiet. */
import { load } from './cost.ts';
import { GENERATOR, percentile, type Rate, readAll, registerAtRate } from './load.ts';
import { compared, print, round, startFestival, whole } from './program.ts';

const READING = { connections: 64, seconds: 5, headers: { 'accept-encoding': 'gzip, deflate, br' } };
const SIZES = [
  { events: 42, perSecond: 300, before: { kept: '0.16', p99: '58 ms', registrations: '45 ms' } },
  { events: 640, perSecond: 100, before: { kept: '0.04', p99: '167 ms', registrations: '79 ms' } },
];
/** `before` was measured on home alone. */
const PAGES = { home: '/', events: '/api/events' };

type Rushed = { readonly quiet: Rate; readonly rush: Rate; readonly registrations: number; readonly reached: number };

async function measure(events: number, perSecond: number, path: string): Promise<Rushed> {
  const program = await startFestival({ events, users: 100 });
  const url = program.origin + path;
  await readAll(url, { ...READING, seconds: 1 });
  const quiet = await readAll(url, READING);
  const began = performance.now();
  const registering = registerAtRate(program.origin, program.eventIds.slice(-16), perSecond);
  const rush = await readAll(url, READING);
  const made = await registering.stop();
  const reached = (made.length * 1000) / (performance.now() - began);
  await program.stop();
  const times = made.map(({ ms }) => ms);
  return { quiet, rush, registrations: percentile(times, 99), reached };
}

export async function rush(): Promise<void> {
  for (const { events, perSecond, before } of SIZES) {
    for (const [name, path] of Object.entries(PAGES)) {
      const { quiet, rush: during, registrations, reached } = await measure(events, perSecond, path);
      const kept = round(during.perSecond / quiet.perSecond);
      const former = path === '/' ? before : { kept: '–', p99: '–', registrations: '–' };
      print(
        `rush, ${events} events, ${whole(reached)} of ${perSecond} registrations a second, ${name} (${GENERATOR}, ${load()}): ` +
          `${whole(quiet.perSecond)} → ${whole(during.perSecond)} a second, ${compared(kept, former.kept, '≥ 0.6')}; ` +
          `${compared(`p99 ${whole(during.p99)} ms`, former.p99, '≤ 30 ms')}; ` +
          `registrations ${compared(`p99 ${whole(registrations)} ms`, former.registrations, '≤ 40 ms')}`,
      );
    }
  }
}
