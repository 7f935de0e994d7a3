import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** False before hydration. */
export const useVisible = (): boolean =>
  useSyncExternalStore(
    listen,
    () => !document.hidden,
    () => false,
  );

const never = () => () => {};

/** False on the server and while hydrating: for what only the device knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

let hydration = Promise.resolve();
let resolveHydration = () => {};

/** Call before hydrating the server's page, and `endHydration` when all of it is hydrated. */
export const startHydration = (): void => {
  hydration = new Promise((resolve) => {
    resolveHydration = resolve;
  });
};
export const endHydration = (): void => resolveHydration();

/** Nothing on the page may change earlier: parts hydrated later would differ from what the server sent. */
export const whenHydrated = (): Promise<void> => hydration;
