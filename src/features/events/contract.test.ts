import { expect, it } from 'vitest';
import { TYPES } from '#features/brackets/engine/kinds.ts';
import { parseBody } from '#platform/server/parse.ts';
import { anEvent } from '#testing/factories.ts';
import { refusalOf } from '#testing/refusal.ts';
import { EventEdit, NewEvent, StatusChange } from './contract.ts';

type Bad = readonly (readonly [value: unknown, message: string])[];

const kinds = (field: string, kind: string): Bad =>
  [null, true, {}, [], kind === 'text' ? 16 : '16'].map((value) => [value, `${field} must be ${kind}.`] as const);

const unwritable = (field: string): Bad =>
  ['a\0b', 'a\u001bb', 'a\u009fb', 'a\ud800b', '\udc00', 'a\u202eb', 'a\u2066b'].map(
    (value) => [value, `${field} holds characters that cannot be shown.`] as const,
  );

const words = (field: string, max: number, min = 0): Bad => [
  ...kinds(field, 'text'),
  ...unwritable(field),
  ['x'.repeat(max + 1), `${field} is longer than ${max} characters.`],
  ...(min === 0 ? [] : ['', ' ', '\n\t'].map((value) => [value, `${field} is missing.`] as const)),
];

const oneOf = (field: string, ...values: string[]): Bad =>
  ['', 'x', null, 16, [values[0]], values[0]?.toUpperCase()].map(
    (value) => [value, `${field} must be one of: ${values.join(', ')}.`] as const,
  );

const whole = (field: string, min: string, max: string): Bad => [
  ...[null, '16', '', true, [], {}].map((value) => [value, `${field} must be a number.`] as const),
  [Number(min) - 1, `${field} must be ${min} or more.`],
  [0, `${field} must be ${min} or more.`],
  [-60, `${field} must be ${min} or more.`],
  [Number(max.replace(',', '')) + 1, `${field} must be ${max} or less.`],
  [60.5, `${field} must be a whole number.`],
  [16.00000000000001, `${field} must be a whole number.`],
  // What JSON may say: 1e400.
  [Infinity, `${field} must be a number.`],
  [-Infinity, `${field} must be a number.`],
  [1e20, `${field} must be a whole number.`],
];

/** Invalid values of every field of an event, with the messages (docs/behaviour.md "Programme"). */
const BAD: Record<string, Bad> = {
  title: words('Title', 120, 1),
  eventType: oneOf('Event type', 'course', 'board-game', 'card-game', 'video-game'),
  description: words('Description', 2000),
  startTime: [
    ...kinds('Start time', 'text'),
    ...[
      '',
      'tomorrow',
      '2025-11-14',
      '2025-11-14T23:00',
      '2025-11-14T23:00:00',
      '2025-02-30T12:00:00Z',
      '2025-11-14T24:00:00Z',
      '2025-11-14T12:60:00Z',
      '2025-11-14T12:00:00+25:00',
      '14 Nov 2025 12:00 UTC',
    ].map((value) => [value, 'Start time is not an ISO 8601 time.'] as const),
    ['9999-12-31T23:59:59-14:00', 'Start time must be in the years 2000 to 2199.'],
    ['1999-12-31T23:59:59Z', 'Start time must be in the years 2000 to 2199.'],
  ],
  duration: whole('Duration', '15', '1,440'),
  location: words('Location', 120, 1),
  host: [
    ...kinds('Host', 'text'),
    ...unwritable('Host'),
    ...['', ' ', '\u200b'].map((value) => [value, 'Host is missing.'] as const),
    ['x'.repeat(61), 'Host is longer than 60 characters.'],
  ],
  capacity: whole('Capacity', '2', '10,000'),
  googleDocUrl: [
    [16, 'Document link must be text.'],
    ['', 'Document link is missing.'],
    [`https://example.org/${'x'.repeat(481)}`, 'Document link is longer than 500 characters.'],
    ['https://example.org/\u202e', 'Document link holds characters that cannot be shown.'],
    ...[
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://example.org/x',
      '//example.org/x',
      '/x',
      'example.org',
      'https://',
    ].map((value) => [value, 'Document link is not an http or https address.'] as const),
    ['https://docs.example@evil.example/', 'Document link must not hold a user name.'],
    ['https://@evil.example/', 'Document link must not hold a user name.'],
  ],
  tournamentType: oneOf('Tournament type', ...TYPES).filter(([value]) => value !== null),
};

it.each(Object.entries(BAD))('%s of the wrong type, form or size is refused', (field, bad) => {
  for (const [value, message] of bad) {
    const refused = { code: 'BAD_INPUT', message, field };
    expect([value, refusalOf(() => parseBody(NewEvent, { ...anEvent(), [field]: value }))]).toEqual([value, refused]);
    expect([value, refusalOf(() => parseBody(EventEdit, { [field]: value }))]).toEqual([value, refused]);
  }
});

it.each(Object.keys(BAD))('a new event without %s is refused', (field) => {
  const refused = refusalOf(() => parseBody(NewEvent, { ...anEvent(), [field]: undefined }));
  expect(refused).toMatchObject({ code: 'BAD_INPUT', field });
});

it.each(['', 'cancelled', 'Upcoming', null, 1, ['completed']])('a status of %j is refused', (status) => {
  expect(refusalOf(() => parseBody(StatusChange, { status }))).toEqual({
    code: 'BAD_INPUT',
    message: 'Status must be one of: upcoming, in-progress, completed.',
    field: 'status',
  });
});

it('typed text is cleaned: spaces, host, time', () => {
  const typed = { title: '  Catan Open \n', location: ' Ballroom A ', description: '  ', host: ' Pri\u200bya   R. ' };
  expect(parseBody(NewEvent, { ...anEvent(), ...typed, startTime: '2025-11-14T18:00:00-05:00' })).toMatchObject({
    ...{ title: 'Catan Open', location: 'Ballroom A', description: '', host: 'Priya R.' },
    startTime: '2025-11-14T23:00:00.000Z',
  });
});
