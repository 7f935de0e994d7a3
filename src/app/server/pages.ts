/** Serves pages: rendered once, cached until an event changes, the same bytes for every visitor. */
import type { FastifyInstance } from 'fastify';
import { findEvent } from '#features/events/store.ts';
import { factsOf } from '#features/festival/rules.ts';
import type { AnswerCache, Entry, Made } from '#platform/server/cache.ts';
import type { Live } from '#platform/server/live.ts';
import { networkOfRequest } from '#platform/server/network.ts';
import type { RenderGate } from '#platform/server/renders.ts';
import { sendEntry, sendKept } from '#platform/server/serve.ts';
import { addStaticFiles } from '#platform/server/static-files.ts';
import type { Built } from './built.ts';
import { documentOf, withHead } from './document.ts';
import { type ListFacts, readLists, topicsOf } from './page-lists.ts';

export type PageFacts = ListFacts & {
  readonly cache: AnswerCache;
  /** Pages of single events, in their own cache, so that they cannot evict the main pages. */
  readonly eventPages: AnswerCache;
  readonly renders: RenderGate;
  readonly live: Pick<Live, 'position'>;
  now(): Date;
};

type Page = ReturnType<Built['pageAt']>;

/**
 * Milliseconds a page may be cached: the ticker and "upcoming" depend on the time, until the browser's clock takes
 * over.
 */
const FRESH_MS = 30_000;
const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };

export function addPages(fastify: FastifyInstance, built: Built, facts: PageFacts): void {
  addStaticFiles(fastify, built.webRoot);
  fastify.get('/*', async (request, reply) => {
    const page = built.pageAt(request.url);
    reply.code(page.known ? 200 : 404);
    if (page.event !== null) {
      const { event } = page;
      const key = `${page.key} event ${event}`;
      const ofEvent =
        facts.eventPages.get(key) ??
        (await facts.renders(networkOfRequest(request), () => eventPage(key, page, event, built, facts)));
      if (ofEvent !== null) return sendEntry(request, reply, ofEvent);
    }
    return sendKept(request, reply, facts, page.key, topicsOf(page.lists), () => render(page, page.url, built, facts));
  });
}

/** Returns the page of an existing event, or null: invented ids share the page without an event. */
async function eventPage(key: string, page: Page, id: string, built: Built, facts: PageFacts): Promise<Entry | null> {
  const found = await findEvent(facts.db, id);
  if (found === null) return null;
  const topics = topicsOf(page.lists);
  return facts.eventPages.fresh(key, topics, async () => {
    if (page.eventUrl !== page.url) return render(page, page.eventUrl, built, facts);
    // Differs from the plain page in its head alone.
    const make = () => render(page, page.url, built, facts);
    const plain = facts.cache.get(page.key) ?? (await facts.cache.fresh(page.key, topics, make));
    const { bytes } = await plain.in('identity');
    const head = built.eventHead(page.url, factsOf(facts.festival), found);
    return { body: withHead(bytes, head, facts.festival), headers: HEADERS, freshMs: FRESH_MS };
  });
}

async function render(page: Page, url: string, built: Built, facts: PageFacts): Promise<Made> {
  const { festival, now } = facts;
  const position = facts.live.position();
  const lists = await readLists(page.lists, facts);
  const rendered = built.renderPage(url, { festival: factsOf(festival), now: now().toISOString(), position, lists });
  return { body: documentOf(rendered, festival, built), headers: HEADERS, freshMs: FRESH_MS };
}
