import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MINUTE } from '#platform/durations.ts';
import { startWorker } from './start-worker.ts';

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
  return { registered, wanted };
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
  onTestFinished(() => void vi.useRealTimers());
  const { wanted } = browser('/sw.js');
  vi.advanceTimersByTime(3_000);
  await startWorker(new QueryClient(), 'r1');
  expect(wanted).toEqual([{ pages: 30 * MINUTE, lists: performance.now(), desk: false }]);
});
