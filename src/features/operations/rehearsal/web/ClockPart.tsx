import { useSyncExternalStore } from 'react';
import { onDemand } from '#platform/web/on-demand.tsx';

/** Moves the clock, in a rehearsal. */
export const ClockForm = onDemand(() => import('./ClockForm.tsx').then((module) => module.ClockForm));

/** Only the pages of a rehearsal have it. */
const isRehearsal = (): boolean => document.querySelector('meta[name="rehearsal"]') !== null;

export const useIsRehearsal = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    isRehearsal,
    () => false,
  );
