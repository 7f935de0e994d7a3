/** What a festival day costs, minute by minute, from the measured cost of each thing that visitors do. */
import type { Chart, Series } from './picture.ts';

/** Milliseconds of the program's CPU each; `message` for each screen that gets it. */
export type Costs = {
  readonly page: number;
  readonly list: number;
  readonly registration: number;
  readonly message: number;
  readonly result: number;
};

export const FESTIVALS = [1_000, 20_000, 200_000];
const BEGIN = 8;
const HOURS = 16;
const MINUTES = HOURS * 60;

/** Registration opens at ten. */
const OPENING = 120;
/** Of all visitors: how many come for it, and in what time most of them have. */
const COME = 0.6;
const WITHIN = 5;
const PLACES_EACH = 3;
/** Visits of a visitor on the rest of the day, and minutes with the app on the screen. */
const VISITS = 12;
const STAY = 4;
const REGISTERS_THEN = 0.05;
/** Brackets in play, each with a result every three minutes on the screens of its watchers. */
const VISITORS_PER_BRACKET = 1000;
const WATCHERS = 50;
const RESULTS_PER_MINUTE = 1 / 3;

type Minute = { readonly visits: number; readonly registrations: number; readonly screens: number };

/** Per minute of the day. Visits of the day are most frequent in the afternoon. */
export function festivalDay(visitors: number): Minute[] {
  const bell = Array.from({ length: MINUTES }, (_, minute) => Math.sin((Math.PI * (minute + 0.5)) / MINUTES) ** 2);
  const sum = bell.reduce((total, each) => total + each, 0);
  const minutes: { visits: number; registrations: number }[] = bell.map((share, minute) => {
    const since = minute - OPENING;
    const coming = since < 0 ? 0 : (visitors * COME * Math.exp(-since / WITHIN)) / WITHIN;
    const strolling = (visitors * VISITS * share) / sum;
    return { visits: coming + strolling, registrations: coming * PLACES_EACH + strolling * REGISTERS_THEN };
  });
  return minutes.map(({ visits, registrations }, at) => {
    const recent = minutes.slice(Math.max(0, at - STAY + 1), at + 1);
    return { visits, registrations, screens: recent.reduce((total, minute) => total + minute.visits, 0) };
  });
}

/** Cores of one or more instances: seconds of CPU per second. */
export function coresOf({ visits, registrations, screens }: Minute, visitors: number, costs: Costs): number {
  // One message a second at most, and one a registration.
  const messages = Math.min(60, registrations);
  const results = Math.ceil(visitors / VISITORS_PER_BRACKET) * RESULTS_PER_MINUTE;
  const ms =
    visits * (costs.page + costs.list) +
    registrations * costs.registration +
    messages * screens * costs.message +
    results * (costs.result + WATCHERS * costs.message);
  return ms / 60_000;
}

/** Minutes between two points. */
const STEP = 3;

/** Cores and open screens over the day, for each size of a festival. */
export function simulate(costs: Costs): Chart[] {
  const hours = Array.from({ length: HOURS / 2 + 1 }, (_, n) => BEGIN + 2 * n);
  const x = { label: 'hour of the day; registration opens at 10', ticks: hours };
  const over = (of: (minute: Minute, visitors: number) => number): Series[] =>
    FESTIVALS.map((visitors) => ({
      name: `${visitors.toLocaleString('en')} visitors`,
      points: festivalDay(visitors)
        .map((minute, at): [number, number] => [BEGIN + at / 60, of(minute, visitors)])
        .filter((_, at) => at % STEP === 0),
    }));
  const cores = {
    label: 'cores of the program (one instance uses one)',
    ticks: [0.001, 0.01, 0.1, 1, 10],
    log: true,
  };
  const screens = { label: 'open screens', ticks: [10, 100, 1000, 10_000, 100_000], log: true };
  return [
    { title: 'A festival day: CPU', x, y: cores, series: over((minute, visitors) => coresOf(minute, visitors, costs)) },
    { title: 'A festival day: open screens', x, y: screens, series: over((minute) => minute.screens) },
  ];
}
