/** When a message goes to a phone. Pure: moments and zone are arguments. */
import { HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';
import type { Kind } from './kinds.ts';

/** People sleep from the first to the second hour of the festival's clock. */
const QUIET = { from: 1, to: 8 };
/** What is always about now. */
const LOUD: ReadonlySet<Kind> = new Set(['urgent', 'starts', 'called']);

/** Returns when the quiet that holds at this moment ends; null outside it. */
function quietUntil(at: Date, zone: string): Date | null {
  const [day = '', time = ''] = zonedInput(at.toISOString(), zone).split('T');
  const hour = Number(time.slice(0, 2));
  if (hour < QUIET.from || hour >= QUIET.to) return null;
  const end = parseZoned(`${day}T0${QUIET.to}:00`, zone);
  // A zone whose clocks skip this hour has no end of it to wait for.
  return 'iso' in end ? new Date(end.iso) : null;
}

type Message = { readonly kind: Kind; readonly endsAt: string };

/** Returns when a message goes out that could now: at night only what concerns the next hour, for what ends then. */
export function dueAt({ kind, endsAt }: Message, now: Date, zone: string): Date {
  const morning = LOUD.has(kind) ? null : quietUntil(now, zone);
  if (morning === null) return now;
  return new Date(Math.max(now.getTime(), Math.min(morning.getTime(), Date.parse(endsAt) - HOUR)));
}

const FIRST_MS = 5 * SECOND;
const LONGEST_MS = 5 * MINUTE;

/** Returns when to try again after so many tries: twice as long each time, and no sooner than the push service asks. */
export function retryAt(tries: number, afterS: number | null, now: Date): Date {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1));
  return new Date(now.getTime() + Math.max(wait, (afterS ?? 0) * SECOND));
}
