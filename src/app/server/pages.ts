/** Pages as the server sends them: drawn once, kept until an event changes, the same bytes for every visitor. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#database/schema.ts';
import type { Board } from '#features/announcements/commands.ts';
import { listEvents } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { factsOf } from '#features/festival/rules.ts';
import { GAMES_SHOWN } from '#features/inventory/rules.ts';
import { listGames } from '#features/inventory/store.ts';
import { TOP_SHOWN } from '#features/scores/rules.ts';
import { countUsers, listTopUsers } from '#features/users/store.ts';
import type { AnswerCache, Made } from '#platform/server/cache.ts';
import { sendKept } from '#platform/server/serve.ts';
import type { Built } from './built.ts';

export type PageFacts = { db: Db; festival: Festival; cache: AnswerCache; board: Board; now(): Date };

/** How each of src/app/web/page-state.ts's lists is read, and the topic that changes it. */
const LISTS: Record<string, { topic: string; read(db: Db, facts: PageFacts): Promise<unknown> }> = {
  events: { topic: 'events', read: listEvents },
  firstGames: {
    topic: 'inventory',
    read: async (db) => {
      const games = await listGames(db);
      return { games: games.slice(0, GAMES_SHOWN), count: games.length };
    },
  },
  topScores: {
    topic: 'users',
    read: async (db) => ({ users: await listTopUsers(db, TOP_SHOWN), count: await countUsers(db) }),
  },
  faq: { topic: 'festival', read: async (_, { festival }) => festival.faq },
  missions: { topic: 'festival', read: async (_, { festival }) => festival.missions },
  announcements: { topic: 'announcements', read: (_, { board }) => board.kept() },
};

type PageList = (typeof LISTS)[string] & { name: string };

function listNamed(name: string): PageList {
  const list = LISTS[name];
  if (list === undefined) throw new Error(`No screen can be drawn from ${name}.`);
  return { ...list, name };
}

/** The ticker and "upcoming" move with the clock; what the browser's own clock then shows takes over. */
const FRESH_MS = 30_000;

export async function addPages(fastify: FastifyInstance, built: Built, facts: PageFacts): Promise<void> {
  await fastify.register(fastifyStatic, {
    root: built.webRoot,
    wildcard: false,
    index: false,
    preCompressed: true,
    // Names under /assets hold a hash of the content; icons and the manifest do not.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  });
  fastify.get('/*', (request, reply) => {
    const { key, lists: names } = built.pageAt(request.url);
    const lists = names.map(listNamed);
    const topics = lists.map(({ topic }) => topic);
    reply.code(key === 'page 404' ? 404 : 200);
    return sendKept(request, reply, facts.cache, key, topics, () => makePage(request.url, lists, built, facts));
  });
}

async function makePage(url: string, lists: PageList[], built: Built, facts: PageFacts): Promise<Made> {
  const { db, festival, now } = facts;
  const read = await Promise.all(lists.map(async (list) => [list.name, await list.read(db, facts)] as const));
  const page = built.renderPage(url, {
    festival: factsOf(festival),
    now: now().toISOString(),
    lists: Object.fromEntries(read),
  });
  return {
    text: document(page, festival, built),
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    freshMs: FRESH_MS,
  };
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asText = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** JSON that cannot end its script element, whatever names it holds. */
const inert = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

function document(page: ReturnType<Built['renderPage']>, festival: Festival, built: Built): string {
  const title = asText(page.title);
  const description = asText(page.description);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${asText(festival.name)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta name="theme-color" content="#0b1026" media="(prefers-color-scheme: dark)">
<meta name="theme-color" content="#fbf5e8" media="(prefers-color-scheme: light)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<style>${built.style}</style>
<script>${built.early}</script>
${built.preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n')}
<script type="module" src="${built.script}"></script>
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="state">${inert(page.state)}</script>
</body>
</html>
`;
}
