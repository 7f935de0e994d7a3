/**
 * Refetches after other people's changes: the server announces the touched topics. A message reaches every phone in the
 * hotel at once, so each waits a random time first, and a hidden page waits until it is visible.
 */
import type { LiveMessage } from '#platform/live.ts';

const SPREAD = 2_000;
const REOPEN_AFTER = 10_000;

export type Refresh = {
  /** Refetches what is shown of these topics. */
  readonly topics: (topics: readonly string[]) => void;
  /** Refetches everything, because messages may have been lost. */
  readonly everything: () => void;
};

const readMessage = (text: string): readonly string[] => {
  const message: LiveMessage = JSON.parse(text);
  return message.topics;
};

/** Starts listening. Returns a function that stops it. */
export const listenLive = (refresh: Refresh): (() => void) => {
  const waiting = new Set<string>();
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  let opened = false;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (document.hidden) return;
    const topics = [...waiting];
    const all = missed;
    waiting.clear();
    missed = false;
    if (all) refresh.everything();
    else if (topics.length > 0) refresh.topics(topics);
  };
  const flushSoon = () => {
    if (!document.hidden) timer ??= setTimeout(flush, Math.random() * SPREAD);
  };

  const open = () => {
    source = new EventSource('/api/live');
    source.addEventListener('open', () => {
      if (opened) {
        missed = true;
        flushSoon();
      }
      opened = true;
    });
    source.addEventListener('touched', (event) => {
      for (const topic of readMessage(event.data)) waiting.add(topic);
      flushSoon();
    });
    source.addEventListener('error', () => {
      // EventSource reconnects by itself, except after a response that is not a stream, such as a proxy's 502.
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_AFTER + Math.random() * SPREAD);
    });
  };

  open();
  document.addEventListener('visibilitychange', flush);
  return () => {
    clearTimeout(timer);
    clearTimeout(reopening);
    document.removeEventListener('visibilitychange', flush);
    source.close();
  };
};
