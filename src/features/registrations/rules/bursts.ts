/** Finds the runs of registrations that people do not type: many, fast, from one network, by phones just seen first. */
import type { Counts, Burst as ShownBurst } from '../contract.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How far back the chart and the bursts go. */
export const WATCHED_MINUTES = 180;
export const WATCHED_MS = WATCHED_MINUTES * MINUTE;

/** A write may commit this much after the time it carries, so a burst ends at least so long ago and cannot grow any more. */
export const SETTLED_MS = 2 * SECOND;

/** A phone is new for its first three hours. */
const NEW_PHONE_MS = 3 * HOUR;

/** So many things within so many milliseconds are faster than people. A room of forty asked to register stays below both. */
const PACES = [
  { things: 20, within: 10 * SECOND },
  { things: 60, within: MINUTE },
] as const;

/** A pause of up to a minute does not end a burst. */
const LONGEST_PAUSE_MS = MINUTE;

export type Kind = 'place' | 'account' | 'game';

/** A place, account or game of one device. Times are in milliseconds since 1970. */
export type Thing = {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
  readonly visitorId: string;
  /** Keyed hash of the network that the device first wrote from; null when it is not known (any more). */
  readonly network: string | null;
  /** When the device first wrote. */
  readonly phoneSince: number;
  /** The event of a place; null for everything else. */
  readonly eventId: string | null;
  /** Shows a person behind it: a place that is checked in, an account with points. */
  readonly proven: boolean;
};

export type Span = { readonly network: string; readonly from: number; readonly to: number };
export type Burst = Span & { readonly things: readonly Thing[] };

type Suspect = Thing & { readonly network: string };

const isSuspect = (thing: Thing): thing is Suspect =>
  thing.network !== null && thing.at - thing.phoneSince <= NEW_PHONE_MS;

/** Whether this thing belongs to the burst of this network and time: asked by the list and by the removal. */
export const isInBurst = (thing: Thing, { network, from, to }: Span): boolean =>
  isSuspect(thing) && thing.network === network && thing.at >= from && thing.at <= to;

/**
 * Returns the bursts among `things`, the latest first.
 *
 * A burst is a run of places, accounts and games that new phones (first seen at most three hours before) of one network
 * made at least at one of these paces: 20 in 10 seconds or 60 in a minute. Slower people of that network who registered
 * between the first and the last of the run are in it too: nothing tells them apart. The network must be known, so walk-ins
 * and devices older than two days are in no burst.
 *
 * The opening minute of a hotel with one address is a burst as well. `describeBurst` counts the phones that did more than one
 * thing, which guests do and a script without cookies cannot; the organiser decides, nothing is removed by itself.
 */
export function findBursts(things: readonly Thing[]): Burst[] {
  const networks = Map.groupBy(things.filter(isSuspect), ({ network }) => network);
  return [...networks]
    .flatMap(([network, own]) => burstsOf(network, own))
    .sort((one, other) => other.to - one.to || (one.network < other.network ? -1 : 1));
}

function burstsOf(network: string, own: readonly Suspect[]): Burst[] {
  const sorted = own.toSorted((one, other) => one.at - other.at);
  const fast = fastOnes(sorted.map(({ at }) => at));
  const spans: { first: number; last: number }[] = [];
  for (const [index, thing] of sorted.entries()) {
    if (!fast[index]) continue;
    const current = spans.at(-1);
    const previous = current && sorted[current.last];
    if (current === undefined || previous === undefined || thing.at - previous.at > LONGEST_PAUSE_MS) {
      spans.push({ first: index, last: index });
    } else current.last = index;
  }
  return spans.map(({ first, last }) => {
    const from = sorted[first]?.at ?? 0;
    const to = sorted[last]?.at ?? 0;
    // Several may share the millisecond of the first or the last.
    return { network, from, to, things: sorted.filter(({ at }) => at >= from && at <= to) };
  });
}

/** Which of these sorted times belong to a window that reaches one of the paces. */
function fastOnes(times: readonly number[]): boolean[] {
  const fast = times.map(() => false);
  for (const { things, within } of PACES) {
    let marked = 0;
    for (let last = things - 1; last < times.length; last += 1) {
      const first = last - things + 1;
      if ((times[last] ?? 0) - (times[first] ?? 0) > within) continue;
      for (let index = Math.max(first, marked); index <= last; index += 1) fast[index] = true;
      marked = last + 1;
    }
  }
  return fast;
}

const NONE: Counts = { places: 0, accounts: 0, games: 0 };
const COUNTED = { place: 'places', account: 'accounts', game: 'games' } as const satisfies Record<Kind, keyof Counts>;

const countKinds = (things: readonly Pick<Thing, 'kind'>[]): Counts => {
  const counts = { ...NONE };
  for (const { kind } of things) counts[COUNTED[kind]] += 1;
  return counts;
};

export const sameCounts = (one: Counts, other: Counts): boolean =>
  one.places === other.places && one.accounts === other.accounts && one.games === other.games;

/** A place in a drawn bracket stays, because its matches do; so does what shows a person behind it. */
export const canBeRemoved = (thing: Thing, isDrawn: (eventId: string) => boolean): boolean =>
  !thing.proven && !(thing.eventId !== null && isDrawn(thing.eventId));

export type EventFacts = { readonly id: string; readonly title: string; readonly drawn: boolean };

/** What organisers are shown of a burst. `perPhone` is how many things each phone made in the time that is watched. */
export function describeBurst(
  { network, from, to, things }: Burst,
  perPhone: ReadonlyMap<string, number>,
  events: ReadonlyMap<string, EventFacts>,
): ShownBurst {
  const phones = [...new Set(things.map(({ visitorId }) => visitorId))];
  const removable = things.filter((thing) => canBeRemoved(thing, (id) => events.get(id)?.drawn === true));
  const byEvent = Map.groupBy(removable, ({ eventId }) => eventId);
  const places = [...events.values()].map(({ id, title }) => ({ id, title, places: byEvent.get(id)?.length ?? 0 }));
  return {
    network,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    phones: phones.length,
    activePhones: phones.filter((id) => (perPhone.get(id) ?? 0) > 1).length,
    found: countKinds(things),
    removable: countKinds(removable),
    events: places
      .filter((event) => event.places > 0)
      .sort((one, other) => other.places - one.places || (one.id < other.id ? -1 : 1)),
  };
}

/** How many things each device made. */
export function countPerPhone(things: readonly Pick<Thing, 'visitorId'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { visitorId } of things) counts.set(visitorId, (counts.get(visitorId) ?? 0) + 1);
  return counts;
}
