import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventsOf, screen, touch, touched } from '#testing/live-screen.ts';
import { networkOf } from './caller.ts';
import { liveUpdates, type Relay } from './live.ts';
import type { Changes, Source } from './topics.ts';

const ranks = (read: Source['read'], relay: Relay | null = null) =>
  liveUpdates({
    ...{ relay, mostStreams: 10, staleMs: 0, complain: () => undefined },
    sources: [{ topic: 'ranks', isFamily: true, short: true, read }],
  });
const watch = (live: ReturnType<typeof ranks>, { join }: ReturnType<typeof screen>, ...topics: string[]) =>
  live.join(join, networkOf('10.0.0.1'), { topics, since: null });

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2025-11-14T17:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it('reads nothing of invented topics at a touch of all, and sends rows once there is a list', async () => {
  let listed: { id: string; revision: number; rank: number }[] | null = null;
  const read = vi.fn(async (of: string) => (of === 'cup' ? listed : null));
  const live = ranks(read);
  const one = screen();
  const invented = Array.from({ length: 200 }, (_, index) => `ranks:none-${index}`);
  watch(live, one, 'ranks:cup', ...invented);
  await vi.advanceTimersByTimeAsync(0);
  read.mockClear();
  live.publish(touch('ranks'));
  // Told in several turns of the event loop, which no fake timer brings.
  for (let turns = 0; turns < 10; turns += 1) await turn();
  await vi.advanceTimersByTimeAsync(1000);
  expect([read.mock.calls.length, eventsOf(one).length]).toEqual([0, 1 + 201]);
  listed = [];
  live.publish(touch('ranks:cup'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one).at(-1)).toBe(touched('ranks:cup'));
  listed = [{ id: 'rosa', revision: 2, rank: 2 }];
  live.publish(touch('ranks:cup'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one).at(-1)).toMatch(/^event: rows\n.*"rank":2/);
});

it('first reads at most two lists at once, and none whose last screen has left', async () => {
  let reading = 0;
  const most: number[] = [];
  const read = vi.fn(async () => {
    reading += 1;
    most.push(reading);
    await new Promise((resolve) => setTimeout(resolve, 100));
    reading -= 1;
    return null;
  });
  const live = ranks(read);
  const [one, gone] = [screen(), screen()];
  watch(live, one, 'ranks:a', 'ranks:b', 'ranks:c', 'ranks:d');
  watch(live, gone, ...Array.from({ length: 30 }, (_, index) => `ranks:invented-${index}`));
  gone.answer.emit('close');
  await vi.advanceTimersByTimeAsync(1000);
  expect([read.mock.calls.length, Math.max(...most)]).toEqual([4, 2]);
});

it('complains once, not for each list, while the lists cannot be read', async () => {
  const complaints: string[] = [];
  const live = liveUpdates({
    ...{ relay: null, mostStreams: 10, staleMs: 0, complain: (message: string) => void complaints.push(message) },
    sources: [{ topic: 'ranks', isFamily: true, short: true, read: () => Promise.reject(new Error('away')) }],
  });
  watch(live, screen(), ...Array.from({ length: 30 }, (_, index) => `ranks:invented-${index}`));
  await vi.advanceTimersByTimeAsync(1000);
  expect(complaints).toEqual(['could not read the lists of ranks']);
});

it('reads nothing of invented topics when changes of other instances may have been missed', async () => {
  let hear: (changes: Changes | null) => void = () => undefined;
  const start: Relay['start'] = async (hearer) => {
    hear = hearer;
  };
  const read = vi.fn(async () => null);
  const live = ranks(read, { start, send: () => undefined, stop: async () => undefined });
  await live.start();
  const one = screen();
  watch(live, one, 'ranks:cup', 'ranks:none');
  await vi.advanceTimersByTimeAsync(0);
  read.mockClear();
  hear(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(eventsOf(one).slice(1)).toEqual([touched('ranks:cup'), touched('ranks:none')]);
  expect(read).not.toHaveBeenCalled();
});

it('closes the feed of a topic whose last screen leaves while it is read, so that the next one gets what it missed', async () => {
  const held = Promise.withResolvers<null>();
  const read = vi.fn<Source['read']>(async () => []);
  const live = ranks(read);
  const one = screen();
  watch(live, one, 'ranks:cup');
  await vi.advanceTimersByTimeAsync(0);
  read.mockReturnValueOnce(held.promise);
  live.publish(touch('ranks:cup'));
  await vi.advanceTimersByTimeAsync(0);
  one.answer.emit('close');
  held.resolve(null);
  await vi.advanceTimersByTimeAsync(3000);
  const since = live.position();
  live.publish(touch('ranks:cup'));
  await vi.advanceTimersByTimeAsync(3000);
  const back = screen();
  live.join(back.join, networkOf('10.0.0.1'), { topics: ['ranks:cup'], since });
  expect(eventsOf(back).slice(1)).toEqual([touched('ranks:cup')]);
});
