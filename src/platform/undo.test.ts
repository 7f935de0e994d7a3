import { expect, it } from 'vitest';
import { undoableSince, undoUntil } from './undo.ts';

it('undoes for a minute, unless told otherwise', () => {
  expect(undoableSince(new Date('2025-11-14T17:00:30.500Z'))).toBe('2025-11-14T16:59:30.500Z');
  expect(undoUntil('2025-11-14T17:00:30.500Z')).toBe('2025-11-14T17:01:30.500Z');
  expect(undoableSince(new Date('2025-11-14T17:00:00.000Z'), 1000)).toBe('2025-11-14T16:59:59.000Z');
  expect(undoUntil('2025-11-14T17:00:00.000Z', 1000)).toBe('2025-11-14T17:00:01.000Z');
});
