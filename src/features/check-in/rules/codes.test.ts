import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeText, nameBudgets, readCode, whyClosed } from './codes.ts';

const SIGNATURE = 'A'.repeat(43);

it('a code is parsed as it was written, for any event id', () => {
  const ids = fc.stringMatching(/^[\w-]{1,64}$/);
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 999_999_999 }), (eventId, generation) => {
      const token = `${codeText({ eventId, generation })}.${SIGNATURE}`;
      expect(readCode(token)).toEqual({ eventId, generation, signature: SIGNATURE });
      // Needs no escaping in an address.
      expect(encodeURIComponent(token)).toBe(token);
    }),
  );
});

it.each([
  ['nothing', ''],
  ['words', 'let me in'],
  ['another version', `2.check-in.catan.1.${SIGNATURE}`],
  ['another purpose', `1.admin.catan.1.${SIGNATURE}`],
  ['no event', `1.check-in..1.${SIGNATURE}`],
  ['an event with a dot', `1.check-in.a.b.1.${SIGNATURE}`],
  ['generation 0', `1.check-in.catan.0.${SIGNATURE}`],
  ['a generation with a zero in front', `1.check-in.catan.01.${SIGNATURE}`],
  ['a negative generation', `1.check-in.catan.-1.${SIGNATURE}`],
  ['no signature', '1.check-in.catan.1.'],
  ['a short signature', `1.check-in.catan.1.${SIGNATURE.slice(1)}`],
  ['a long signature', `1.check-in.catan.1.${SIGNATURE}A`],
  ['padding', `1.check-in.catan.1.${SIGNATURE.slice(1)}=`],
  ['a line end after it', `1.check-in.catan.1.${SIGNATURE}\n`],
  ['a letter that is none of base64url', `1.check-in.catan.1.${SIGNATURE.slice(1)}é`],
  ['a very long text', 'x'.repeat(100_000)],
])('a code is not %s', (_, token) => {
  expect(readCode(token)).toBeNull();
});

it('a code is not parsed from anything else', () => {
  const near = fc.stringMatching(/^[12]\.check-in\.[\w.-]{0,9}\.\d{0,2}\.[\w=]{40,42}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (token) => {
      expect(readCode(token)).toBeNull();
    }),
  );
});

describe('the window', () => {
  const ZONE = 'America/New_York';
  const catan = { title: 'Catan Open', startTime: '2025-11-14T23:00:00.000Z', duration: 120 };
  const window = { opensMinutesBefore: 30, closesMinutesAfter: 15 };
  const at = (now: string) => whyClosed(catan, window, now, ZONE)?.body ?? 'open';
  const early = { code: 'CODE_CLOSED', message: 'Check-in for Catan Open opens on Friday, Nov 14 at 5:30 PM.' };
  const late = {
    code: 'CODE_CLOSED',
    message: 'Check-in for Catan Open closed on Friday, Nov 14 at 8:15 PM. Please see event staff.',
  };

  it.each([
    ['2025-11-14T22:29:59.999Z', early],
    ['2025-11-14T22:30:00.000Z', 'open'],
    ['2025-11-15T01:15:00.000Z', 'open'],
    ['2025-11-15T01:15:00.001Z', late],
  ])('at %s', (now, expected) => {
    expect(at(now)).toEqual(expected);
  });

  it('is always open without a setting', () => {
    expect(whyClosed(catan, null, '2031-01-01T00:00:00.000Z', ZONE)).toBeNull();
  });
});

describe('nameBudgets', () => {
  const code = { eventId: 'catan', generation: 2 };

  it('counts by code and network, and by code alone with sixty times the limit', () => {
    expect(nameBudgets(code, { narrow: 'n', wide: null }, 10, 1)).toEqual([
      { name: 'check-in catan 2 n', perMinute: 10 },
      { name: 'check-in catan 2', perMinute: 600 },
    ]);
  });

  it('counts an IPv6 /48 too, with four times the limit of a /64', () => {
    expect(nameBudgets(code, { narrow: 'n', wide: 'w' }, 10, 1)[1]).toEqual({
      name: 'check-in catan 2 w',
      perMinute: 40,
    });
    // A forged header must not use up what all networks share.
    expect(nameBudgets(code, { narrow: 'n', wide: 'w' }, 10, 10).map(({ perMinute }) => perMinute)).toEqual([
      100, 400, 600,
    ]);
  });
});
