/** Timers, at most one for each name. */
export function namedTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const cancel = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    isSet: (name: string): boolean => timers.has(name),

    /** Calls `act` after some milliseconds, unless a timer with this name is running already. */
    later(name: string, act: () => void, ms: number): void {
      if (timers.has(name)) return;
      const run = () => {
        timers.delete(name);
        act();
      };
      timers.set(name, setTimeout(run, ms));
    },

    cancelAll(): void {
      for (const name of [...timers.keys()]) cancel(name);
    },
  };
}
