import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { useWakeLock } from './big-screen.ts';

const Screen = () => {
  useWakeLock();
  return null;
};

type Lock = EventTarget & { released: boolean; release: () => Promise<void> };

/** Gives the screen these locks in turn; false is a refusal. */
function screenWith(answers: readonly boolean[]) {
  vi.useFakeTimers();
  const locks: Lock[] = [];
  const asked: boolean[] = [];
  const request = async () => {
    const isGiven = answers[asked.length] ?? true;
    asked.push(isGiven);
    if (!isGiven) throw new Error('low battery');
    const release = async () => {
      lock.released = true;
      lock.dispatchEvent(new Event('release'));
    };
    const lock = Object.assign(new EventTarget(), { released: false, release });
    locks.push(lock);
    return lock;
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
  return { ...renderInPage(<Screen />), locks, asked };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('asks for a wake lock until it holds one, holds one at a time, and gives it back', async () => {
  const { locks, asked, unmount } = screenWith([false, false, true]);
  await pass(20_000);
  expect(asked).toEqual([false, false, true]);
  for (let turn = 0; turn < 3; turn += 1) document.dispatchEvent(new Event('visibilitychange'));
  await pass(30_000);
  expect(locks).toHaveLength(1);
  unmount();
  expect(locks.map(({ released }) => released)).toEqual([true]);
});

it('asks again for a wake lock that the system took away, and not after the screen was closed', async () => {
  const { locks, unmount } = screenWith([]);
  await pass(0);
  expect(locks).toHaveLength(1);
  await locks[0]?.release();
  await pass(10_000);
  expect(locks).toHaveLength(2);
  unmount();
  await pass(60_000);
  expect(locks).toHaveLength(2);
});
