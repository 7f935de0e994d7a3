import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINE } from '#platform/live.ts';
import { openTouches } from './live.ts';
import { forgetLive } from './live-list.ts';
import { createQueryClient } from './query-client.ts';

let client: QueryClient;
let touches: ReturnType<typeof openTouches>;
let hidden = false;
/** What the server has, how long its answers take in milliseconds, and whether it answers 503. */
let server = { version: 0, takes: 0, isBusy: false };
let asked: string[] = [];

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shown = (topic: string) => client.getQueryData([topic]);

/** Shows a list, which is loaded once. */
const show = (topic: string, meta = {}) => {
  const queryFn = async () => {
    asked.push(topic);
    const { version, takes, isBusy } = server;
    if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
    if (isBusy) throw new Error('busy');
    return version;
  };
  new QueryObserver(client, queryOptions({ queryKey: [topic], queryFn, meta })).subscribe(() => undefined);
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  // The longest of the random waits.
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  hidden = false;
  server = { version: 0, takes: 0, isBusy: false };
  client = createQueryClient();
  touches = openTouches(client);
  for (const topic of ['scores', 'users']) show(topic);
  await pass(0);
  asked = [];
});
afterEach(() => {
  touches.stop();
  client.clear();
  forgetLive();
});

it('asks for each topic one to two seconds after its own touch, and once for several touches', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  touches.note('scores', 1);
  touches.note('scores', 2);
  await pass(900);
  touches.note('users', 3);
  await pass(99);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual(['scores']);
  await pass(900);
  expect(asked).toEqual(['scores', 'users']);
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

it('asks once more for what was touched in the second before the request: the answer may be an older copy', async () => {
  touches.note('scores', 1);
  await pass(1_500);
  touches.note('scores', 2);
  await pass(500);
  expect(asked).toEqual(['scores']);
  await pass(2_000);
  expect(asked).toEqual(['scores', 'scores']);
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

it('pauses ten seconds after a refusal, however often the topic is touched, and asks for other topics meanwhile', async () => {
  Object.assign(server, { isBusy: true, takes: 400 });
  for (let second = 0; second < 60; second += 1) {
    touches.note('scores', second);
    await pass(1_000);
  }
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.length).toBeLessThan(7);
  asked = [];
  touches.note('users', 61);
  await pass(2_000);
  expect(asked).toContain('users');
});

it('asks again ten seconds after a refusal, also when nothing more is touched', async () => {
  server.isBusy = true;
  touches.note('scores', 1);
  await pass(9_000);
  expect(asked).toEqual(['scores']);
  server.isBusy = false;
  await pass(6_000);
  expect([asked.length, shown('scores')]).toEqual([2, 0]);
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

it('lets a slow answer arrive before it asks again', async () => {
  server.takes = 3_000;
  for (let second = 1; second <= 20; second += 1) {
    server.version = second;
    touches.note('scores', second);
    await pass(1_000);
    if (second === 10) expect(shown('scores')).toBeGreaterThan(0);
  }
  await pass(10_000);
  expect(shown('scores')).toBe(20);
  expect(asked.length).toBeLessThan(8);
});

it.each(['posts', MINE])('asks again for %s when it was touched while it was first loaded', async (topic) => {
  server.takes = 3_000;
  show(topic);
  await pass(500);
  Object.assign(server, { version: 1, takes: 0 });
  touches.note(topic, 1);
  await pass(2_500);
  expect(shown(topic)).toBe(0);
  await pass(2_500);
  expect(shown(topic)).toBe(1);
});

it('asks for what belongs to the visitor at once, and once: the server keeps no copies of it', async () => {
  show(MINE);
  await pass(0);
  asked = [];
  touches.note(MINE, 1);
  await pass(0);
  expect(asked).toEqual([MINE]);
  await pass(60_000);
  expect(asked).toEqual([MINE]);
});

it('asks once more for a topic that was touched just before the connection was lost and came back', async () => {
  touches.note('scores', 1);
  touches.noteAll(500);
  await pass(500);
  expect(asked.toSorted()).toEqual(['scores', 'users']);
  await pass(2_000);
  expect(asked).toHaveLength(3);
});

it('asks for all topics once when the connection comes and goes', async () => {
  for (let returns = 0; returns < 10; returns += 1) {
    touches.noteAll(2_000);
    await pass(1_000);
  }
  expect(asked).toEqual([]);
  await pass(1_000);
  expect(asked.toSorted()).toEqual(['scores', 'users']);
});

it('asks for nothing while the page is hidden, and for all that is due when it is shown', async () => {
  hidden = true;
  touches.note('scores', 1);
  await pass(60_000);
  expect(asked).toEqual([]);
  hidden = false;
  touches.note('users', 2);
  touches.askOverdue();
  await pass(0);
  expect(asked).toEqual(['scores']);
});

it('asks again after ten seconds for what the worker answered with a copy', async () => {
  touches.noteOfflineCopy('scores');
  touches.noteOfflineCopy('scores');
  await pass(9_999);
  expect(asked).toEqual([]);
  await pass(1_001);
  expect(asked).toEqual(['scores']);
});
