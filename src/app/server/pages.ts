/** Serves pages: rendered once, cached until an event changes, the same bytes for every visitor. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findEvent } from '#features/events/store.ts';
import { factsOf } from '#features/festival/rules.ts';
import type { AnswerCache, Recipe } from '#platform/server/cache.ts';
import type { Entry, Made } from '#platform/server/entry.ts';
import type { Live } from '#platform/server/live.ts';
import { networkOfRequest } from '#platform/server/network.ts';
import type { RenderGate } from '#platform/server/renders.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';
import { FOR_ALL, readAfter, sendEntry, sendKept } from '#platform/server/serve.ts';
import type { ShortWay } from '#platform/server/short-way.ts';
import { addStaticFiles } from '#platform/server/static-files.ts';
import type { Built } from './built.ts';
import { documentOf, withHead } from './document.ts';
import { type ListFacts, readLists, topicsOf } from './page-lists.ts';

export type PageFacts = ListFacts & {
  readonly cache: AnswerCache;
  readonly short: ShortWay;
  readonly counts: RequestCounts;
  /** Pages of single events, in their own cache, so that they cannot evict the main pages. */
  readonly eventPages: AnswerCache;
  readonly renders: RenderGate;
  readonly live: Pick<Live, 'position' | 'positionAfter'>;
  now(): Date;
};

type Page = ReturnType<Built['pageAt']>;

/**
 * Milliseconds a page may be cached: the ticker and "upcoming" depend on the time, until the browser's clock takes
 * over.
 */
const FRESH_MS = 30_000;
const HEADERS = { 'content-type': 'text/html; charset=utf-8', ...FOR_ALL };

export function addPages(fastify: FastifyInstance, built: Built, facts: PageFacts): void {
  addStaticFiles(fastify, built.webRoot);
  fastify.get('/*', async (request, reply) => {
    const page = built.pageAt(request.url);
    reply.code(page.known ? 200 : 404);
    if (page.event !== null) {
      const ofEvent = await eventPage(request, page, page.event, built, facts);
      if (ofEvent !== null) return sendEntry(request, reply, ofEvent);
    }
    return sendKept(request, reply, facts, plainPage(page, built, facts));
  });
}

const plainPage = (page: Page, built: Built, facts: PageFacts): Recipe => ({
  key: page.key,
  topics: topicsOf(page.lists),
  make: () => render(page, page.url, built, facts),
});

const NO_SUCH_EVENT = new Error('There is no such event.');

/** Returns the page of an existing event, or null: invented ids share the page without an event. */
async function eventPage(
  request: FastifyRequest,
  page: Page,
  id: string,
  built: Built,
  facts: PageFacts,
): Promise<Entry | null> {
  const { cache, eventPages, renders, live } = facts;
  const after = readAfter(request, live);
  const read = async (from: AnswerCache, recipe: Recipe) =>
    from.get(recipe, after) ?? (await from.fresh(recipe, after, (make) => renders(networkOfRequest(request), make)));
  const isHeadAlone = page.eventUrl === page.url;
  const recipe = isHeadAlone
    ? headOf(await read(cache, plainPage(page, built, facts)), page, id, built, facts)
    : ownPage(page, id, built, facts);
  try {
    return await read(eventPages, recipe);
  } catch (error) {
    if (error === NO_SUCH_EVENT) return null;
    throw error;
  }
}

async function eventOf(id: string, { db }: PageFacts) {
  const found = await findEvent(db, id);
  if (found === null) throw NO_SUCH_EVENT;
  return found;
}

/** The plain page with the event's head, for as long as the plain page is kept: every rendering has its own ETag. */
const headOf = (plain: Entry, page: Page, id: string, built: Built, facts: PageFacts): Recipe => ({
  key: `${page.key} event ${id} ${plain.etag}`,
  topics: [],
  async make() {
    const head = built.eventHead(page.url, factsOf(facts.festival), await eventOf(id, facts));
    const { bytes } = await plain.in('identity');
    return { body: withHead(bytes, head, facts.festival), headers: HEADERS };
  },
});

const ownPage = (page: Page, id: string, built: Built, facts: PageFacts): Recipe => ({
  key: `${page.key} event ${id}`,
  topics: topicsOf(page.lists),
  async make() {
    await eventOf(id, facts);
    return render(page, page.eventUrl, built, facts);
  },
});

async function render(page: Page, url: string, built: Built, facts: PageFacts): Promise<Made> {
  const { festival, now } = facts;
  const position = facts.live.position();
  const lists = await readLists(page.lists, facts);
  const rendered = built.renderPage(url, { festival: factsOf(festival), now: now().toISOString(), position, lists });
  return { body: documentOf(rendered, festival, built), headers: HEADERS, freshMs: FRESH_MS };
}
