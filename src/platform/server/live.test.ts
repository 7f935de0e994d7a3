import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeOf } from '#platform/live.ts';
import { eventsOf, screen, touch, touched } from '#testing/live-screen.ts';
import { networkOf } from './caller.ts';
import { liveUpdates, type Relay } from './live.ts';
import { type Changes, type Source, topicOfVisitor } from './topics.ts';

const HERE = networkOf('10.0.0.1');
const START = Date.parse('2025-11-14T17:00:00.000Z');

const opened = (said: Partial<Parameters<typeof liveUpdates>[0]> = {}) =>
  liveUpdates({ relay: null, sources: [], mostStreams: 5000, staleMs: 0, complain: () => undefined, ...said });
const source = (topic: string, read: Source['read'], isFamily = false): Source => ({
  topic,
  isFamily,
  short: false,
  read,
});
const watching = (live: ReturnType<typeof opened>, { join }: ReturnType<typeof screen>, ...topics: string[]) =>
  live.join(join, HERE, { topics, since: null });
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

it('live updates send the first message at once, then at most one a topic and second', async () => {
  const live = opened();
  const one = screen();
  watching(live, one, 'events', 'rsvps', 'users');
  live.publish(touch('events'));
  for (const topics of [['events'], ['rsvps'], ['events', 'users']]) live.publish(touch(...topics));
  await settle();
  expect(eventsOf(one)).toEqual(['retry: 3000', touched('events')]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one).slice(2)).toEqual(['events', 'rsvps', 'users'].map(touched));
});

it('live updates send a screen only what it watches', async () => {
  const live = opened();
  const [one, other] = [screen(), screen()];
  watching(live, one, 'matches:cup');
  watching(live, other, 'matches:open', 'events');
  live.publish(touch('matches:cup', 'users'));
  await settle();
  expect([eventsOf(one).slice(1), eventsOf(other).slice(1)]).toEqual([[touched('matches:cup')], []]);
  live.publish(touch('matches'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([eventsOf(one).slice(2), eventsOf(other).slice(1)]).toEqual([
    [touched('matches:cup')],
    [touched('matches:open')],
  ]);
});

it('live updates leave out a screen that has gone before it joins', async () => {
  const live = opened();
  const one = screen();
  one.answer.destroy();
  watching(live, one, 'events');
  live.publish(touch('events'));
  await settle();
  expect([live.counts(), one.written]).toEqual([expect.objectContaining({ open: 0, messages: 0 }), []]);
});

it('live updates: name a visitor’s own topic without the id', async () => {
  const live = opened();
  const one = screen();
  watching(live, one, 'mine:secret');
  live.publish(touch('mine:secret', 'mine:other'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one).slice(1)).toEqual([touched('mine')]);
  expect(one.written.join('')).not.toContain('secret');
});

it('live updates do not notify a visitor’s own topic when the topic of the privacy page is touched', async () => {
  const live = opened();
  const one = screen();
  watching(live, one, topicOfVisitor('alex'));
  live.touch(['visitor']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one)).toEqual(['retry: 3000']);
});

it('live updates tell a screen that comes back what was touched since, and nothing otherwise', async () => {
  const live = opened();
  const before = live.position();
  await vi.advanceTimersByTimeAsync(100);
  live.publish(touch('events'));
  await vi.advanceTimersByTimeAsync(100);
  const after = live.position();
  const [one, other] = [screen(), screen()];
  live.join(one.join, HERE, { topics: ['events', 'users'], since: before });
  live.join(other.join, HERE, { topics: ['events', 'users'], since: after });
  expect([eventsOf(one).slice(1), eventsOf(other).slice(1)]).toEqual([[touched('events')], []]);
});

it('live updates send a page from a moment ago the rows that changed since, also to the first screen', async () => {
  const read = async () => [{ id: 'chess', revision: 2 }];
  const live = opened({ sources: [source('events', read)] });
  await vi.advanceTimersByTimeAsync(100);
  const page = live.position();
  live.publish(new Map([['events', new Set(['chess'])]]));
  await vi.advanceTimersByTimeAsync(1000);
  const first = screen();
  live.join(first.join, HERE, { topics: ['events'], since: page });
  expect(eventsOf(first).slice(1)).toEqual([expect.stringContaining('event: rows')]);
});

it('live updates repeat what was missed in the order of positions, and ask for a topic when it is too much', async () => {
  const read = async (_: string, ids: readonly string[] | null) =>
    (ids ?? []).map((id) => ({ id, revision: 1, text: 'x'.repeat(id.startsWith('long') ? 20_000 : 1) }));
  const live = opened({ sources: ['events', 'users'].map((topic) => source(topic, read)) });
  const since = live.position();
  const change = async (topic: string, id: string) => {
    await vi.advanceTimersByTimeAsync(1000);
    live.publish(new Map([[topic, new Set([id])]]));
  };
  for (const topic of ['users', 'events', 'users']) await change(topic, `${topic}-${Date.now()}`);
  await vi.advanceTimersByTimeAsync(1000);
  const topicsOf = (one: ReturnType<typeof screen>) =>
    [...one.written.join('').matchAll(/^event: (\w+)\ndata: {"topic":"(\w+)"/gm)].map(([, ...said]) => said.join(' '));
  const [back, behind] = [screen(), screen()];
  live.join(back.join, HERE, { topics: ['events', 'users'], since });
  expect(topicsOf(back)).toEqual(['rows users', 'rows events', 'rows users']);
  for (const topic of ['events', 'users', 'events', 'users']) await change(topic, `long-${Date.now()}`);
  await vi.advanceTimersByTimeAsync(1000);
  live.join(behind.join, HERE, { topics: ['events', 'users'], since });
  expect(topicsOf(behind).at(-1)).toBe('touched users');
  expect(behind.written.join('').length).toBeLessThan(66_000);
});

it('live updates write nothing to a stream that was closed for another', async () => {
  const live = opened({ mostStreams: 1 });
  const [first, second] = [screen(), screen()];
  for (const one of [first, second]) watching(live, one, 'events');
  const before = first.written.length;
  live.publish(touch('events'));
  await settle();
  expect([first.answer.ended, first.written.length - before]).toEqual([true, 0]);
  first.answer.emit('close');
  live.publish(touch('events'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(second)).toEqual(['retry: 3000', touched('events'), touched('events')]);
});

it('live updates tell a screen that left between a change and its message', async () => {
  const live = opened();
  const [one, back] = [screen(), screen()];
  watching(live, one, 'events', 'users');
  live.publish(touch('events'));
  await vi.advanceTimersByTimeAsync(10);
  live.publish(touch('users'));
  await vi.advanceTimersByTimeAsync(10);
  const since = live.position();
  await vi.advanceTimersByTimeAsync(1000);
  live.join(back.join, HERE, { topics: ['events', 'users'], since });
  expect(eventsOf(back).slice(1)).toEqual([touched('users')]);
});

it('live updates read no rows of an event that nobody watches any more', async () => {
  const asked: string[] = [];
  const read = async (of: string) => {
    asked.push(of);
    return [];
  };
  const live = opened({ sources: [source('matches', read, true)] });
  const [one, other] = [screen(), screen()];
  watching(live, one, 'matches:cup');
  watching(live, other, 'matches:open');
  const [since, back] = [live.position(), screen()];
  one.answer.emit('close');
  live.publish(
    new Map([
      ['matches:cup', new Set(['final'])],
      ['matches:open', new Set(['final'])],
    ]),
  );
  await settle();
  expect(asked).toEqual(['open']);
  live.join(back.join, HERE, { topics: ['matches:cup'], since });
  expect(eventsOf(back).slice(1)).toEqual([touched('matches:cup')]);
});

it('live updates tell a screen from before the start to ask for everything', () => {
  const one = screen();
  opened().join(one.join, HERE, { topics: ['events', 'users'], since: START - 60_000 });
  expect(eventsOf(one).slice(1)).toEqual([touched('events'), touched('users')]);
});

it('live updates read the rows again when that failed', async () => {
  let tries = 0;
  const complaints: string[] = [];
  const read = async () => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return [{ id: 'chess', revision: 2 }];
  };
  const live = opened({ sources: [source('events', read)], complain: (message) => void complaints.push(message) });
  const one = screen();
  watching(live, one, 'events');
  live.publish(new Map([['events', new Set(['chess'])]]));
  await vi.advanceTimersByTimeAsync(1000);
  const data = { topic: 'events', rows: [changeOf(undefined, { id: 'chess', revision: 2 })], gone: [] };
  expect(eventsOf(one).slice(1)).toEqual([`event: rows\ndata: ${JSON.stringify(data)}`]);
  expect(complaints).toEqual(['could not read the changes of events']);
});

it('live updates send heartbeats on a quiet stream', () => {
  const live = opened();
  const one = screen();
  watching(live, one, 'events');
  vi.advanceTimersByTime(50_000);
  expect(eventsOf(one).slice(1)).toEqual(['event: beat\ndata: ', 'event: beat\ndata: ']);
});

it('live updates drop a stream that closed, and one that does not read', async () => {
  const live = opened();
  const [gone, deaf] = [screen(), screen(64 * 1024 + 1)];
  for (const one of [gone, deaf]) watching(live, one, 'events');
  gone.answer.emit('close');
  live.publish(touch('events'));
  await settle();
  expect([gone.written.length, deaf.written.length, deaf.answer.destroyed]).toEqual([1, 1, true]);
});

it('live updates close the oldest stream of the network with the most when a new one comes over the limit', async () => {
  const live = opened();
  const greedy = Array.from({ length: 6000 }, () => screen());
  for (const one of greedy) watching(live, one, 'events');
  const other = screen();
  live.join(other.join, networkOf('10.0.0.2'), { topics: ['events'], since: null });
  expect(greedy.map(({ answer }) => answer.ended).lastIndexOf(true)).toBe(1000);
  expect(greedy.filter(({ answer }) => answer.ended)).toHaveLength(1001);
  for (let count = 0; count < 1000; count += 1) watching(live, screen(), 'events');
  live.publish(touch('events'));
  await vi.waitFor(() => expect(eventsOf(other)).toEqual(['retry: 3000', touched('events')]));
  expect(other.answer.ended).toBe(false);
});

it.each(['sessions', 'helpers'])('live updates end the streams of staff, and no others, when %s change', (topic) => {
  const live = opened();
  const streams = ['users:admin', 'points', 'staff', 'events', topicOfVisitor('rosa')].map((watched) => {
    const one = screen();
    watching(live, one, 'rsvps', watched);
    return one;
  });
  live.publish(touch(topic));
  expect(streams.map(({ answer }) => answer.ended)).toEqual([true, true, true, false, false]);
});

it('live updates end a stream that not everybody may hear after ten minutes to a quarter of an hour, and let others go on', async () => {
  const live = opened();
  vi.spyOn(Math, 'random').mockReturnValueOnce(1).mockReturnValueOnce(0);
  const streams = ['points', topicOfVisitor('rosa'), 'events'].map((watched) => {
    const one = screen();
    watching(live, one, watched);
    return one;
  });
  const ended = () => streams.map(({ answer }) => answer.ended);
  await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
  expect(ended()).toEqual([false, false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended()).toEqual([false, true, false]);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(ended()).toEqual([true, true, false]);
});

it('live updates have no maximum without the limit', () => {
  const live = opened({ mostStreams: Number.POSITIVE_INFINITY });
  const screens = Array.from({ length: 6000 }, () => screen());
  for (const one of screens) watching(live, one, 'events');
  expect(screens.some(({ answer }) => answer.ended || answer.destroyed)).toBe(false);
});

it('live updates tell a closed stream to reconnect later, and cut it off if it does not read', () => {
  const live = opened({ mostStreams: 1 });
  const [first, deaf, last] = [screen(), screen(100), screen()];
  for (const one of [first, deaf, last]) watching(live, one);
  const [, seconds] = /^retry: (\d+)\d{3}\n\n$/.exec(String(first.written.at(-1))) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(60);
  expect(Number(seconds)).toBeLessThanOrEqual(120);
  expect([deaf.answer.ended, deaf.answer.destroyed, last.answer.ended]).toEqual([false, true, false]);
});

it('live updates send reads with a position that another instance with a slower clock has not passed', () => {
  const alone = opened();
  const relay: Relay = { send: () => undefined, start: async () => undefined, stop: async () => undefined };
  const one = opened({ relay });
  expect([alone.position() - alone.readPosition(), one.position() - one.readPosition()]).toEqual([0, 5000]);
});

it('live updates pass changes through the relay and receive those of others without echoing them', async () => {
  const sent: Changes[] = [];
  let say: (changes: Changes | null) => void = () => {};
  const relay: Relay = {
    send: (changes) => void sent.push(changes),
    start: async (hear) => {
      say = hear;
    },
    stop: async () => {},
  };
  const live = opened({ relay });
  const heard: (readonly string[] | null)[] = [];
  live.subscribe((topics) => heard.push(topics));
  const one = screen();
  watching(live, one, 'events', 'users', 'scores');
  const staff = screen();
  watching(live, staff, 'points');
  await live.start();
  live.publish(touch('events'));
  say(touch('users'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, heard]).toEqual([[touch('events')], [['events'], ['users']]]);
  expect(eventsOf(one).slice(1)).toEqual([touched('events'), touched('users')]);
  say(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard.at(-1)).toBeNull();
  // What was lost may have ended a session.
  expect([one.answer.ended, staff.answer.ended]).toEqual([false, true]);
  expect(eventsOf(one).slice(3)).toEqual(['events', 'users', 'scores'].map(touched));
  await vi.advanceTimersByTimeAsync(20_000);
  const [since, back] = [live.position(), screen()];
  say(null);
  live.join(back.join, HERE, { topics: ['attention'], since });
  expect(eventsOf(back).slice(1)).toEqual([touched('attention')]);
});

it('live updates count open streams, messages per stream, and bytes', async () => {
  const live = opened();
  const [one, two, gone] = [screen(), screen(), screen(1024 * 1024)];
  for (const each of [one, two, gone]) watching(live, each, 'events');
  live.publish(touch('events'));
  await settle();
  const bytes = 2 * Buffer.byteLength(String(one.written.at(-1)));
  expect(live.counts()).toEqual({ open: 3, messages: 2, bytes });
  gone.answer.emit('close');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(live.counts()).toMatchObject({ open: 2, messages: 2 });
  expect(live.counts().bytes).toBeGreaterThan(bytes);
});

it('live updates end every stream when the server stops', async () => {
  const live = opened();
  const one = screen();
  watching(live, one, 'events', 'users');
  live.publish(touch('events'));
  live.publish(touch('users'));
  await live.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([one.answer.ended, eventsOf(one)]).toEqual([true, ['retry: 3000', touched('events')]]);
});
