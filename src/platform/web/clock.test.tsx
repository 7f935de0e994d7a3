import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetClock, hearTime, NowProvider, startClock, useNow } from './clock.tsx';

afterEach(forgetClock);

const Clock = () => <time>{useNow()}</time>;
const page = (
  <NowProvider initial="2025-11-13T10:00:00.000Z">
    <Clock />
  </NowProvider>
);

it('starts with the page’s time and then goes by the clock, updated every 30 seconds', async () => {
  expect(renderToString(page)).toBe('<time>2025-11-13T10:00:00.000Z</time>');
  vi.useFakeTimers({ now: new Date('2025-11-13T12:00:00.000Z') });
  await act(async () => render(page));
  screen.getByText('2025-11-13T12:00:00.000Z');
  await act(async () => vi.advanceTimersByTime(29_999));
  screen.getByText('2025-11-13T12:00:00.000Z');
  await act(async () => vi.advanceTimersByTime(1));
  screen.getByText('2025-11-13T12:00:30.000Z');
});

it('follows the server at once when the device’s clock is five hours fast, and when it is set', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-13T17:00:00.000Z') });
  startClock('2025-11-13T10:00:00.000Z');
  await act(async () => render(page));
  screen.getByText(/^2025-11-13T10:00:3/);
  vi.setSystemTime(new Date('2025-11-13T05:00:00.000Z'));
  await act(async () => vi.advanceTimersByTime(5_000));
  screen.getByText(/^2025-11-13T10:00:3/);
  const answer = new Response('', { headers: { date: 'Thu, 13 Nov 2025 11:00:00 GMT' } });
  await act(async () => hearTime(answer, performance.now()));
  screen.getByText('2025-11-13T11:00:00.000Z');
});

it('catches up when the page becomes visible again', async () => {
  vi.useFakeTimers({ now: new Date('2025-11-13T12:00:00.000Z'), toFake: ['Date'] });
  await act(async () => render(page));
  vi.setSystemTime(new Date('2025-11-13T15:00:00.000Z'));
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  screen.getByText('2025-11-13T15:00:00.000Z');
});
