/** What toasts have said on this device. */
import { safeStorage } from './safe-storage.ts';

/** Keys of what a toast has said on this device, newest first: the next page does not say it again. */
const SAID = 'said-news';
const SAID_AT_MOST = 100;

/** Returns those of which no page of this device has said anything, and remembers that this one does. */
export function notSaid<News>(news: readonly News[], keyOf: (one: News) => string): News[] {
  const said = safeStorage.get(SAID)?.split(',') ?? [];
  const fresh = news.filter((one) => !said.includes(keyOf(one)));
  if (fresh.length > 0) safeStorage.set(SAID, [...fresh.map(keyOf), ...said].slice(0, SAID_AT_MOST).join());
  return fresh;
}
