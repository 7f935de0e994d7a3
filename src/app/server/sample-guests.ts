/** Who comes to the sample festival, how they score and where they sit. The same every time for the same timetable. */
import { NAMES } from './sample-names.ts';
import type { Timed } from './sample-timetable.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Accounts came first, in the fourth week before; places were taken in the three weeks since. */
const ACCOUNTS_OPENED = 28 * DAY;
const PLACES_OPENED = 21 * DAY;

/** A throw between 0 and 1, 1 excluded. */
type Dice = () => number;

/** The same throws in the same order for the same seed; good enough to shuffle a festival with. */
function seededDice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const between = (dice: Dice, from: number, to: number): number => Math.floor(from + dice() * (to - from));

function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  const keyed = items.map((item) => ({ item, key: dice() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

export type Person = { readonly name: string; readonly score: number; readonly createdAt: number };

const TOP_SCORE = 1204;

/** Times are in milliseconds since 1970. Every twelfth has not scored yet. */
export function people(now: number): Person[] {
  const dice = seededDice(13);
  return NAMES.map((name, index) => ({
    name,
    score: index % 12 === 11 ? 0 : Math.round(TOP_SCORE * dice() ** 1.4),
    createdAt: between(dice, now - ACCOUNTS_OPENED, now - PLACES_OPENED),
  }));
}

export type Guest = {
  readonly name: string;
  readonly email: string | null;
  readonly createdAt: number;
  readonly checkedInAt: number | null;
};

/** The guests of each event, in the order of `events`. Nobody sits in two places at once or in the event they host. */
export function guestLists(events: readonly Timed[], now: number): Guest[][] {
  const dice = seededDice(16);
  const plans = new Map(NAMES.map((name) => [name, events.filter(({ host }) => host === name)]));
  return events.map((event) => {
    const free = NAMES.filter((name) => plans.get(name)?.every((other) => areApart(event, other)));
    const names = shuffled(free, dice).slice(0, event.taken);
    for (const name of names) plans.get(name)?.push(event);
    return names.map((name, index) => guest(event, name, index, now, dice));
  });
}

const areApart = (one: Timed, other: Timed): boolean => one.end <= other.start || other.end <= one.start;

function guest(event: Timed, name: string, index: number, now: number, dice: Dice): Guest {
  const createdAt = between(dice, now - PLACES_OPENED, Math.min(now, event.start - 60 * MINUTE));
  const arrivedAt = between(dice, event.start - 25 * MINUTE, event.start);
  // A tournament starts when everyone is there; elsewhere somebody always forgets.
  const came = event.status !== 'upcoming' && (event.cup !== undefined || index % 9 !== 4);
  return { name, email: emailOf(name), createdAt, checkedInAt: came ? arrivedAt : null };
}

/** A third left an e-mail, at a domain that belongs to nobody. */
const emailOf = (name: string): string | null => {
  const number = NAMES.indexOf(name) + 1;
  return number % 3 === 0 ? `guest${number}@example.org` : null;
};
