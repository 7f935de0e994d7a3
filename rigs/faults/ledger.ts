/** The driver: sends requests and records what the client knows about each afterwards. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { type Answer, cookieIn, exchange } from '../http.ts';

/**
 * 'refused' and 'unreached' promise that nothing was written, 'ok' that it was; 'unknown' neither. 'broken' is an
 * invalid response: a 500, or a 503 without Retry-After.
 */
export type Outcome = 'ok' | 'refused' | 'unreached' | 'unknown' | 'broken';

export type Entry = {
  readonly call: string;
  readonly body: unknown;
  readonly key: string;
  outcome: Outcome;
  status: number | null;
  answer: string;
  /** Cookie of the last response. */
  cookie: string | null;
  ms: number;
  tries: number;
};

export type Ask = { call: string; body?: unknown; key?: string; cookie?: string; agent?: Agent };

const ADDRESSES = 60_000;
let devices = 0;

/** Each request comes from its own device. */
const nextAddress = (): string => {
  devices = (devices + 1) % ADDRESSES;
  return `10.7.${devices >> 8}.${devices & 255}`;
};

export type Ledger = {
  readonly entries: Entry[];
  send(origin: string, ask: Ask): Promise<Entry>;
  /** Repeats a request with its key, like a phone without a response. */
  again(origin: string, entry: Entry, agent?: Agent): Promise<Entry>;
  count(outcome: Outcome): number;
  close(): void;
};

export function newLedger(): Ledger {
  const entries: Entry[] = [];
  const shared = new Agent({ keepAlive: true });
  async function attempt(origin: string, entry: Entry, cookie: string | undefined, agent: Agent): Promise<Entry> {
    const begun = performance.now();
    entry.tries += 1;
    const came = await answerTo(origin, entry, cookie, agent);
    Object.assign(entry, came, { ms: performance.now() - begun });
    return entry;
  }
  return {
    entries,
    send(origin, { call, body, key = randomUUID(), cookie, agent = shared }) {
      const unknown = { outcome: 'unknown', status: null, answer: '', cookie: null, ms: 0, tries: 0 } as const;
      const entry: Entry = { call, body, key, ...unknown };
      entries.push(entry);
      return attempt(origin, entry, cookie, agent);
    },
    again: (origin, entry, agent = shared) => attempt(origin, entry, undefined, agent),
    count: (outcome) => entries.filter((entry) => entry.outcome === outcome).length,
    close: () => shared.destroy(),
  };
}

type Came = Pick<Entry, 'outcome' | 'status' | 'answer' | 'cookie'>;

async function answerTo(origin: string, entry: Entry, cookie: string | undefined, agent: Agent): Promise<Came> {
  const { call, body, key } = entry;
  const headers = {
    'x-forwarded-for': nextAddress(),
    'idempotency-key': key,
    ...(cookie === undefined ? {} : { cookie }),
  };
  const nothing: Came = { outcome: 'unknown', status: null, answer: '', cookie: null };
  return exchange(origin, { call, body, agent, headers }).then(
    (answer) => ({
      ...{
        outcome: outcomeOf(answer),
        status: answer.status,
        answer: answer.body,
        cookie: cookieIn(answer, 'fest_id'),
      },
    }),
    (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? { ...nothing, outcome: 'unreached' } : nothing),
  );
}

function outcomeOf({ status, headers }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 503) return headers['retry-after'] === undefined ? 'broken' : 'refused';
  return status < 500 ? 'refused' : 'broken';
}
