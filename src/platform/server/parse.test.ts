import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bounded, email, endpoint, id, link, moment, name, text } from '#platform/contract.ts';
import { refusalOf } from '#testing/refusal.ts';
import { parseBody, parseParams } from './parse.ts';

const Shape = z.object({
  title: text(5, 1),
  note: text(5).optional(),
  count: z.int('must be a whole number').min(2, 'must be 2 or more'),
  size: z.number(),
  open: z.boolean(),
  tags: z.array(z.string()),
  inner: z.object({ deepField: z.string() }),
  kind: z.enum(['a', 'b']),
  either: z.union([z.literal(1), z.literal('one')]),
});
const good = {
  title: 'x',
  count: 2,
  size: 1.5,
  open: true,
  tags: ['t'],
  inner: { deepField: 'd' },
  kind: 'a',
  either: 1,
};

it('parseBody returns the declared fields, cleaned, and nothing else', () => {
  const more = { spy: 1, inner: { deepField: 'd', spy: 2 } };
  expect(parseBody(Shape, { ...good, title: ' x ', ...more })).toEqual(good);
});

it.each([
  ['title', undefined, 'Title is missing.'],
  ['title', '  ', 'Title is missing.'],
  ['title', 7, 'Title must be text.'],
  ['title', '123456', 'Title is longer than 5 characters.'],
  ['note', null, 'Note must be text.'],
  ['count', '2', 'Count must be a number.'],
  ['count', 2.5, 'Count must be a whole number.'],
  ['count', 1, 'Count must be 2 or more.'],
  ['count', Number.POSITIVE_INFINITY, 'Count must be a number.'],
  ['count', 2 ** 60, 'Count must be a whole number.'],
  ['size', Number.NaN, 'Size must be a number.'],
  ['open', 'true', 'Open must be true or false.'],
  ['tags', 't', 'Tags must be a list.'],
  ['inner', [], 'Inner must be an object.'],
  ['kind', 'c', 'Kind must be one of: a, b.'],
  ['kind', undefined, 'Kind must be one of: a, b.'],
  ['either', 2, 'Either does not have the right form.'],
])('parseBody says what is wrong with %s when it is %j', (field, value, message) => {
  const body = { ...good, [field]: value };
  expect(refusalOf(() => parseBody(Shape, body))).toEqual({ code: 'BAD_INPUT', message, field });
});

it('parseBody names a nested field by its path', () => {
  expect(refusalOf(() => parseBody(Shape, { ...good, inner: {} }))).toEqual({
    code: 'BAD_INPUT',
    message: 'Inner.deep field is missing.',
    field: 'inner.deepField',
  });
});

it('parseBody uses the title from the contract, also for optional and nullable fields', () => {
  const link = z.string().meta({ title: 'Document link' });
  const shapes = [z.object({ link }), z.object({ link: link.nullable() }), z.object({ link }).partial()];
  for (const shape of shapes) {
    const message = 'Document link must be text.';
    expect(refusalOf(() => parseBody(shape, { link: 7 }))).toEqual({ code: 'BAD_INPUT', message, field: 'link' });
  }
});

it('parseBody counts list rows from one', () => {
  const shape = z.object({ rows: z.array(z.object({ fullName: z.string() })) });
  const told = (rows: unknown[]) => refusalOf(() => parseBody(shape, { rows }));
  expect(told([{ fullName: 'a' }, {}])).toMatchObject({
    message: 'Full name in row 2 is missing.',
    field: 'rows.1.fullName',
  });
  expect(told([null])).toMatchObject({ message: 'Row 1 must be an object.', field: 'rows.0' });
});

it('parseBody reports the first of several problems', () => {
  expect(refusalOf(() => parseBody(Shape, {}))).toMatchObject({ field: 'title' });
});

it.each([undefined, null, [], 'x', 7, true])('parseBody wants an object and not %j', (body) => {
  expect(refusalOf(() => parseBody(Shape, body))).toEqual({
    code: 'BAD_INPUT',
    message: 'The request needs a JSON object as its body.',
  });
});

it('answers NOT_FOUND for a malformed path parameter', () => {
  const params = z.object({ id: id() });
  expect(parseParams(params, { id: '0189-a_B' })).toEqual({ id: '0189-a_B' });
  for (const wrong of ['', 'a b', 'a\0', 'x'.repeat(65), 'ä']) {
    const refusal = { code: 'NOT_FOUND', message: 'There is nothing at this address.' };
    expect(refusalOf(() => parseParams(params, { id: wrong }))).toEqual(refusal);
  }
});

describe('the fields all contracts share', () => {
  const verdict = (schema: z.ZodType, value: unknown) => {
    const result = schema.safeParse(value);
    return result.success ? result.data : result.error.issues[0]?.message;
  };

  it.each([
    ['2025-11-14T18:00:00-05:00', '2025-11-14T23:00:00.000Z'],
    ['2025-11-14T23:00Z', 'is not an ISO 8601 time'],
    ['2025-11-14T23:00:00.123456Z', '2025-11-14T23:00:00.123Z'],
    ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00.000Z'],
    ['2025-02-29T00:00:00Z', 'is not an ISO 8601 time'],
    ['2025-11-14T23:00:00', 'is not an ISO 8601 time'],
    ['1999-12-31T23:59:59Z', 'must be in the years 2000 to 2199'],
    ['2200-01-01T00:00:00Z', 'must be in the years 2000 to 2199'],
    ['9999-12-31T23:59:59-14:00', 'must be in the years 2000 to 2199'],
    ['0000-01-01T00:00:00+14:00', 'must be in the years 2000 to 2199'],
  ])('a moment: %s', (sent, stored) => {
    expect(verdict(moment(), sent)).toBe(stored);
  });

  it.each([
    [' https://example.org/a?b#c ', 'https://example.org/a?b#c'],
    ['HTTP://EXAMPLE.ORG', 'HTTP://EXAMPLE.ORG'],
    ['javascript:alert(1)', 'is not an http or https address'],
    [`https://example.org/${'a'.repeat(500)}`, 'is longer than 500 characters'],
    ['', 'is missing'],
  ])('a link: %s', (sent, stored) => {
    expect(verdict(link(), sent)).toBe(stored);
  });

  it('a text is limited by its code points after trimming, as in the databases', () => {
    expect(verdict(text(2), ' 🎲🎲 \n')).toBe('🎲🎲');
    expect(verdict(text(1), '🎲🎲')).toBe('is longer than 1 characters');
    expect(verdict(text(9), 'one\ntwo\tx')).toBe('one\ntwo\tx');
    for (const bad of ['\0', '\u0007', '\u0085', '\ud800', '\u202e', '\u2066']) {
      expect(verdict(text(9), `a${bad}b`)).toBe('holds characters that cannot be shown');
    }
  });

  it('a text, address or time is measured before it is matched', () => {
    const looked: string[] = [];
    const look = (value: string) => looked.push(value) > 0;
    expect(verdict(bounded(3).refine(look), 'abcd')).toBe('is longer than 3 characters');
    expect(verdict(text(3).refine(look), 'a'.repeat(16_000))).toBe('is longer than 3 characters');
    expect(verdict(text(3).refine(look), ` ${'a'.repeat(4)} `)).toBe('is longer than 3 characters');
    expect(looked).toEqual([]);
    expect(verdict(text(3).refine(look), ' abc ')).toBe('abc');
    expect(looked).toEqual(['abc']);
    expect(verdict(text(1), '\0'.repeat(600))).toBe('is longer than 1 characters');
    expect(verdict(moment(), `2025-11-14T23:00:00.${'1'.repeat(40)}Z`)).toBe('is not an ISO 8601 time');
    expect(verdict(email(), `${'a'.repeat(250)}@example.org`)).toBe('is longer than 254 characters');
    expect(verdict(email(), 'rosa@example')).toBe('is not an email address');
  });

  it.each(['\u200b', '\u2060 \u00a0', '\u2800'])(
    'a text that must be there is not %j, which shows nothing',
    (typed) => {
      expect([verdict(text(10, 1), typed), verdict(text(10), typed)]).toEqual(['is missing', typed.trim()]);
    },
  );

  it('a name is cleaned', () => {
    expect(verdict(name(), ' Zoe\u0308 \u200b  R. ')).toBe('Zoë R.');
  });

  it('endpoint answers 200 and touches nothing, unless it is declared otherwise', () => {
    const declared = { route: 'GET /x', summary: 'X.', who: 'anyone', answer: null } as const;
    expect(endpoint(declared)).toEqual({ ...declared, status: 200, touches: [] });
    const full = { ...declared, status: 204, touches: ['x'] } as const;
    expect(endpoint(full)).toEqual(full);
  });

  it('endpoint requires the caller and the body to be declared', () => {
    const said = { summary: 'X.', answer: null, status: 204, touches: [] } as const;
    const complete = [
      endpoint({ ...said, route: 'POST /x', who: 'admin', body: z.object({}) }),
      endpoint({ ...said, route: 'PUT /x', who: 'admin', bodiless: true }),
      endpoint({ ...said, route: 'DELETE /x', who: 'admin' }),
      endpoint({
        ...said,
        route: 'GET /x/{id}/y/{day}',
        who: 'anyone',
        params: z.object({ id: z.string(), day: z.string() }),
      }),
    ];
    const incomplete = [
      // @ts-expect-error `who` is missing
      endpoint({ ...said, route: 'DELETE /x' }),
      // @ts-expect-error unknown `who`
      endpoint({ ...said, route: 'DELETE /x', who: 'everybody' }),
      // @ts-expect-error cached responses are sent to everyone
      endpoint({ ...said, route: 'GET /x', who: 'admin', cachedUntil: ['x'] }),
      // @ts-expect-error anybody could fill the cache with answers to queries
      endpoint({ ...said, route: 'GET /x', who: 'anyone', cachedUntil: ['x'], query: z.object({ page: z.string() }) }),
      // @ts-expect-error `body` is missing
      endpoint({ ...said, route: 'POST /x', who: 'admin' }),
      // @ts-expect-error one response would be cached for every day: the path does not name it
      endpoint({
        ...said,
        route: 'GET /x/:day',
        who: 'anyone',
        cachedUntil: ['x'],
        params: z.object({ day: z.string() }),
      }),
      // @ts-expect-error a write says what it touches
      endpoint({ route: 'DELETE /x', summary: 'X.', who: 'admin', answer: null }),
      // @ts-expect-error `params` is missing
      endpoint({ ...said, route: 'DELETE /x/{id}', who: 'admin' }),
    ];
    expect([complete.length, incomplete.length]).toEqual([4, 8]);
  });
});
