import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { nowIso, onClockChange } from './clock.ts';

const TICK = 30_000;
const Now = createContext<string | null>(null);

/**
 * Provides the current time for rendering. While hydrating it is that of the page, so that both render the same; then
 * that of clock.ts, because the page may have been cached.
 */
export function NowProvider({ initial, children }: { initial: string; children: ReactNode }) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const tick = () => startTransition(() => setNow(nowIso()));
    const onVisible = () => {
      if (!document.hidden) tick();
    };
    tick();
    const timer = setInterval(tick, TICK);
    const stopListening = onClockChange(tick);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      stopListening();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  return <Now value={now}>{children}</Now>;
}

/** Returns the current time as ISO 8601, updated every 30 seconds. */
export function useNow(): string {
  const now = useContext(Now);
  if (now === null) throw new Error('useNow needs a NowProvider above it');
  return now;
}
