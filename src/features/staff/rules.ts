import { endOf, type Timed } from '#features/events/rules/clock.ts';
import { DAY, HOUR } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { HELPER_ROLES, type HelperRole, type Staff } from '#platform/staff.ts';
import { endOfFestivalDay, festivalDay } from '#platform/time.ts';
import type { Desk } from './contract.ts';

const ROLE_WORDS = {
  organiser: 'Organiser',
  door: 'Door',
  judge: 'Judge',
  host: 'Host',
  points: 'Points',
  library: 'Library',
} as const satisfies Record<Staff['role'], string>;

export const roleWords = (role: Staff['role']): string => ROLE_WORDS[role];

export const DOES: Readonly<Record<HelperRole, string>> = {
  door: 'checks people in and adds walk-ins, without seeing emails',
  judge: 'enters results and forfeits',
  host: 'all that door and judge do; starts and completes events, says how late they are, and lends games',
  points: 'approves claims of missions, gives points to people who show their code, and lends games',
  library: 'lends games and takes them back, and removes open games that should not be there',
};

export const ROLE_OPTIONS = HELPER_ROLES.map((role) => ({
  value: role,
  label: ROLE_WORDS[role],
}));

type Where = Pick<Desk, 'eventId' | 'location'>;

export const whereWords = ({ eventId, location }: Where, titleOf: (eventId: string) => string | undefined): string =>
  eventId === null ? (location ?? 'Whole festival') : (titleOf(eventId) ?? 'an event that is gone');

/** 'Door · Ballroom A · Mira' */
export const deskWords = (
  { role, name, ...where }: Pick<Desk, 'role' | 'name'> & Where,
  titleOf: (id: string) => string | undefined,
): string => [roleWords(role), isolated(whereWords(where, titleOf)), isolated(name)].join(' · ');

export const devicesWords = (devices: number): string =>
  devices === 0 ? 'not opened yet' : `on ${devices} ${devices === 1 ? 'device' : 'devices'}`;

const AFTER_EVENT_MS = 2 * HOUR;

type Festival = { readonly lastDay: string; readonly timeZone: string };

/** Follows the event as long as nobody types an end. */
export const endAfter = (event: Timed): string => new Date(endOf(event) + AFTER_EVENT_MS).toISOString();

/** Of a link that follows its event, and was extended when that was over. */
export function endOfFollowing(event: Timed, extendedUntil: string | null): string {
  const end = endAfter(event);
  return extendedUntil !== null && extendedUntil > end ? extendedUntil : end;
}

/** 05:00 after the last day of facts and programme, or after today when both are over. */
export function latestEnd(now: Date, { lastDay, timeZone }: Festival, lastStart: string | null): string {
  const days = [now.toISOString(), lastStart ?? now.toISOString()].map((iso) => festivalDay(iso, timeZone));
  const last = [lastDay, ...days].reduce((one, other) => (one > other ? one : other));
  return endOfFestivalDay(last, timeZone).toISOString();
}

/** By default. When the event's end is over already, the link ends with this festival day. */
export function suggestedEnd(event: Timed | null, now: Date, festival: Festival, lastStart: string | null): string {
  if (event === null) return latestEnd(now, festival, lastStart);
  const end = endAfter(event);
  return Date.parse(end) > now.getTime() ? end : latestEnd(now, { ...festival, lastDay: '' }, null);
}

/** ISO 8601 UTC. */
export function whyNotEnd(endsAt: string, now: Date, latest: string): Verdict {
  const bad = (problem: string) => new Refusal('BAD_INPUT', `The end ${problem}.`, { field: 'endsAt' });
  if (Date.parse(endsAt) <= now.getTime()) return bad('has passed');
  return Date.parse(endsAt) > Date.parse(latest) ? bad('is later than 05:00 after the last day') : null;
}

export const extendableSince = (now: Date): string => new Date(now.getTime() - DAY).toISOString();

export const isTooShort = (endsAt: string, event: Timed | undefined): boolean =>
  event !== undefined && Date.parse(endsAt) < endOf(event);
