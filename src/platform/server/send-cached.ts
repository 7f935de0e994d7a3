import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AnswerCache,
  acceptedEncoding,
  type CachedAnswer,
  type Encoding,
  etagOf,
  matchesEtag,
  type Recipe,
  type Stored,
} from './cache.ts';
import { mayHaveWritten, ownWrite, partyOf } from './caller.ts';
import type { Headers } from './headers.ts';
import type { Gate } from './limits.ts';
import type { Live } from './live.ts';
import type { RequestCounts } from './request-counts.ts';

/**
 * Sends cached bytes before Fastify routes the request, which costs as much again as Node itself. Learns an address
 * from a response that Fastify sent, and leaves to Fastify every request that needs more than these bytes.
 */

type Known = {
  readonly cache: AnswerCache;
  readonly recipe: Recipe;
  count(status: number, ms: number): void;
};

export type FastPath = ReturnType<typeof fastPath>;

const MOST = 200;

/** `headers` are those of every response; `overHttps`: they include HTTPS_ONLY. */
export function fastPath(headers: Headers, overHttps: boolean) {
  const byAddress = new Map<string, Known>();
  const fixed = Object.entries(headers).flat();
  const dressed = new WeakMap<Stored | CachedAnswer, string[]>();
  let isOpen = () => false;

  /** As Node takes them with the least work, computed once a copy. */
  function headersOf(of: Stored | CachedAnswer): string[] {
    const inDress = dressed.get(of);
    if (inDress !== undefined) return inDress;
    const made = [...fixed, ...Object.entries(of.headers).flat().map(String)];
    dressed.set(of, made);
    return made;
  }

  function send(request: IncomingMessage, response: ServerResponse, { cache, recipe, count }: Known): boolean {
    const entry = cache.get(recipe);
    if (entry === null) return false;
    const isKnownThere = matchesEtag(request.headers['if-none-match'], entry.etag);
    const stored = isKnownThere ? entry : entry.in(acceptedEncoding(request.headers['accept-encoding']));
    if (stored instanceof Promise) return false;
    const since = performance.now();
    response.writeHead(isKnownThere ? 304 : 200, headersOf(stored));
    response.end('bytes' in stored ? stored.bytes : undefined);
    count(response.statusCode, performance.now() - since);
    return true;
  }

  return {
    open(mayAnswer: () => boolean): void {
      isOpen = mayAnswer;
    },

    /** As contracts write it: nobody can invent more addresses that answer 200. */
    learn(url: string, address: Known): void {
      if (!url.startsWith('/') || (/[?#%]/.test(url) && `GET ${url}` !== address.recipe.key)) return;
      byAddress.delete(url);
      byAddress.set(url, address);
      const [oldest] = byAddress.keys();
      if (byAddress.size > MOST && oldest !== undefined) byAddress.delete(oldest);
    },

    before:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        const address = request.method === 'GET' ? byAddress.get(request.url ?? '') : undefined;
        if (address === undefined || !isPlain(request, overHttps) || !isOpen() || !send(request, response, address))
          handle(request, response);
      },
  };
}

/** Fastify must look at nothing of it. */
function isPlain({ headers, rawHeaders }: IncomingMessage, overHttps: boolean): boolean {
  if (headers['content-encoding'] !== undefined) return false;
  // A trusted proxy's header may add HTTPS_ONLY.
  if (!overHttps && headers['x-forwarded-proto'] !== undefined) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return !mayHaveWritten(headers.cookie) && !isTooLongHost(headers.host) && !hasSecondHost(rawHeaders);
}

/** A host name, a dot at its end, a colon and a port. */
const LONGEST_HOST = 253 + 1 + 6;

export const isTooLongHost = (host: string | undefined): boolean => (host?.length ?? 0) > LONGEST_HOST;

/** Whether a proxy and this program could take different hosts from a request. */
export function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] as string;
    if (header.length === 4 && header.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

type ReadParts = {
  cache: AnswerCache;
  renders: Gate;
  live: Pick<Live, 'positionAfter'>;
};
export type CacheParts = ReadParts & { fast: FastPath; counts: RequestCounts };

/** Browsers ask each time and get 304, shared caches once a second. `must-revalidate`: browsers use no stale bytes. */
export const FOR_ALL = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1',
} as const;

/** This copy was made for the visitor who just wrote. */
const FOR_WRITER = { 'cache-control': 'private, no-cache' };

/** A caller who has just written gets an entry that was begun later. */
export async function readCached(
  request: FastifyRequest,
  { cache, renders, live }: ReadParts,
  recipe: Recipe,
): Promise<CachedAnswer> {
  const wrote = ownWrite(request);
  const after = wrote === null ? 0 : live.positionAfter(wrote);
  return cache.get(recipe, after) ?? cache.fresh(recipe, after, (make) => renders(partyOf(request), make));
}

export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: CacheParts,
  recipe: Recipe,
): Promise<FastifyReply> {
  const entry = await readCached(request, parts, recipe);
  if (reply.statusCode === 200) {
    const count = parts.counts.counterOf('GET', request.routeOptions.url ?? '');
    parts.fast.learn(request.raw.url ?? '', { cache: parts.cache, recipe, count });
  }
  return sendEntry(request, reply, entry);
}

/** 304 when the browser has these bytes of a successful answer already. */
export async function sendEntry(request: FastifyRequest, reply: FastifyReply, of: CachedAnswer): Promise<FastifyReply> {
  const isOwn = ownWrite(request) !== null;
  if (reply.statusCode === 200 && matchesEtag(request.headers['if-none-match'], of.etag)) {
    reply.code(304).headers(of.headers);
    if (isOwn) reply.headers(FOR_WRITER);
    return reply.send();
  }
  const { bytes, headers } = await of.in(acceptedEncoding(request.headers['accept-encoding']));
  reply.headers(headers);
  if (isOwn) reply.headers(FOR_WRITER);
  return reply.send(bytes);
}

/** Served from memory (2 MB in all): read from disk, each slow client would hold a file handle and a buffer. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The build writes compressed copies beside each file. */
const PACKED: Readonly<Record<Exclude<Encoding, 'identity'>, string>> = { br: '.br', gzip: '.gz' };
const isPacked = (path: string): boolean => Object.values(PACKED).includes(extname(path));
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'));

/** In /metrics all files are one route. */
const COUNTED = { countedAs: 'files' };

export function addStaticFiles(fastify: FastifyInstance, root: string): void {
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name).slice(root.length + 1);
    if (!file.isFile() || isHidden(path) || isPacked(path)) continue;
    const entry = entryOfFile(join(root, path));
    fastify.get(`/${path.split(sep).join('/')}`, { config: COUNTED }, (request, reply) =>
      sendEntry(request, reply, entry),
    );
  }
}

function entryOfFile(path: string): CachedAnswer {
  const bytes = readFileSync(path);
  const etag = etagOf(createHash('sha256').update(bytes));
  // Names under /assets contain a hash of the content; icons do not.
  const isHashed = path.includes(`${sep}assets${sep}`);
  const headers = {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    etag,
    vary: 'accept-encoding',
  };
  const stored = (body: Buffer, more: Record<string, string>): Stored => ({
    bytes: body,
    headers: {
      ...headers,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-length': body.length,
      ...more,
    },
  });
  const plain = stored(bytes, {});
  const packed = (encoding: keyof typeof PACKED): Stored => {
    const file = path + PACKED[encoding];
    return existsSync(file) ? stored(readFileSync(file), { 'content-encoding': encoding }) : plain;
  };
  const by = { identity: plain, br: packed('br'), gzip: packed('gzip') };
  return { etag, size: bytes.length, headers, packed: [], in: (encoding) => by[encoding] };
}
