/** Never throws: when storage is full, forbidden or absent, `get` returns null and `set` does nothing. */
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
    } catch {}
  },
};

/** Newest first; the next page does not say it again. */
const SAID = 'said-news';
const SAID_AT_MOST = 100;

/** Those that no page of this device has said; remembers them. */
export function notSaid<News>(news: readonly News[], keyOf: (nullable: News) => string): News[] {
  const said = safeStorage.get(SAID)?.split(',') ?? [];
  const fresh = news.filter((one) => !said.includes(keyOf(one)));
  if (fresh.length > 0) safeStorage.set(SAID, [...fresh.map(keyOf), ...said].slice(0, SAID_AT_MOST).join());
  return fresh;
}
