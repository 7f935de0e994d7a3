/** Topics that the live stream named as touched, until an answer that contains the touch has come. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { isAnsweredAfter, STALE_MS } from './live-list.ts';
import { namedTimers } from './named-timers.ts';

/** A touch reaches every phone in the hotel at once, so each waits a random time after STALE_MS. */
const SPREAD_MS = 1_000;
/** So many phones ask at once that the server may be busy. */
const BUSY_MS = 10_000;

/** Few phones watch these, and the server keeps no copies of what they read: one visitor's own, and who works here. */
const AT_ONCE: readonly string[] = [MINE, 'staff'];

/** Its position on the stream, and from when on every answer contains it. */
type Touch = { readonly position: number; readonly freshAt: number };

export const topicOf = ({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>): string =>
  meta?.topic ?? String(queryKey[0]);

/** A hidden page asks for nothing until it is shown. */
export function openTouches(client: QueryClient) {
  const cache = client.getQueryCache();
  const touched = new Map<string, Touch>();
  const asking = new Set<string>();
  const timers = namedTimers();

  const askLater = (topic: string, ms: number) =>
    timers.later(topic, () => void ask([topic]), ms + Math.random() * SPREAD_MS);
  const staleMs = (topic: string) => (AT_ONCE.includes(topic) ? 0 : STALE_MS);

  async function ask(about: readonly string[]): Promise<void> {
    if (document.hidden) return;
    const asked = new Map<string, Touch>();
    for (const topic of about) {
      const touch = touched.get(topic);
      // A second request would break off the first; a slow network would never get an answer.
      if (touch === undefined || asking.has(topic)) continue;
      asked.set(topic, touch);
      touched.delete(topic);
      asking.add(topic);
      timers.cancel(topic);
    }
    const askedAt = performance.now();
    const joined = topicsWith(({ fetchStatus, data }) => fetchStatus === 'fetching' && data === undefined);
    const isAsked = (query: Query): boolean => {
      const touch = asked.get(topicOf(query));
      return touch !== undefined && !isAnsweredAfter(topicOf(query), touch.position);
    };
    await client.invalidateQueries({ predicate: isAsked });
    const failed = topicsWith(({ error }) => error !== null);
    for (const [topic, touch] of asked) {
      asking.delete(topic);
      // React Query joins a first request that is on its way, and the server may answer with a copy from before the touch.
      const isOld = joined.has(topic) || askedAt < touch.freshAt;
      if ((isOld || failed.has(topic)) && !touched.has(topic)) touched.set(topic, touch);
      if (failed.has(topic)) timers.cancel(topic);
      if (touched.has(topic)) askLater(topic, failed.has(topic) ? BUSY_MS : staleMs(topic));
    }
  }

  const topicsWith = (is: (state: Query['state']) => boolean): ReadonlySet<string> =>
    new Set(cache.findAll({ type: 'active', predicate: ({ state }) => is(state) }).map(topicOf));

  return {
    /** The stream named the topic at this position. */
    note(topic: string, position: number): void {
      touched.set(topic, { position, freshAt: performance.now() + staleMs(topic) });
      if (AT_ONCE.includes(topic)) void ask([topic]);
      else askLater(topic, STALE_MS);
    },

    /** The page shows an offline copy although the server can be reached. */
    noteOfflineCopy(topic: string): void {
      if (!touched.has(topic)) touched.set(topic, { position: Number.POSITIVE_INFINITY, freshAt: 0 });
      askLater(topic, BUSY_MS);
    },

    /** Anything may have changed: asks for all after some milliseconds. */
    noteAll(ms: number): void {
      for (const topic of cache.getAll().map(topicOf)) {
        touched.set(topic, { position: Number.POSITIVE_INFINITY, freshAt: touched.get(topic)?.freshAt ?? 0 });
        timers.cancel(topic);
        timers.later(topic, () => void ask([topic]), ms);
      }
    },

    /** The page is shown again: asks for the topics whose time came while it was hidden. */
    askOverdue(): void {
      void ask([...touched.keys()].filter((topic) => !timers.isSet(topic)));
    },

    stop: timers.cancelAll,
  };
}
