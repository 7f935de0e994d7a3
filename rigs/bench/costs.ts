/** `costs`: what each thing costs one instance, as a table, and the pictures of docs/benchmarks.md and docs/scaling.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuOf, load } from './cost.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { type LiveFigures, measureLive } from './live.ts';
import { GENERATOR, readAll, registerAll } from './load.ts';
import { type Chart, picture } from './picture.ts';
import { print, round, startFestival, whole } from './program.ts';
import { type Costs, coresOf, FESTIVALS, festivalDay, simulate } from './simulate.ts';

const EVENTS = [60, 600, 2000];
const SCREENS = [1000, 4000, 10_000];
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };
const DOCS = join(import.meta.dirname, '../../docs');

/** Milliseconds of the program's CPU per request. */
async function costPerRequest(
  pid: number,
  act: () => Promise<{ perSecond: number }>,
  seconds: number,
): Promise<number> {
  await act();
  const before = cpuOf(pid);
  const { perSecond } = await act();
  return (cpuOf(pid) - before) / (perSecond * seconds);
}

async function measureRequests(): Promise<Pick<Costs, 'page' | 'list' | 'registration'>> {
  const { origin, pid, eventIds, stop } = await startFestival({ events: 60, users: 100 });
  const options = { connections: 64, seconds: 3, headers: HEADERS };
  const cost = (act: () => Promise<{ perSecond: number }>) => costPerRequest(pid, act, options.seconds);
  const page = await cost(() => readAll(`${origin}/`, options));
  const list = await cost(() => readAll(`${origin}/api/events`, options));
  const registration = await cost(() => registerAll(origin, eventIds.slice(-16), { connections: 64, seconds: 3 }));
  await stop();
  return { page, list, registration };
}

function chartsOf(grown: readonly Growth[], lived: readonly LiveFigures[]): Chart[] {
  const events = { label: 'events', ticks: [0, 500, 1000, 1500, 2000] };
  const screens = { label: 'open screens', ticks: [0, 2500, 5000, 7500, 10_000] };
  const top = (values: readonly number[], step: number) => {
    const steps = Math.ceil(Math.max(...values) / step);
    return Array.from({ length: steps + 1 }, (_, n) => n * step);
  };
  const of = (name: 'redraw' | 'registration' | 'places') =>
    grown.map((each): [number, number] => [each.events, each[name]]);
  const by = (value: (figures: LiveFigures) => number) =>
    lived.map((each): [number, number] => [each.screens, value(each)]);
  const seconds = by(({ cpu, screens: count }) => (cpu.perMessage * count) / 1000);
  const resident = by(({ memory }) => memory.after);
  return [
    {
      title: 'Cost against the size of the programme',
      x: events,
      y: {
        label: 'milliseconds',
        ticks: top(
          grown.flatMap(({ redraw, registration, places }) => [redraw, registration, places]),
          20,
        ),
      },
      series: [
        { name: 'draw home again', points: of('redraw') },
        { name: 'register (p50)', points: of('registration') },
        { name: 'my places (p50)', points: of('places') },
      ],
    },
    {
      title: 'CPU for one message to all open screens',
      x: screens,
      y: {
        label: 'milliseconds',
        ticks: top(
          seconds.map(([, y]) => y),
          50,
        ),
      },
      series: [{ name: 'a registration', points: seconds }],
    },
    {
      title: 'Memory with open screens',
      x: screens,
      y: {
        label: 'MB resident',
        ticks: top(
          resident.map(([, y]) => y),
          100,
        ),
      },
      series: [{ name: 'one instance', points: resident }],
    },
  ];
}

export async function costs(): Promise<void> {
  const requests = await measureRequests();
  const grown: Growth[] = [];
  for (const events of EVENTS) grown.push(await measureGrowth({ events, users: 100 }));
  const lived: LiveFigures[] = [];
  for (const screens of SCREENS) lived.push(await measureLive(screens, { quietMs: 1000, registrations: 6 }));
  const message = (lived.at(-1)?.cpu.perMessage ?? Number.NaN) / 1000;
  // A result is a registration's work: one transaction of an organiser.
  const each: Costs = { ...requests, message, result: requests.registration };
  print(`costs, milliseconds of CPU of one instance (${GENERATOR}, ${load()}):`);
  for (const [name, ms] of Object.entries(each)) print(`  ${name.padEnd(12)} ${round(ms, 4)}`);
  for (const visitors of FESTIVALS) {
    const day = festivalDay(visitors);
    const cores = Math.max(...day.map((minute) => coresOf(minute, visitors, each)));
    const screens = Math.max(...day.map((minute) => minute.screens));
    print(`  ${whole(visitors)} visitors: at most ${round(cores)} cores and ${whole(screens)} open screens`);
  }
  await writeFile(join(DOCS, 'benchmarks.svg'), picture(chartsOf(grown, lived)));
  await writeFile(join(DOCS, 'scaling.svg'), picture(simulate(each)));
  print('  wrote docs/benchmarks.svg and docs/scaling.svg');
}
