import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

const TICK = 30_000;
const Now = createContext<string | null>(null);

/**
 * The present moment for everything drawn. While hydrating it is the server's moment, so that both draw the same; the
 * device's clock takes over right after, because the server's page may have waited in a cache.
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

/** The present moment as ISO 8601, moving on every 30 seconds. */
export function useNow(): string {
  const now = useContext(Now);
  if (now === null) throw new Error('useNow needs a NowProvider above it');
  return now;
}
