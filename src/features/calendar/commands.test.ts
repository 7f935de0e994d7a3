import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import type { FestivalEvent } from '#features/events/contract.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { writeCalendar } from './commands.ts';

const event = (said: Partial<FestivalEvent> = {}) =>
  shownEvent({ description: 'Trade, build; betray.', editRevision: 3, revision: 9, ...said });

const ZONE = { timeZone: 'America/New_York' };
const write = (events: FestivalEvent[], { reminds = false, name = 'Games by the Sea' } = {}) =>
  writeCalendar(events, ZONE, { name, origin: 'https://fest.example', reminds });

/** Reads a calendar with another library than the one that wrote it. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
  };
}
const only = async (said: Partial<FestivalEvent>, how = {}) => {
  const { events } = read(await write([event(said)], how));
  expect(events).toHaveLength(1);
  return events[0] as ICAL.Event;
};
const isoOf = (time: ICAL.Time) => time.toJSDate().toISOString();

it('a calendar holds what the programme says of an event, and nothing of people', async () => {
  const text = await write([event()]);
  const [one] = read(text).events;
  expect(one).toMatchObject({ summary: 'Catan Open', location: 'Ballroom A', description: 'Trade, build; betray.' });
  expect(one?.uid).toBe('event-catan@boardwalk');
  expect(one?.sequence).toBe(2);
  expect(one?.component.getFirstPropertyValue('url')).toBe('https://fest.example/?event=catan');
  expect(one?.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(text).not.toMatch(/Priya|ORGANIZER|ATTENDEE|mailto/i);
});

it('a calendar writes times in the festival’s zone', async () => {
  const text = await write([event()]);
  expect(text).toContain('DTSTART;TZID=America/New_York:20251113T150000\r\n');
  expect(text).toContain('DTEND;TZID=America/New_York:20251113T170000\r\n');
  const one = await only({});
  expect([isoOf(one.startDate), isoOf(one.endDate)]).toEqual(['2025-11-13T20:00:00.000Z', '2025-11-13T22:00:00.000Z']);
});

it.each([
  ['after midnight', '2025-11-14T05:30:00.000Z', 90],
  ['over the night when clocks go back', '2026-11-01T03:30:00.000Z', 300],
  ['over the night when clocks go forward', '2026-03-08T05:30:00.000Z', 300],
  ['in the hour that the clocks show twice', '2025-11-02T05:30:00.000Z', 60],
  ['that would end before it begins', '2025-11-02T05:30:00.000Z', 45],
  ['in the second of these hours', '2025-11-02T06:30:00.000Z', 60],
  ['that ends in it', '2025-11-02T04:30:00.000Z', 60],
  ['over the end of a year', '2026-01-01T04:30:00.000Z', 120],
])('a calendar keeps an event %s', async (_, startTime, duration) => {
  const one = await only({ startTime, duration });
  expect(isoOf(one.startDate)).toBe(startTime);
  expect(isoOf(one.endDate)).toBe(new Date(Date.parse(startTime) + duration * 60_000).toISOString());
});

it('a calendar has no time that programs could take for another', async () => {
  const text = await write([event({ startTime: '2025-11-02T05:30:00.000Z', duration: 45 })]);
  expect(text).toContain('DTSTART:20251102T053000Z\r\nDTEND:20251102T061500Z\r\n');
});

it('a calendar reminds a quarter of an hour before, when it is somebody’s own', async () => {
  const alarm = (await only({}, { reminds: true })).component.getFirstSubcomponent('valarm');
  expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT15M');
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  expect((await only({})).component.getFirstSubcomponent('valarm')).toBeNull();
});

it('a calendar folds lines at 75 octets and keeps long words of any script', async () => {
  const description = `${'海辺のゲーム祭り🎲'.repeat(60)} ${'x'.repeat(500)}`;
  const text = await write([event({ description, title: 'ß'.repeat(120) })]);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(read(text).events[0]).toMatchObject({ description, summary: 'ß'.repeat(120) });
});

it.each([
  'Semicolons; commas, and \\n backslashes \\',
  'Line\r\nATTENDEE:mailto:someone@example.org',
  'Line\nEND:VEVENT\nBEGIN:VEVENT\nUID:other',
  'Line\rX-WR-CALNAME:Other',
  '"Quotes": and ^carets^',
  '=SUM(A1)',
])('a calendar takes hostile text as text: %j', async (text) => {
  const one = await only({ title: text, description: text, location: text });
  const expected = text.replaceAll(/\r\n|\r/g, '\n');
  expect([one.summary, one.description, one.location]).toEqual([expected, expected, expected]);
  expect(one.component.getFirstProperty('attendee')).toBeNull();
  const named = read(await write([event()], { name: text }));
  expect(named.events).toHaveLength(1);
  // ical.js does not know that NAME (RFC 7986) is a text, and leaves it escaped.
  const name = String(named.calendar.getFirstPropertyValue('name')).replaceAll(/\\(.)/g, '$1');
  expect(name).toBe(text.replaceAll(/\s+/g, ' '));
});

it('a calendar is the same for the same programme, and another for another revision', async () => {
  expect(await write([event()])).toBe(await write([event({ revision: 12, currentRegistrations: 9 })]));
  expect(await write([event()])).not.toBe(await write([event({ editRevision: 4 })]));
});

it('a calendar may be empty', async () => {
  const { calendar, events } = read(await write([]));
  expect(events).toEqual([]);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
});
