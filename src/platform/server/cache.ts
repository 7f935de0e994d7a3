/**
 * When a topic is touched, its entries are served for up to `staleMs` more while one fresh copy is made, so that
 * constant writes cause about one copy a second. The caller who wrote gets a copy that was begun after the write.
 */

import { createHash, type Hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { concerns } from './topics.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Stored = { readonly bytes: Buffer; readonly headers: Readonly<Record<string, string | number>> };
export type CachedAnswer = {
  readonly etag: string;
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
  in(encoding: Encoding): Promise<Stored> | Stored;
  readonly packed: Iterable<Encoding>;
};
/** `freshMs`: how long it may stay when no topic is touched. */
export type Made = { body: string | Buffer; headers: Readonly<Record<string, string>>; freshMs?: number };

/** Bytes hashed per step, in about a millisecond. */
const HASHED = 1024 * 1024;

/** Without commas, so that If-None-Match can be split at commas. */
export const etagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 22)}"`;

async function hashed(bytes: Buffer): Promise<Hash> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASHED) {
    if (from > 0) await turn();
    hash.update(bytes.subarray(from, from + HASHED));
  }
  return hash;
}

/** RFC 9110 13.1.2. Compares weakly, because a proxy that compresses makes ETags weak. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((sent) => isSame(sent.trim(), etag)));

const isSame = (sent: string, etag: string): boolean => sent === '*' || sent.replace(/^W\//, '') === etag;

export async function entryOf({ body, headers: given }: Made): Promise<CachedAnswer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = etagOf(await hashed(bytes));
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
    get packed() {
      return packed.keys();
    },
    in(encoding) {
      // Pictures are compressed already.
      if (encoding === 'identity' || type.startsWith('image/')) return plain;
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

export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header) ? 'gzip' : 'identity';
}

export type AnswerCache = ReturnType<typeof answerCache>;

/** The newest entry always stays. */
type Bounds = { readonly entries: number; readonly bytes: number };
const BOUNDS: Bounds = { entries: 200, bytes: 32 * 1024 * 1024 };

/** Milliseconds a request waits for an entry that became stale while it was made; two at once take twice as long. */
const PATIENCE = 250;
/** Share of `staleMs` between the beginnings of two copies; the rest is the time to make one. */
const PACE = 0.7;
/** Least milliseconds between the beginnings of two copies that readers wait for. */
const FORCED_MS = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type Enter = (make: () => Promise<CachedAnswer>) => Promise<CachedAnswer>;

export type Recipe = {
  readonly key: string;
  readonly topics: readonly string[];
  make(): Promise<Made>;
};

type CacheParts = {
  /** Milliseconds since 1970, for entries that depend on the time. */
  now(): number;
  position(): number;
  /** Milliseconds for which a touched entry is served; with 0 every read gets the last write. */
  staleMs: number;
  /** Whether every touch arrives before its write is answered. Other instances' touches do not. */
  isAlone: boolean;
  /** For copies that no reader waits for. */
  background: Enter;
  bounds?: Bounds;
};

/** `staleSince`: when a topic was first touched after the beginning, on the monotonic clock; Infinity for never. */
type Copy = {
  readonly topics: readonly string[];
  readonly begunAt: number;
  readonly position: number;
  staleSince: number;
};
type CachedCopy = Copy & {
  readonly entry: CachedAnswer;
  readonly until: number;
  readonly size: number;
  isRenewing: boolean;
};
type Making = Copy & { readonly entry: Promise<CachedAnswer> };

export function answerCache({ now, position, staleMs, isAlone, background, bounds = BOUNDS }: CacheParts) {
  const entries = new Map<string, CachedCopy>();
  let bytes = 0;
  /** `next` is for later writers: a list begun at 12:00:00 does not show a place taken at 12:00:01. */
  const making = new Map<string, Making>();
  const next = new Map<string, Promise<CachedAnswer>>();
  /** Since the start. A stale read got a copy that was touched before. */
  const reads = { hit: 0, miss: 0, stale: 0 };
  const clock = () => performance.now();

  function drop(key: string): void {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function keep(key: string, copy: Copy, entry: CachedAnswer, freshMs = Infinity): void {
    // After PATIENCE two are made at once, and the earlier may end later.
    if ((entries.get(key)?.begunAt ?? 0) > copy.begunAt || copy.staleSince + staleMs <= clock()) return;
    const { size } = entry;
    drop(key);
    for (const oldest of entries.keys()) {
      if (entries.size < bounds.entries && bytes + size <= bounds.bytes) break;
      drop(oldest);
    }
    bytes += size;
    entries.set(key, { ...copy, entry, size, until: now() + freshMs, isRenewing: false });
  }

  const contains = (copy: Copy, after: number): boolean =>
    copy.position >= after || (isAlone && copy.staleSince === Infinity);

  /** Negative while the copy is fresh. */
  function staleFor({ staleSince, until }: CachedCopy): number {
    // Every read calls this, so it asks the clock only where it must.
    const touched = staleSince === Infinity ? -Infinity : clock() - staleSince;
    return until === Infinity ? touched : Math.max(touched, now() - until);
  }

  function find({ key }: Recipe, after: number): { cached: CachedCopy; isStale: boolean } | null {
    const cached = entries.get(key);
    if (cached === undefined || !contains(cached, after)) return null;
    const age = staleFor(cached);
    return age < staleMs ? { cached, isStale: age >= 0 } : null;
  }

  async function make({ key, make }: Recipe, copy: Copy): Promise<CachedAnswer> {
    const former = entries.get(key)?.entry;
    const made = await make();
    const entry = await entryOf(made);
    // Before it is cached: otherwise the readers wait for it.
    await Promise.all(Array.from(former?.packed ?? [], (encoding) => entry.in(encoding)));
    keep(key, copy, entry, made.freshMs);
    return entry;
  }

  function begin(recipe: Recipe): Promise<CachedAnswer> {
    const { key, topics } = recipe;
    const copy: Copy = { topics, begunAt: clock(), position: position(), staleSince: Infinity };
    const begun = Object.assign(copy, { entry: make(recipe, copy) });
    making.set(key, begun);
    const forget = () => {
      if (making.get(key) === begun) making.delete(key);
    };
    begun.entry.then(forget, forget);
    return begun.entry;
  }

  function beginNext(recipe: Recipe, last: Copy, current: Making | undefined): Promise<CachedAnswer> {
    const settled = current?.entry.then(
      () => undefined,
      () => undefined,
    );
    const turn = pause(Math.max(0, last.begunAt + Math.min(FORCED_MS, staleMs) - clock()));
    const entry = Promise.all([turn, Promise.race([settled, pause(PATIENCE)])]).then(() => {
      next.delete(recipe.key);
      return begin(recipe);
    });
    next.set(recipe.key, entry);
    return entry;
  }

  /** Concurrent requests share one copy. Only the request that starts it takes a render slot. */
  async function fresh(recipe: Recipe, after = 0, enter?: Enter): Promise<CachedAnswer> {
    const { key } = recipe;
    const current = making.get(key);
    if (current !== undefined && contains(current, after) && clock() - current.staleSince < staleMs)
      return current.entry;
    const coming = next.get(key);
    if (coming !== undefined) return coming;
    const last = current ?? entries.get(key);
    if (last !== undefined && (current !== undefined || clock() - last.begunAt < Math.min(FORCED_MS, staleMs)))
      return beginNext(recipe, last, current);
    // Another request may have made it while this one waited for a slot.
    if (enter !== undefined) return enter(async () => find(recipe, after)?.cached.entry ?? fresh(recipe, after));
    return begin(recipe);
  }

  /** Early enough that no reader waits for the next copy. */
  function renew(cached: CachedCopy, recipe: Recipe): void {
    const { key } = recipe;
    cached.isRenewing = true;
    const isNeeded = () => entries.get(key) === cached && !making.has(key) && !next.has(key);
    const renewed = async () => {
      if (isNeeded()) await background(async () => (isNeeded() ? begin(recipe) : cached.entry));
    };
    // Failures are not cached: the next reader that has to wait tries again, and gets the error.
    const run = () => void renewed().catch(() => undefined);
    setTimeout(run, Math.max(0, cached.begunAt + PACE * staleMs - clock())).unref();
  }

  return {
    /** Null when it has to be made. `after`: position of a write that it must contain. Synchronous, for speed. */
    get(recipe: Recipe, after = 0): CachedAnswer | null {
      const found = find(recipe, after);
      if (found === null) reads.miss += 1;
      else if (!found.isStale) reads.hit += 1;
      else {
        reads.stale += 1;
        if (!found.cached.isRenewing) renew(found.cached, recipe);
      }
      return found?.cached.entry ?? null;
    },
    fresh,

    counts: () => ({ entries: entries.size, bytes, ...reads }),

    /** Null, after lost messages, drops everything. */
    touched(topics: readonly string[] | null): void {
      const since = topics === null ? -Infinity : clock();
      for (const copies of [entries.values(), making.values()]) {
        for (const copy of copies) {
          const isConcerned = copy.topics.some((topic) => topics?.some((touched) => concerns(touched, topic)) ?? true);
          if (isConcerned) copy.staleSince = Math.min(copy.staleSince, since);
        }
      }
    },
  };
}
