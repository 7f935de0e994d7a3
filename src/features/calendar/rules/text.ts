/** The text of a calendar (RFC 5545), in steps of one event. Nothing in it tells of a person but the event's own words. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { endOf, startOf } from '#features/events/rules/clock.ts';
import { zonedInput } from '#platform/time.ts';
import { type CancelledEntry, sequenceOf, stampOf, uidOf } from './entries.ts';
import { timeZoneOf } from './timezone.ts';

/** Minutes before the start at which a personal calendar reminds. */
const REMINDER_MINUTES = 15;
/** How often apps should ask again. */
const REFRESH = 'PT30M';

export type CalendarOptions = {
  readonly name: string;
  readonly zone: string;
  readonly origin: string | null;
  readonly reminds: boolean;
  readonly cancelled?: readonly CancelledEntry[];
};

export function* calendarText(
  events: readonly FestivalEvent[],
  { name, zone, origin, reminds, cancelled = [] }: CalendarOptions,
): Generator<void, string, void> {
  const moments = [...events.map(endOf), ...[...events, ...cancelled].map(startOf)];
  const years = new Set(moments.map((moment) => new Date(moment).getUTCFullYear()));
  const title = textOf(name.replace(/\s+/g, ' '));
  // Calendar properties stand before the first component.
  const parts = [
    linesOf(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Boardwalk//Festival//EN', 'METHOD:PUBLISH']),
    linesOf([`NAME:${title}`, `X-WR-CALNAME:${title}`, `X-WR-TIMEZONE:${zone}`]),
    linesOf([`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`, `X-PUBLISHED-TTL:${REFRESH}`]),
    linesOf(timeZoneOf(zone, years.size === 0 ? [2025] : [...years])),
  ];
  for (const event of cancelled) {
    parts.push(linesOf(['BEGIN:VEVENT', ...about(event, zone), 'STATUS:CANCELLED', 'END:VEVENT']));
    yield;
  }
  for (const event of events) {
    parts.push(linesOf(['BEGIN:VEVENT', ...about(event, zone), ...details(event, zone, origin)]));
    if (reminds) parts.push(linesOf(alarm(event)));
    parts.push(linesOf(['END:VEVENT']));
    yield;
  }
  parts.push(linesOf(['END:VCALENDAR']));
  return parts.join('');
}

const about = (event: CancelledEntry, zone: string): string[] => [
  `UID:${uidOf(event)}`,
  `SEQUENCE:${sequenceOf(event)}`,
  `DTSTAMP:${compact(stampOf(event))}Z`,
  `DTSTART;${localTime(startOf(event), zone)}`,
  `SUMMARY:${textOf(event.title)}`,
  `LOCATION:${textOf(event.location)}`,
];

const details = (event: FestivalEvent, zone: string, origin: string | null): string[] => [
  `DTEND;${localTime(endOf(event), zone)}`,
  ...(event.description === '' ? [] : [`DESCRIPTION:${textOf(event.description)}`]),
  ...(origin === null ? [] : [`URL:${origin}/?event=${encodeURIComponent(event.id)}`]),
  'STATUS:CONFIRMED',
];

const alarm = ({ title }: FestivalEvent): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:-PT${REMINDER_MINUTES}M`,
  `DESCRIPTION:${textOf(title)}`,
  'END:VALARM',
];

/** '20251114T150000' of '2025-11-14T15:00:00.000Z'. */
const compact = (iso: string): string => iso.slice(0, 19).replace(/[-:]/g, '');

function localTime(moment: number, zone: string): string {
  const iso = new Date(moment).toISOString();
  return `TZID=${zone}:${compact(`${zonedInput(iso, zone)}${iso.slice(16, 19)}`)}`;
}

/** A value of type TEXT. It has no control characters but line breaks and tabs. */
const textOf = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[^\P{Cc}\t]/gu, '');

const linesOf = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('');

const LINE_OCTETS = 75;

/** Folds a line before the character that would make it longer than 75 octets of UTF-8. */
function folded(line: string): string {
  if (line.length * 3 <= LINE_OCTETS) return line;
  let [text, from, octets] = ['', 0, 0];
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at) ?? 0;
    const size = octetsOf(point);
    if (octets + size > LINE_OCTETS) {
      text += `${line.slice(from, at)}\r\n `;
      // The space that begins the next line counts.
      [from, octets] = [at, 1];
    }
    octets += size;
    at += point > 0xffff ? 2 : 1;
  }
  return text + line.slice(from);
}

const octetsOf = (point: number): number => {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point > 0xffff ? 4 : 3;
};
