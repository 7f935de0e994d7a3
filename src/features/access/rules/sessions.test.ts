import { expect, it } from 'vitest';
import { DAY, HOUR } from '#platform/durations.ts';
import { SESSION_USE_WRITE_MS, sessionRuns, shouldWriteLastUse } from './sessions.ts';

const START = Date.parse('2025-11-14T17:00:00.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

it.each([
  ['just opened', 0, 0, true],
  ['used within four hours', 0, 4 * HOUR - 1, true],
  ['idle for four hours', 0, 4 * HOUR, false],
  ['in use for nearly a day', DAY - 2, DAY - 1, true],
  ['in use for a day', DAY - 1, DAY, false],
])('sessionRuns: %s', (_, lastSeen, now, runs) => {
  expect(sessionRuns({ createdAt: at(0), lastSeenAt: at(lastSeen) }, at(now))).toBe(runs);
});

it('sessionRuns is written again after a minute', () => {
  expect(shouldWriteLastUse({ lastSeenAt: at(0) }, at(59_999), SESSION_USE_WRITE_MS)).toBe(false);
  expect(shouldWriteLastUse({ lastSeenAt: at(0) }, at(60_000), SESSION_USE_WRITE_MS)).toBe(true);
});
