import { DAY, HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { parseZoned, zonedInput } from '#platform/time.ts';

/**
 * Anybody can send any address and the server posts to it, so it must not lead into the server's own network. client.ts
 * looks at the resolved address too.
 */

export const ENDPOINT_LIMIT = 2000;

/** A fake push service on this machine, for tests and development. */
export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && hostname === '127.0.0.1';

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!local$|localhost$|internal$)[a-z][a-z0-9-]*$/;

/** Allows https on port 443 of a host with a domain name. */
export function endpointProblem(endpoint: string, loopback = false): string | null {
  const url = parsed(endpoint);
  if (url === null) return 'is not an address';
  if (url.username !== '' || url.password !== '') return 'names a user';
  if (loopback && isLoopback(url)) return null;
  if (url.protocol !== 'https:') return 'is not an https address';
  if (url.host !== url.hostname) return 'is on another port than 443';
  // `URL` writes every form of an IPv4 address, such as 0x7f.1, as four numbers. No push service is named by numbers.
  return DOMAIN.test(url.hostname) ? null : 'has no domain name';
}

/** The whole name: strangers name other hosts of a service's domain. */
export const hostOf = (endpoint: string): string => new URL(endpoint).host;

/** Strangers write another device's address in other forms. */
export const normalEndpoint = (endpoint: string): string => parsed(endpoint)?.href.replace(/#.*/, '') ?? endpoint;

function parsed(endpoint: string): URL | null {
  try {
    return new URL(endpoint);
  } catch {
    return null;
  }
}

/** Unanswered addresses of a push service that has answered none. */
export const MOST_SILENT = 100;
/** Addresses of one network that were never reached, tried or not. A hotel is one network. */
export const MOST_UNREACHED = 3000;

/** Push services slower than this hold up nobody: strangers may name silent ones. */
export const PROMPT_MS = 500;
/** Unanswered sends of a service that reaches no phone (`silent`) or some (`slow`); then it gets no more. */
const MOST_UNANSWERED = { silent: 5, slow: 100 };
/** A slow push service still reaches a phone within this time. */
const SLOW_MS = 2 * SECOND;

export type OnTheWay = { readonly since: number; readonly host: string };

/**
 * Anybody can name an address that takes a connection and says nothing: these get nothing more for now. Times are
 * milliseconds of one clock.
 */
export function silentHosts(
  waiting: readonly OnTheWay[],
  reachedAt: ReadonlyMap<string, number>,
  now: number,
): string[] {
  const counts = new Map<string, number>();
  for (const { host, since } of waiting) if (now - since >= PROMPT_MS) counts.set(host, (counts.get(host) ?? 0) + 1);
  const mostOf = (host: string) =>
    now - (reachedAt.get(host) ?? Number.NEGATIVE_INFINITY) <= SLOW_MS ? MOST_UNANSWERED.slow : MOST_UNANSWERED.silent;
  return [...counts].filter(([host, count]) => count >= mostOf(host)).map(([host]) => host);
}

const MOST_FAILURES = 10;

type Failing = { readonly failed: number; readonly failedSince: string };

/** Ten failures in a row over a day, while the service reached others (`othersReachedAt`: the last of them). */
export const isGone = ({ failed, failedSince }: Failing, othersReachedAt: string | null, now: Date): boolean =>
  failed >= MOST_FAILURES &&
  now.getTime() - Date.parse(failedSince) >= DAY &&
  othersReachedAt !== null &&
  othersReachedAt > failedSince;

export const KINDS = ['starts', 'changed', 'promoted', 'called', 'points', 'urgent'] as const;
export type Kind = (typeof KINDS)[number];

/** `eventId`: everybody with a place or in line there. */
export type Recipients =
  | { readonly visitors: readonly string[] }
  | { readonly eventId: string; readonly isStart?: true }
  | 'everybody';

const QUIET = { from: 1, to: 8 };
const LOUD: ReadonlySet<Kind> = new Set(['urgent', 'starts', 'called']);

function quietUntil(at: Date, zone: string): Date | null {
  const [day = '', time = ''] = zonedInput(at.toISOString(), zone).split('T');
  const hour = Number(time.slice(0, 2));
  if (hour < QUIET.from || hour >= QUIET.to) return null;
  const end = parseZoned(`${day}T0${QUIET.to}:00`, zone);
  // A zone whose clocks skip this hour has no end of it to wait for.
  return 'iso' in end ? new Date(end.iso) : null;
}

type Message = { readonly kind: Kind; readonly endsAt: string };

/** At night only messages about the next hour go out. */
export function dueAt({ kind, endsAt }: Message, now: Date, zone: string): Date {
  const morning = LOUD.has(kind) ? null : quietUntil(now, zone);
  if (morning === null) return now;
  return new Date(Math.max(now.getTime(), Math.min(morning.getTime(), Date.parse(endsAt) - HOUR)));
}

const FIRST_MS = 5 * SECOND;
const LONGEST_MS = 5 * MINUTE;

/** Twice as long each time, and no sooner than the push service asks. */
export function retryAt(tries: number, afterS: number | null, now: Date): Date {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1));
  return new Date(now.getTime() + Math.max(wait, (afterS ?? 0) * SECOND));
}
