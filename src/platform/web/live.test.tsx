import { queryOptions } from '@tanstack/react-query';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { listAnnouncements } from '#features/announcements/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { checksumOf, type LiveRow } from '#platform/live.ts';
import { Wire } from '#testing/event-source.ts';
import { fakeServer } from '#testing/fetch.ts';
import { livePage } from '#testing/live-page.ts';
import { request } from './api.ts';
import { reportFailure } from './connection.ts';
import { liveList } from './live-list.ts';

type Seats = LiveRow & { readonly taken: number };
let server: Seats[] = [];
let position = 100;
let reads = 0;
const eventsQuery = liveList({
  queryKey: ['events'],
  topic: 'events',
  order: (one: LiveRow, other: LiveRow) => (one.id < other.id ? -1 : 1),
  poll: 30_000,
  read: async ({ hear }): Promise<Seats[]> => {
    reads += 1;
    hear(() => String(position));
    return server;
  },
});
let asked: string[] = [];
const plain = (...queryKey: string[]) =>
  queryOptions({
    queryKey,
    queryFn: async () => {
      asked.push(queryKey.join(' '));
      return asked.length;
    },
  });

const page = livePage(undefined);
const { look, show, pass } = page;
const wire = () => Wire.latest;
const shown = () => page.client.getQueryData<Seats[]>(['events']);
const rows = (...changes: (Seats & { from: number })[]) => ({
  topic: 'events',
  rows: changes.map((change) => ({ ...change, checksum: checksumOf({ ...change, from: undefined } as Seats) })),
  gone: [],
});

beforeEach(async () => {
  [asked, reads, position] = [[], 0, 100];
  server = [{ id: 'chess', revision: 4, taken: 2 }];
  page.client.setQueryData(['events'], server);
  show(eventsQuery);
  page.open();
  wire().say('hello', 100, { watching: ['events'] });
});

it('takes from what it missed only what its list was read before', async () => {
  const ids = () => shown()?.map(({ id }) => id);
  const row = (id: string) => rows({ id, revision: 5, taken: 1, from: 0 });
  wire().dispatchEvent(new Event('error'));
  wire().say('rows', 100, row('deleted'));
  expect(ids()).toEqual(['chess']);
  wire().say('rows', 101, row('go'));
  expect(ids()).toEqual(['chess', 'go']);
  // The server's clock was set back.
  wire().say('hello', 50, { watching: ['events'] });
  wire().say('rows', 51, row('uno'));
  expect(ids()).toEqual(['chess', 'go', 'uno']);
});

it('watches what is shown from where the page was read, and more when more is shown', async () => {
  expect([...wire().asked]).toEqual([
    ['watch', 'events'],
    ['since', '100'],
  ]);
  wire().say('beat', 150);
  show(plain('scores'));
  wire().say('beat', 180);
  await pass(300);
  expect([...wire().asked]).toEqual([
    ['watch', 'events,scores'],
    ['since', '150'],
  ]);
  expect(Wire.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
});

it('changes rows without asking, keeps the order, and drops deleted ones', async () => {
  wire().say(
    'rows',
    110,
    rows({ id: 'chess', from: 4, revision: 5, taken: 3 }, { id: 'azul', from: 0, revision: 1, taken: 0 }),
  );
  expect(shown()).toEqual([
    { id: 'azul', revision: 1, taken: 0 },
    { id: 'chess', revision: 5, taken: 3 },
  ]);
  wire().say('rows', 120, { topic: 'events', rows: [], gone: ['chess'] });
  expect(shown()).toEqual([{ id: 'azul', revision: 1, taken: 0 }]);
  await pass(10_000);
  expect(reads).toBe(0);
});

it('asks again when a change in between was missed', async () => {
  server = [{ id: 'chess', revision: 9, taken: 6 }];
  position = 130;
  wire().say('rows', 120, rows({ id: 'chess', from: 8, revision: 9, taken: 6 }));
  await pass(0);
  expect([reads, shown()]).toEqual([1, server]);
});

it('adds the messages that came after an answer was read', async () => {
  position = 105;
  wire().say('rows', 110, rows({ id: 'chess', from: 4, revision: 5, taken: 3 }));
  await page.client.invalidateQueries({ queryKey: ['events'] });
  expect([reads, shown()]).toEqual([1, [{ id: 'chess', revision: 5, taken: 3 }]]);
});

it('waits one to two seconds before it asks for a touched topic, once, and not when an answer is newer', async () => {
  show(plain('scores'));
  await pass(300);
  asked = [];
  wire().say('touched', 110, { topic: 'scores' });
  wire().say('touched', 111, { topic: 'scores' });
  wire().say('touched', 112, { topic: 'events' });
  position = 120;
  await page.client.invalidateQueries({ queryKey: ['events'] });
  expect([asked, reads]).toEqual([[], 1]);
  await pass(999);
  expect(asked).toEqual([]);
  await pass(1_001);
  expect([asked, reads]).toEqual([['scores'], 1]);
});

it('does not ask while hidden, closes the stream after ten seconds, and catches up when visible', async () => {
  look(true);
  wire().say('touched', 110, { topic: 'events' });
  await pass(9_000);
  expect([reads, wire().readyState]).toEqual([0, Wire.OPEN]);
  await pass(1_000);
  expect(wire().readyState).toBe(Wire.CLOSED);
  look(false);
  await pass(0);
  expect([Wire.all.length, wire().asked.get('since'), reads]).toEqual([2, '110', 1]);
});

it('opens a new stream when the browser has given up, but not while it is reconnecting', async () => {
  wire().fail(Wire.CONNECTING);
  await pass(60_000);
  expect(Wire.all).toHaveLength(1);
  wire().fail(Wire.CLOSED);
  await pass(12_000);
  expect(Wire.all).toHaveLength(2);
});

it('opens a stream again when it is shown again: the one from before may have died without an error', async () => {
  look(true);
  await pass(3_000);
  look(false);
  expect(Wire.all.map(({ readyState }) => readyState)).toEqual([Wire.CLOSED, Wire.OPEN]);
  await pass(30_000);
  expect(wire().readyState).toBe(Wire.OPEN);
});

it('opens no stream after it was hidden for ten seconds, although the browser gave up shortly before', async () => {
  look(true);
  await pass(5_000);
  wire().fail(Wire.CLOSED);
  await pass(HOUR);
  expect(Wire.all).toHaveLength(1);
  look(false);
  expect(Wire.all).toHaveLength(2);
});

it('leaves the pauses between probes as they are when EventSource fails every three seconds', async () => {
  const probed: number[] = [];
  fakeServer(async () => {
    probed.push(performance.now());
    throw new TypeError('Failed to fetch');
  });
  const from = performance.now();
  for (let fails = 0; fails < 12; fails += 1) {
    wire().fail(Wire.CONNECTING);
    await pass(3_000);
  }
  expect(probed.map((at) => at - from)).toEqual([0, 4_000, 12_000, 27_000]);
});

it('polls only while nothing comes through the stream', async () => {
  for (let beat = 1; beat <= 4; beat += 1) {
    await pass(25_000);
    wire().say('beat', 100 + beat);
  }
  expect(reads).toBe(0);
  await pass(80_000);
  expect(reads).toBeGreaterThanOrEqual(1);
  expect(reads).toBeLessThanOrEqual(2);
});

it.each([-5, 5])('polls in its interval when the device’s clock is set by %i hours', async (hours) => {
  await pass(25_000);
  vi.setSystemTime(Date.now() + hours * HOUR);
  await pass(90_000);
  expect(reads).toBeGreaterThanOrEqual(1);
  expect(reads).toBeLessThanOrEqual(3);
});

it('leaves lists to the stream after an own write, and asks for them without it', async () => {
  show(plain('rsvps', 'my'));
  await pass(300);
  wire().say('hello', 120, { watching: ['events', 'mine'] });
  asked = [];
  page.live.refresh(['events', 'rsvps']);
  await pass(0);
  expect([reads, asked]).toEqual([0, ['rsvps my']]);
  wire().fail(Wire.CONNECTING);
  page.live.refresh(['events']);
  await pass(0);
  expect(reads).toBe(1);
});

it('asks again after an own write also when a first answer, from before it, is on its way', async () => {
  const answers: ((answer: string) => void)[] = [];
  show(queryOptions({ queryKey: ['waiting'], queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) }));
  page.live.refresh(['waiting']);
  await pass(0);
  answers[0]?.('before the write');
  answers[1]?.('after it');
  await pass(0);
  expect(page.client.getQueryData(['waiting'])).toBe('after it');
});

it('opens the stream again after the write that made this device a visitor', async () => {
  page.live.refresh(['rsvps']);
  await pass(300);
  expect(Wire.all).toHaveLength(2);
  wire().say('hello', 130, { watching: ['events', 'mine'] });
  page.live.refresh(['rsvps']);
  await pass(300);
  expect(Wire.all).toHaveLength(2);
});

it.each([
  ['a dialog has just shown a list that the stream carries', () => void show(eventsQuery)],
  [
    'the stream is still connecting, without the new cookie',
    () => void Object.assign(wire(), { readyState: Wire.CONNECTING }),
  ],
])('opens it again after that write also when %s', async (_when, happens) => {
  happens();
  page.live.refresh(['rsvps']);
  await pass(300);
  expect(Wire.all).toHaveLength(2);
});

it('does nothing after it was stopped', async () => {
  wire().say('touched', 110, { topic: 'events' });
  page.live.stop();
  await pass(60_000);
  look(false);
  expect([reads, wire().readyState]).toEqual([0, Wire.CLOSED]);
});

it('opens no stream before something is shown', async () => {
  page.live.stop();
  page.client.clear();
  const before = Wire.all.length;
  page.open();
  expect(Wire.all).toHaveLength(before);
  show(plain('scores'));
  await pass(300);
  expect([Wire.all.length, wire().asked.get('watch')]).toEqual([before + 1, 'scores']);
});

it('opens a silent stream again every 40 s', async () => {
  await pass(46_000);
  expect(Wire.all.map(({ readyState }) => readyState)).toEqual([Wire.CLOSED, Wire.OPEN]);
  await pass(30_000);
  expect(Wire.all).toHaveLength(2);
  await pass(15_000);
  expect(Wire.all).toHaveLength(3);
});

it('catches up a list that came with the page and is first shown later', async () => {
  page.client.setQueryData(['users'], []);
  page.live.stop();
  page.open();
  wire().say('hello', 150, { watching: ['events'] });
  show(plain('users'));
  await pass(300);
  expect([...wire().asked]).toEqual([
    ['watch', 'events,users'],
    ['since', '100'],
  ]);
});

it('still asks for a list that is not shown after a change that did not fit it', async () => {
  const away = show(eventsQuery);
  for (const observer of page.client.getQueryCache().find({ queryKey: ['events'] })?.observers ?? [])
    observer.destroy();
  away();
  wire().say('rows', 110, rows({ id: 'chess', from: 8, revision: 9, taken: 6 }));
  wire().say('rows', 111, rows({ id: 'azul', from: 0, revision: 1, taken: 0 }));
  await pass(0);
  expect(reads).toBe(0);
  show(eventsQuery);
  await pass(0);
  expect(reads).toBe(1);
});

it('asks for everything within four seconds when the connection returns, and opens a stream that is away', async () => {
  // The longest of the random waits.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
  onTestFinished(() => random.mockRestore());
  show(plain('scores'));
  await pass(300);
  wire().say('beat', 100);
  [reads, asked] = [0, []];
  const streams = Wire.all.length;
  reportFailure();
  wire().fail(Wire.CONNECTING);
  await pass(2_100);
  expect([reads, asked, Wire.all.length]).toEqual([0, [], streams]);
  await pass(4_000);
  expect([reads, asked, Wire.all.length]).toEqual([1, ['scores'], streams + 1]);
});

it('asks again for the lists that the worker answered while the server was busy, and for no others', async () => {
  show(plain('scores'));
  const copied = { 'x-kept-at': '2025-11-13T15:10:00.000Z' };
  const requests: string[] = [];
  fakeServer((address) => {
    if (address === '/healthz') return new Response('{}');
    requests.push(address);
    return new Response('[]', { headers: requests.length === 1 ? copied : {} });
  });
  show(
    queryOptions({
      queryKey: ['posts'],
      queryFn: ({ signal }) => request<typeof listAnnouncements>('GET /api/discord/announcements', { signal }),
    }),
  );
  await pass(300);
  asked = [];
  await pass(30_000);
  expect([requests.length, asked]).toEqual([2, []]);
});
