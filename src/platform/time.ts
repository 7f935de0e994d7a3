/**
 * Times as people read and type them, always in the festival's zone. Pure: zone and moments are arguments. Intl
 * supplies only the numbers; every word is ours, so that server and browser write the same bytes whatever language data
 * they have. Moments are ISO 8601; others throw a RangeError.
 */
import { DAY, HOUR, MINUTE } from './durations.ts';

const DAY_ENDS_AT_HOUR = 5;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Cached, because making a formatter costs as much as a hundred uses and the home page formats about a hundred times.
 */
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

/** Of one zone: minutes east of UTC from each moment on, the first of them the start; known until the last moment. */
export type Offsets = {
  readonly changes: readonly (readonly [from: number, minutes: number])[];
  readonly until: number;
};

const sent = new Map<string, Offsets>();

/** From now on these offsets count for the zone: a browser may be older than its name or its rules. */
export const takeOffsets = (zone: string, offsets: Offsets): void => void sent.set(zone, offsets);

/** Returns null where the machine's own data counts: of another time, if it knows the zone. */
function sentOffset(moment: number, zone: string): number | null {
  const offsets = sent.get(zone);
  if (offsets === undefined) return null;
  const [before, now] = [offsets.changes[0], offsets.changes.findLast(([from]) => from <= moment)];
  if ((now === undefined || moment >= offsets.until) && isTimeZone(zone)) return null;
  return (now ?? before)?.[1] ?? null;
}

/** Returns the zone's wall-clock time as if it were UTC, to the minute: read it with the getUTC… methods. */
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
/** Whether the clocks go back over this time, so that they show it twice. No zone's clocks go back by three hours. */
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
 * '3:00–5:00 PM', or '11:00 AM–1:00 PM' where AM and PM differ or the range is 12 hours or longer; '3:00 PM–3:00 PM next day';
 * '1:30 AM EDT–1:30 AM EST' where an end is in an hour that the clocks show twice.
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

/**
 * Returns the festival day of a moment, 'YYYY-MM-DD'. It ends at 05:00: karaoke at 00:30 belongs to the evening before.
 */
export function festivalDay(iso: string, zone: string): string {
  const date = wallOf(iso, zone);
  const shift = date.getUTCHours() < DAY_ENDS_AT_HOUR ? DAY : 0;
  return new Date(date.getTime() - shift).toISOString().slice(0, 10);
}

/** Returns when a festivalDay ends. */
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
 * Parses a typed local time to UTC. A time that daylight saving skips is a problem, with the next existing time as a
 * suggestion; of an ambiguous time it takes the first. Anything but a date and time of the years 1973 to 9998 is a
 * problem without suggestion (a half-typed year reads 0020; before 1973 some zones were off by seconds). Problems
 * follow a field's name.
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

/**
 * Returns the first wall-clock time after a skipped one. Bisects, because counting minutes took 18 ms for Samoa, which
 * once skipped a whole day.
 */
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

/** Returns the first moment at which the zone shows this time; null if it never does. */
function momentOf(shown: number, zone: string): number | null {
  const offsetAt = (moment: number): number => wall(moment, zone).getTime() - moment;
  // No zone is 24 hours from UTC, so these two offsets are those before and after any change in between.
  const moments = [shown - offsetAt(shown - DAY), shown - offsetAt(shown + DAY)];
  const real = moments.filter((moment) => wall(moment, zone).getTime() === shown);
  return real.length === 0 ? null : Math.min(...real);
}

/** Returns the zone's short English name at that moment: 'EST', 'GMT+1'. For display only. */
export function zoneName(iso: string, zone: string): string {
  if (!isTimeZone(zone)) return offsetName(Math.ceil((wallOf(iso, zone).getTime() - Date.parse(iso)) / MINUTE));
  const named = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'short',
  });
  return named.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** 'GMT-3', 'GMT+5:30', as Intl names a zone that has no short name. */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/** Returns whether this machine knows the zone name, such as 'America/New_York'. Refuses bare offsets. */
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

/** Returns '2 minutes ago'; 'just now' under a minute and for the future, because clocks differ a little. */
export function relativeTime(iso: string, nowIso: string): string {
  const past = new Date(nowIso).getTime() - new Date(iso).getTime();
  for (const [unit, span] of SPANS) {
    const count = Math.floor(past / span);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** A zone's offsets from UTC, for those who do not have its rules: calendar apps, and browsers that are older than them. */
const WEEK = 7 * DAY;

/** Minutes east of UTC. */
export const offsetAt = (moment: number, zone: string): number => {
  const minute = Math.floor(moment / MINUTE) * MINUTE;
  return (Date.parse(`${zonedInput(new Date(minute).toISOString(), zone)}Z`) - minute) / MINUTE;
};

/** Returns the moments at which the zone's offset changes between two moments. Offsets last longer than a week. */
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

/** Returns the zone's offsets from the year before these years to the year after them. */
export function offsetsAround(years: readonly number[], zone: string): Offsets {
  const from = Date.UTC(Math.min(...years) - 1, 0, 1);
  const until = Date.UTC(Math.max(...years) + 2, 0, 1);
  const moments = [from, ...changesBetween(from, until, zone)];
  return { changes: moments.map((moment) => [moment, offsetAt(moment, zone)] as const), until };
}

/**
 * The newest names of the time zone database with the day of their release: browsers from before refuse them. A test finds further ones.
 */
const NEWEST_ZONES: ReadonlyMap<string, string> = new Map([['America/Coyhaique', '2025-03-22']]);
const YOUNG_MS = 2 * 365 * DAY;

/** Returns what an operator should know of a zone that browsers of two years ago do not; null for others. */
export function whyYoung(zone: string, now: Date): string | null {
  const since = NEWEST_ZONES.get(zone);
  if (since === undefined || now.getTime() - Date.parse(since) >= YOUNG_MS) return null;
  return `timeZone ${zone} has existed since ${since}. Devices that were not updated since do not know it: the pages show its times there too, other apps may not.`;
}
