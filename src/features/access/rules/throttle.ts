/** Throttling of guesses: waiting times per guesser, and budgets per minute. */
import { HOUR, MINUTE } from '#platform/durations.ts';
import { WIDER_FACTOR } from '#platform/networks.ts';

/** A guesser's tries are dropped after an hour without one. */
export const FORGET_TRIES_MS = HOUR;
const LONGEST_WAIT_S = 30;

/** `guesser` is a device, a network or another key; its first `free` tries need no waiting. */
export type Count = { readonly guesser: string; readonly free: number };
/** Times are ISO 8601 UTC. */
export type Tries = { failures: number; nextAt: string; lastAt: string };

/** A limit per minute over all guessers that share its name. */
export type Budget = { readonly name: string; readonly perMinute: number };
/** How much was taken from a budget since its current minute began. */
export type Spent = { readonly used: number; readonly since: string };

/** Returns the seconds to wait after this many wrong tries: 0 for the free ones, then 1, 2, 4 … 30. */
export const waitAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (failures - free));

/**
 * Returns the count after one more try, or the seconds until one is allowed. A try counts as wrong before it is
 * checked, so that concurrent tries gain nothing; a right one is refunded.
 */
export function countTry(tries: Tries | null, now: string, free: number): { next: Tries } | { waitSeconds: number } {
  const at = Date.parse(now);
  const current = tries !== null && at - Date.parse(tries.lastAt) < FORGET_TRIES_MS ? tries : null;
  if (current !== null && Date.parse(current.nextAt) > at) {
    return { waitSeconds: Math.ceil((Date.parse(current.nextAt) - at) / 1000) };
  }
  const failures = (current?.failures ?? 0) + 1;
  const nextAt = new Date(at + waitAfter(failures, free) * 1000).toISOString();
  return { next: { failures, nextAt, lastAt: now } };
}

/** Returns the time at or before which a budget's minute must have begun to be over. */
export const minuteBefore = (now: string): string => new Date(Date.parse(now) - MINUTE).toISOString();

/** Returns the seconds until the budget has room; 0 if it has. */
export function budgetWait(spent: Spent | null, perMinute: number, now: string): number {
  if (spent === null || spent.used < perMinute || spent.since <= minuteBefore(now)) return 0;
  return Math.ceil((Date.parse(spent.since) + MINUTE - Date.parse(now)) / 1000);
}

type From = { visitorId: string | null; network: { key: string; wider: string | null } };
/** Free tries of one device, of all devices of one network together, and of all callers there without a cookie. */
export type FreeTries = { readonly device: number; readonly devices: number; readonly network: number };

/**
 * Returns the counts of a stranger's try, narrowest first. A device with our cookie counts alone and with the other
 * devices of its network, because a new cookie is free. `prefix` separates the counts of different secrets.
 */
export function countsOfStranger(prefix: string, { visitorId, network }: From, free: FreeTries): [Count, ...Count[]] {
  const shared = (kind: string, each: number): [Count, ...Count[]] => [
    { guesser: `${prefix}${kind} ${network.key}`, free: each },
    ...(network.wider === null ? [] : [{ guesser: `${prefix}${kind} ${network.wider}`, free: each * WIDER_FACTOR }]),
  ];
  if (visitorId === null) return shared('address', free.network);
  return [{ guesser: `${prefix}device ${visitorId}`, free: free.device }, ...shared('devices', free.devices)];
}
