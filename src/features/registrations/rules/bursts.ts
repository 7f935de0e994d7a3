/** Finds bursts: runs of registrations faster than people type, from one network, by new phones. */

import { HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { groupBy } from '#platform/group-by.ts';
import type { Burst as ShownBurst } from '../contract.ts';
import { countKinds, type Kind } from './counts.ts';

/** How far back the chart and the bursts go. */
export const WATCHED_MINUTES = 180;
export const WATCHED_MS = WATCHED_MINUTES * MINUTE;

/**
 * A write may commit this long after the time in its row. A burst is shown only when it ended at least this long ago
 * and so cannot grow.
 */
export const SETTLED_MS = 2 * SECOND;

/** A phone counts as new for its first three hours. */
const NEW_PHONE_MS = 3 * HOUR;

/**
 * This many things within this many milliseconds are faster than people. A room of forty who are asked to register
 * stays below both.
 */
const PACES = [
  { things: 20, within: 10 * SECOND },
  { things: 60, within: MINUTE },
] as const;

/** A pause of up to a minute does not end a burst. */
const LONGEST_PAUSE_MS = MINUTE;

/** What one device registered. Times are in milliseconds since 1970. */
export type Thing = {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
  readonly visitorId: string;
  /** Keyed hash of the network of the device's first write; null when it is unknown or was deleted. */
  readonly network: string | null;
  /** When the device first wrote. */
  readonly phoneSince: number;
  /** The event of a place; null for everything else. */
  readonly eventId: string | null;
  /** See `RegisteredRow` in database/duties.ts. */
  readonly proven: boolean;
};

export type Span = { readonly network: string; readonly from: number; readonly to: number };
export type Burst = Span & { readonly things: readonly Thing[] };

type Suspect = Thing & { readonly network: string };

const isSuspect = (thing: Thing): thing is Suspect =>
  thing.network !== null && thing.at - thing.phoneSince <= NEW_PHONE_MS;

/** Returns whether a thing belongs to the burst of this network and time. Used for the list and for the removal. */
export const isInBurst = (thing: Thing, { network, from, to }: Span): boolean =>
  isSuspect(thing) && thing.network === network && thing.at >= from && thing.at <= to;

/**
 * Returns the bursts among `things`, latest first.
 *
 * A burst is a run of things that new phones (first seen at most three hours before) of one network
 * made at one of these paces at least: 20 in 10 seconds or 60 in a minute. Slower people of that network who registered
 * between the first and the last of the run are included, because nothing tells them apart. The network must be known,
 * so walk-ins and devices older than two days are in no burst.
 *
 * The opening minute of a hotel with one address is a burst as well. `describeBurst` counts the phones that did more
 * than one thing, which guests do and a script without cookies cannot. Nothing is removed automatically; the organiser
 * decides.
 */
export function findBursts(things: readonly Thing[]): Burst[] {
  const networks = groupBy(things.filter(isSuspect), ({ network }) => network);
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
    // Several things may share the millisecond of the first or the last.
    return { network, from, to, things: sorted.filter(({ at }) => at >= from && at <= to) };
  });
}

/** Marks the sorted times that lie in a window that reaches one of the paces. */
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

/** Places in a drawn bracket stay, because its matches do; so do checked-in places and accounts with points. */
export const canBeRemoved = (thing: Thing, isDrawn: (eventId: string) => boolean): boolean =>
  !thing.proven && !(thing.eventId !== null && isDrawn(thing.eventId));

export type EventFacts = { readonly id: string; readonly title: string; readonly drawn: boolean };

/** Returns what organisers are shown of a burst. `perPhone` is how many things each phone made in the watched time. */
export function describeBurst(
  { network, from, to, things }: Burst,
  perPhone: ReadonlyMap<string, number>,
  events: ReadonlyMap<string, EventFacts>,
): ShownBurst {
  const phones = [...new Set(things.map(({ visitorId }) => visitorId))];
  const removable = things.filter((thing) => canBeRemoved(thing, (id) => events.get(id)?.drawn === true));
  const byEvent = groupBy(removable, ({ eventId }) => eventId);
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

/** Returns how many things each device made. */
export function countPerPhone(things: readonly Pick<Thing, 'visitorId'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { visitorId } of things) counts.set(visitorId, (counts.get(visitorId) ?? 0) + 1);
  return counts;
}
