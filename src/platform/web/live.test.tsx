import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenLive } from './live.ts';

/** Fake EventSource; jsdom has none. */
class Wire extends EventTarget {
  static readonly CLOSED = 2;
  static all: Wire[] = [];
  readyState = 1;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    Wire.all.push(this);
  }
  close() {
    this.readyState = Wire.CLOSED;
  }
  say(...topics: string[]) {
    this.dispatchEvent(new MessageEvent('touched', { data: JSON.stringify({ topics }) }));
  }
}

const told: unknown[] = [];
let hidden = false;
let stop = () => {};
const wire = () => Wire.all.at(-1) as Wire;
const look = (away: boolean) => {
  hidden = away;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Wire);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  Wire.all = [];
  told.length = 0;
  hidden = false;
  stop = listenLive({ topics: (topics) => told.push(topics), everything: () => told.push('everything') });
  wire().dispatchEvent(new Event('open'));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('waits up to two seconds and refetches once for all touched topics', () => {
  wire().say('events');
  wire().say('rsvps', 'events');
  expect([wire().address, told]).toEqual(['/api/live', []]);
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([['events', 'rsvps']]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(1);
});

it('does not refetch while hidden, and catches up when visible', () => {
  look(true);
  wire().say('events');
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  look(false);
  expect(told).toEqual([['events']]);
});

it('does not refetch after the first connection, and refetches everything after a reconnect', () => {
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
  wire().dispatchEvent(new Event('open'));
  wire().say('events');
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual(['everything']);
});

it('opens a new connection when the browser has given up, but not while it is reconnecting', () => {
  wire().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(60_000);
  expect(Wire.all).toHaveLength(1);
  wire().readyState = Wire.CLOSED;
  wire().dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(12_000);
  expect(Wire.all).toHaveLength(2);
  wire().dispatchEvent(new Event('open'));
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual(['everything']);
});

it('does nothing after it was stopped', () => {
  wire().say('events');
  stop();
  vi.advanceTimersByTime(60_000);
  look(false);
  expect([told, wire().readyState]).toEqual([[], Wire.CLOSED]);
});
