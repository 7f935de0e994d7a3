/**
 * Watches the topics of the lists on screen (docs/decisions/0011-live-changes.md). While the stream is away, queries
 * with `poll` are asked in their interval.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type HelloMessage, type LiveRow, MINE, type RowsMessage, type TouchedMessage, withChanges } from '../live.ts';
import { connectedNow, probe, reportResponse, whenConnected } from './connection.ts';
import { isOfflineCopy, msSinceUpdate } from './data-age.tsx';
import { contains, inOrder, isAnsweredAfter, knowUpTo, remember, STALE_MS, trackTopic } from './live-list.ts';
import { readAgain } from './query-client.ts';
import { namedTimers, SILENT_MS, type StreamEvent, sharedStream } from './shared-stream.ts';

/** A touch reaches every phone in the hotel at once, so each waits a random time after STALE_MS. */
const SPREAD_MS = 1_000;
/** So many phones ask at once that the server may be busy. */
const BUSY_MS = 10_000;

/** Few phones watch these, and the server keeps no copies of them. */
const AT_ONCE: readonly string[] = [MINE, 'staff'];

/** `freshAt`: every answer from then on contains the touch. */
type Touch = { readonly position: number; readonly freshAt: number };

const topicOf = ({ meta, queryKey }: Pick<Query, 'meta' | 'queryKey'>): string => meta?.topic ?? String(queryKey[0]);

/** Touched topics, until an answer contains the touch. A hidden page asks for nothing until it is shown. */
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
      // A second request would break off the first, and a slow network would never get an answer.
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
      // React Query joins a request that is on its way, whose answer may be a copy from before the touch.
      const isOld = joined.has(topic) || askedAt < touch.freshAt;
      if ((isOld || failed.has(topic)) && !touched.has(topic)) touched.set(topic, touch);
      if (failed.has(topic)) timers.cancel(topic);
      if (touched.has(topic)) askLater(topic, failed.has(topic) ? BUSY_MS : staleMs(topic));
    }
  }

  const topicsWith = (is: (state: Query['state']) => boolean): ReadonlySet<string> =>
    new Set(cache.findAll({ type: 'active', predicate: ({ state }) => is(state) }).map(topicOf));

  return {
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

    /** Anything may have changed: asks for all after `ms`. */
    noteAll(ms: number): void {
      for (const topic of cache.getAll().map(topicOf)) {
        touched.set(topic, { position: Number.POSITIVE_INFINITY, freshAt: touched.get(topic)?.freshAt ?? 0 });
        timers.cancel(topic);
        timers.later(topic, () => void ask([topic]), ms);
      }
    },

    /** For topics whose time came while the page was hidden. */
    askOverdue(): void {
      void ask([...touched.keys()].filter((topic) => !timers.isSet(topic)));
    },

    stop: timers.cancelAll,
  };
}

/** The hotel's network comes back for a thousand phones at once. */
const RETURN_SPREAD_MS = 4_000;
/** Written by visitors, and shown live to their own device. */
const OWN_TOPICS = ['rsvps', 'waiting', 'open-games'];
/** Screens open several lists one after the other. */
const SETTLE_MS = 200;
/** A page hidden for this long needs no stream. */
const HIDDEN_MS = 10_000;
const LOOK_MS = 5_000;

export type Stream = {
  /** Asks again for what a write of this page touched, except for what the stream will bring. */
  refresh(topics: readonly string[]): void;
  stop(): void;
};

const hasRows = ({ state }: Query): boolean => Array.isArray(state.data) && state.data.length > 0;

export function openLive(client: QueryClient): Stream {
  const cache = client.getQueryCache();
  let watching: ReadonlySet<string> = new Set();
  /** Whether the server knows whose stream this is. */
  let isKnown = false;
  let isOpen = false;
  /**
   * Until `hello` the stream repeats messages from the lowest position of the page's lists: with games up to 10 and
   * scores up to 20, scores from 10 on too. These are skipped: a score changed at 12 of a user deleted at 15 fits no
   * row, and the page would read the whole list again.
   */
  let isCatchingUp = true;
  let lastHeard = 0;
  const touches = openTouches(client);
  const timers = namedTimers();

  const shownTopics = () => new Set(cache.findAll({ type: 'active' }).map(topicOf));
  const isStreamed = (query: Query) =>
    isOpen && performance.now() - lastHeard < SILENT_MS && watching.has(topicOf(query));

  const apply = (message: RowsMessage) => {
    for (const query of cache.findAll({ predicate: (one) => topicOf(one) === message.topic })) {
      const rows = query.state.data as readonly LiveRow[] | undefined;
      // New data would make an invalid list valid.
      if (query.meta?.rows === undefined || rows === undefined || query.state.isInvalidated) continue;
      const changed = withChanges(rows, message);
      if (changed === null) void client.invalidateQueries({ queryKey: query.queryKey });
      else client.setQueryData(query.queryKey, inOrder(changed, query.meta.rows.order));
    }
  };

  const greet = ({ watching: watched }: HelloMessage) => {
    isCatchingUp = false;
    isKnown = watched.includes(MINE);
    // The device was removed, or everything was deleted on another one, maybe before this page's first stream.
    if (!isKnown && watching.has(MINE)) {
      void client.invalidateQueries({ predicate: (query) => topicOf(query) === MINE && hasRows(query) });
    }
    // The server takes fewer topics of one stream than many pages watch; the other lists are polled.
    watching = new Set([...watching].filter((topic) => topic === MINE || watched.includes(topic)));
  };

  const hear = ({ type, data, position }: StreamEvent) => {
    isOpen = type !== 'opening' && type !== 'error';
    if (!isOpen) {
      isCatchingUp = true;
      // A lost connection is probed in pauses, and EventSource fails every 3 s.
      if (type === 'error' && connectedNow()) void probe();
      return;
    }
    lastHeard = performance.now();
    reportResponse();
    if (type === 'hello') greet(JSON.parse(data));
    if (type === 'rows') {
      const message: RowsMessage = JSON.parse(data);
      remember(message.topic, { position, message });
      const isMissing = !isCatchingUp || !contains(message.topic, position);
      if (isMissing && watching.has(message.topic)) apply(message);
    }
    if (type === 'touched') {
      const { topic }: TouchedMessage = JSON.parse(data);
      if (watching.has(topic)) touches.note(topic, position);
    }
    if (!isCatchingUp) for (const topic of watching) knowUpTo(topic, position);
  };

  const stream = sharedStream(() => {
    watching = shownTopics();
    isCatchingUp = true;
    return { topics: [...watching], since: Math.min(...[...watching].map(trackTopic)) };
  }, hear);

  /** What the page shows may be an offline copy or a failure. */
  const stopListening = whenConnected(() => {
    const wait = Math.random() * RETURN_SPREAD_MS;
    touches.noteAll(wait);
    timers.later('reopen', () => isOpen || stream.open(), wait);
  });

  const watchMore = () => {
    for (const topic of shownTopics()) if (!watching.has(topic)) return stream.open();
  };
  const unsubscribe = cache.subscribe((event) => {
    const { type, query } = event;
    // A busy server, not a lost connection: only offline copies are asked for again.
    const isOld = type === 'updated' && event.action.type === 'success' && isOfflineCopy(query) && connectedNow();
    if (isOld) touches.noteOfflineCopy(topicOf(query));
    if (type !== 'observerAdded') return;
    trackTopic(topicOf(query));
    timers.later('settle', watchMore, SETTLE_MS);
  });

  const onVisibility = () => {
    if (document.hidden) return timers.later('hide', stream.close, HIDDEN_MS);
    timers.cancel('hide');
    // A phone that slept has lost its stream without an error.
    stream.open();
    touches.askOverdue();
  };
  document.addEventListener('visibilitychange', onVisibility);
  // Closed, or kept by the browser to be shown again.
  addEventListener('pagehide', stream.close);

  const polling = setInterval(() => {
    if (document.hidden) return;
    for (const query of cache.findAll({ type: 'active' })) {
      const { poll } = query.meta ?? {};
      const isDue = poll !== undefined && !isStreamed(query) && msSinceUpdate(query) >= poll;
      if (isDue) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
    }
  }, LOOK_MS);

  // What came with the page is as old as the page, also when it is first shown later.
  for (const query of cache.getAll()) trackTopic(topicOf(query));
  stream.open();
  return {
    refresh(topics) {
      const comes = (query: Query) => query.meta?.rows !== undefined && isStreamed(query);
      void readAgain(client, (query) => topics.includes(String(query.queryKey[0])) && !comes(query));
      // A first write makes this device a visitor, whose own changes the stream could not know.
      const isOwn = OWN_TOPICS.some((topic) => topics.includes(topic));
      if (isOwn && !isKnown) timers.later('own', stream.open, SETTLE_MS);
    },
    stop() {
      unsubscribe();
      stopListening();
      clearInterval(polling);
      timers.cancelAll();
      touches.stop();
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', stream.close);
      stream.stop();
    },
  };
}
