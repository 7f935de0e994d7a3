import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postgresRelay } from './relay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Sent = { from: string; changes?: [string, string[] | null][] };

/** The part of a pool that sends; the first `failures` statements fail. */
function sender(failures = 0) {
  const sent: Sent[] = [];
  const complaints: string[] = [];
  let left = failures;
  const query = async (_: string, [, payloads]: [string, string[]]) => {
    left -= 1;
    if (left >= 0) throw new Error('no connection in time');
    for (const payload of payloads) {
      if (Buffer.byteLength(payload) >= 8000) throw new Error('payload string too long');
      sent.push(JSON.parse(payload));
    }
  };
  const relay = postgresRelay({ query } as unknown as Pool, 'one', (message) => void complaints.push(message));
  return { relay, sent, complaints };
}
const changesOf = (sent: readonly Sent[]) => sent.flatMap(({ changes }) => changes ?? []);

it('sends changes that could not be sent, with those that came since', async () => {
  const { relay, sent, complaints } = sender(2);
  relay.send(new Map([['events', new Set(['chess'])]]));
  await vi.advanceTimersByTimeAsync(0);
  relay.send(
    new Map([
      ['events', new Set(['catan'])],
      ['users', null],
    ]),
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(complaints).toHaveLength(2);
  expect(changesOf(sent)).toEqual([
    ['events', ['chess', 'catan']],
    ['users', null],
  ]);
});

it('sends as many notifications as the changes need, and leaves out only ids that are too long for one', async () => {
  const { relay, sent } = sender();
  const visitors = Array.from({ length: 500 }, (_, index) => `mine:visitor-é-${index}-${'x'.repeat(30)}`);
  const changes = new Map<string, Set<string> | null>(visitors.map((topic) => [topic, null]));
  changes.set('users', new Set(Array.from({ length: 2000 }, (_, index) => `user-${index}`)));
  changes.set('events', new Set(['chess']));
  relay.send(changes);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.length).toBeGreaterThan(3);
  expect(changesOf(sent)).toEqual([...visitors.map((topic) => [topic, null]), ['users', null], ['events', ['chess']]]);
});

it('tries once more when it stops, and then no more', async () => {
  const { relay, sent, complaints } = sender(3);
  relay.send(new Map([['events', null]]));
  await relay.stop();
  expect([changesOf(sent), complaints.length]).toEqual([[], 2]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([complaints.length, vi.getTimerCount()]).toEqual([2, 0]);
});

it('sends before it stops what could not be sent', async () => {
  const { relay, sent } = sender(1);
  relay.send(new Map([['events', null]]));
  await relay.stop();
  expect(changesOf(sent)).toEqual([['events', null]]);
});

it('keeps nothing of what it sent', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const relay = postgresRelay({ query: async () => undefined } as unknown as Pool, 'one', () => undefined);
  const bytesAfter = async (batches: number) => {
    for (let batch = 0; batch < batches; batch += 1) {
      relay.send(new Map([['events', null]]));
      await vi.advanceTimersByTimeAsync(20);
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const first = await bytesAfter(1000);
  expect((await bytesAfter(10_000)) - first).toBeLessThan(500_000);
});
