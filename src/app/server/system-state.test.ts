import { expect, it } from 'vitest';
import { timings } from '#database/timings.ts';
import { requestCounts } from '#platform/server/request-counts.ts';
import { NO_HOST, systemWarnings } from './system-state.ts';

/** What System warns of after so many responses and statements, each of this time. */
async function warningsAfter(responseMs: number, statementMs: number): Promise<string[]> {
  const [requests, counted] = [requestCounts(), timings()];
  const answered = requests.counterOf('GET', '/api/events');
  for (let n = 0; n < 20; n += 1) {
    answered(200, responseMs);
    counted.committed(1, statementMs);
  }
  const parts = {
    ...{ host: NO_HOST, requests, board: null, build: '', publicUrl: null, mostStreams: 10 },
    push: { hasPhones: async () => false, refused: () => [] },
    live: { counts: () => ({ open: 0, messages: 0, bytes: 0 }), isAlone: true },
    connection: { db: null as never, dialect: 'sqlite' as const, timings: counted },
  };
  const warnings = await Promise.all(systemWarnings(parts, 'UTC', false).map((source) => source()));
  return warnings.flat().map(({ id }) => id);
}

it('warns of slow responses and slow statements of the last minutes', async () => {
  expect(await warningsAfter(500, 100)).toEqual([]);
  expect(await warningsAfter(501, 100)).toEqual(['answers']);
  expect(await warningsAfter(501, 101)).toEqual(['database']);
});
