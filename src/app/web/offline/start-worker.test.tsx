import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { forgetConnection, useLogin } from '#platform/web/connection.ts';
import { startWorker } from './start-worker.ts';

// Tests of other files leave this browser at addresses of theirs.
beforeEach(() => history.replaceState(null, '', '/'));

afterEach(() => {
  act(forgetConnection);
  vi.useRealTimers();
});

/** The workers of a browser. The one at `path` answers this page's requests. */
function browser(path: string | null) {
  const registered: string[] = [];
  const wanted: unknown[] = [];
  const workers = Object.assign(new EventTarget(), {
    controller:
      path === null
        ? null
        : { postMessage: (warm: unknown) => wanted.push(warm), scriptURL: new URL(path, location.href).href },
    register: async (wanted: string) => void registered.push(wanted),
    getRegistration: async () => undefined,
  });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('caches', { has: async () => true });
  return { registered, wanted, workers };
}

it.each([
  ['registers the worker in a page without one', null, ['/sw.js']],
  ['registers it in a page that has the worker of another script', '/service-worker.js', ['/sw.js']],
  ['registers none in a page that our worker controls', '/sw.js', []],
])('%s', async (_, path, paths) => {
  const { registered } = browser(path);
  await startWorker(new QueryClient(), 'r1');
  expect(registered).toEqual(paths);
});

it('asks for copies by their age, which no device’s clock changes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { wanted } = browser('/sw.js');
  vi.advanceTimersByTime(3_000);
  await startWorker(new QueryClient(), 'r1');
  expect(wanted).toEqual([{ pages: 30 * MINUTE, lists: performance.now(), desk: false }]);
});

it('offers the way to a login page that the worker got in the server’s place', async () => {
  vi.useFakeTimers();
  const { workers } = browser('/sw.js');
  await startWorker(new QueryClient(), 'r1');
  const { result } = renderHook(useLogin);
  workers.dispatchEvent(new MessageEvent('message', { data: 'login' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(result.current).toBe(true);
});

it('asks a worker that has just taken over for what it could not copy, for a minute', async () => {
  vi.useFakeTimers();
  const { workers, wanted } = browser('/sw.js');
  await startWorker(new QueryClient(), 'r1');
  workers.dispatchEvent(new Event('controllerchange'));
  await vi.advanceTimersByTimeAsync(60_000);
  // The first was asked when the page was loaded.
  expect(wanted).toHaveLength(5);
});
