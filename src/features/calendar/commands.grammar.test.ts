/** The grammar of whole calendars (RFC 5545 3.1 and 3.6), which ical.js does not check. */
import { expect, it } from 'vitest';
import { shownEvent } from '#testing/shown-event.ts';
import { writeCalendar } from './commands.ts';

const description = 'One\ntwo, "three"\u0007 \\ four'.repeat(9);
const event = (id: string, startTime: string) =>
  shownEvent({ title: 'Chess; or, Go?', description, id, startTime, editRevision: 3, revision: 3 });
const startTime = '2026-11-14T00:00:00.000Z';
const cancelled = { id: 'gone', editRevision: 4, editedAt: startTime, title: 'Gone', startTime, location: 'A' };

const LINE = /^([A-Z-]+)((?:;[A-Z-]+=(?:[^\p{Cc}";:,]*|"[^\p{Cc}"]*"))*):([^\p{Cc}]*)$/u;
const VALUES: Record<string, RegExp> = {
  UTC: /^\d{8}T\d{6}Z$/,
  LOCAL: /^\d{8}T\d{6}$/,
  TEXT: /^(?:[^\\;,]|\\[\\;,nN])*$/,
  OFFSET: /^[+-]\d{4}$/,
};
const KIND: Record<string, string> = {
  ...{ DTSTAMP: 'UTC', DTSTART: 'LOCAL', DTEND: 'LOCAL', TZOFFSETFROM: 'OFFSET', TZOFFSETTO: 'OFFSET' },
  ...{ SUMMARY: 'TEXT', DESCRIPTION: 'TEXT', LOCATION: 'TEXT', NAME: 'TEXT', UID: 'TEXT', TZNAME: 'TEXT' },
};
const NEEDS: Record<string, readonly string[]> = {
  VCALENDAR: ['VERSION', 'PRODID'],
  VEVENT: ['UID', 'DTSTAMP', 'DTSTART'],
  VTIMEZONE: ['TZID'],
  STANDARD: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'],
  DAYLIGHT: ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'],
  VALARM: ['ACTION', 'TRIGGER', 'DESCRIPTION'],
};

type Open = { readonly name: string; readonly properties: Set<string>; hasParts: boolean };

/** Returns what is wrong with a calendar. */
function mistakesIn(text: string): string[] {
  const mistakes = text.endsWith('\r\n') ? [] : ['the last line has no end'];
  for (const line of text.split('\r\n')) if (Buffer.byteLength(line) > 75) mistakes.push(`too long: ${line}`);
  const open: Open[] = [];
  for (const line of text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', parameters = '', value = ''] = LINE.exec(line) ?? [];
    const inside = open.at(-1);
    if (name === '') mistakes.push(`no content line: ${line}`);
    else if (name === 'BEGIN') {
      if (inside !== undefined) inside.hasParts = true;
      open.push({ name: value, properties: new Set(), hasParts: false });
    } else if (name === 'END') {
      if (inside?.name !== value) mistakes.push(`${value} ends in ${inside?.name}`);
      for (const needed of NEEDS[value] ?? [])
        if (!inside?.properties.has(needed)) mistakes.push(`${value} has no ${needed}`);
      open.pop();
    } else {
      if (inside?.hasParts) mistakes.push(`${inside.name} has ${name} after a component`);
      if (inside?.properties.has(name)) mistakes.push(`${inside.name} has ${name} twice`);
      inside?.properties.add(name);
      if (!(VALUES[KIND[name] ?? ''] ?? /./).test(value)) mistakes.push(`wrong value: ${line}`);
      const isZoned = name === 'DTSTART' && inside?.name === 'VEVENT';
      if (isZoned && !text.includes(`TZID:${parameters.slice(';TZID='.length)}\r\n`))
        mistakes.push(`unknown zone: ${line}`);
    }
  }
  return open.length === 0 ? mistakes : [...mistakes, `${open[0]?.name} has no end`];
}

it.each([
  ['of nothing', []],
  ['of two years', [event('chess', '2026-11-14T00:00:00.000Z'), event('go', '2027-06-01T00:00:30.000Z')]],
])('keeps to the grammar when it is a calendar %s', async (_, events) => {
  const options = {
    name: 'Games, by; the \\ Sea',
    origin: 'https://fest.example',
    reminds: true,
    cancelled: [cancelled],
  };
  const text = await writeCalendar(events, { timeZone: 'America/New_York' }, options);
  expect(mistakesIn(text)).toEqual([]);
});
