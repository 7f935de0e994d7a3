/**
 * `1.check-in.EVENT.GENERATION.SIGNATURE`: version, purpose, event, how often the code was renewed (docs/behaviour.md
 * "Check-in"). Parsing proves nothing; commands/by-code.ts verifies the signature.
 */
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf } from '#features/events/rules/clock.ts';
import { MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { WIDER_FACTOR } from '#platform/networks.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { clockTime, longDay } from '#platform/time.ts';

/** Check-ins by other devices can be undone together for these. */
export const UNDO_MINUTES = [5, 15, 60] as const;
export type UndoMinutes = (typeof UNDO_MINUTES)[number];

export type Code = { readonly eventId: string; readonly generation: number };
export type SignedCode = Code & { readonly signature: string };

const FORM = /^1\.check-in\.([\w-]{1,64})\.([1-9]\d{0,8})\.([\w-]{43})$/;

export const codeText = ({ eventId, generation }: Code): string => `1.check-in.${eventId}.${generation}`;

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
  new Refusal(
    'CODE_VOID',
    'This check-in code is for an event that is not in the programme any more. Please see event staff.',
  );

export type Window = { readonly opensMinutesBefore: number; readonly closesMinutesAfter: number };
type Timed = Pick<FestivalEvent, 'title' | 'startTime' | 'duration'> & Partial<Pick<FestivalEvent, 'lateMinutes'>>;

/** Null while check-in is open, ends included, and always without a window. */
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
  if (at < opens) return new Refusal('CODE_CLOSED', `Check-in for ${isolated(event.title)} opens ${spoken(opens)}.`);
  if (at > closes)
    return new Refusal(
      'CODE_CLOSED',
      `Check-in for ${isolated(event.title)} closed ${spoken(closes)}. Please see event staff.`,
    );
  return null;
}

/** All networks together may try this many times as many names as one. */
const NETWORKS = 60;

/** Narrowest first. `keys`: the caller's networks, whose budgets grow with `factor`; the code's own does not. */
export function nameBudgets(
  { eventId, generation }: Code,
  keys: { readonly narrow: string; readonly wide: string | null },
  names: number,
  factor: number,
): { readonly name: string; readonly perMinute: number }[] {
  const code = `check-in ${eventId} ${generation}`;
  const perMinute = names * factor;
  return [
    { name: `${code} ${keys.narrow}`, perMinute },
    ...(keys.wide === null ? [] : [{ name: `${code} ${keys.wide}`, perMinute: perMinute * WIDER_FACTOR }]),
    { name: code, perMinute: names * NETWORKS },
  ];
}

/** The same text whether or not the name has a place. */
export const askStaff = (waitSeconds: number): Refusal =>
  new Refusal('TOO_FAST', 'Please ask the event staff to check you in.', { retryAfter: waitSeconds });

export const CHECKED_IN = 'Check-in successful!';
/** Names the person, because a name typed in short may be another person's. */
export const checkedIn = (name: string, title: string): string =>
  `${CHECKED_IN} ${isolated(name)} is at ${isolated(title)}.`;
export const alreadyCheckedIn = (name: string, title: string): string =>
  `${isolated(name)} is already checked in at ${isolated(title)}.`;
