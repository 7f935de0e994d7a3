import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { NowProvider, useNow } from './now.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Clock = () => <time>{useNow()}</time>;
const page = (
  <NowProvider initial="2025-11-13T10:00:00.000Z">
    <Clock />
  </NowProvider>
);

it('starts with the server’s time and then uses the device’s, updated every 30 seconds', async () => {
  expect(renderToString(page)).toBe('<time>2025-11-13T10:00:00.000Z</time>');
  vi.useFakeTimers({ now: new Date('2025-11-13T12:00:00.000Z') });
  await act(async () => render(page));
  screen.getByText('2025-11-13T12:00:00.000Z');
  await act(async () => vi.advanceTimersByTime(29_999));
  screen.getByText('2025-11-13T12:00:00.000Z');
  await act(async () => vi.advanceTimersByTime(1));
  screen.getByText('2025-11-13T12:00:30.000Z');
});

it('catches up when the page becomes visible again', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-13T12:00:00.000Z'), toFake: ['Date'] });
  await act(async () => render(page));
  vi.setSystemTime(new Date('2025-11-13T15:00:00.000Z'));
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  screen.getByText('2025-11-13T15:00:00.000Z');
});
