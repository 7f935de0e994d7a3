/**
 * Cache of responses that are the same for every caller, as bytes, until a topic they depend on is touched. One
 * instance holds both the public lists and the rendered pages.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { concerns } from '#platform/live.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Stored = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string | number>> };
export type Entry = {
  readonly etag: string;
  readonly size: number;
  /** Headers of a 304: those that are not about the body. */
  readonly headers: Readonly<Record<string, string>>;
  in(encoding: Encoding): Promise<Stored> | Stored;
};
/** Result of a maker: body, fixed headers, and how long it may stay when no topic is touched. */
export type Made = { body: string | Buffer; headers: Readonly<Record<string, string>>; freshMs?: number };

export type AnswerCache = ReturnType<typeof answerCache>;

/** Most entries and bytes kept. The newest entry is always kept. */
type Bounds = { readonly entries: number; readonly bytes: number };
const BOUNDS: Bounds = { entries: 200, bytes: 32 * 1024 * 1024 };

/** Milliseconds a request waits for an entry that became stale while it was made; two at once take twice as long. */
const PATIENCE = 250;

/** Waits for a render slot, then makes the entry in it. */
export type Enter = (make: () => Promise<Entry>) => Promise<Entry>;
type Making = { readonly generation: number; readonly entry: Promise<Entry> };

export function answerCache(now: () => number, bounds = BOUNDS) {
  const entries = new Map<string, { entry: Entry; topics: readonly string[]; until: number; size: number }>();
  let held = 0;
  /** By key: the entry being made, and the one to make after it because a topic was touched meanwhile. */
  const making = new Map<string, Making>();
  const next = new Map<string, Promise<Entry>>();
  let generation = 0;
  /** Reads since the start. A stale read found an entry past its time. */
  const reads = { hit: 0, miss: 0, stale: 0 };

  function drop(key: string): void {
    held -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  async function make(key: string, topics: readonly string[], maker: () => Promise<Made>): Promise<Entry> {
    const begun = generation;
    const made = await maker();
    const entry = await entryOf(made);
    // The entry may miss a commit that came while it was made: send it, but do not keep it.
    if (begun === generation) {
      const { size } = entry;
      drop(key);
      // Evicts the oldest first.
      for (const oldest of entries.keys()) {
        if (entries.size < bounds.entries && held + size <= bounds.bytes) break;
        drop(oldest);
      }
      held += size;
      entries.set(key, { entry, topics, size, until: made.freshMs === undefined ? Infinity : now() + made.freshMs });
    }
    return entry;
  }

  function find(key: string): Entry | null {
    const found = entries.get(key);
    return found !== undefined && found.until > now() ? found.entry : null;
  }

  /** Synchronous, because every page request calls it. */
  function get(key: string): Entry | null {
    const entry = find(key);
    if (entry !== null) reads.hit += 1;
    else if (entries.has(key)) reads.stale += 1;
    else reads.miss += 1;
    return entry;
  }

  function begin(key: string, topics: readonly string[], maker: () => Promise<Made>): Promise<Entry> {
    const entry = make(key, topics, maker).finally(() => {
      if (making.get(key)?.entry === entry) making.delete(key);
    });
    making.set(key, { generation, entry });
    return entry;
  }

  /** Starts one more entry after the current one, for all requests that came after the touch. */
  function beginNext(
    stale: Making,
    key: string,
    topics: readonly string[],
    maker: () => Promise<Made>,
  ): Promise<Entry> {
    const known = next.get(key);
    if (known !== undefined) return known;
    const settled = stale.entry.then(
      () => undefined,
      () => undefined,
    );
    const entry = Promise.race([settled, pause(PATIENCE)]).then(() => {
      next.delete(key);
      const current = making.get(key);
      return current?.generation === generation ? current.entry : begin(key, topics, maker);
    });
    next.set(key, entry);
    return entry;
  }

  /** Makes the entry once for concurrent requests. Only the request that starts it takes a render slot. */
  async function fresh(
    key: string,
    topics: readonly string[],
    maker: () => Promise<Made>,
    enter?: Enter,
  ): Promise<Entry> {
    const current = making.get(key);
    if (current?.generation === generation) return current.entry;
    if (current !== undefined) return beginNext(current, key, topics, maker);
    // Another request may have made it while this one waited for a slot.
    if (enter !== undefined) return enter(async () => find(key) ?? fresh(key, topics, maker));
    return begin(key, topics, maker);
  }

  return {
    /** Returns the cached entry, or null when it has to be made. */
    get,
    fresh,

    /** For /metrics. */
    counts: () => ({ entries: entries.size, bytes: held, ...reads }),

    /** Drops what depends on these topics; null drops everything. */
    touched(topics: readonly string[] | null): void {
      generation += 1;
      for (const [key, kept] of entries) {
        if (topics === null || kept.topics.some((topic) => topics.some((touched) => concerns(touched, topic))))
          drop(key);
      }
    },
  };
}

/** Bytes hashed per step, in about a millisecond. */
const HASHED = 1024 * 1024;

async function etagOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASHED) {
    if (from > 0) await turn();
    hash.update(bytes.subarray(from, from + HASHED));
  }
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

async function entryOf({ body, headers: given }: Made): Promise<Entry> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = await etagOf(bytes);
  const { 'content-type': type = 'application/octet-stream', ...about } = given;
  const headers = { ...about, etag, vary: 'accept-encoding' };
  const dress = (body: Buffer, encoding: Encoding): Stored => ({
    bytes: body,
    headers: {
      ...headers,
      'content-type': type,
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  });
  const plain = dress(bytes, 'identity');
  const packed = new Map<Encoding, Promise<Stored> | Stored>();
  return {
    etag,
    size: bytes.length,
    headers,
    in(encoding) {
      if (encoding === 'identity') return plain;
      let stored = packed.get(encoding);
      if (stored === undefined) {
        stored = pack(bytes, encoding).then((body) => {
          const done = dress(body, encoding);
          packed.set(encoding, done);
          return done;
        });
        packed.set(encoding, stored);
      }
      return stored;
    },
  };
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
/** Quality 5 compresses the programme to within 3 % of the best size in a twentieth of the time. */
const pack = (bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : gz(bytes);

/** Returns the best encoding the client accepts. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  if (/\bbr\b(?!;\s*q=0(\.0*)?(,|$))/.test(header)) return 'br';
  return /\bgzip\b(?!;\s*q=0(\.0*)?(,|$))/.test(header) ? 'gzip' : 'identity';
}
