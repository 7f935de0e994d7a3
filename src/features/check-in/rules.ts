/**
 * Check-in codes and the matching of names (docs/behaviour.md "Check-in"). A code is
 * `1.check-in.EVENT.GENERATION.SIGNATURE`: version, purpose, the event, and how often its code was renewed. Parsing
 * proves nothing; commands.ts verifies the signature.
 */
import { person } from '#features/audit/rules/people.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { DURATION, LATE } from '#features/events/limits.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { isTypoOf } from '#features/events/rules/search.ts';
import { looseKeyOfKey, nameKey, plainKey, withoutAccents } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { clockTime, longDay } from '#platform/time.ts';
import type { StaffRsvp } from './contract.ts';

export type Code = { readonly eventId: string; readonly generation: number };
export type SignedCode = Code & { readonly signature: string };

const FORM = /^1\.check-in\.([\w-]{1,64})\.([1-9]\d{0,8})\.([\w-]{43})$/;

/** Returns the signed part of a code. */
export const codeText = ({ eventId, generation }: Code): string => `1.check-in.${eventId}.${generation}`;

/** Parses a code; null for anything else. */
export function readCode(token: string): SignedCode | null {
  const [, eventId, generation, signature] = FORM.exec(token) ?? [];
  if (eventId === undefined || generation === undefined || signature === undefined) return null;
  return { eventId, generation: Number(generation), signature };
}

export const codeInvalid = (): Refusal =>
  new Refusal('CODE_INVALID', 'This check-in code is not valid. Please scan the QR code again.');

export const codeVoid = (): Refusal =>
  new Refusal('CODE_VOID', 'This check-in code was replaced by a new one. Please scan the QR code at the entrance.');

export const eventGone = (): Refusal =>
  new Refusal('CODE_VOID', 'This check-in code is for an event that is not in the programme any more.');

/** festival.json's `checkIn`: minutes before the start and after the end in which codes work. */
export type Window = { readonly opensMinutesBefore: number; readonly closesMinutesAfter: number };
type Timed = Pick<FestivalEvent, 'title' | 'startTime' | 'duration'> & Partial<Pick<FestivalEvent, 'lateMinutes'>>;

const MINUTE = 60_000;

/** Returns why check-in is closed at `now`; null while it is open, ends included, and always without a window. */
export function whyClosed(event: Timed, window: Window | null, now: string, zone: string): Verdict {
  if (window === null) return null;
  const start = Date.parse(event.startTime);
  const opens = start - window.opensMinutesBefore * MINUTE;
  const closes = endOf(event) + window.closesMinutesAfter * MINUTE;
  const at = Date.parse(now);
  const spoken = (moment: number): string => {
    const iso = new Date(moment).toISOString();
    return `on ${longDay(iso, zone)} at ${clockTime(iso, zone)}`;
  };
  if (at < opens) return new Refusal('CODE_CLOSED', `Check-in for ${event.title} opens ${spoken(opens)}.`);
  if (at > closes) return new Refusal('CODE_CLOSED', `Check-in for ${event.title} closed ${spoken(closes)}.`);
  return null;
}

/** An RSVP of the event, for check-in. */
export type Place = { readonly id: string; readonly nameKey: string; readonly checkedIn: boolean };

/**
 * Returns the place a typed name means: the exact name, else the one with its key, else the only loose match not yet
 * checked in. If all loose matches are checked in and there is one, it is that one, so that a second tap gets
 * "already". Null for no match or several; a name of punctuation never matches loosely.
 */
export function findPlace(places: readonly Place[], typed: string): Place | null {
  const key = nameKey(typed);
  const exact = plainKey(typed);
  const same = places.find((place) => place.nameKey === exact) ?? places.find((place) => place.nameKey === key);
  if (same !== undefined) return same;
  const loose = looseKeyOfKey(key);
  if (loose === '') return null;
  const fitting = places.filter((place) => looseKeyOfKey(place.nameKey) === loose);
  const waiting = fitting.filter((place) => !place.checkedIn);
  return onlyOne(waiting.length > 0 ? waiting : fitting);
}

/**
 * Returns which of the calling device's `own` places a typed name means. `exact` is the place of that exact name on any
 * device: if another device holds it, the name means none of these.
 */
export function findOwnPlace(own: readonly Place[], exact: Pick<Place, 'id'> | null, typed: string): Place | null {
  if (exact !== null) return own.find(({ id }) => id === exact.id) ?? null;
  return findPlace(own, typed);
}

const onlyOne = (places: readonly Place[]): Place | null => (places.length === 1 ? (places[0] ?? null) : null);

export const noRegistration = (typed: string, title: string): Refusal =>
  new Refusal('NOT_FOUND', `No registration for '${typed}' at ${title}. Check the spelling or see event staff.`, {
    field: 'playerName',
  });

/** Returns why nobody can be checked in any more, or null. */
export const whyNotCheckIn = ({ status }: Pick<FestivalEvent, 'status'>): Verdict =>
  status === 'completed' ? new Refusal('EVENT_OVER', 'This event is over.') : null;

/** Who made a check-in: the device that holds the place, another device with the event's code, or an organiser. */
export type CheckedInBy = 'owner' | 'code' | 'staff';

/** All networks together may try this many times as many names as one. */
const NETWORKS = 60;

/** An IPv6 /48 holds 65,536 /64s and may try four times as many names. */
const WIDER = 4;

/** Returns the budgets of names tried with one code, narrowest first. `keys` stand for the caller's networks. */
export function nameBudgets(
  { eventId, generation }: Code,
  keys: { readonly narrow: string; readonly wide: string | null },
  perMinute: number,
): { readonly name: string; readonly perMinute: number }[] {
  const code = `check-in ${eventId} ${generation}`;
  return [
    { name: `${code} ${keys.narrow}`, perMinute },
    ...(keys.wide === null ? [] : [{ name: `${code} ${keys.wide}`, perMinute: perMinute * WIDER }]),
    { name: code, perMinute: perMinute * NETWORKS },
  ];
}

/** The same text whether or not the name has a place. */
export const askStaff = (waitSeconds: number): Refusal =>
  new Refusal('TOO_FAST', 'Please ask the event staff to check you in.', { retryAfter: waitSeconds });

/** Check-ins by other devices can be undone together for the last so many minutes. */
export const UNDO_MINUTES = [5, 15, 60] as const;
export type UndoMinutes = (typeof UNDO_MINUTES)[number];

export const undoSince = (minutes: UndoMinutes, now: string): string =>
  new Date(Date.parse(now) - minutes * MINUTE).toISOString();

type CheckedIn = { readonly checkedInBy: CheckedInBy | null; readonly checkedInAt: string | null };

/** Returns the places that other devices checked in during the last minutes. */
export const madeByCode = <P extends CheckedIn>(places: readonly P[], minutes: UndoMinutes, now: string): P[] =>
  places.filter((place) => place.checkedInBy === 'code' && (place.checkedInAt ?? '') >= undoSince(minutes, now));

/** Milliseconds for which Overview shows the warning. */
const ALARM_SHOWN_MS = 3 * 60 * MINUTE;

/** A place with the visitor it belongs to, for the audit; null for a walk-in. */
export type HeldPlace = { readonly rsvp: StaffRsvp; readonly visitorId: string | null };

export const holderOf = ({ rsvp: { id, playerName }, visitorId }: HeldPlace) => person(id, playerName, visitorId);

/** The audited part of a place. Without the e-mail, which is deleted after the festival, while the audit stays. */
export function auditedPlace(place: HeldPlace) {
  const { playerEmail: _, ...rsvp } = place.rsvp;
  return { ...rsvp, playerName: holderOf(place) };
}

export type Alarm = { readonly eventId: string; readonly title: string; readonly at: string };

/** Returns the warning about a code with which many names were tried. */
export const alarmWarning = ({ eventId, title, at }: Alarm, zone: string) => ({
  id: `check-in ${eventId}`,
  text:
    `Someone tried many names with the check-in code of ${title} (${clockTime(at, zone)}). In QR Check-In, make a new code ` +
    'and undo the check-ins by other phones. Then check people in from the staff list, or let them scan the new code.',
  link: { label: 'QR Check-In', to: `/admin/check-in?event=${eventId}` },
});

/** An event with places of which nobody is checked in. */
export type Unattended = Pick<FestivalEvent, 'id' | 'title' | 'startTime' | 'lateMinutes' | 'duration' | 'status'>;
type Warning = { readonly id: string; readonly text: string; readonly link: { label: string; to: string } };

/** Milliseconds after its start: nobody is punctual. */
const GRACE_MS = 5 * MINUTE;

const unattendedWarning = (event: Unattended, zone: string): Warning => ({
  id: `nobody ${event.id}`,
  text:
    `Nobody is checked in at ${event.title}, which began at ${clockTime(new Date(startOf(event)).toISOString(), zone)}. ` +
    'Check people in, or say under Manage Events that it is running late.',
  link: { label: 'QR Check-In', to: `/admin/check-in?event=${event.id}` },
});

/** Returns since when alarms are shown, and since which planned start an event can still go on. */
export const warnedSince = (now: Date) => ({
  alarms: new Date(now.getTime() - ALARM_SHOWN_MS).toISOString(),
  events: new Date(now.getTime() - (DURATION.max + LATE.max) * MINUTE).toISOString(),
});

export const warningsOf = (
  alarms: readonly Alarm[],
  unattended: readonly Unattended[],
  now: Date,
  zone: string,
): Warning[] => [
  ...alarms.map((alarm) => alarmWarning(alarm, zone)),
  ...unattended
    .filter((event) => startOf(event) + GRACE_MS <= now.getTime() && endOf(event) > now.getTime())
    .map((event) => unattendedWarning(event, zone)),
];

/** Words of a name from so many letters on may contain one typo. */
const FORGIVEN_FROM = 4;

const wordsOf = (name: string): string[] =>
  withoutAccents(plainKey(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Initials of a known name begin many others. */
const BEGINNING = 3;

const isNearly = (typed: string, known: string): boolean =>
  known.startsWith(typed) ||
  (known.length >= BEGINNING && typed.startsWith(known)) ||
  (typed.length >= FORGIVEN_FROM && isTypoOf(typed, known));

/**
 * Returns the places whose person a typed name may mean: each word of the shorter name is, but for a typo, the beginning of
 * one of the longer. A walk-in is only added after a look at them.
 */
export function nearPlaces<P extends { readonly playerName: string }>(places: readonly P[], typed: string): P[] {
  const words = wordsOf(typed);
  return places.filter(({ playerName }) => {
    const known = wordsOf(playerName);
    const isShorter = words.length <= known.length;
    const everyWord = isShorter
      ? words.every((word) => known.some((other) => isNearly(word, other)))
      : known.every((other) => words.some((word) => isNearly(word, other)));
    return words.length > 0 && known.length > 0 && everyWord;
  });
}

export const CHECKED_IN = 'Check-in successful!';
export const ALREADY_CHECKED_IN = "You're already checked in.";
