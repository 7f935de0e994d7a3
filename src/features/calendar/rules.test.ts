import { expect, it } from 'vitest';
import { readToken, revisionAt, sequenceOf, stampOf, writeToken } from './rules.ts';

const at = (editRevision: number) => ({ id: 'catan', editRevision });

it('a revision is SEQUENCE, and DTSTAMP is the time of the change', () => {
  expect([sequenceOf(at(1)), sequenceOf(at(7))]).toEqual([0, 6]);
  const editedAt = '2025-11-14T17:00:00.000Z';
  expect(stampOf({ ...at(7), editedAt })).toBe(editedAt);
});

it('a revision rises with the time of an import or a restore, which DTSTAMP then is', () => {
  const time = '2025-11-14T17:00:00.000Z';
  expect(stampOf(at(revisionAt(new Date(time))))).toBe(time);
  expect(revisionAt(new Date(time))).toBeGreaterThan(27_000_000);
});

const signature = 'abcdefghijklmnopqrstu-';

it('a token is read back', () => {
  const token = { visitorId: '019aa000-0000-7000-8000-000000000000', signature };
  expect(readToken(writeToken(token))).toEqual(token);
});

it.each(['', signature, `${signature}${'x'.repeat(65)}`, `${signature}a b`, `${signature}é`])(
  'a token is not "%s"',
  (token) => {
    expect(readToken(token)).toBeNull();
  },
);
