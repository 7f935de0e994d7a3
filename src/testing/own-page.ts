/**
 * Runs before each file with a page. A worker's files share React and the document, which take longer to load than most
 * files to run. Each file gets modules of its own, no stubbed globals, and an empty document.
 */
import { afterAll, beforeAll, vi } from 'vitest';

vi.resetModules();
vi.unstubAllGlobals();

beforeAll(() => {
  // Tests of tabs have no document.
  if (typeof document === 'undefined') return;
  for (const { attributes } of [document.documentElement, document.body])
    for (const { name } of [...attributes]) attributes.removeNamedItem(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

const TURNS = 10;

// A request that the last test left loses its connection, and the module would ask the next file's server for it.
afterAll(async () => {
  vi.useRealTimers();
  const { forgetConnection } = await import('#platform/web/connection.ts');
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
  forgetConnection();
});
