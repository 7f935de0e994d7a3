import { useEffect } from 'react';
import { endHydration, useHydrated } from '#platform/web/hydrated.ts';

/**
 * Rendered last. Lets lists arrive that differ from the server's page, and sets the attribute tests wait for: the screen
 * shows its address and event handlers are attached.
 */
export function Alive() {
  const hydrated = useHydrated();
  useEffect(() => {
    if (!hydrated) return;
    document.documentElement.dataset.alive = 'true';
    endHydration();
  }, [hydrated]);
  return null;
}
