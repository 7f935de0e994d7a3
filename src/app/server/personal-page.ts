/** Renders My schedule for the visitor who asks. It is cached neither here nor by anything between here and the browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, cookieJar, type Jar } from '#platform/server/caller.ts';
import { acceptedEncoding, type CachedAnswer, entryOf } from '#platform/server/entry.ts';
import type { Gate } from '#platform/server/limits.ts';
import type { Live } from '#platform/server/live.ts';
import { partyOf } from '#platform/server/network.ts';
import type { Built, Page } from './built.ts';
import { drawPage } from './document.ts';
import { type ListFacts, readOwnLists } from './page-lists.ts';

export type PersonalFacts = ListFacts & {
  readonly renders: Gate;
  readonly live: Pick<Live, 'readPosition'>;
  readonly publicUrl: string | null;
  /** Looks up the caller by the request's cookies. */
  findCaller(jar: Jar): Promise<Caller>;
};

const PRIVATE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' };

/** Returns the page of the visitor who asks; null for an unknown device, which shares the cached page. */
export async function personalPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { url }: Page,
  built: Built,
  facts: PersonalFacts,
): Promise<CachedAnswer | null> {
  const jar = cookieJar(request, reply, facts.publicUrl);
  const { visitorId } = await facts.findCaller(jar);
  if (visitorId === null) return null;
  return facts.renders(partyOf(request), async () => {
    const position = facts.live.readPosition();
    const lists = await readOwnLists(visitorId, facts);
    const at = { festival: await facts.readFestival(), publicUrl: facts.publicUrl, now: facts.now };
    return entryOf({ body: drawPage(url, { position, lists }, built, at), headers: PRIVATE });
  });
}

/** Unlike `sendEntry` it never answers 304, and leaves `no-store` to a visitor who has just written. */
export async function sendPersonal(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedAnswer,
): Promise<FastifyReply> {
  const { bytes, headers } = await page.in(acceptedEncoding(request.headers['accept-encoding']));
  return reply.headers(headers).send(bytes);
}
