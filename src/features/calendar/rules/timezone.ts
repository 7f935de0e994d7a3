/** VTIMEZONE (RFC 5545 3.6.5) of the festival's zone. */
import { MINUTE } from '#platform/durations.ts';
import { changesBetween, offsetAt } from '#platform/offsets.ts';
import { zoneName } from '#platform/time.ts';

const two = (number: number): string => String(number).padStart(2, '0');

const offsetWords = (minutes: number): string =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}${two(Math.abs(minutes) % 60)}`;

/** Returns the lines of VTIMEZONE with the zone's offsets in these years and the years beside them. */
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
