import { useSyncExternalStore } from 'react';

const listen = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether somebody can look at the page; false before hydration. */
export const useVisible = (): boolean =>
  useSyncExternalStore(
    listen,
    () => !document.hidden,
    () => false,
  );
