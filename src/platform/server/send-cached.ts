/** Sends cached responses, the same for every caller, and entries that were made once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerCache, Enter, Recipe } from './cache.ts';
import { ownWrite } from './caller.ts';
import { acceptedEncoding, type CachedAnswer, matchesEtag } from './entry.ts';
import type { FastPath } from './fast-path.ts';
import type { Live } from './live.ts';
import { networkOfRequest } from './network.ts';
import type { RenderGate } from './renders.ts';
import type { RequestCounts } from './request-counts.ts';

/** What it needs of the program. */
export type CacheParts = {
  cache: AnswerCache;
  fast: FastPath;
  counts: RequestCounts;
  /** Limits how many uncached responses are made at once. */
  renders: RenderGate;
  live: Pick<Live, 'positionAfter'>;
};

/**
 * Browsers ask again each time, and get 304. A shared cache in front asks once a second and address; `must-revalidate`
 * keeps browsers from stale-while-revalidate.
 */
export const FOR_ALL = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1',
} as const;

/** A copy that was made for the visitor who just wrote is no one else's. */
const FOR_WRITER = { 'cache-control': 'private, no-cache' };

/** Sends the cached bytes, or makes them once the request's network has a render slot. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, renders, live, fast, counts }: CacheParts,
  recipe: Recipe,
): Promise<FastifyReply> {
  const after = readAfter(request, live);
  const enter: Enter = (make) => renders(networkOfRequest(request), make);
  const entry = cache.get(recipe, after) ?? (await cache.fresh(recipe, after, enter));
  if (reply.statusCode === 200) {
    const count = counts.counterOf('GET', request.routeOptions.url ?? '');
    fast.learn(request.raw.url ?? '', { cache, recipe, count });
  }
  return sendEntry(request, reply, entry);
}

/** Returns the position at which the caller's response must be begun; 0 for any. */
export function readAfter(request: FastifyRequest, live: Pick<Live, 'positionAfter'>): number {
  const wrote = ownWrite(request);
  return wrote === null ? 0 : live.positionAfter(wrote);
}

/** Sends 304 when the browser has these bytes of a successful answer already. */
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
