import type { FestivalEvent } from '#features/events/contract.ts';
import { DURATION, LATE } from '#features/events/limits.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { clockTime } from '#platform/time.ts';

const ALARM_SHOWN_MS = 3 * HOUR;

export type Alarm = { readonly eventId: string; readonly title: string; readonly at: string };

export const alarmWarning = ({ eventId, title, at }: Alarm, zone: string) => ({
  id: `check-in ${eventId}`,
  text:
    `Someone tried many names with the check-in code of ${isolated(title)} (${clockTime(at, zone)}). In QR Check-In, make a new code ` +
    'and undo the check-ins by other phones. Then check people in from the staff list, or let them scan the new code.',
  link: { label: 'QR Check-In', to: `/admin/check-in?event=${eventId}` },
});

export type Unattended = Pick<FestivalEvent, 'id' | 'title' | 'startTime' | 'lateMinutes' | 'duration'>;
type Warning = { readonly id: string; readonly text: string; readonly link: { label: string; to: string } };

/** Milliseconds after the start: nobody is punctual. */
const GRACE_MS = 5 * MINUTE;

const unattendedWarning = (event: Unattended, zone: string): Warning => ({
  id: `nobody ${event.id}`,
  text:
    `Nobody is checked in at ${isolated(event.title)}, which began at ${clockTime(new Date(startOf(event)).toISOString(), zone)}. ` +
    'Check people in, or say under Manage Events that it is running late.',
  link: { label: 'QR Check-In', to: `/admin/check-in?event=${event.id}` },
});

/** `events`: those planned from then on can still go on. */
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
