import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { useWakeLock } from './big-screen.ts';

const Screen = () => {
  useWakeLock();
  return null;
};

it('asks again for a wake lock that the system took away, and not after the screen was closed', async () => {
  vi.useFakeTimers();
  const locks: EventTarget[] = [];
  const request = async () => {
    const lock = Object.assign(new EventTarget(), { release: async () => lock.dispatchEvent(new Event('release')) });
    locks.push(lock);
    return lock;
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  const { unmount } = renderInPage(<Screen />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(locks).toHaveLength(1);
  locks[0]?.dispatchEvent(new Event('release'));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(locks).toHaveLength(2);
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(locks).toHaveLength(2);
});
