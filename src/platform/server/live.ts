/**
 * Live streams: tells open screens after a commit which topics changed. On PostgreSQL the message also goes through
 * LISTEN/NOTIFY to the caches and screens of other instances.
 */
import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '#platform/live.ts';
import { fairShare } from './fair-share.ts';
import type { Network } from './network.ts';

export type Topics = readonly string[];
/** Connection to other instances; null on a database that only one instance opens. */
export type Relay = {
  send(topics: Topics): void;
  /** `hear(null)` means that messages may have been lost. */
  start(hear: (topics: Topics | null) => void): Promise<void>;
  stop(): Promise<void>;
};

export type Live = ReturnType<typeof liveUpdates>;

/** A screen gets at most one message a second, so that a rush of registrations does not become a rush of refetches. */
const PAUSE_MS = 1000;
const HEARTBEAT_MS = 25_000;
/** Messages are under 200 bytes: a client with this many unread bytes has not read for minutes. */
const MOST_UNREAD = 16 * 1024;
const RETRY_MS = 3000;
/** A closed stream reconnects after one to two minutes; at once, it would push out another one. */
const retryLater = (): string => `retry: ${60_000 + Math.round(Math.random() * 60_000)}\n\n`;

export function liveUpdates(relay: Relay | null, mostStreams: number) {
  const screens = fairShare<ServerResponse>();
  const hearers = new Set<(topics: Topics | null) => void>();
  let waiting = new Set<string>();
  let pause: NodeJS.Timeout | null = null;
  /** Since the start. A message counts once for each stream that gets it; bytes include heartbeats. */
  const sent = { messages: 0, bytes: 0 };

  const heartbeat = setInterval(write, HEARTBEAT_MS, ': still here\n\n').unref();

  /** Returns how many streams got the chunk. */
  function write(chunk: string): number {
    let reached = 0;
    for (const screen of screens.all()) {
      // A phone that lost its network does not close its stream: do not buffer for it.
      if (screen.writableLength > MOST_UNREAD) screen.destroy();
      else {
        screen.write(chunk);
        reached += 1;
      }
    }
    sent.bytes += reached * Buffer.byteLength(chunk);
    return reached;
  }

  function makeRoom(): void {
    for (const screen of screens.ofLargest()) {
      screens.delete(screen);
      // `end` waits for the client to read everything before it.
      if (screen.writableLength > 0) screen.destroy();
      else screen.end(retryLater());
      return;
    }
  }

  function flush(): void {
    pause = null;
    if (waiting.size === 0) return;
    const message: LiveMessage = { topics: [...waiting] };
    waiting = new Set();
    sent.messages += write(`event: touched\ndata: ${JSON.stringify(message)}\n\n`);
    pause = setTimeout(flush, PAUSE_MS).unref();
  }

  function hear(topics: Topics | null): void {
    for (const hearer of hearers) hearer(topics);
    for (const topic of topics ?? []) waiting.add(topic);
    if (pause === null) flush();
  }

  return {
    start: async () => relay?.start(hear),

    /** For /metrics. */
    counts: () => ({ open: screens.size, ...sent }),

    /** Call after commit, never inside the transaction: others would refetch before the change is visible. */
    publish(topics: Topics): void {
      if (topics.length === 0) return;
      hear(topics);
      relay?.send(topics);
    },

    /** Calls `hearer` with every touched topic of any instance; null means "anything may have changed". */
    subscribe(hearer: (topics: Topics | null) => void): void {
      hearers.add(hearer);
    },

    /** Turns an open response into a live stream. Over the limit the network with the most loses its oldest one. */
    join(answer: ServerResponse, network: Network): void {
      screens.add(answer, network);
      answer.on('close', () => screens.delete(answer));
      answer.write(`retry: ${RETRY_MS}\n\n`);
      if (screens.size > mostStreams) makeRoom();
    },

    async stop(): Promise<void> {
      clearInterval(heartbeat);
      if (pause !== null) clearTimeout(pause);
      for (const screen of screens.all()) screen.end();
      await relay?.stop();
    },
  };
}
