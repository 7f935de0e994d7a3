import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveUpdates, type Relay, type Topics } from './live.ts';

/** The little of an open answer that live updates use. */
function screen(unread = 0) {
  const written: string[] = [];
  const answer = Object.assign(new EventEmitter(), {
    writableLength: unread,
    ended: false,
    destroyed: false,
    write: (chunk: string) => written.push(chunk),
    end() {
      answer.ended = true;
    },
    destroy() {
      answer.destroyed = true;
    },
  });
  return { answer, written, join: answer as unknown as ServerResponse };
}

const message = (...topics: string[]) => `event: touched\ndata: ${JSON.stringify({ topics })}\n\n`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('live updates', () => {
  it('reach a screen at once, then at most once a second, gathered', () => {
    const live = liveUpdates(null);
    const { written, join } = screen();
    live.join(join);
    live.publish(['events']);
    for (const topics of [['events'], ['rsvps'], ['events', 'users']]) live.publish(topics);
    expect(written).toEqual(['retry: 3000\n\n', message('events')]);
    vi.advanceTimersByTime(1000);
    expect(written.slice(2)).toEqual([message('events', 'rsvps', 'users')]);
    vi.advanceTimersByTime(5000);
    live.publish(['users']);
    expect(written.slice(3)).toEqual([message('users')]);
  });

  it('say nothing of nothing', () => {
    const live = liveUpdates(null);
    const { written, join } = screen();
    live.join(join);
    live.publish([]);
    vi.advanceTimersByTime(10_000);
    expect(written).toEqual(['retry: 3000\n\n']);
  });

  it('keep a quiet line open', () => {
    const live = liveUpdates(null);
    const { written, join } = screen();
    live.join(join);
    vi.advanceTimersByTime(50_000);
    expect(written.slice(1)).toEqual([': still here\n\n', ': still here\n\n']);
  });

  it('forget a screen that has gone, and drop one that does not read', () => {
    const live = liveUpdates(null);
    const [gone, deaf] = [screen(), screen(64 * 1024 + 1)];
    for (const { join } of [gone, deaf]) live.join(join);
    gone.answer.emit('close');
    live.publish(['events']);
    expect([gone.written.length, deaf.written.length, deaf.answer.destroyed]).toEqual([1, 1, true]);
  });

  it('take 5,000 screens and no more', () => {
    const live = liveUpdates(null);
    for (let count = 0; count < 5000; count += 1) expect(live.join(screen().join)).toBe(true);
    expect(live.join(screen().join)).toBe(false);
  });

  it('pass words on through the relay and hear those of others, without sending them back', async () => {
    const sent: Topics[] = [];
    let say: (topics: Topics | null) => void = () => {};
    const relay: Relay = {
      send: (topics) => void sent.push(topics),
      start: async (hear) => {
        say = hear;
      },
      stop: async () => {},
    };
    const live = liveUpdates(relay);
    const heard: (Topics | null)[] = [];
    live.subscribe((topics) => heard.push(topics));
    const { written, join } = screen();
    live.join(join);
    await live.start();
    live.publish(['events']);
    say(['users']);
    say(null);
    expect([sent, heard]).toEqual([[['events']], [['events'], ['users'], null]]);
    vi.advanceTimersByTime(1000);
    expect(written.slice(1)).toEqual([message('events'), message('users')]);
  });

  it('end every line when the server stops', async () => {
    const live = liveUpdates(null);
    const one = screen();
    live.join(one.join);
    live.publish(['events']);
    live.publish(['users']);
    await live.stop();
    vi.advanceTimersByTime(60_000);
    expect([one.answer.ended, one.written.length]).toEqual([true, 2]);
  });
});
