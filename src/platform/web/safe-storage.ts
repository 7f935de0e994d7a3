/** Local storage that never throws: when it is full, forbidden or absent, `get` returns null and `set` does nothing. */
export const safeStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Null removes the key. */
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // Not stored.
    }
  },
};
