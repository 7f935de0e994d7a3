import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { startWorker } from './start-worker.ts';

/** The workers of a browser. `controlled` says whether one answers this page's requests. */
function browser(controlled: boolean) {
  const registered: string[] = [];
  const workers = Object.assign(new EventTarget(), {
    controller: controlled ? { postMessage: () => undefined } : null,
    register: async (path: string) => void registered.push(path),
    getRegistration: async () => undefined,
  });
  vi.stubGlobal('navigator', { serviceWorker: workers });
  vi.stubGlobal('caches', { has: async () => true });
  return registered;
}

it.each([
  ['registers a worker in a page without one', false, ['/sw.js']],
  ['registers none in a page that has one: a worker that has just removed itself would stay', true, []],
])('%s', async (_, controlled, paths) => {
  const registered = browser(controlled);
  await startWorker(new QueryClient(), 'r1');
  expect(registered).toEqual(paths);
});
