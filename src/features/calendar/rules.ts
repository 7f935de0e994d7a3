import type { FestivalEvent } from '#features/events/contract.ts';
import type { EventState, Notice } from '#features/news/notices/contract.ts';
import { cancellations } from '#features/news/notices/rules.ts';
import { MINUTE } from '#platform/durations.ts';
import { changesBetween, festivalDay, offsetAt, zoneName } from '#platform/time.ts';

/** VTIMEZONE (RFC 5545 3.6.5) of the festival's zone. */
const two = (number: number): string => String(number).padStart(2, '0');

const offsetWords = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;

export function timeZoneOf(zone: string, years: readonly number[]): string[] {
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
  ];
}

/** Its start is written in the offset before it. */
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

type Revised = Pick<FestivalEvent, 'id' | 'editRevision'>;

/** The same for as long as the event exists, in every calendar. */
export const uidOf = ({ id }: Pick<FestivalEvent, 'id'>): string => `event-${id}@boardwalk`;

/** Rises with every edit, so that a calendar takes the newer copy. */
export const sequenceOf = ({ editRevision }: Revised): number => editRevision - 1;

const FIRST_STAMP = Date.parse('2025-01-01T00:00:00Z');

/** ISO 8601. The time of an import or a restore is in the revision. */
export const stampOf = (event: Revised & { readonly editedAt?: string | undefined }): string =>
  event.editedAt ?? new Date(FIRST_STAMP + sequenceOf(event) * 1000).toISOString();

/** For events that are imported or restored now. Seconds rise faster than anybody edits. */
export const revisionAt = (now: Date): number => Math.ceil((now.getTime() - FIRST_STAMP) / 1000) + 1;

export type CancelledEntry = Pick<EventState, 'title' | 'startTime' | 'location'> &
  Revised & { readonly editedAt: string };

type At = { readonly zone: string; readonly now: string; readonly lastDay: string };

/** Cancelled events, until the festival's last day or their own is over. */
export function cancelledEntries(notices: readonly Notice[], { zone, now, lastDay }: At): CancelledEntry[] {
  const today = festivalDay(now, zone);
  return cancellations(notices)
    .filter(({ is }) => today <= lastDay || today <= festivalDay(is.startTime, zone))
    .flatMap(({ eventId: id, at: editedAt, is: { title, startTime, location, editRevision } }) =>
      // People who only waited have no revision.
      editRevision === undefined ? [] : [{ id, title, startTime, location, editRevision, editedAt }],
    );
}

export type CalendarToken = { readonly visitorId: string; readonly signature: string };

/** The signature comes first, because the log shows what begins with an id. */
const TOKEN = /^([\w-]{22})([\w-]{1,64})$/;

export const writeToken = ({ visitorId, signature }: CalendarToken): string => `${signature}${visitorId}`;

export function readToken(token: string): CalendarToken | null {
  const [, signature, visitorId] = TOKEN.exec(token) ?? [];
  return signature === undefined || visitorId === undefined ? null : { visitorId, signature };
}
