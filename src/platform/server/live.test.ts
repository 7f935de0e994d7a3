import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveUpdates, type Relay, type Topics } from './live.ts';
import { networkOf } from './network.ts';

/** The part of a response that live streams use. */
function screen(unread = 0) {
  const written: string[] = [];
  const answer = Object.assign(new EventEmitter(), {
    writableLength: unread,
    ended: false,
    destroyed: false,
    write: (chunk: string) => written.push(chunk),
    end(last?: string) {
      answer.ended = true;
      if (last !== undefined) written.push(last);
    },
    destroy() {
      answer.destroyed = true;
    },
  });
  return { answer, written, join: answer as unknown as ServerResponse };
}

const HERE = networkOf('10.0.0.1');
const message = (...topics: string[]) => `event: touched\ndata: ${JSON.stringify({ topics })}\n\n`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live updates', () => {
  it('send the first message at once, then at most one batch a second', () => {
    const live = liveUpdates(null, 5000);
    const { written, join } = screen();
    live.join(join, HERE);
    live.publish(['events']);
    for (const topics of [['events'], ['rsvps'], ['events', 'users']]) live.publish(topics);
    expect(written).toEqual(['retry: 3000\n\n', message('events')]);
    vi.advanceTimersByTime(1000);
    expect(written.slice(2)).toEqual([message('events', 'rsvps', 'users')]);
    vi.advanceTimersByTime(5000);
    live.publish(['users']);
    expect(written.slice(3)).toEqual([message('users')]);
  });

  it('send nothing for no topics', () => {
    const live = liveUpdates(null, 5000);
    const { written, join } = screen();
    live.join(join, HERE);
    live.publish([]);
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual(['retry: 3000\n\n']);
  });

  it('send heartbeats on a quiet stream', () => {
    const live = liveUpdates(null, 5000);
    const { written, join } = screen();
    live.join(join, HERE);
    vi.advanceTimersByTime(50_000);
    expect(written.slice(1)).toEqual([': still here\n\n', ': still here\n\n']);
  });

  it('drop a stream that closed, and one that does not read', () => {
    const live = liveUpdates(null, 5000);
    const [gone, deaf] = [screen(), screen(16 * 1024 + 1)];
    for (const { join } of [gone, deaf]) live.join(join, HERE);
    gone.answer.emit('close');
    live.publish(['events']);
    expect([gone.written.length, deaf.written.length, deaf.answer.destroyed]).toEqual([1, 1, true]);
  });

  it('close the oldest stream of the network with the most when a new one comes over the limit', () => {
    const live = liveUpdates(null, 5000);
    const greedy = Array.from({ length: 6000 }, () => screen());
    for (const { join } of greedy) live.join(join, HERE);
    const other = screen();
    live.join(other.join, networkOf('10.0.0.2'));
    expect(greedy.map(({ answer }) => answer.ended).lastIndexOf(true)).toBe(1000);
    expect(greedy.filter(({ answer }) => answer.ended)).toHaveLength(1001);
    for (let count = 0; count < 1000; count += 1) live.join(screen().join, HERE);
    live.publish(['events']);
    expect([other.answer.ended, other.written]).toEqual([false, ['retry: 3000\n\n', message('events')]]);
  });

  it('have no maximum without the limit', () => {
    const live = liveUpdates(null, Number.POSITIVE_INFINITY);
    const screens = Array.from({ length: 6000 }, () => screen());
    for (const { join } of screens) live.join(join, HERE);
    expect(screens.some(({ answer }) => answer.ended || answer.destroyed)).toBe(false);
  });

  it('tell a closed stream to reconnect later, and cut it off if it does not read', () => {
    const live = liveUpdates(null, 1);
    const [first, deaf, last] = [screen(), screen(100), screen()];
    for (const { join } of [first, deaf, last]) live.join(join, HERE);
    const [, seconds] = /^retry: (\d+)\d{3}\n\n$/.exec(first.written.at(-1) ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(60);
    expect(Number(seconds)).toBeLessThanOrEqual(120);
    expect([deaf.answer.ended, deaf.answer.destroyed, last.answer.ended]).toEqual([false, true, false]);
  });

  it('pass topics through the relay and receive those of others without echoing them', async () => {
    const sent: Topics[] = [];
    let say: (topics: Topics | null) => void = () => {};
    const relay: Relay = {
      send: (topics) => void sent.push(topics),
      start: async (hear) => {
        say = hear;
      },
      stop: async () => {},
    };
    const live = liveUpdates(relay, 5000);
    const heard: (Topics | null)[] = [];
    live.subscribe((topics) => heard.push(topics));
    const { written, join } = screen();
    live.join(join, HERE);
    await live.start();
    live.publish(['events']);
    say(['users']);
    say(null);
    expect([sent, heard]).toEqual([[['events']], [['events'], ['users'], null]]);
    vi.advanceTimersByTime(1000);
    expect(written.slice(1)).toEqual([message('events'), message('users')]);
  });

  it('count open streams, messages per stream, and bytes', () => {
    const live = liveUpdates(null, 5000);
    const [one, two, gone] = [screen(), screen(), screen(1024 * 1024)];
    for (const { join } of [one, two, gone]) live.join(join, HERE);
    live.publish(['events']);
    const bytes = 2 * message('events').length;
    expect(live.counts()).toEqual({ open: 3, messages: 2, bytes });
    gone.answer.emit('close');
    vi.advanceTimersByTime(25_000);
    expect(live.counts()).toEqual({ open: 2, messages: 2, bytes: bytes + 2 * ': still here\n\n'.length });
  });

  it('end every stream when the server stops', async () => {
    const live = liveUpdates(null, 5000);
    const one = screen();
    live.join(one.join, HERE);
    live.publish(['events']);
    live.publish(['users']);
    await live.stop();
    vi.advanceTimersByTime(60_000);
    expect([one.answer.ended, one.written.length]).toEqual([true, 2]);
  });
});
