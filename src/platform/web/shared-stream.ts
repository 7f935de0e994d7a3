/**
 * Over HTTP/1.1 a browser opens six connections to a host, so one page, the leader, opens the stream for all pages. Web
 * Locks would choose the leader, but exist over https only.
 */
import { MOST_TOPICS } from '../live.ts';
import { pageBuild } from './page-build.ts';

export function namedTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const cancel = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    isSet: (name: string): boolean => timers.has(name),

    /** Does nothing while a timer of this name runs. */
    later(name: string, act: () => void, ms: number): void {
      if (timers.has(name)) return;
      const run = () => {
        timers.delete(name);
        act();
      };
      timers.set(name, setTimeout(run, ms));
    },

    cancelAll(): void {
      for (const name of [...timers.keys()]) cancel(name);
    },
  };
}

/** `since`: the position up to which the page has every change; 0 for none. */
export type Watch = { readonly topics: readonly string[]; readonly since: number };

/** `opening`: the stream begins, with what was missed before `hello`. */
export type StreamEvent = {
  readonly type: 'opening' | 'error' | 'hello' | 'beat' | 'rows' | 'touched';
  readonly data: string;
  readonly position: number;
};

/** New for each request: a stream brings a page everything since the request with one of its `tokens`. */
type Request = Watch & { readonly token: string };
type Message =
  | { readonly kind: 'watch'; readonly page: string; readonly request: Request }
  | { readonly kind: 'leave'; readonly page: string }
  | {
      readonly kind: 'lead';
      readonly page: string;
      readonly tokens: readonly string[];
      readonly event: StreamEvent | null;
    };

/** A leader answers at once, unless its page is busy. */
const ANSWER_MS = 200;
const REOPEN_MS = 10_000;
const REOPEN_SPREAD_MS = 1_000;
/** The server sends something every 25 s. A proxy that buffers lets nothing through. */
export const SILENT_MS = 40_000;
const SIGN_MS = 5_000;
/** A leader that crashed or was frozen says nothing, not even that it leads. */
const LOST_MS = 12_000;

export function sharedStream(watch: () => Watch, hear: (event: StreamEvent) => void) {
  const page = Math.random().toString(36).slice(2);
  const timers = namedTimers();
  let channel: BroadcastChannel | null = null;
  /** Of the leader. */
  let source: EventSource | null = null;
  /** Of the leader: the latest request of each page. */
  const requests = new Map<string, Request>();
  let own: Request = { topics: [], since: 0, token: page };
  let requestCount = 0;
  let leader = '';
  /** When the leader was last heard; for the leader, the server. */
  let heardAt = 0;

  const say = (message: Message): void => channel?.postMessage(message);

  const pass = (event: StreamEvent | null): void => {
    const tokens = [...requests.values()].map(({ token }) => token);
    say({ kind: 'lead', page, tokens, event });
    if (event === null) return;
    heardAt = performance.now();
    for (const [from, request] of requests) {
      requests.set(from, { ...request, since: Math.max(request.since, event.position) });
    }
    hear(event);
  };

  const connect = (): void => {
    timers.cancel('reopen');
    source?.close();
    const all = [...requests.values()];
    const topics = new Set(all.flatMap((request) => request.topics));
    const search = new URLSearchParams({ watch: [...topics].slice(0, MOST_TOPICS).join(',') });
    const since = Math.min(...all.map((request) => request.since).filter((position) => position > 0));
    if (Number.isFinite(since)) search.set('since', String(since));
    const opened = new EventSource(`/api/live?${search}`);
    source = opened;
    pass({ type: 'opening', data: '', position: 0 });
    for (const type of ['hello', 'beat', 'rows', 'touched'] as const) {
      opened.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
        pass({ type, data, position: Number(lastEventId) || 0 }),
      );
    }
    opened.addEventListener('error', () => {
      pass({ type: 'error', data: '', position: 0 });
      // EventSource reconnects by itself, except after a response that is not a stream, such as a proxy's 502.
      if (opened.readyState === EventSource.CLOSED)
        timers.later('reopen', connect, REOPEN_MS + Math.random() * REOPEN_SPREAD_MS);
    });
  };

  const serve = (from: string, request: Request): void => {
    requests.set(from, request);
    connect();
  };

  const endLead = (): void => {
    timers.cancelAll();
    source?.close();
    source = null;
    requests.clear();
  };

  const receive = ({ data: message }: MessageEvent<Message>): void => {
    if (message.kind === 'watch') {
      // A frozen page answers, but its stream brings nothing.
      if (source !== null) document.hidden ? close() : serve(message.page, message.request);
    } else if (message.kind === 'leave') {
      requests.delete(message.page);
      if (message.page === leader) open();
    } else if (source !== null) {
      // Two began to lead at once, or one was frozen meanwhile: the lower id stays.
      if (page < message.page) pass(null);
      else {
        endLead();
        open();
      }
    } else if (message.tokens.includes(own.token)) {
      timers.cancel('lead');
      leader = message.page;
      heardAt = performance.now();
      if (message.event !== null) hear(message.event);
    } else if (!timers.isSet('lead')) open();
  };

  const join = (): BroadcastChannel | null => {
    try {
      const joined = new BroadcastChannel(`live ${pageBuild()}`);
      joined.addEventListener('message', receive);
      return joined;
    } catch {
      // The browser has none, or blocks it together with cookies: this page has a stream of its own.
      return null;
    }
  };

  /** Also replaces a stream that died without an error. A hidden page opens none. */
  function open(): void {
    if (document.hidden) return;
    requestCount += 1;
    own = { ...watch(), token: `${page} ${requestCount}` };
    if (own.topics.length === 0) return void close();
    channel ??= join();
    if (source !== null || channel === null) return void serve(page, own);
    leader = '';
    heardAt = performance.now();
    say({ kind: 'watch', page, request: own });
    timers.cancel('lead');
    timers.later('lead', () => document.hidden || serve(page, own), ANSWER_MS);
  }

  function close(): void {
    endLead();
    say({ kind: 'leave', page });
    channel?.close();
    channel = null;
  }

  const watching = setInterval(() => {
    const silentMs = performance.now() - heardAt;
    if (source === null) {
      if (channel !== null && silentMs >= LOST_MS) open();
    } else if (source.readyState === EventSource.OPEN && silentMs >= SILENT_MS) connect();
    else pass(null);
  }, SIGN_MS);

  return {
    open,
    close,
    stop(): void {
      clearInterval(watching);
      close();
    },
  };
}
