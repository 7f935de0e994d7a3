/** A burst: new phones of one network make more in a minute than people do. */
import { HOUR, MINUTE } from '#platform/durations.ts';
import { groupBy } from '#platform/lists.ts';
import type { Burst } from '../contract.ts';

export const WATCHED_MS = 3 * HOUR;
/** A phone counts as new for so long after its first write. */
const NEW_PHONE_MS = 3 * HOUR;
/** Things within a minute. */
const MANY = 30;
/** A shorter pause belongs to the burst. */
const PAUSE_MS = 10 * MINUTE;

/** `network` is a keyed hash; `at` is milliseconds since 1970. */
export type Thing = { readonly network: string; readonly at: number };

export const isByNewPhone = (at: number, phoneSince: number): boolean => at - phoneSince <= NEW_PHONE_MS;

/**
 * Latest first. A burst is all that its network made since it began: 1,200 guests at 10:00 and a script at 11:30 are
 * "500 since 11:30" and "1,700 since 10:00". The opening minute of a hotel with one address is a burst as well, so the
 * organiser decides.
 */
export const findBursts = (things: readonly Thing[]): Burst[] =>
  [...groupBy(things, ({ network }) => network)]
    .flatMap(([network, made]) => burstsOf(network, made))
    .sort((one, other) => (one.since > other.since ? -1 : 1));

function burstsOf(network: string, made: readonly Thing[]): Burst[] {
  const times = made.map(({ at }) => at).sort((one, other) => one - other);
  const spans: { since: number; until: number }[] = [];
  for (const [index, first] of times.entries()) {
    const until = times[index + MANY - 1];
    if (until === undefined || until - first > MINUTE) continue;
    const current = spans.at(-1);
    if (current !== undefined && first - current.until <= PAUSE_MS) current.until = until;
    // Whole minutes: a removal takes what its button says.
    else spans.push({ since: Math.floor(first / MINUTE) * MINUTE, until });
  }
  return spans.map(({ since, until }) => ({
    network,
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    things: times.filter((at) => at >= since).length,
  }));
}
