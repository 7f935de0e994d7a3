import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OpensOffline } from './OpensOffline.tsx';
import { PAGES } from './rules.ts';
import type { Opens } from './start.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A browser whose worker answers so; null for one without a worker. */
function browser(opens: Opens | null) {
  const active = { postMessage: (_: null, [port]: MessagePort[]) => port?.postMessage(opens) };
  const registration = opens === null ? undefined : { active };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
}
const listed = (kept: boolean) =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.endsWith(', not kept') !== kept);

it.each([
  [{ pages: PAGES, isWhole: true }, 'These pages open in this browser without network.', 8],
  [
    { pages: ['/', '/schedule'], isWhole: true },
    'The ticked pages open in this browser without network. What is missing is fetched while you are here.',
    2,
  ],
  [
    { pages: PAGES, isWhole: false },
    'These pages open in this browser without network, with some parts missing. What is missing is fetched while you are here.',
    8,
  ],
  [null, 'This browser keeps no pages, so nothing opens here without network.', 0],
] as const)('says what opens without network when the worker answers %o', async (opens, words, ticked) => {
  browser(opens);
  render(<OpensOffline />);
  await screen.findByText(words);
  expect([listed(true).length, listed(false).length]).toEqual([ticked, 8 - ticked]);
});

it('says that nothing opens where the browser has no workers', async () => {
  render(<OpensOffline />);
  await screen.findByText(/^This browser keeps no pages/);
});

it('gives up a worker that does not answer, and says nothing to it that an earlier one understands', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active: { postMessage } }) } });
  render(<OpensOffline />);
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  screen.getByText(/^This browser keeps no pages/);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(postMessage.mock.calls.map(([message]) => message)).toEqual([null]);
  vi.useRealTimers();
});

it('asks again while something is missing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  browser({ pages: [], isWhole: false });
  render(<OpensOffline />);
  await screen.findByText(/^The ticked pages/);
  browser({ pages: PAGES, isWhole: true });
  await vi.advanceTimersByTimeAsync(5_000);
  await screen.findByText('These pages open in this browser without network.');
  vi.useRealTimers();
});
