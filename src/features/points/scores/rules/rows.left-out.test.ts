import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BulkScores } from '../contract.ts';
import { parseFile } from './parse-file.ts';
import { leftOutOf, leftOutSentence, withoutRow } from './rows.ts';

it('sends one problem with the number of its lines and the first of them', () => {
  const dropped = [3, 5, 6].map((line) => ({ line, text: `Ana ${line}`, why: line === 5 ? 'no name' : 'no score' }));
  const leftOut = leftOutOf(dropped);
  expect(leftOut).toEqual([
    { why: 'no score', count: 2, line: 3, text: 'Ana 3' },
    { why: 'no name', count: 1, line: 5, text: 'Ana 5' },
  ]);
  expect(leftOut.map(leftOutSentence)).toEqual([
    '2 lines were left out: no score (the first is line 3, “Ana 3”).',
    'Line 5 was left out: no name (“Ana 5”).',
  ]);
});

it('never keeps an upload from being accepted, whatever was in the file', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const parsed = parseFile(`${lines.join(',\n')}\n\u202e🦀\ud83d${'🦀'.repeat(80)}\nTotal,1`, 'csv');
      if ('problem' in parsed || parsed.rows[0] === undefined) return;
      const { dropped } = withoutRow(parsed, parsed.rows[0]);
      expect(BulkScores.shape.leftOut.safeParse(leftOutOf(dropped)).error).toBeUndefined();
    }),
  );
});
