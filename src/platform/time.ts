/**
 * Always in the festival's zone. Intl supplies only numbers and every word is ours, so that server and browser write
 * the same bytes. Moments are ISO 8601; others throw a RangeError.
 */
import { DAY, HOUR, MINUTE } from './durations.ts';

const DAY_ENDS_AT_HOUR = 5;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Making a formatter costs as much as a hundred uses, about as many as the home page makes. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock = clocks.get(zone);
  if (clock !== undefined) return clock;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  clocks.set(zone, made);
  return made;
}

/** Minutes east of UTC from each moment on; the first moment is the start, and they are known until the last. */
export type Offsets = {
  readonly changes: readonly (readonly [from: number, minutes: number])[];
  readonly until: number;
};

const sent = new Map<string, Offsets>();

/** Overrides the machine's rules for the zone: a browser may be older than them. */
export const takeOffsets = (zone: string, offsets: Offsets): void => void sent.set(zone, offsets);

/** Null where the machine's own data counts: for other times, if it knows the zone. */
function sentOffset(moment: number, zone: string): number | null {
  const offsets = sent.get(zone);
  if (offsets === undefined) return null;
  const [before, now] = [offsets.changes[0], offsets.changes.findLast(([from]) => from <= moment)];
  if ((now === undefined || moment >= offsets.until) && isTimeZone(zone)) return null;
  return (now ?? before)?.[1] ?? null;
}

/** Wall-clock time as if it were UTC, to the minute: read it with the getUTC… methods. */
function wall(moment: number, zone: string): Date {
  const offset = sentOffset(moment, zone);
  if (offset !== null) return new Date((Math.floor(moment / MINUTE) + offset) * MINUTE);
  const read: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(moment)) read[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = read;
  return new Date(Date.UTC(year, month - 1, day, hour, minute));
}

const wallOf = (iso: string, zone: string): Date => wall(new Date(iso).getTime(), zone);
const two = (number: number): string => String(number).padStart(2, '0');
const monthOf = (date: Date): string => MONTHS[date.getUTCMonth()] ?? '';
const paddedDay = (date: Date): string => `${monthOf(date)} ${two(date.getUTCDate())}`;
const halfOf = (date: Date): string => (date.getUTCHours() < 12 ? 'AM' : 'PM');
const hourAndMinute = (date: Date): string => `${date.getUTCHours() % 12 || 12}:${two(date.getUTCMinutes())}`;
const clock = (date: Date): string => `${hourAndMinute(date)} ${halfOf(date)}`;
/** Whether the clocks go back over this time. No zone's clocks go back by three hours. */
export function isShownTwice(moment: number, zone: string): boolean {
  const at = (time: number): number => wall(time, zone).getTime();
  const back = 6 * HOUR - (at(moment + 3 * HOUR) - at(moment - 3 * HOUR));
  return back > 0 && [moment - back, moment + back].some((other) => at(other) === at(moment));
}

const heading = (date: Date): string => `${WEEKDAYS[date.getUTCDay()] ?? ''}, ${paddedDay(date)}`;
const inputForm = (date: Date): string => date.toISOString().slice(0, 16);

/** 'Mar 5, 3:00 PM' */
export function tickerTime(iso: string, zone: string): string {
  const date = wallOf(iso, zone);
  return `${monthOf(date)} ${date.getUTCDate()}, ${clockTime(iso, zone)}`;
}

/** 'Mar 05, 2025' */
export function cardDate(iso: string, zone: string): string {
  const date = wallOf(iso, zone);
  return `${paddedDay(date)}, ${date.getUTCFullYear()}`;
}

/** '3:00 PM EST' */
export function zonedTime(iso: string, zone: string): string {
  return `${clock(wallOf(iso, zone))} ${zoneName(iso, zone)}`;
}

/** '3:00 PM'; '1:30 AM EDT' in an hour that the clocks show twice. */
export function clockTime(iso: string, zone: string): string {
  return isShownTwice(Date.parse(iso), zone) ? zonedTime(iso, zone) : clock(wallOf(iso, zone));
}

/**
 * '3:00–5:00 PM'; '11:00 AM–1:00 PM' where AM and PM differ or from 12 hours on; '3:00 PM–3:00 PM next day'; '1:30 AM
 * EDT–1:30 AM EST' in an hour that the clocks show twice.
 */
export function timeRange(iso: string, minutes: number, zone: string): string {
  const endsAt = new Date(Date.parse(iso) + minutes * MINUTE).toISOString();
  const [start, end] = [wallOf(iso, zone), wallOf(endsAt, zone)];
  const nextDay = end.getTime() - start.getTime() >= DAY ? ' next day' : '';
  if ([iso, endsAt].some((moment) => isShownTwice(Date.parse(moment), zone)))
    return `${zonedTime(iso, zone)}–${zonedTime(endsAt, zone)}${nextDay}`;
  const oneHalf = halfOf(start) === halfOf(end) && minutes < 12 * 60;
  return `${oneHalf ? hourAndMinute(start) : clock(start)}–${clock(end)}${nextDay}`;
}

/** 'Thursday, Nov 13' */
export function longDay(iso: string, zone: string): string {
  return heading(wallOf(iso, zone));
}

/** 'YYYY-MM-DD'. Ends at 05:00: karaoke at 00:30 belongs to the evening before. */
export function festivalDay(iso: string, zone: string): string {
  const date = wallOf(iso, zone);
  const shift = date.getUTCHours() < DAY_ENDS_AT_HOUR ? DAY : 0;
  return new Date(date.getTime() - shift).toISOString().slice(0, 10);
}

export function endOfFestivalDay(day: string, zone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);
  const parsed = parseZoned(`${next}T${two(DAY_ENDS_AT_HOUR)}:00`, zone);
  return new Date('iso' in parsed ? parsed.iso : `${next}T00:00Z`);
}

/** 'Thursday, Nov 13' for a festivalDay. */
export function festivalDayHeading(day: string): string {
  return heading(new Date(`${day}T00:00Z`));
}

/** 'Thu 13' for a festivalDay. */
export function festivalDayShort(day: string): string {
  const date = new Date(`${day}T00:00Z`);
  return `${(WEEKDAYS[date.getUTCDay()] ?? '').slice(0, 3)} ${date.getUTCDate()}`;
}

/** 'YYYY-MM-DDTHH:mm', the form of `<input type="datetime-local">`. */
export function zonedInput(iso: string, zone: string): string {
  return inputForm(wallOf(iso, zone));
}

/**
 * To UTC; an ambiguous time is the first. A time that daylight saving skips suggests the next existing time. Only the
 * years 1973 to 9998: a half-typed year reads 0020, and before 1973 some zones were off by seconds. Problems follow a
 * field's name.
 */
export function parseZoned(input: string, zone: string): { iso: string } | { problem: string; suggestion: string } {
  const typed = typedWall(input);
  if (typed === null) return { problem: 'is not a date and time', suggestion: '' };
  const moment = momentOf(typed, zone);
  if (moment !== null) return { iso: new Date(moment).toISOString() };
  return {
    problem: 'is skipped when the clocks go forward',
    suggestion: inputForm(new Date(nextShown(typed, zone))),
  };
}

/** Bisects, because counting minutes took 18 ms for Samoa, which once skipped a whole day. */
function nextShown(skipped: number, zone: string): number {
  let [never, shown] = [skipped, skipped + MINUTE];
  while (momentOf(shown, zone) === null) [never, shown] = [shown, shown + (shown - skipped)];
  while (shown - never > MINUTE) {
    const middle = never + Math.floor((shown - never) / MINUTE / 2) * MINUTE;
    if (momentOf(middle, zone) === null) never = middle;
    else shown = middle;
  }
  return shown;
}

const INPUT = /^(\d{4})-\d\d-\d\dT\d\d:\d\d(?::00(?:\.0{1,3})?)?$/;

function typedWall(input: string): number | null {
  const year = Number(INPUT.exec(input)?.[1]);
  if (!(year >= 1973 && year <= 9998)) return null;
  const date = new Date(`${input.slice(0, 16)}Z`);
  // Date would turn 30 February into 2 March.
  return Number.isNaN(date.getTime()) || inputForm(date) !== input.slice(0, 16) ? null : date.getTime();
}

/** Null if the zone never shows this time. */
function momentOf(shown: number, zone: string): number | null {
  const offsetAt = (moment: number): number => wall(moment, zone).getTime() - moment;
  // No zone is 24 hours from UTC, so these two offsets are those before and after any change in between.
  const moments = [shown - offsetAt(shown - DAY), shown - offsetAt(shown + DAY)];
  const real = moments.filter((moment) => wall(moment, zone).getTime() === shown);
  return real.length === 0 ? null : Math.min(...real);
}

/** 'EST', 'GMT+1'. For display only. */
export function zoneName(iso: string, zone: string): string {
  if (!isTimeZone(zone)) return offsetName(Math.ceil((wallOf(iso, zone).getTime() - Date.parse(iso)) / MINUTE));
  const named = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'short',
  });
  return named.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** 'GMT-3', 'GMT+5:30', as Intl does for zones without a short name. */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** 'America/New_York'. Refuses bare offsets. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    return clockOf(zone) !== undefined;
  } catch {
    return false;
  }
}

const SPANS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** '2 minutes ago'; 'just now' under a minute and for the future, because clocks differ a little. */
export function relativeTime(iso: string, nowIso: string): string {
  const past = new Date(nowIso).getTime() - new Date(iso).getTime();
  for (const [unit, span] of SPANS) {
    const count = Math.floor(past / span);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

const WEEK = 7 * DAY;

/** Minutes east of UTC. */
export const offsetAt = (moment: number, zone: string): number => {
  const minute = Math.floor(moment / MINUTE) * MINUTE;
  return (Date.parse(`${zonedInput(new Date(minute).toISOString(), zone)}Z`) - minute) / MINUTE;
};

/** An offset lasts longer than a week. */
export function changesBetween(from: number, to: number, zone: string): number[] {
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

/** Covers also the year before and the year after. */
export function offsetsAround(years: readonly number[], zone: string): Offsets {
  const from = Date.UTC(Math.min(...years) - 1, 0, 1);
  const until = Date.UTC(Math.max(...years) + 2, 0, 1);
  const moments = [from, ...changesBetween(from, until, zone)];
  return { changes: moments.map((moment) => [moment, offsetAt(moment, zone)] as const), until };
}

/** Newest names of the time zone database with their release: older browsers refuse them. A test finds further ones. */
const NEWEST_ZONES: ReadonlyMap<string, string> = new Map([['America/Coyhaique', '2025-03-22']]);
const YOUNG_MS = 2 * 365 * DAY;

/** For operators: the zone may be unknown to browsers of two years ago. Null for others. */
export function whyYoung(zone: string, now: Date): string | null {
  const since = NEWEST_ZONES.get(zone);
  if (since === undefined || now.getTime() - Date.parse(since) >= YOUNG_MS) return null;
  return `timeZone ${zone} has existed since ${since}. Devices that were not updated since do not know it: the pages show its times there too, other apps may not.`;
}
