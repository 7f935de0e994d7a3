/**
 * The page's live stream: watches the topics of the lists that are shown, and changes them as the server's messages say
 * (docs/decisions/0011-live-changes.md). While the stream is away, queries with `poll` are asked in their interval.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import {
  type HelloMessage,
  type LiveRow,
  MINE,
  type RowsMessage,
  type TouchedMessage,
  withChanges,
} from '#platform/live.ts';
import { connectedNow, probe, reportResponse, whenConnected } from './connection.ts';
import { isKeptQuery, msSinceUpdate } from './data-age.ts';
import { contains, inOrder, knowUpTo, remember, trackTopic } from './live-list.ts';
import { namedTimers } from './named-timers.ts';
import { openTouches, topicOf } from './touches.ts';

const REOPEN_MS = 10_000;
const REOPEN_SPREAD_MS = 1_000;
/** The hotel's network comes back for a thousand phones at once. */
const RETURN_SPREAD_MS = 4_000;
/** Written by visitors, and shown live to their own device. */
const OWN_TOPICS = ['rsvps', 'waiting'];
/** Screens open several lists one after the other. */
const SETTLE_MS = 200;
/** The server sends something every 25 s. A proxy that buffers lets nothing through. */
const SILENT_MS = 40_000;
/** A page hidden for this long closes its stream. */
const HIDDEN_MS = 60_000;
const LOOK_MS = 5_000;

export type Stream = {
  /** Asks again for what a write of this page touched, except for what the stream will bring. */
  refresh(topics: readonly string[]): void;
  stop(): void;
};

export function openLive(client: QueryClient): Stream {
  const cache = client.getQueryCache();
  let source: EventSource | null = null;
  let watching: ReadonlySet<string> = new Set();
  /** Whether the server knows whose stream this is. */
  let isKnown = false;
  let lastHeard = Number.NEGATIVE_INFINITY;
  let openedAt = 0;
  const touches = openTouches(client);
  const timers = namedTimers();

  const isAlive = () => source?.readyState === EventSource.OPEN && performance.now() - lastHeard < SILENT_MS;
  const shownTopics = () => new Set(cache.findAll({ type: 'active' }).map(topicOf));

  const hear = (event: MessageEvent): number => {
    lastHeard = performance.now();
    reportResponse();
    const position = Number(event.lastEventId) || 0;
    for (const topic of watching) knowUpTo(topic, position);
    return position;
  };

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

  const open = () => {
    timers.cancel('reopen');
    source?.close();
    watching = shownTopics();
    openedAt = performance.now();
    if (watching.size === 0) return;
    const since = Math.min(...[...watching].map(trackTopic));
    const search = new URLSearchParams({ watch: [...watching].join(',') });
    if (Number.isFinite(since) && since > 0) search.set('since', String(since));
    const opened = new EventSource(`/api/live?${search}`);
    source = opened;
    /** What the page missed comes before the hello. It begins where the page knows least: of other lists it has deleted rows. */
    let isCatchingUp = true;
    opened.addEventListener('hello', (event) => {
      isCatchingUp = false;
      const hello: HelloMessage = JSON.parse(event.data);
      const wasKnown = isKnown;
      isKnown = hello.watching.includes(MINE);
      // The device was removed, or everything was deleted on another one.
      if (wasKnown && !isKnown && watching.has(MINE)) {
        void client.invalidateQueries({ predicate: (query) => topicOf(query) === MINE });
      }
      hear(event);
    });
    opened.addEventListener('beat', hear);
    opened.addEventListener('rows', (event) => {
      const message: RowsMessage = JSON.parse(event.data);
      const position = Number(event.lastEventId);
      remember(message.topic, { position, message });
      hear(event);
      if (!isCatchingUp || !contains(message.topic, position)) apply(message);
    });
    opened.addEventListener('touched', (event) => {
      const { topic }: TouchedMessage = JSON.parse(event.data);
      touches.note(topic, hear(event));
    });
    opened.addEventListener('error', () => {
      isCatchingUp = true;
      // A lost connection is probed in pauses, and EventSource fails every 3 s.
      if (connectedNow()) void probe();
      // EventSource reconnects by itself, except after a response that is not a stream, such as a proxy's 502.
      if (opened.readyState === EventSource.CLOSED)
        timers.later('reopen', open, REOPEN_MS + Math.random() * REOPEN_SPREAD_MS);
    });
  };

  /** What the page shows may be a kept answer or a failure. */
  const stopListening = whenConnected(() => {
    const wait = Math.random() * RETURN_SPREAD_MS;
    touches.noteAll(wait);
    if (source === null || source.readyState === EventSource.OPEN) return;
    timers.cancel('reopen');
    timers.later('reopen', open, wait);
  });

  const watchMore = () => {
    if (document.hidden) return;
    for (const topic of shownTopics()) if (!watching.has(topic)) return open();
  };
  const unsubscribe = cache.subscribe((event) => {
    const { type, query } = event;
    // A busy server, not a lost connection: only what is old is asked for again.
    const isOld = type === 'updated' && event.action.type === 'success' && isKeptQuery(query) && connectedNow();
    if (isOld) touches.noteKept(topicOf(query));
    if (type !== 'observerAdded') return;
    trackTopic(topicOf(query));
    timers.later('settle', watchMore, SETTLE_MS);
  });

  const close = () => {
    timers.cancel('reopen');
    source?.close();
    source = null;
  };
  const onVisibility = () => {
    if (document.hidden) return timers.later('hide', close, HIDDEN_MS);
    timers.cancel('hide');
    if (source === null) open();
    touches.askOverdue();
  };
  document.addEventListener('visibilitychange', onVisibility);

  const polling = setInterval(() => {
    if (document.hidden || isAlive()) return;
    // A connection that a network dropped without a word stays open in the browser.
    if (source?.readyState === EventSource.OPEN && performance.now() - openedAt >= SILENT_MS) open();
    for (const query of cache.findAll({ type: 'active' })) {
      const { poll } = query.meta ?? {};
      const isDue = poll !== undefined && msSinceUpdate(query) >= poll;
      if (isDue) void client.refetchQueries({ queryKey: query.queryKey, exact: true });
    }
  }, LOOK_MS);

  // What came with the page is as old as the page, also when it is first shown later.
  for (const query of cache.getAll()) trackTopic(topicOf(query));
  open();
  return {
    refresh(topics) {
      const comes = (query: Query) => query.meta?.rows !== undefined && isAlive() && watching.has(topicOf(query));
      void client.invalidateQueries({
        predicate: (query) => topics.includes(String(query.queryKey[0])) && !comes(query),
      });
      // A first write makes this device a visitor, whose own changes the stream could not know.
      const isOwn = OWN_TOPICS.some((topic) => topics.includes(topic));
      if (source !== null && isOwn && !isKnown) timers.later('own', open, SETTLE_MS);
    },
    stop() {
      unsubscribe();
      stopListening();
      clearInterval(polling);
      timers.cancelAll();
      touches.stop();
      document.removeEventListener('visibilitychange', onVisibility);
      close();
    },
  };
}
