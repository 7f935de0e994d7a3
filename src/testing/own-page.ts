/**
 * Runs before each file with a page. A worker's files share React and the document, which take longer to load than most
 * files to run. Each file gets modules of its own, no stubbed globals, and an empty document. After each test its components,
 * stubs and fake timers are gone.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

vi.resetModules();
vi.unstubAllGlobals();

const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined };

/** Testing Library's own waits for a timer after each step, a seventh of the time of a page's tests. React needs a turn. */
configure({
  async asyncWrapper(step) {
    const before = react.IS_REACT_ACT_ENVIRONMENT;
    react.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const result = await step();
      await new Promise(setImmediate);
      return result;
    } finally {
      react.IS_REACT_ACT_ENVIRONMENT = before;
    }
  },
});

// jsdom has no layout, so that no size ever changes.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// As in Chromium. Without it an open dialog has an entry in the history, which all tests of a worker share.
Object.assign(globalThis, {
  CloseWatcher: class {
    onclose = null;
    destroy() {}
  },
});

const textsOfReact: Text[] = [];

beforeAll(() => {
  // Tests of tabs have no document.
  if (typeof document === 'undefined') return;
  for (const { attributes } of [document.documentElement, document.body])
    for (const { name } of [...attributes]) attributes.removeNamedItem(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  document.createTextNode = (text) => {
    const node = Document.prototype.createTextNode.call(document, text);
    if (text.trim() !== '') textsOfReact.push(node);
    return node;
  };
});

// React makes a text node where a text is not alone in an element, and loses it once the page is translated (platform/web/jsx.ts).
// Radix's announcement of a toast comes and goes with its element.
afterEach(() => {
  const lost = textsOfReact.splice(0).filter(({ parentElement }) => parentElement?.style.position !== 'absolute');
  expect(lost.map(({ data }) => data)).toEqual([]);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const TURNS = 10;

// A request that the last test left loses its connection, and the module would ask the next file's server for it.
afterAll(async () => {
  vi.useRealTimers();
  const { forgetConnection } = await import('#platform/web/connection.ts');
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
  forgetConnection();
});
