import { useSyncExternalStore } from 'react';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';

const ClockForm = onDemand(() => import('./ClockForm.tsx').then((module) => module.ClockForm));

/** Only the pages of a rehearsal have it. */
const isRehearsal = (): boolean => document.querySelector('meta[name="rehearsal"]') !== null;

/** Moves the clock, in a rehearsal; nothing otherwise. */
export function ClockPart({ zone }: { zone: string }) {
  const shown = useSyncExternalStore(
    () => () => undefined,
    isRehearsal,
    () => false,
  );
  return shown ? (
    <LazyBoundary onMissing={() => undefined}>
      <ClockForm zone={zone} />
    </LazyBoundary>
  ) : null;
}
