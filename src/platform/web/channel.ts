type Listener<T> = (value: T) => void;

/** `listen` returns a function that removes the listener, as useSyncExternalStore wants it. */
export const channel = <T = void>() => {
  const listeners = new Set<Listener<T>>();
  return {
    tell: (value: T): void => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener: Listener<T>) => {
      listeners.add(listener);
      return (): void => void listeners.delete(listener);
    },
    /** For tests. */
    forget: (): void => listeners.clear(),
  };
};
