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
import { isOfflineCopy, msSinceUpdate } from './data-age.ts';
import { contains, inOrder, knowUpTo, remember, trackTopic } from './live-list.ts';
import { namedTimers } from './named-timers.ts';
import { readAgain } from './read-again.ts';
import { SILENT_MS, type StreamEvent, sharedStream } from './shared-stream.ts';
import { openTouches, topicOf } from './touches.ts';

/** The hotel's network comes back for a thousand phones at once. */
const RETURN_SPREAD_MS = 4_000;
/** Written by visitors, and shown live to their own device. */
const OWN_TOPICS = ['rsvps', 'waiting'];
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
   * Until the hello the stream repeats what the page missed, from the lowest position of its lists. With games known up to 10
   * and scores up to 20 it repeats scores from 10 on too. These are left out: a score changed at 12 of a user deleted at 15
   * fits no row of the page, which would read the whole list again.
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
    // Many pages watch more than the server takes of one stream: these lists are polled.
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
    // A busy server, not a lost connection: only what is old is asked for again.
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
