import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on the server and while hydrating, then true: for what only the device knows. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
