/** What calendars say of the programme (RFC 5545), without the writing of it. */
import type { FestivalEvent } from '#features/events/contract.ts';
import type { EventState, Notice } from '#features/notices/contract.ts';
import { cancellations } from '#features/notices/rules.ts';
import { festivalDay, zonedInput, zoneName } from '#platform/time.ts';

/** Minutes before the start at which a personal calendar reminds. */
export const REMINDER_MINUTES = 15;

type Revised = Pick<FestivalEvent, 'id' | 'editRevision'>;

/** The same for as long as the event exists, in every calendar of this program. */
export const uidOf = ({ id }: Pick<FestivalEvent, 'id'>): string => `event-${id}@boardwalk`;

/** Rises with every edit, so that a calendar takes the newer of two copies. */
export const sequenceOf = ({ editRevision }: Revised): number => editRevision - 1;

const FIRST_STAMP = Date.parse('2025-01-01T00:00:00Z');

/**
 * DTSTAMP, as ISO 8601. Events have no time of change, and the time of the answer would make every answer another for a
 * calendar that asks every hour. So it rises with the revision.
 */
export const stampOf = (event: Revised): string => new Date(FIRST_STAMP + sequenceOf(event) * 1000).toISOString();

export type CancelledEntry = Pick<EventState, 'title' | 'startTime' | 'location'> & Revised;

/** Higher than any revision: a deleted event has none. */
const CANCELLED_REVISION = 1_000_000;

type At = { readonly zone: string; readonly now: string; readonly lastDay: string };

/** Returns the cancelled events of these notices, until the festival's last day or their own is over. */
export function cancelledEntries(notices: readonly Notice[], { zone, now, lastDay }: At): CancelledEntry[] {
  const today = festivalDay(now, zone);
  return cancellations(notices)
    .filter(({ is }) => today <= lastDay || today <= festivalDay(is.startTime, zone))
    .map(({ eventId: id, is: { title, startTime, location } }) => ({
      ...{ id, title, startTime, location },
      editRevision: CANCELLED_REVISION,
    }));
}

/** `visitorId` signed for one generation; a token without a known form is nobody's. */
export type CalendarToken = { readonly visitorId: string; readonly signature: string };

/** The signature comes first, because the log shows what begins with an id. */
const TOKEN = /^([\w-]{22})([\w-]{1,64})$/;

export const writeToken = ({ visitorId, signature }: CalendarToken): string => `${signature}${visitorId}`;

export function readToken(token: string): CalendarToken | null {
  const [, signature, visitorId] = TOKEN.exec(token) ?? [];
  return signature === undefined || visitorId === undefined ? null : { visitorId, signature };
}

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

/** Minutes east of UTC. */
const offsetAt = (moment: number, zone: string): number => {
  const minute = Math.floor(moment / MINUTE) * MINUTE;
  return (Date.parse(`${zonedInput(new Date(minute).toISOString(), zone)}Z`) - minute) / MINUTE;
};

/** Returns the moments at which the zone's offset changes between two moments. Offsets last longer than a week. */
function changesBetween(from: number, to: number, zone: string): number[] {
  const changes: number[] = [];
  for (let week = from; week < to; week += WEEK) {
    let [before, after] = [week, Math.min(week + WEEK, to)];
    const offset = offsetAt(before, zone);
    if (offsetAt(after, zone) === offset) continue;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
      if (offsetAt(middle, zone) === offset) before = middle;
      else after = middle;
    }
    changes.push(after);
  }
  return changes;
}

const two = (number: number): string => String(number).padStart(2, '0');

const offsetWords = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;

/** Returns VTIMEZONE with the zone's offsets in these years and the years beside them. */
export function timeZoneOf(zone: string, years: readonly number[]): string {
  const spans = [...new Set(years)].sort((a, b) => a - b).map((year) => ({ from: year - 1, to: year + 2 }));
  const start = (year: number) => Date.UTC(year, 0, 1);
  const begun = spans.map(({ from }) => start(from));
  const changed = spans.flatMap(({ from, to }) => changesBetween(start(from), start(to), zone));
  const moments = [...new Set([...begun, ...changed])].sort((a, b) => a - b);
  const standard = Math.min(...moments.map((moment) => offsetAt(moment, zone)));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...moments.flatMap((moment) => observance(moment, zone, standard)),
    'END:VTIMEZONE',
  ].join('\r\n');
}

/** One offset, from the moment it begins. Its start is written in the time that it ends. */
function observance(moment: number, zone: string, standard: number): string[] {
  const [from, to] = [offsetAt(moment - MINUTE, zone), offsetAt(moment, zone)];
  const kind = to > standard ? 'DAYLIGHT' : 'STANDARD';
  const local = new Date(moment + from * MINUTE).toISOString().replace(/[-:]|\.000Z/g, '');
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${offsetWords(from)}`,
    `TZOFFSETTO:${offsetWords(to)}`,
    `TZNAME:${zoneName(new Date(moment).toISOString(), zone)}`,
    `END:${kind}`,
  ];
}
