/** Cached for at most 30 s and until a topic changes, the same for every visitor; My schedule is rendered for each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOffered, type ProgrammeSizes, programmeSizes } from '#features/events/rules/first-events.ts';
import { findEvent, listOutlines, publicEvents } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { factsOf, shortName } from '#features/festival/rules/facts.ts';
import {
  type AnswerCache,
  acceptedEncoding,
  type CachedAnswer,
  entryOf,
  type Made,
  type Recipe,
} from '#platform/server/cache.ts';
import { type Caller, cookieJar, type Jar, partyOf } from '#platform/server/caller.ts';
import type { Gate } from '#platform/server/limits.ts';
import type { Live } from '#platform/server/live.ts';
import type { RequestCounts } from '#platform/server/request-counts.ts';
import {
  addStaticFiles,
  type FastPath,
  FOR_ALL,
  readCached,
  sendCached,
  sendEntry,
} from '#platform/server/send-cached.ts';
import type { Built, Page } from './built.ts';
import { drawPage, withHead } from './document.ts';
import { addLinkPictures } from './link-pictures.ts';
import { type ListFacts, readLists, readOwnLists, topicsOf } from './page-lists.ts';

const png = (size: number, src: string) => ({ src, type: 'image/png', sizes: `${size}x${size}` });
const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [png(96, `/shortcut-${icon}.png`)],
});
const screenshot = (name: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshot-${name}.webp`,
  type: 'image/webp',
  sizes: form_factor === 'narrow' ? '780x1688' : '1280x800',
  form_factor,
  label,
});

/** Of both themes: the manifest has one colour, and the icon's own sky is dark. */
const NIGHT = '#0b1026';

const manifestOf = ({ name, blurb }: Pick<Festival, 'name' | 'blurb'>) => ({
  id: '/',
  name,
  short_name: shortName(name),
  description: blurb,
  lang: 'en',
  dir: 'ltr',
  categories: ['entertainment', 'games', 'social'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: NIGHT,
  theme_color: NIGHT,
  // A shared link opens in the open window and not in a second one.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    png(192, '/icon-192.png'),
    png(512, '/icon-512.png'),
    { ...png(192, '/icon-maskable-192.png'), purpose: 'maskable' },
    { ...png(512, '/icon-maskable-512.png'), purpose: 'maskable' },
  ],
  screenshots: [
    screenshot('programme', 'narrow', 'The programme, day by day'),
    screenshot('event', 'narrow', 'An event with its free places'),
    screenshot('schedule', 'narrow', 'My schedule'),
    screenshot('wide', 'wide', 'The programme on a computer'),
    screenshot('missions', 'wide', 'The missions of the competition'),
  ],
  shortcuts: [
    shortcut('My schedule', '/schedule', 'schedule'),
    shortcut('Events', '/', 'events'),
    shortcut('Scoreboard', '/scoreboard', 'scoreboard'),
  ],
});

const manifestRecipe = (readFestival: () => Promise<Festival>): Recipe => ({
  key: 'manifest',
  topics: ['festival'],
  make: async () => ({
    body: JSON.stringify(manifestOf(await readFestival())),
    headers: { ...FOR_ALL, 'content-type': 'application/manifest+json; charset=utf-8' },
  }),
});

/** My schedule. Cached neither here nor by anything between here and the browser. */
type PersonalFacts = ListFacts & {
  readonly renders: Gate;
  readonly live: Pick<Live, 'readPosition'>;
  readonly publicUrl: string | null;
  findCaller(jar: Jar): Promise<Caller>;
};

const PRIVATE = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' };

/** Null for an unknown device, which shares the cached page. */
async function personalPage(
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

/** Never 304; leaves `no-store` to a visitor who has just written. */
async function sendPersonal(request: FastifyRequest, reply: FastifyReply, page: CachedAnswer): Promise<FastifyReply> {
  const { bytes, headers } = await page.in(acceptedEncoding(request.headers['accept-encoding']));
  return reply.headers(headers).send(bytes);
}

export type PageFacts = PersonalFacts & {
  readonly cache: AnswerCache;
  readonly fast: FastPath;
  readonly counts: RequestCounts;
  /** In their own cache, so that they cannot evict the main pages. */
  readonly eventPages: AnswerCache;
  readonly live: Pick<Live, 'positionAfter'>;
};

/** Milliseconds: the ticker and "upcoming" depend on the time, until the browser's clock takes over. */
const FRESH_MS = 30_000;
const HEADERS = { 'content-type': 'text/html; charset=utf-8', ...FOR_ALL };

/** Cached nowhere: a bad build is taken back by another script. */
const WORKER_HEADERS = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' };

export function addPages(fastify: FastifyInstance, built: Built, facts: PageFacts): void {
  addStaticFiles(fastify, built.webRoot);
  addLinkPictures(fastify, facts);
  const worker = entryOf({ body: built.worker, headers: WORKER_HEADERS });
  fastify.get('/sw.js', async (request, reply) => sendEntry(request, reply, await worker));
  const manifest = manifestRecipe(facts.readFestival);
  fastify.get('/manifest.webmanifest', (request, reply) => sendCached(request, reply, facts, manifest));
  fastify.get('/*', async (request, reply) => {
    const page = await offeredPage(request, built.pageAt(request.originalUrl), built, facts);
    if (page.instead !== null) return reply.header('cache-control', 'no-store').redirect(page.instead);
    reply.code(page.known ? 200 : 404);
    if (page.event !== null) {
      const ofEvent = await eventPage(request, page, page.event, built, facts);
      if (ofEvent !== null) return sendEntry(request, reply, ofEvent);
    }
    const plain = plainPage(page, built, facts);
    if (!page.personal) return sendCached(request, reply, facts, plain);
    const own = await personalPage(request, reply, page, built, facts);
    if (own !== null) return sendPersonal(request, reply, own);
    // `sendCached` has a fast path that asks nobody who they are.
    return sendEntry(request, reply, await readCached(request, facts, plain));
  });
}

const plainPage = (page: Page, built: Built, facts: PageFacts): Recipe => ({
  key: page.key,
  topics: topicsOf(page.lists),
  make: () => render(page, page.url, built, facts),
});

/** The plain page when the programme does not have the day or part in the address. */
async function offeredPage(request: FastifyRequest, page: Page, built: Built, facts: PageFacts): Promise<Page> {
  const { plain, choice } = page;
  if (plain === null || choice === null) return page;
  const sizes = await (await readCached(request, facts, sizesOf(facts))).in('identity');
  return isOffered(choice, JSON.parse(sizes.bytes.toString()) as ProgrammeSizes) ? page : built.pageAt(plain);
}

/** Cached like a page: an invented day costs no read of the programme. */
const sizesOf = ({ db, zone, now }: PageFacts): Recipe => ({
  key: 'sizes of the programme',
  topics: ['events'],
  async make() {
    const at = { zone, now: now().toISOString() };
    return { body: JSON.stringify(programmeSizes(await listOutlines(db, publicEvents(db)), at)), headers: {} };
  },
});

const NO_SUCH_EVENT = new Error('There is no such event.');

/** Null for invented ids, which share the page without an event. */
async function eventPage(
  request: FastifyRequest,
  page: Page,
  id: string,
  built: Built,
  facts: PageFacts,
): Promise<CachedAnswer | null> {
  const isHeadAlone = page.eventUrl === page.url;
  const recipe = isHeadAlone
    ? headOf(await readCached(request, facts, plainPage(page, built, facts)), page, id, built, facts)
    : ownPage(page, id, built, facts);
  try {
    return await readCached(request, { ...facts, cache: facts.eventPages }, recipe);
  } catch (error) {
    if (error === NO_SUCH_EVENT) return null;
    throw error;
  }
}

async function eventOf(id: string, { db }: PageFacts) {
  const found = await findEvent(db, id, publicEvents(db));
  if (found === null) throw NO_SUCH_EVENT;
  return found;
}

/** As long as the plain page is cached: every rendering has its own ETag. */
const headOf = (plain: CachedAnswer, page: Page, id: string, built: Built, facts: PageFacts): Recipe => ({
  key: `${page.key} event ${id} ${plain.etag}`,
  topics: [],
  async make() {
    const festival = await facts.readFestival();
    const event = await eventOf(id, facts);
    const head = built.eventHead(page.url, factsOf(festival), event);
    const { bytes } = await plain.in('identity');
    return { body: withHead(bytes, head, { festival, publicUrl: facts.publicUrl, subject: event }), headers: HEADERS };
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
  const position = facts.live.readPosition();
  const lists = await readLists(page.lists, facts, page.choice);
  const at = { festival: await facts.readFestival(), publicUrl: facts.publicUrl, now: facts.now };
  // An unknown device may become known at any moment, so nothing in between may keep its page either.
  const headers = page.personal ? { ...HEADERS, 'cache-control': 'no-cache' } : HEADERS;
  return { body: drawPage(url, { position, lists }, built, at), headers, freshMs: FRESH_MS };
}
