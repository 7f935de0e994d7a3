/** Sends cached responses, the same for every caller, and entries that were made once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerCache, Recipe } from './cache.ts';
import { ownWrite } from './caller.ts';
import { acceptedEncoding, type CachedAnswer, matchesEtag } from './entry.ts';
import type { FastPath } from './fast-path.ts';
import type { Gate } from './limits.ts';
import type { Live } from './live.ts';
import { partyOf } from './network.ts';
import type { RequestCounts } from './request-counts.ts';

/** What reading an entry needs of the program, and sending it. */
type ReadParts = {
  cache: AnswerCache;
  /** Limits how many uncached responses are made at once. */
  renders: Gate;
  live: Pick<Live, 'positionAfter'>;
};
export type CacheParts = ReadParts & { fast: FastPath; counts: RequestCounts };

/**
 * Browsers ask again each time, and get 304. A shared cache in front asks once a second and address; `must-revalidate`
 * keeps browsers from stale-while-revalidate.
 */
export const FOR_ALL = {
  'cache-control': 'public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=1',
} as const;

/** A copy that was made for the visitor who just wrote is no one else's. */
const FOR_WRITER = { 'cache-control': 'private, no-cache' };

/**
 * Returns the cached entry, or makes it when it is the request's turn. A caller who has just written gets one
 * that was begun later.
 */
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
