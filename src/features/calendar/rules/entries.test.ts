import { describe, expect, it } from 'vitest';
import { readToken, sequenceOf, stampOf, writeToken } from './entries.ts';

describe('a revision', () => {
  const at = (editRevision: number) => ({ id: 'catan', editRevision });

  it('raises SEQUENCE and DTSTAMP together', () => {
    expect([sequenceOf(at(1)), sequenceOf(at(7))]).toEqual([0, 6]);
    expect(stampOf(at(7)) > stampOf(at(6))).toBe(true);
  });
});

describe('a token', () => {
  const signature = 'abcdefghijklmnopqrstu-';

  it('is read back', () => {
    const token = { visitorId: '019aa000-0000-7000-8000-000000000000', signature };
    expect(readToken(writeToken(token))).toEqual(token);
  });

  it.each(['', signature, `${signature}${'x'.repeat(65)}`, `${signature}a b`, `${signature}é`])(
    'is not "%s"',
    (token) => {
      expect(readToken(token)).toBeNull();
    },
  );
});
