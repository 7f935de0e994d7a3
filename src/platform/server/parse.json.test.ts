import { expect, it } from 'vitest';
import { checkJson, DEEPEST } from './parse.ts';

const check = (text: string | Buffer) => () => checkJson(Buffer.from(text));

it.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('the check of a body refuses more than 32 levels of %s', (_, open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
  expect(check(nested(DEEPEST))).not.toThrow();
  expect(check(nested(DEEPEST + 1))).toThrow('too deeply');
  expect(check(nested(DEEPEST).concat(nested(DEEPEST)))).not.toThrow();
});

it('the check of a body refuses what is not UTF-8', () => {
  expect(check(Buffer.from([0x22, 0xff, 0x22]))).toThrow('UTF-8');
});

it('the check of a body ignores brackets inside strings', () => {
  expect(check(JSON.stringify({ name: `${'['.repeat(100)}"\\`, list: '"'.repeat(100) }))).not.toThrow();
  expect(check(`["\\\\"${'['.repeat(DEEPEST)}`)).toThrow('too deeply');
});
