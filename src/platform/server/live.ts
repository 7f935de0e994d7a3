/**
 * Who is listening, and telling them after a commit. On PostgreSQL the word goes through LISTEN/NOTIFY, so that every
 * instance's caches and screens hear of it.
 */
import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '#platform/live.ts';

export type Topics = readonly string[];
/** How other instances are told and heard; null on a database that only one instance opens. */
export type Relay = {
  send(topics: Topics): void;
  /** `hear(null)` means that messages may have been missed. */
  start(hear: (topics: Topics | null) => void): Promise<void>;
  stop(): Promise<void>;
};

export type Live = ReturnType<typeof liveUpdates>;

/** At most one message a second reaches a screen: a rush of registrations must not become a rush of refreshes. */
const PAUSE_MS = 1000;
const HEARTBEAT_MS = 25_000;
const LIMIT = 5000;

export function liveUpdates(relay: Relay | null) {
  const screens = new Set<ServerResponse>();
  const hearers = new Set<(topics: Topics | null) => void>();
  let waiting = new Set<string>();
  let pause: NodeJS.Timeout | null = null;

  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS).unref();

  function write(chunk: string): void {
    for (const screen of screens) {
      // A phone that has gone away without saying so must not fill our memory.
      if (screen.writableLength > 64 * 1024) screen.destroy();
      else screen.write(chunk);
    }
  }

  function flush(): void {
    pause = null;
    if (waiting.size === 0) return;
    const message: LiveMessage = { topics: [...waiting] };
    waiting = new Set();
    write(`event: touched\ndata: ${JSON.stringify(message)}\n\n`);
    pause = setTimeout(flush, PAUSE_MS).unref();
  }

  function hear(topics: Topics | null): void {
    for (const hearer of hearers) hearer(topics);
    for (const topic of topics ?? []) waiting.add(topic);
    if (pause === null) flush();
  }

  return {
    start: async () => relay?.start(hear),

    /** Call after commit, never inside the transaction: others would read what is not there yet. */
    publish(topics: Topics): void {
      if (topics.length === 0) return;
      hear(topics);
      relay?.send(topics);
    },

    /** `hearer` is told at once of every touched topic on any instance; null means "anything may have changed". */
    subscribe(hearer: (topics: Topics | null) => void): void {
      hearers.add(hearer);
    },

    /** Makes an open answer a stream of messages. Returns false when there are too many. */
    join(answer: ServerResponse): boolean {
      if (screens.size >= LIMIT) return false;
      screens.add(answer);
      answer.on('close', () => screens.delete(answer));
      answer.write('retry: 3000\n\n');
      return true;
    },

    async stop(): Promise<void> {
      clearInterval(heartbeat);
      if (pause !== null) clearTimeout(pause);
      for (const screen of screens) screen.end();
      await relay?.stop();
    },
  };
}
