import { expect, it } from 'vitest';
import { FORMAT } from '../limits.ts';
import { formatProblems, mergedFormat, readFormat, typedFormat, whyNotChangeFormat } from './format.ts';

const NOTHING = typedFormat(null);

it('reads what is typed, without what the type does not know, and shows what is stored', () => {
  const typed = { ...NOTHING, rounds: '5', groupSize: '4', tablePoints: '5 3, 1', cut: 'final', minutes: '50' };
  expect(readFormat(typed, 'heats')).toEqual({ rounds: 5, tablePoints: [5, 3, 1], cut: 'final', minutes: 50 });
  expect(readFormat(typed, 'round-robin')).toEqual({ groupSize: 4, minutes: 50 });
  expect([readFormat(typed, 'none'), readFormat(typed, 'single-elimination'), readFormat(NOTHING, 'swiss')]).toEqual([
    ...[null, null, null],
  ]);
  const stored = { rounds: 3, tablePoints: [4, 2], cut: 8 as const };
  expect(readFormat(typedFormat(stored), 'heats')).toEqual(stored);
});

it('names each wrong field, and only those of the type', () => {
  const typed = { ...NOTHING, rounds: '13', tableSize: 'x', tablePoints: '4, two', minutes: '4' };
  expect(Object.keys(formatProblems(typed, 'heats')).toSorted()).toEqual([
    ...['minutes', 'rounds', 'tablePoints', 'tableSize'],
  ]);
  expect(Object.keys(formatProblems(typed, 'swiss')).toSorted()).toEqual(['minutes', 'rounds']);
  expect(formatProblems({ ...NOTHING, tablePoints: String(FORMAT.tablePoints + 1) }, 'heats')).toHaveProperty(
    'tablePoints',
  );
  expect(formatProblems({ ...NOTHING, tablePoints: '1,1,1,1,1,1,1' }, 'heats')).toHaveProperty('tablePoints');
  expect(formatProblems({ ...NOTHING, tablePoints: '4, 2, 1, 0' }, 'heats')).toEqual({});
});

it('changes what is named, and takes away what is null', () => {
  const before = { rounds: 5, minutes: 50 };
  expect(mergedFormat(before, { rounds: 4 })).toEqual({ rounds: 4, minutes: 50 });
  expect(mergedFormat(before, { rounds: null, cut: 8 })).toEqual({ minutes: 50, cut: 8 });
  expect([mergedFormat(before, { rounds: null, minutes: null }), mergedFormat(before, null)]).toEqual([null, null]);
});

it('keeps groups, tables and their points once it is drawn', () => {
  const drawn = { format: { tableSize: 4, rounds: 3 }, bracketDrawn: true };
  expect(whyNotChangeFormat(drawn, { tableSize: 5 })).toMatchObject({ code: 'BRACKET_DRAWN', field: 'tableSize' });
  expect(whyNotChangeFormat(drawn, null)?.code).toBe('BRACKET_DRAWN');
  expect([
    whyNotChangeFormat(drawn, { tableSize: 4, rounds: 4, cut: 4 }),
    whyNotChangeFormat({ ...drawn, bracketDrawn: false }, null),
  ]).toEqual([null, null]);
});
