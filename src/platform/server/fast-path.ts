/**
 * The fast path of responses that are the same for everybody: sends the bytes of a cached answer before Fastify routes
 * the request, which costs as much again as Node itself. It learns an address from a response that Fastify sent, and
 * leaves to Fastify every request that needs more than these bytes.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AnswerCache, Recipe } from './cache.ts';
import { mayHaveWritten } from './caller.ts';
import { acceptedEncoding, type CachedAnswer, matchesEtag, type Stored } from './entry.ts';
import type { Headers } from './headers.ts';

/** An address that Fastify answered with 200 from the cache. */
type Known = {
  readonly cache: AnswerCache;
  readonly recipe: Recipe;
  /** Counts a response for /metrics. */
  count(status: number, ms: number): void;
};

export type FastPath = ReturnType<typeof fastPath>;

/** Most addresses known: as many as the cache keeps. */
const MOST = 200;

/** `headers` are those of every response; `overHttps` says that they include HTTPS_ONLY. */
export function fastPath(headers: Headers, overHttps: boolean) {
  const byAddress = new Map<string, Known>();
  const fixed = Object.entries(headers).flat();
  const dressed = new WeakMap<Stored | CachedAnswer, string[]>();
  let isOpen = () => false;

  /** Headers as Node takes them with the least work, computed once for each copy. */
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
    /** From now on requests take the fast path while `mayAnswer` returns true. */
    open(mayAnswer: () => boolean): void {
      isOpen = mayAnswer;
    },

    /** Remembers an address as contracts write it: nobody can invent more of those that answer 200. */
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

/** Whether a request has nothing that Fastify must look at. */
function isPlain({ headers, rawHeaders }: IncomingMessage, overHttps: boolean): boolean {
  if (headers['content-encoding'] !== undefined) return false;
  // From a trusted proxy it may add HTTPS_ONLY.
  if (!overHttps && headers['x-forwarded-proto'] !== undefined) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return !mayHaveWritten(headers.cookie) && !isTooLongHost(headers.host) && !hasSecondHost(rawHeaders);
}

/** A host name has 253 characters; a dot at the end, a colon and a port follow. */
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
