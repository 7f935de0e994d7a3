import { HOUR, MINUTE } from '#platform/durations.ts';
import { WIDER_FACTOR } from '#platform/networks.ts';
import { counted } from '#platform/numbers.ts';

export const FORGET_TRIES_MS = HOUR;
const LONGEST_WAIT_S = 30;

/**
 * `guesser` is a device, a network or another key; its first `free` tries need no waiting. With `windowMs` the next one is refused
 * until so long after the last.
 */
export type Count = { readonly guesser: string; readonly free: number; readonly windowMs?: number };
/** Times are ISO 8601 UTC. */
export type Tries = { failures: number; nextAt: string; lastAt: string };

export type Budget = { readonly name: string; readonly perMinute: number };
export type Spent = { readonly used: number; readonly since: string };

/** Seconds: 0 for the free tries, then 1, 2, 4 … 30. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (failures - free));

/** Counts a try as wrong before it is checked, so that concurrent tries gain nothing; a right one is refunded. */
export function countTry(
  tries: Tries | null,
  now: string,
  free: number,
  windowMs?: number,
): { next: Tries } | { waitSeconds: number } {
  const at = Date.parse(now);
  const since = tries === null ? Number.POSITIVE_INFINITY : at - Date.parse(tries.lastAt);
  const current = since < (windowMs ?? FORGET_TRIES_MS) ? tries : null;
  if (windowMs !== undefined) {
    const failures = current?.failures ?? 0;
    if (failures >= free) return { waitSeconds: Math.ceil((windowMs - since) / 1000) };
    return { next: { failures: failures + 1, nextAt: now, lastAt: now } };
  }
  if (current !== null && Date.parse(current.nextAt) > at) {
    return { waitSeconds: Math.ceil((Date.parse(current.nextAt) - at) / 1000) };
  }
  const failures = (current?.failures ?? 0) + 1;
  const nextAt = new Date(at + waitAfter(failures, free) * 1000).toISOString();
  return { next: { failures, nextAt, lastAt: now } };
}

/** A minute that began at this time or before is over. */
export const minuteBefore = (now: string): string => new Date(Date.parse(now) - MINUTE).toISOString();

/** Seconds; 0 if the budget has room. */
export function budgetWait(spent: Spent | null, perMinute: number, now: string): number {
  if (spent === null || spent.used < perMinute || spent.since <= minuteBefore(now)) return 0;
  return Math.ceil((Date.parse(spent.since) + MINUTE - Date.parse(now)) / 1000);
}

type From = { visitorId: string | null; network: { key: string; wider: string | null } };
export type FreeTries = { readonly device: number; readonly devices: number; readonly network: number };

/** Narrowest first. A new cookie is free, so a device also counts with others of its network. `prefix`: per secret. */
export function countsOfStranger(prefix: string, { visitorId, network }: From, free: FreeTries): [Count, ...Count[]] {
  const shared = (kind: string, each: number): [Count, ...Count[]] => [
    { guesser: `${prefix}${kind} ${network.key}`, free: each },
    ...(network.wider === null ? [] : [{ guesser: `${prefix}${kind} ${network.wider}`, free: each * WIDER_FACTOR }]),
  ];
  if (visitorId === null) return shared('address', free.network);
  return [{ guesser: `${prefix}device ${visitorId}`, free: free.device }, ...shared('devices', free.devices)];
}

export type CodeNetwork = { readonly key: string; readonly wider: string | null; readonly factor: number };
type CodeLimits = Omit<Count, 'guesser'> & {
  readonly name: string;
  readonly perMinute: number;
  readonly ofAllPerMinute: number;
};

export const tooManyCodes = (seconds: number): string =>
  `Too many wrong codes. Try again in ${seconds < 120 ? `${seconds} s` : counted(Math.ceil(seconds / 60), 'minute')}.`;

/** Limits of wrong codes. Callers without a cookie apart, so that a flood of these does not stop known devices. */
export function limitsOfCodes(
  { name, perMinute, ofAllPerMinute, ...count }: CodeLimits,
  visitorId: string | null,
  { key, wider, factor }: CodeNetwork,
): { counts: Count[]; budgets: Budget[] } {
  const kind = `${name} ${visitorId === null ? 'address' : 'devices'}`;
  const budgets: Budget[] = [{ name: `${kind} ${key}`, perMinute: perMinute * factor }];
  if (wider !== null) budgets.push({ name: `${kind} ${wider}`, perMinute: perMinute * factor * WIDER_FACTOR });
  budgets.push({ name: kind, perMinute: ofAllPerMinute });
  return { counts: visitorId === null ? [] : [{ guesser: `${name} device ${visitorId}`, ...count }], budgets };
}
