import { expect, it } from 'vitest';
import { countPerMinute } from './minutes.ts';

const at = (time: string) => Date.parse(`2025-11-14T${time}Z`);

it('counts the last 180 minutes, oldest first, the current minute last', () => {
  const counts = countPerMinute(
    [at('13:59:59.999'), at('14:01:00.000'), at('16:59:10.000'), at('17:00:01.000'), at('17:00:29.000')],
    at('17:00:30.000'),
  );
  expect(counts).toHaveLength(180);
  expect(counts[0]).toEqual({ at: '2025-11-14T14:01:00.000Z', places: 1 });
  expect(counts.slice(-2)).toEqual([
    { at: '2025-11-14T16:59:00.000Z', places: 1 },
    { at: '2025-11-14T17:00:00.000Z', places: 2 },
  ]);
  expect(counts.reduce((sum, { places }) => sum + places, 0)).toBe(4);
});
