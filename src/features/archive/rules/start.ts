/** Parses start times as people and spreadsheets write them, in the festival's zone unless they have an offset. */
import { DAY } from '#platform/durations.ts';
import { parseZoned } from '#platform/time.ts';

const TIME = String.raw`[T\s,]+(\d{1,2})[:.](\d\d)(?:[:.]\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})${TIME}$`, 'i');
const SLASHES = new RegExp(`^(\\d{1,2})[/-](\\d{1,2})[/-](\\d{4})${TIME}$`, 'i');
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

const EXAMPLE = 'Write it like 2025-11-14 15:00.';

type Read = { iso: string } | { problem: string };

const two = (number: number): string => String(number).padStart(2, '0');

function hourOf(hour: string, half: string | undefined): number | null {
  const number = Number(hour);
  if (half === undefined) return number;
  if (number < 1 || number > 12) return null;
  return (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** Returns the possible dates: one, or two when slashes are ambiguous. */
function days(typed: string): { days: [string, string, string][]; time: RegExpExecArray } | null {
  const yearFirst = YEAR_FIRST.exec(typed);
  if (yearFirst !== null) {
    const [, year = '', month = '', day = ''] = yearFirst;
    return { days: [[year, month, day]], time: yearFirst };
  }
  const dayFirst = DAY_FIRST.exec(typed);
  if (dayFirst !== null) {
    const [, day = '', month = '', year = ''] = dayFirst;
    return { days: [[year, month, day]], time: dayFirst };
  }
  const slashes = SLASHES.exec(typed);
  if (slashes === null) return null;
  const [, one = '', other = '', year = ''] = slashes;
  const both: [string, string, string][] = [
    [year, one, other],
    [year, other, one],
  ];
  return {
    days: Number(one) === Number(other) ? both.slice(1) : both.filter(([, month]) => Number(month) <= 12),
    time: slashes,
  };
}

const isDate = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);

export type FestivalDays = { readonly firstDay: string; readonly lastDay: string };

/**
 * Of two readings that of the festival's days counts, when only one is: Excel writes 11/6/2025 or 06/11/2025, as its
 * country does. Returns the moment in UTC, or what is wrong with it as a phrase that follows the column's name.
 */
export function readStart(typed: string, zone: string, festival: FestivalDays | null = null): Read {
  if (WITH_ZONE.test(typed)) {
    const moment = Date.parse(typed);
    return Number.isNaN(moment) ? { problem: 'is not a date and time' } : { iso: new Date(moment).toISOString() };
  }
  const found = days(typed);
  const hour = found === null ? null : hourOf(found.time[4] ?? '', found.time[6]);
  if (found === null || hour === null) return { problem: `is not a date and time. ${EXAMPLE}` };
  const dates = found.days.map(([year, month, day]) => `${year}-${two(Number(month))}-${two(Number(day))}`);
  const ours = dates.filter(
    (one) => festival !== null && one >= festival.firstDay && one <= dayAfter(festival.lastDay),
  );
  const [date = '', ...others] = ours.length === 1 ? ours : dates;
  if (others.length > 0) return { problem: `can be read as two days. ${EXAMPLE}` };
  const isNextDay = hour === 24 && isDate(date);
  const local = `${isNextDay ? dayAfter(date) : date}T${isNextDay ? '00' : two(hour)}:${found.time[5] ?? ''}`;
  const read = parseZoned(local, zone);
  if ('iso' in read) return read;
  const next = read.suggestion === '' ? EXAMPLE : `The next time there is ${read.suggestion.replace('T', ' ')}.`;
  return { problem: `${read.problem}. ${next}` };
}
