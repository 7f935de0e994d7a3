import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '#platform/steps.ts';
import { checkJson, DEEPEST, jsonBytes, jsonInSteps } from './json.ts';
import { JsonProblem } from './json-reader.ts';

const read = (text: string | Buffer) => atOnce(jsonInSteps(Buffer.from(text)));
/** Returns the result of `JSON.parse`; undefined where it throws. */
const expected = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const found = (text: string): unknown => {
  try {
    return read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(JsonProblem);
    return undefined;
  }
};
const stepsOf = (text: string): number => [...jsonInSteps(Buffer.from(text))].length;

describe('JSON in steps', () => {
  it('returns what JSON.parse returns, for any formatting', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t', '  '), (json, indent) => {
        fc.pre(!json.includes('__proto__'));
        const text = ` ${JSON.stringify(JSON.parse(json), null, indent)}\r\n`;
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', () => {
    const shards = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '\\u00e9',
      '\\x',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
    ];
    const text = fc
      .array(fc.constantFrom(...shards, ' ', '\n', 'é', '\u0001'), { maxLength: 8 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (json) => {
        expect(found(json)).toEqual(expected(json));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    '',
    ' ',
    '1 2',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '+1',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '[',
    '{"a"',
    '"',
    '"\\"',
  ])('refuses %j', (text) => expect(() => read(text)).toThrow('The body is not valid JSON.'));

  it.each(['-0', '0', '0.1e+3', '1E-2', '123456789012345', '1234567890123456', '9007199254740993', '1e400', '-12'])(
    'reads the number %s',
    (text) => expect(read(`[${text}]`)).toEqual([JSON.parse(text)]),
  );

  it('skips a byte-order mark', () => expect(read('\ufeff[1]')).toEqual([1]));

  it('takes the last value of a duplicate key', () => expect(read('{"a":1,"a":2}')).toEqual({ a: 2 }));

  it.each(['{"__proto__":{"admin":true}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}'])(
    'refuses %s, which could pollute prototypes',
    (text) => expect(() => read(text)).toThrow(JsonProblem),
  );

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('refuses more than 32 levels of %s', (_, open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    expect(read(nested(DEEPEST))).toEqual(JSON.parse(nested(DEEPEST)));
    expect(() => read(nested(DEEPEST + 1))).toThrow('too deep');
    expect(() => checkJson(Buffer.from(nested(DEEPEST)))).not.toThrow();
    expect(() => checkJson(Buffer.from(nested(DEEPEST + 1)))).toThrow('too deep');
  });

  it('refuses invalid UTF-8, a string over 4 MiB, and endless numbers and white space', () => {
    for (const read of [jsonInSteps, checkJson]) {
      expect(() => [...(read(Buffer.from([0x22, 0xff, 0x22])) ?? [])]).toThrow('UTF-8');
    }
    expect(() => read(`"${'a'.repeat(4 * 1024 * 1024 + 1)}"`)).toThrow('4 MiB');
    expect(() => read('1'.repeat(101))).toThrow(JsonProblem);
    expect(() => read(`${' '.repeat(100_000)}1`)).toThrow(JsonProblem);
  });

  it('refuses a list or an object that is too long', () => {
    expect(read(`[${'1,'.repeat(499_999)}1]`)).toHaveLength(500_000);
    expect(() => read(`[${'1,'.repeat(500_000)}1]`)).toThrow('too long');
    const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
    expect(Object.keys(read(fields(10_000)) as object)).toHaveLength(10_000);
    expect(() => read(fields(10_001))).toThrow('too long');
  });

  it('yields in proportion to the input, whatever it contains', () => {
    for (const piece of ['1', '{}', '[]', '"a"', '{"a":1}', 'null', '[[[[]]]]']) {
      const list = (length: number) => `[${Array(length).fill(piece).join(',')}]`;
      expect(stepsOf(list(20_000))).toBeGreaterThanOrEqual(20_000 / 200);
    }
    expect(stepsOf(`"${'\\"'.repeat(200_000)}"`)).toBeGreaterThanOrEqual(20);
  });
});

it('the check of a small body ignores brackets inside strings', () => {
  const text = JSON.stringify({ name: `${'['.repeat(100)}"\\` });
  expect(() => checkJson(Buffer.from(text))).not.toThrow();
});

it.each([0, 1, 100, 101, 200, 1001])('writes a list of %d items like JSON.stringify', async (length) => {
  const list = Array.from({ length }, (_, index) => ({ index, name: `Zoë 🎲 "${index}"`, left: null }));
  expect(String(await jsonBytes(list))).toBe(JSON.stringify(list));
});

it('writes other values like JSON.stringify', async () => {
  for (const value of [{ a: [1] }, 'x', null, 7]) expect(String(await jsonBytes(value))).toBe(JSON.stringify(value));
});
