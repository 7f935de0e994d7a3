import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { freshUrl } from '#testing/database.ts';
import { silentProxy } from '#testing/silent-proxy.ts';
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

it('replaces a connection that keeps silent, and says that messages may be lost', async () => {
  vi.useRealTimers();
  const proxy = await silentProxy(await freshUrl('postgres'));
  const pool = new Pool({ connectionString: proxy.url, query_timeout: 100, connectionTimeoutMillis: 1000 });
  const heard: (string[] | null)[] = [];
  const complaints: string[] = [];
  const relayFor = (self: string) => postgresRelay(pool, self, (message) => void complaints.push(message), 50);
  const [hearer, sender] = [relayFor('one'), relayFor('two')];
  onTestFinished(async () => {
    await Promise.all([hearer.stop(), sender.stop()]);
    await pool.end();
    proxy.stop();
  });
  await hearer.start((changes) => void heard.push(changes && [...changes.keys()]));
  sender.send(new Map([['events', null]]));
  await vi.waitFor(() => expect(heard).toEqual([null, ['events']]));
  // Every connection that there is: the next must be a new one.
  proxy.silencePresent();
  await vi.waitFor(() => expect(heard).toEqual([null, ['events'], null]), { timeout: 5000 });
  expect(complaints).toEqual(['lost the connection that receives other instances’ changes']);
  await vi.waitFor(
    () => {
      sender.send(new Map([['users', null]]));
      expect(heard.at(-1)).toEqual(['users']);
    },
    { timeout: 5000 },
  );
});
