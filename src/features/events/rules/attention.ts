import { HOUR } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import { festivalDay } from '#platform/time.ts';
import type { FestivalEvent, Warning } from '../contract.ts';
import { endOf, hasLine, isCompletionUndoable, overlap, startOf } from './clock.ts';
import { roomOf } from './order.ts';
import { sortByStart } from './programme.ts';
import { givesPoints } from './status.ts';

/** Never advises trusting an unknown address: anybody can send forwarded headers, and could then claim any. */
export const proxyWarnings = (addresses: readonly string[]): Warning[] =>
  addresses.map((address) => ({
    id: `proxy ${address}`,
    text:
      `All visitors seem to come from ${address}, so they share one network’s limits. If that is your proxy, ask ` +
      `the person who installed the program to let it send X-Forwarded-For, to set TRUST_PROXY=${address} and to restart. ` +
      'If nobody knows this address, change nothing.',
  }));

export const UNREAD: Warning = {
  id: 'unread',
  text: 'Some warnings can’t be shown right now. Look for “could not read warnings” in the server’s log.',
};

const SOON = HOUR;

const isOpen = (event: FestivalEvent): boolean => event.status !== 'completed' || isCompletionUndoable(event);

/** Also those just completed, which can still be undone. */
export const overTheirEnd = (events: readonly FestivalEvent[], now: string): FestivalEvent[] =>
  sortByStart(events.filter((event) => isOpen(event) && endOf(event) <= Date.parse(now)));

/** No points to look at, no bracket to decide. */
const isPlainlyOver = (event: FestivalEvent): boolean =>
  event.status !== 'completed' &&
  !givesPoints(event) &&
  (event.tournamentType === null || event.bracketDecided === true);

type LeftOver = {
  readonly days: readonly { readonly day: string; readonly events: readonly FestivalEvent[] }[];
  readonly others: readonly FestivalEvent[];
};

/** Those of each day before today together, all others one by one. */
export function leftOver(events: readonly FestivalEvent[], { now, zone }: { now: string; zone: string }): LeftOver {
  const over = overTheirEnd(events, now);
  const today = festivalDay(now, zone);
  const earlier = over.filter((event) => isPlainlyOver(event) && festivalDay(event.startTime, zone) < today);
  const days = [...groupBy(earlier, ({ startTime }) => festivalDay(startTime, zone))]
    .map(([day, ofDay]) => ({ day, events: ofDay }))
    .filter((one) => one.events.length > 1);
  const grouped = new Set(days.flatMap((day) => day.events));
  return { days, others: over.filter((event) => !grouped.has(event)) };
}

/** Starting within the hour, or overdue. */
export const bracketsMissing = (events: readonly FestivalEvent[], now: string): FestivalEvent[] =>
  sortByStart(
    events.filter(
      (event) =>
        event.tournamentType !== null &&
        !event.bracketDrawn &&
        event.status !== 'completed' &&
        startOf(event) <= Date.parse(now) + SOON &&
        endOf(event) > Date.parse(now),
    ),
  );

export const linesWaiting = (events: readonly FestivalEvent[], now: string): FestivalEvent[] =>
  sortByStart(events.filter((event) => hasLine(event, now))).sort((one, other) => other.waiting - one.waiting);

/** At one future time; soonest first. Back to back is no conflict. */
export const roomsBookedTwice = (
  events: readonly FestivalEvent[],
  now: string,
): (readonly [FestivalEvent, FestivalEvent])[] =>
  bookedRooms(events, now)
    .flatMap((room) => [...clashesIn(room)])
    .sort(([, a], [, b]) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));

type DayOfClashes = { readonly day: string; readonly pairs: readonly (readonly [FestivalEvent, FestivalEvent])[] };

/** The pairs of `roomsBookedTwice` by the festival day on which they meet: one plan shows them. */
export const clashesByDay = (
  events: readonly FestivalEvent[],
  { now, zone }: { now: string; zone: string },
): DayOfClashes[] =>
  [
    ...groupBy(roomsBookedTwice(events, now), ([, other]) => festivalDay(new Date(startOf(other)).toISOString(), zone)),
  ].map(([day, pairs]) => ({ day, pairs }));

type Booked = Pick<FestivalEvent, 'id' | 'startTime' | 'duration' | 'location' | 'lateMinutes' | 'status'>;

const bookedRooms = <E extends Booked>(events: readonly E[], now: string): E[][] => {
  const ahead = events
    .filter((event) => event.status !== 'completed' && endOf(event) > Date.parse(now))
    .sort((one, other) => startOf(one) - startOf(other));
  return [...groupBy(ahead, roomOf).values()];
};

/** Per room: 2,000 events can wait for their place and time in one. */
const MOST_PAIRS = 5_000;

export function newClashes<E extends Booked>(
  before: readonly Booked[],
  after: readonly E[],
  { now, most }: { readonly now: string; readonly most: number },
): [E, E][] {
  const was = new Map(before.map((event) => [event.id, event]));
  const isNew = ([one, other]: [E, E]): boolean => {
    const [first, second] = [was.get(one.id), was.get(other.id)];
    if (first === undefined || second === undefined) return true;
    return !overlap(first, second) || roomOf(first) !== roomOf(second);
  };
  const clashes: [E, E][] = [];
  for (const room of bookedRooms(after, now)) {
    let pairs = 0;
    for (const pair of clashesIn(room)) {
      if (clashes.length >= most) return clashes;
      if (pairs++ > MOST_PAIRS) break;
      if (isNew(pair)) clashes.push(pair);
    }
  }
  return clashes;
}

export const clashesOf = (
  planned: Pick<FestivalEvent, 'startTime' | 'duration' | 'location'> & { readonly id: string | null },
  events: readonly FestivalEvent[],
): FestivalEvent[] =>
  sortByStart(
    events.filter(
      (event) =>
        event.id !== planned.id &&
        event.status !== 'completed' &&
        overlap(event, planned) &&
        roomOf(event) === roomOf(planned),
    ),
  );

/** `events` by their start, as late as it is. */
function* clashesIn<E extends Booked>(events: readonly E[]): Generator<[E, E], void, void> {
  let running: E[] = [];
  for (const event of events) {
    running = running.filter((earlier) => endOf(earlier) > startOf(event));
    for (const earlier of running) yield [earlier, event];
    running.push(event);
  }
}
