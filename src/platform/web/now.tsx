import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

const TICK = 30_000;
const Now = createContext<string | null>(null);

/**
 * Provides the current time for rendering. While hydrating it is the server's time, so that both render the same; then
 * the device's clock, because the server's page may have been cached.
 */
export function NowProvider({ initial, children }: { initial: string; children: ReactNode }) {
  const [now, setNow] = useState(initial);
  useEffect(() => {
    const tick = () => startTransition(() => setNow(new Date().toISOString()));
    const onVisible = () => {
      if (document.visibilityState === 'visible') tick();
    };
    tick();
    const timer = setInterval(tick, TICK);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
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
