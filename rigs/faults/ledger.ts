/** The driver: sends requests and records what the client knows about each afterwards. */
import { randomUUID } from 'node:crypto';
import { Agent, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

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
    const came = await exchange(origin, entry, cookie, agent);
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

const PATIENCE_MS = 30_000;

function exchange(origin: string, entry: Entry, cookie: string | undefined, agent: Agent): Promise<Came> {
  const [method = '', path = ''] = entry.call.split(' ');
  const { promise, resolve } = Promise.withResolvers<Came>();
  const nothing: Came = { outcome: 'unknown', status: null, answer: '', cookie: null };
  const request = origin.startsWith('https:') ? secureRequest : plainRequest;
  const sent = request(origin + path, {
    method,
    agent,
    headers: {
      'x-forwarded-for': nextAddress(),
      'idempotency-key': entry.key,
      ...(entry.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  sent.setTimeout(PATIENCE_MS, () => sent.destroy());
  sent.once('error', (error: NodeJS.ErrnoException) =>
    resolve(error.code === 'ECONNREFUSED' ? { ...nothing, outcome: 'unreached' } : nothing),
  );
  sent.once('response', (response) => {
    let answer = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    response.once('error', () => resolve(nothing));
    response.once('close', () => {
      const status = response.statusCode ?? 0;
      const given =
        response.headers['set-cookie']?.find((line) => /^(__Host-)?fest_id=/.test(line))?.split(';', 1)[0] ?? null;
      const outcome = outcomeOf(status, response.headers['retry-after']);
      resolve(response.complete ? { outcome, status, answer, cookie: given } : nothing);
    });
  });
  sent.end(entry.body === undefined ? undefined : JSON.stringify(entry.body));
  return promise;
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 503) return retryAfter === undefined ? 'broken' : 'refused';
  return status < 500 ? 'refused' : 'broken';
}
