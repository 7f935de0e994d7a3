/** A device over plain HTTP: its cookie, its network, its connections, and answers that get lost on the way. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer as Came, exchange } from '../http.ts';
import { justWrote } from '../program.ts';
import type { FestivalRecord, Kind } from './record.ts';

export type Answer = { readonly status: number; readonly code: string; readonly body: unknown; readonly tries: number };

/** Of a write: the request never leaves the phone, or its answer never arrives. */
export type Loss = 'request' | 'answer';

export type Call = {
  readonly call: string;
  readonly body?: unknown;
  readonly loss?: Loss | null;
  readonly kind?: Kind;
  /** Asks for a copy with every earlier write. */
  readonly isFresh?: true;
};

export type Phone = ReturnType<typeof newPhone>;

type Wanted = {
  /** The instances; a phone whose own does not answer tries the next one. */
  readonly origins: readonly string[];
  readonly network: string;
  readonly by: 'visitors' | 'organisers';
  readonly record: FestivalRecord;
  /** Of `origins`, at first. */
  readonly first?: number;
};

const PATIENCE_MS = 20_000;
const TRIES = 200;
const PAUSE_MS = 50;
/** Nobody should get one of these. */
const MISTAKES = ['BAD_INPUT', 'BAD_JSON', 'NO_SUCH_CALL', 'NOT_JSON', 'KEY_REUSED', 'CROSS_SITE', 'WRONG_METHOD'];

export function newPhone({ origins, network, by, record, first = 0 }: Wanted) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  /** Until when each is sent. */
  const cookies = new Map<string, { pair: string; until: number }>();
  let at = first;

  function read({ status, body: text, headers }: Came, call: string): Omit<Answer, 'tries'> {
    for (const line of headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';', 1);
      const seconds = Number(/max-age=(\d+)/i.exec(line)?.[1] ?? Number.POSITIVE_INFINITY);
      cookies.set(pair.split('=', 1)[0] ?? '', { pair, until: performance.now() + seconds * 1000 });
    }
    const isJson = text.startsWith('{') || text.startsWith('[');
    const body: unknown = isJson ? JSON.parse(text) : text;
    if (status < 400) return { status, code: '', body };
    const { code = String(status), message = '' } = body as { code?: string; message?: string };
    record.refuse(by, code, message);
    const isExpected = status < 500 ? !MISTAKES.includes(code) : status === 503 && headers['retry-after'] !== undefined;
    if (!isExpected) record.unexpected.push(`${by} got ${status} for ${call}: ${text.slice(0, 200)}`);
    return { status, code, body };
  }

  /** Repeats a request under its key until an answer arrives, as the app does. */
  async function ask(asked: Call): Promise<Answer> {
    const key = randomUUID();
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const begun = performance.now();
      const sent = [...cookies.values()].flatMap(({ pair, until }) => (until > begun ? pair : []));
      const cookie = [...sent, ...(asked.isFresh === true ? [justWrote().cookie] : [])].join('; ');
      const headers = {
        ...{ 'x-forwarded-for': network, ...(cookie === '' ? {} : { cookie }) },
        ...(asked.call.startsWith('GET') ? {} : { 'idempotency-key': key }),
      };
      const { call, body, loss = null } = asked;
      const now = { call, body, agent, headers, patience: PATIENCE_MS, loss: attempt === 0 ? loss : null };
      const came = await exchange(origins[at % origins.length] ?? '', now).catch(() => null);
      record.counts.requests += 1;
      if (came !== null && came.status !== 503) {
        if (attempt > 0) record.counts.repeated += 1;
        if (asked.kind !== undefined) record.now().ms[asked.kind].push(performance.now() - begun);
        return { ...read(came, asked.call), tries: attempt + 1 };
      }
      if (came !== null) read(came, asked.call);
      else record.counts.lost += 1;
      if (attempt > 0) {
        at += 1;
        await pause(PAUSE_MS);
      }
    }
    throw new Error(`${asked.call} had no answer in ${TRIES} tries`);
  }
  return { ask, close: () => agent.destroy() };
}
