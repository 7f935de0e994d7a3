import { describe, expect, it } from 'vitest';
import { DAY } from '#platform/durations.ts';
import { WHOLE_FESTIVAL } from '#platform/staff.ts';
import type { Message } from './contract.ts';
import { fromWords, inForce, mayRead, plainText, shownNow, suggestedEnd, whyNotEdit, whyNotEnd } from './rules.ts';

const FESTIVAL = { lastDay: '2025-11-16', timeZone: 'America/New_York' };
const NOW = new Date('2025-11-14T17:00:00.000Z');
const after = (ms: number, from = NOW) => new Date(from.getTime() + ms).toISOString();
const OVER = '2025-11-17T10:00:00.000Z';

const message = (said: Partial<Message> = {}): Message => ({
  ...{ id: 'm1', text: 'Hello', urgent: false, audience: 'everybody', eventId: null, from: 'Priya, organiser' },
  ...{ at: '2025-11-14T16:00:00.000Z', endsAt: '2025-11-14T18:00:00.000Z', revision: 1 },
  ...said,
});

it('counts what a phone shows only of urgent messages to it, with the text that they have now', () => {
  const urgent = message({ urgent: true, revision: 2 });
  const shown = (id: string, revision: number, readable = [urgent]) => shownNow([{ id, revision }], readable);
  expect(shown('m1', 2)).toEqual(['m1']);
  expect([shown('m1', 1), shown('m2', 2), shown('m1', 2, []), shown('m1', 1, [message()])]).toEqual([[], [], [], []]);
});

it('ends an urgent message after two hours, another one with the festival at 05:00', () => {
  expect(suggestedEnd(true, NOW, FESTIVAL)).toBe('2025-11-14T19:00:00.000Z');
  expect(suggestedEnd(false, NOW, FESTIVAL)).toBe(OVER);
  expect(suggestedEnd(false, new Date(OVER), FESTIVAL)).toBe('2025-11-17T12:00:00.000Z');
});

it('ends another message with a programme that goes on after the festival’s last day, within a week', () => {
  const end = (lastStart: string) => suggestedEnd(false, new Date(OVER), FESTIVAL, lastStart);
  expect(end('2025-11-19T04:30:00.000Z')).toBe('2025-11-19T10:00:00.000Z');
  expect(end('2026-11-19T04:30:00.000Z')).toBe(after(7 * DAY, new Date(OVER)));
  expect(end('2025-11-15T17:00:00.000Z')).toBe('2025-11-17T12:00:00.000Z');
});

it('takes an end until the festival’s, or within a week', () => {
  const long = new Date('2025-10-01T00:00:00.000Z');
  expect(whyNotEnd(OVER, long, FESTIVAL)).toBeNull();
  expect(whyNotEnd(after(1, new Date(OVER)), long, FESTIVAL)?.field).toBe('endsAt');
  expect(whyNotEnd(after(7 * DAY), NOW, FESTIVAL)).toBeNull();
  expect(whyNotEnd(after(7 * DAY + 1), NOW, FESTIVAL)?.code).toBe('BAD_INPUT');
  expect(whyNotEnd(NOW.toISOString(), NOW, FESTIVAL)?.message).toBe('The end has passed.');
});

it('lets a message be edited for a minute', () => {
  expect(whyNotEdit({ at: after(-59_999) }, NOW)).toBeNull();
  expect(whyNotEdit({ at: after(-60_000) }, NOW)?.code).toBe('GONE');
});

describe('mayRead', () => {
  const event = { id: 'e1', location: 'Ballroom A' };
  const nobody = { staff: null, eventIds: new Set<string>() };
  const helper = (scope: object) => ({
    ...nobody,
    staff: { role: 'door', scope: { ...WHOLE_FESTIVAL, ...scope } } as const,
  });

  it('shows what is for everybody to everybody, and what is for the staff to them', () => {
    expect(mayRead(nobody, 'everybody', null)).toBe(true);
    expect(mayRead(nobody, 'staff', null)).toBe(false);
    expect(mayRead(helper({ eventId: 'e2' }), 'staff', null)).toBe(true);
  });

  it('shows what is for an event to its people, the organisers and the helpers who work there', () => {
    expect(mayRead(nobody, 'event', event)).toBe(false);
    expect(mayRead({ ...nobody, eventIds: new Set(['e1']) }, 'event', event)).toBe(true);
    expect(mayRead({ ...nobody, eventIds: new Set(['e2']) }, 'event', event)).toBe(false);
    expect(mayRead({ ...nobody, staff: { role: 'organiser', scope: WHOLE_FESTIVAL } }, 'event', event)).toBe(true);
    expect(
      [{ eventId: 'e1' }, { location: 'ballroom a' }, {}].map((scope) => mayRead(helper(scope), 'event', event)),
    ).toEqual([true, true, true]);
    expect([{ eventId: 'e2' }, { location: 'Arcade' }].map((scope) => mayRead(helper(scope), 'event', event))).toEqual([
      false,
      false,
    ]);
  });

  it('shows what was for a deleted event to nobody', () => {
    expect(
      mayRead({ staff: { role: 'organiser', scope: WHOLE_FESTIVAL }, eventIds: new Set(['e1']) }, 'event', null),
    ).toBe(false);
  });
});

it('puts lists together: what is in force, each once with its newest text, newest first', () => {
  const older = message({ id: 'm0', at: '2025-11-14T15:00:00.000Z' });
  const edited = message({ text: 'Edited', revision: 2 });
  const ended = message({ id: 'm2', endsAt: NOW.toISOString() });
  expect(
    inForce(
      [
        [older, edited],
        [message(), ended],
      ],
      NOW.toISOString(),
    ),
  ).toEqual([edited, older]);
});

it('says who a message is from', () => {
  expect([fromWords('Priya', 'organiser'), fromWords('Mira', 'host')]).toEqual(['Priya, organiser', 'Mira, host']);
  expect([fromWords(null, 'organiser'), fromWords(null, 'host')]).toEqual(['An organiser', 'A host']);
});

it.each([
  ['**Evacuate** the *Arcade* now', 'Evacuate the Arcade now'],
  ['***All*** of ~~you~~ __please__ read `this` ||quietly||', 'All of you please read this quietly'],
  ['**bold and *italic* in it**', 'bold and italic in it'],
  ['## Lunch\n> at [the bar](https://example.com/a?b=1)\n- soup\n1. bread', 'Lunch\nat the bar\n- soup\n1. bread'],
  ['2 * 3 * 4 = 24, snake_case_name, #1 and \\*stars\\*', '2 * 3 * 4 = 24, snake_case_name, #1 and *stars*'],
  ['no **end', 'no **end'],
])('says %j as %j where Markdown is not drawn', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
