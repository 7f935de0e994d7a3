import { expect, it } from 'vitest';
import { timings } from '#database/timings.ts';
import { HOUR } from '#platform/durations.ts';
import { movableClock } from '#platform/server/movable-clock.ts';
import { requestCounts } from '#platform/server/request-counts.ts';
import { testApp } from '#testing/app.ts';
import { testClock } from '#testing/context.ts';
import { NO_HOST, systemWarnings } from './system-warnings.ts';

/** What Needs attention says after so many responses and statements, each of this time. */
async function warningsAfter(responseMs: number, statementMs: number): Promise<string[]> {
  const [requests, counted] = [requestCounts(), timings()];
  const answered = requests.counterOf('GET', '/api/events');
  for (let n = 0; n < 20; n += 1) {
    answered(200, responseMs);
    counted.committed(1, statementMs);
  }
  const parts = {
    ...{ host: NO_HOST, clock: null, requests, publicUrl: null, mostStreams: 10 },
    push: { hasPhones: async () => false, refused: () => [] },
    live: { counts: () => ({ open: 0, messages: 0, bytes: 0 }) },
    connection: { dialect: 'sqlite' as const, timings: counted },
  };
  const warnings = await Promise.all(systemWarnings(parts, 'UTC', false).map((source) => source()));
  return warnings.flat().map(({ id }) => id);
}

it('warns of slow responses and slow statements of the last minutes', async () => {
  expect(await warningsAfter(500, 100)).toEqual([]);
  expect(await warningsAfter(501, 100)).toEqual(['answers']);
  expect(await warningsAfter(501, 101)).toEqual(['database']);
});

it('warns in Needs attention of failed work, by a rehearsal’s clock, and of a missing address', async () => {
  const clock = movableClock(testClock().now, HOUR);
  const failed = { name: 'forget', endedAt: '2025-11-14T16:30:00.000Z', failed: true };
  const app = await testApp('sqlite', {
    ...{ clock, now: clock.now, host: { ...NO_HOST, jobs: () => [failed] } },
    settings: { publicUrl: null, trustProxy: ['127.0.0.1'] },
  });
  const warnings = (await (await app.admin()).send('GET /api/admin/attention')).json<{ id: string; text: string }[]>();
  expect(warnings.map(({ id }) => id)).toEqual(['work', 'address']);
  expect(warnings[0]?.text).toContain('Timed work failed at 12:30 PM: forget.');
});
