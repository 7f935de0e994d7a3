import { useEffect, useState, useSyncExternalStore } from 'react';

const IDLE_AFTER = 3_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIdle, IDLE_AFTER, true);
    };
    wake();
    for (const sign of SIGNS) addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) removeEventListener(sign, wake);
    };
  }, []);
  return idle;
}

/** How often a screen without a lock asks for one. */
const ASK_AGAIN_MS = 10_000;

/** Browsers release the lock when the page is hidden, and systems at any time, so it is requested again. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let over = false;
    let isAsking = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.hidden || isAsking || lock?.released === false) return;
      isAsking = true;
      // Refused on low battery or plain http.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      isAsking = false;
      if (over) void lock?.release();
    };
    void ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}

const onFullscreen = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

export const useFullscreen = (): boolean =>
  useSyncExternalStore(
    onFullscreen,
    () => document.fullscreenElement != null,
    () => false,
  );

export const toggleFullscreen = (): void => {
  const asked = document.fullscreenElement
    ? document.exitFullscreen?.()
    : document.documentElement.requestFullscreen?.();
  asked?.catch(() => undefined);
};
