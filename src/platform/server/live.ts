/**
 * Tells open screens after a commit what changed in the topics they watch, at most once a second. On PostgreSQL changed
 * ids also reach other instances by LISTEN/NOTIFY. Positions: docs/decisions/0011-live-changes.md.
 */
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE } from '../durations.ts';
import type { Network } from './caller.ts';
import { fairShare } from './connections.ts';
import {
  type Changes,
  ENDS_STAFF_STREAMS,
  eventText,
  familyOf,
  isOfStaff,
  isRestricted,
  mergeChange,
  nameOf,
  openFeeds,
  ownTopicOf,
  type Source,
  topicIndex,
  touchedText,
  withPosition,
} from './topics.ts';

/** Topics whose last touch is remembered; of the others only that it was earlier. */
const REMEMBERED = 5000;

/** `skewMs`: how far the clocks of two instances may be apart; 0 for a single one. */
export function positions(skewMs: number) {
  let last = Date.now();
  /** Oldest first. */
  const touches = new Map<string, number>();
  let floor = last;

  /**
   * Milliseconds since 1970, comparable between instances. A read contains every change published before its position.
   */
  const now = (): number => {
    last = Math.max(last, Date.now());
    return last;
  };
  /** Always above what `now` returned before. */
  const next = (): number => {
    last = Math.max(last + 1, Date.now());
    return last;
  };

  return {
    now,
    next,

    touch(topic: string): void {
      touches.delete(topic);
      touches.set(topic, next());
      for (const [oldest, at] of touches) {
        if (touches.size <= REMEMBERED) break;
        touches.delete(oldest);
        floor = Math.max(floor, at);
      }
    },

    isTouchedAfter(topic: string, position: number): boolean {
      return Math.max(floor, touches.get(topic) ?? 0, touches.get(familyOf(topic)) ?? 0) > position;
    },

    /**
     * Another instance's position as ours, possibly lower, never too high: with clocks up to 5 s apart 12:00:30 is
     * 12:00:25 here. A position from the future, given before the clock was set back, counts as 0.
     */
    within: (position: number): number => (position > now() + skewMs ? 0 : Math.min(position, last) - skewMs),

    reset(): void {
      touches.clear();
      floor = next();
    },
  };
}

export type Live = ReturnType<typeof liveUpdates>;

/** `since`: the position up to which the screen knows everything; null for a first connection. */
export type Watch = { readonly topics: readonly string[]; readonly since: number | null };

export type Relay = {
  send(changes: Changes): void;
  /** `hear(null)`: messages may have been lost. */
  start(hear: (changes: Changes | null) => void): Promise<void>;
  stop(): Promise<void>;
};

type LiveParts = {
  /** Null on a database that only one instance opens. */
  readonly relay: Relay | null;
  readonly mostStreams: number;
  /** Milliseconds by which a list that a screen was sent may be older than its position. */
  readonly staleMs: number;
  readonly sources: readonly Source[];
  complain(message: string, error: Error): void;
};

/** A screen gets at most one message a topic and second. Writing takes at most half the time. */
const PAUSE_MS = 1000;
/** Browsers take a stream without any event for 40 s as broken. */
const HEARTBEAT_MS = 25_000;
/** A client with this many unread bytes has not read for minutes. */
const MOST_UNREAD = 64 * 1024;
const RETRY_MS = 3000;
/** Screens per turn of the event loop: about 2 ms. */
const BATCH = 250;
/** Topics per turn of the event loop: a stranger can watch many that do not exist. */
const TOPICS_IN_A_TURN = 50;
const SKEW_MS = 5000;
/** One to two minutes; a closed stream that reconnects at once would push out another one. */
const retryLater = (): string => `retry: ${60_000 + Math.round(Math.random() * 60_000)}\n\n`;

/** Staff and visitors reconnect so that their cookies are read again; not all phones together. */
const restrictedMs = (): number => (10 + 5 * Math.random()) * MINUTE;

/** The open streams by the topics they watch. `onFirst` and `onLast`: a topic is watched, or is not any more. */
function openStreams(onFirst: (topic: string) => void, onLast: (topic: string) => void) {
  const screens = fairShare<ServerResponse>();
  const watchers = new Map<string, Set<ServerResponse>>();
  const topicsOf = new WeakMap<ServerResponse, readonly string[]>();
  /** A message counts once for each stream; bytes include heartbeats. */
  const sent = { messages: 0, bytes: 0 };

  async function writeAll(to: Iterable<ServerResponse>, text: string): Promise<number> {
    const bytes = Buffer.from(text);
    let written = 0;
    for (const screen of to) {
      // A phone that lost its network does not close its stream: do not buffer for it.
      if (screen.writableLength > MOST_UNREAD) {
        screen.destroy();
        continue;
      }
      // The response's own buffering doubles the cost. A pipelined response has no socket yet.
      (screen.socket ?? screen).write(bytes);
      sent.bytes += bytes.length;
      written += 1;
      if (written % BATCH === 0) await nextTurn();
    }
    return written;
  }

  function join(screen: ServerResponse, network: Network, topics: readonly string[]): void {
    screens.add(screen, network);
    topicsOf.set(screen, topics);
    for (const topic of topics) {
      const watching = watchers.get(topic);
      if (watching !== undefined) watching.add(screen);
      else {
        watchers.set(topic, new Set([screen]));
        onFirst(topic);
      }
    }
  }

  function leave(screen: ServerResponse): void {
    screens.delete(screen);
    for (const topic of topicsOf.get(screen) ?? []) {
      const watching = watchers.get(topic);
      watching?.delete(screen);
      if (watching === undefined || watching.size > 0) continue;
      watchers.delete(topic);
      onLast(topic);
    }
  }

  return {
    join,
    leave,

    /** Ends the oldest stream of the network that has the most. */
    makeRoom(): void {
      const [oldest] = screens.ofLargest();
      if (oldest === undefined) return;
      leave(oldest);
      // `end` waits for the client to read everything before it.
      if (oldest.writableLength > 0) oldest.destroy();
      else oldest.end(retryLater());
    },

    beat: (text: string) => writeAll(screens.all(), text),

    async tell(topic: string, event: string): Promise<void> {
      const audience = watchers.get(topic);
      if (audience !== undefined) sent.messages += await writeAll(audience, event);
    },

    isWatched: (topic: string) => watchers.has(topic),
    topics: () => [...watchers.keys()],
    counts: () => ({ open: screens.size, ...sent }),

    end(topics: readonly string[]): void {
      for (const screen of topics.flatMap((topic) => [...(watchers.get(topic) ?? [])])) screen.end();
    },

    endAll(): void {
      for (const screen of screens.all()) screen.end();
    },
  };
}

export function liveUpdates({ relay, mostStreams, staleMs, sources, complain }: LiveParts) {
  const followed = topicIndex();
  const hearers = new Set<(topics: readonly string[] | null) => void>();
  const skewMs = relay === null ? 0 : SKEW_MS;
  const clock = positions(skewMs);
  const feeds = openFeeds(sources, clock.next, complain);
  const streams = openStreams(watch, unwatch);
  let pending = new Map<string, Set<string> | null>();
  let pause: NodeJS.Timeout | null = null;
  let flushing = false;
  let stopped = false;

  const beat = (): string => withPosition(clock.now(), eventText('beat', ''));
  const heartbeat = setInterval(() => void streams.beat(beat()), HEARTBEAT_MS).unref();

  // Feeds that are open without a watcher.
  for (const { topic } of sources) {
    if (!feeds.isAlwaysOpen(topic)) continue;
    feeds.open(topic);
    followed.add(topic);
  }

  /** A topic that cannot be read waits for the next turn. */
  async function flush(): Promise<void> {
    pause = null;
    if (flushing || stopped || pending.size === 0) return;
    flushing = true;
    const begun = performance.now();
    const changes = pending;
    pending = new Map();
    let topics = 0;
    for (const [touched, ids] of changes) {
      for (const topic of followed.concernedBy(touched)) {
        await sendChanges(topic, ids).catch((error: Error) => {
          complain(`could not read the changes of ${topic}`, error);
          mergeChange(pending, topic, ids);
        });
        // Such a list may exist now, unless its last watcher has left.
        if (topic === touched && streams.isWatched(topic) && feeds.of(topic) === undefined) feeds.open(topic);
        topics += 1;
        if (topics % TOPICS_IN_A_TURN === 0) await nextTurn();
      }
      // Its messages have later positions than the touch had when it came.
      clock.touch(touched);
    }
    flushing = false;
    const took = performance.now() - begun;
    if (!stopped) pause = setTimeout(() => void flush(), Math.max(PAUSE_MS - took, took)).unref();
  }

  async function sendChanges(topic: string, ids: ReadonlySet<string> | null): Promise<void> {
    const feed = feeds.of(topic);
    const event =
      feed === undefined ? withPosition(clock.next(), touchedText(topic)) : await feed.eventOf(ids, clock.next);
    if (event !== null) await streams.tell(topic, event);
  }

  function hear(changes: Changes | null): void {
    if (changes === null) {
      forgetPast();
      // Lost messages may have ended a session.
      streams.end(streams.topics().filter(isOfStaff));
    }
    for (const hearer of hearers) hearer(changes === null ? null : [...changes.keys()]);
    for (const [topic, ids] of changes ?? []) {
      streams.end(ENDS_STAFF_STREAMS.includes(topic) ? streams.topics().filter(isOfStaff) : [ownTopicOf(topic)]);
      clock.touch(topic);
      for (const fed of followed.concernedBy(topic)) feeds.of(fed)?.noteChange();
      mergeChange(pending, topic, ids);
    }
    if (pause === null && pending.size > 0) void flush();
  }

  /** After missed changes every screen asks again. A touch of a topic itself would open the feeds of invented ones. */
  function forgetPast(): void {
    clock.reset();
    feeds.openAllAgain();
    for (const topic of streams.topics()) mergeChange(pending, familyOf(topic), null);
  }

  function watch(topic: string): void {
    followed.add(topic);
    if (feeds.of(topic) === undefined) feeds.open(topic);
  }

  function unwatch(topic: string): void {
    if (feeds.isAlwaysOpen(topic)) return;
    feeds.close(topic);
    followed.delete(topic);
  }

  function publish(changes: Changes): void {
    if (changes.size === 0) return;
    hear(changes);
    relay?.send(changes);
  }

  return {
    start: async () => relay?.start(hear),

    /** What is read from now on contains every change before it. */
    position: clock.now,

    /** For what is read from now on; earlier, because the screen may listen to another instance. */
    readPosition: () => clock.now() - skewMs,

    /** A copy must be begun here to contain a write that was answered at `position`. */
    positionAfter: (position: number): number => Math.min(position + skewMs, clock.now()),

    /** Whether `publish` reaches every cache before it returns. */
    isAlone: relay === null,

    /** Call after commit: inside the transaction, others would read before the change is visible. */
    publish,

    /** Screens get no touch of topics with a source, whose rows were noted. */
    touch(topics: readonly string[]): void {
      const isRead = (topic: string) => sources.some((source) => source.topic === topic);
      publish(new Map(topics.filter((topic) => !isRead(topic)).map((topic) => [topic, null])));
    },

    /** Touched topics of any instance; null: anything may have changed. */
    subscribe(hearer: (topics: readonly string[] | null) => void): void {
      hearers.add(hearer);
    },

    /** Over the limit the network with the most loses its oldest stream. */
    join(answer: ServerResponse, network: Network, { topics, since }: Watch): void {
      // The client left while its cookies were read.
      if (answer.destroyed) return;
      const from = since === null ? clock.now() : clock.within(since) - staleMs;
      streams.join(answer, network, topics);
      const timer = topics.some(isRestricted) ? setTimeout(() => answer.end(), restrictedMs()).unref() : null;
      answer.on('close', () => {
        if (timer !== null) clearTimeout(timer);
        streams.leave(answer);
      });
      const hello = withPosition(clock.now(), eventText('hello', JSON.stringify({ watching: topics.map(nameOf) })));
      const missed = topics.filter((topic) => clock.isTouchedAfter(topic, from));
      answer.write(`retry: ${RETRY_MS}\n\n${feeds.replay(missed, from, clock.now())}${hello}`);
      if (streams.counts().open > mostStreams) streams.makeRoom();
    },

    counts: streams.counts,

    async stop(): Promise<void> {
      stopped = true;
      clearInterval(heartbeat);
      if (pause !== null) clearTimeout(pause);
      streams.endAll();
      await relay?.stop();
    },
  };
}
