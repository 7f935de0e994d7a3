import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { forgetClock, hasJumped, hearTime, isTimeSure, now, onClockChange, startClock } from './clock.tsx';

const NOON = Date.parse('2025-11-13T12:00:00.000Z');
const SECOND = 1_000;
const iso = (time: number) => new Date(time).toISOString();

/** Milliseconds since noon. */
const sinceNoon = () => Math.round(now() - NOON);
const answer = (date: number) => new Response('', { headers: { date: new Date(date).toUTCString() } });
const hear = (date: number) => hearTime(answer(date), performance.now());
/** Sets the device's clock; the steady one goes on. */
const setClock = (byMs: number) => vi.setSystemTime(Date.now() + byMs);
const pass = (ms: number) => vi.advanceTimersByTime(ms);
let isHidden = false;
const show = (shown: boolean) => {
  isHidden = !shown;
  document.dispatchEvent(new Event('visibilitychange'));
};
const mark = (name: string, content: string) => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
  return meta;
};
const markCopied = (at: number) => {
  mark('kept-at', iso(at));
  mark('kept-for', '/');
};

beforeEach(() => {
  isHidden = false;
  vi.useFakeTimers({ now: NOON });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  forgetClock();
  document.head.replaceChildren();
  localStorage.clear();
});

it.each([5 * HOUR, -5 * HOUR])('goes by the page and the server when the device’s clock is %i ms off', (off) => {
  setClock(off);
  startClock(iso(NOON));
  expect(Math.abs(sinceNoon())).toBeLessThan(34 * SECOND);
  expect(isTimeSure()).toBe(false);
  hear(NOON);
  expect(Math.abs(sinceNoon())).toBeLessThan(4 * SECOND);
  expect(isTimeSure()).toBe(true);
  pass(HOUR);
  expect(Math.abs(sinceNoon() - HOUR)).toBeLessThan(4 * SECOND);
});

it('keeps a right clock to the millisecond, whatever the seconds of an answer say', () => {
  startClock(iso(NOON - 20 * SECOND));
  expect([sinceNoon(), isTimeSure()]).toEqual([0, true]);
  pass(2_900);
  hear(NOON + 1 * SECOND);
  expect(sinceNoon()).toBe(2_900);
});

it('follows the server when a page out of the browser’s cache is hours old', () => {
  const changed = vi.fn();
  onClockChange(changed);
  startClock(iso(NOON - 3 * HOUR));
  expect(isTimeSure()).toBe(false);
  expect(changed).toHaveBeenCalledTimes(1);
  hear(NOON);
  expect([Math.abs(sinceNoon()) < 4 * SECOND, isTimeSure()]).toEqual([true, true]);
  expect(changed).toHaveBeenCalledTimes(2);
});

it.each([5 * HOUR, -5 * HOUR])('counts on when the clock is set by %i ms, and says so within 5 s', (by) => {
  startClock(iso(NOON));
  const changed = vi.fn();
  onClockChange(changed);
  setClock(by);
  expect([sinceNoon(), hasJumped(), isTimeSure()]).toEqual([0, true, false]);
  pass(5 * SECOND);
  expect(changed).toHaveBeenCalledTimes(1);
  pass(MINUTE);
  expect(changed).toHaveBeenCalledTimes(1);
  // What was set on screen is no sleep.
  show(false);
  show(true);
  expect(sinceNoon()).toBe(MINUTE + 5 * SECOND);
  hear(NOON + MINUTE + 5 * SECOND);
  expect([hasJumped(), isTimeSure()]).toEqual([false, true]);
});

it('adds what a phone slept while the page was hidden, and is not sure of it', () => {
  startClock(iso(NOON));
  show(false);
  pass(MINUTE);
  setClock(2 * HOUR);
  pass(MINUTE);
  show(true);
  expect([sinceNoon(), hasJumped(), isTimeSure()]).toEqual([2 * HOUR + 2 * MINUTE, true, false]);
  show(false);
  setClock(-HOUR);
  show(true);
  expect(sinceNoon()).toBe(2 * HOUR + 2 * MINUTE);
});

it('takes for an offline copy the device’s clock as far off as it was, and is not sure of it', () => {
  setClock(5 * HOUR);
  startClock(iso(NOON));
  hear(NOON);
  forgetClock();
  pass(HOUR);
  markCopied(NOON);
  startClock(iso(NOON - MINUTE));
  expect(Math.abs(sinceNoon() - HOUR)).toBeLessThan(4 * SECOND);
  expect([hasJumped(), isTimeSure()]).toEqual([false, false]);
  hear(NOON + HOUR);
  expect(isTimeSure()).toBe(true);
});

it('takes the time of an offline copy when the clock was set back since, and says that it jumped', () => {
  setClock(-5 * HOUR);
  markCopied(NOON - HOUR);
  startClock(iso(NOON - HOUR));
  expect([sinceNoon(), hasJumped()]).toEqual([-HOUR, true]);
});

it('takes no time from an offline copy, and is sure after an answer without a date', () => {
  setClock(5 * HOUR);
  startClock(iso(NOON));
  const before = sinceNoon();
  const copy = answer(NOON - HOUR);
  copy.headers.set('x-kept-at', iso(NOON));
  hearTime(copy, 0);
  expect([sinceNoon(), isTimeSure()]).toEqual([before, false]);
  hearTime(new Response(''), 0);
  expect([sinceNoon(), isTimeSure()]).toEqual([before, true]);
});

it('gives a slow answer the time that it took', () => {
  startClock(iso(NOON));
  const askedAt = performance.now();
  pass(30 * SECOND);
  hearTime(answer(NOON), askedAt);
  expect(sinceNoon()).toBe(30 * SECOND);
});

it('is as far ahead of the server as the clock of a rehearsal', () => {
  const meta = mark('rehearsal', String(48 * HOUR));
  startClock(iso(NOON + 48 * HOUR));
  hear(NOON);
  expect(sinceNoon()).toBe(48 * HOUR);
  meta.content = String(72 * HOUR);
  expect(sinceNoon()).toBe(72 * HOUR);
});
