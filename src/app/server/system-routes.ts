/** No contract declares these. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { askWritable } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { bounded } from '#platform/contract.ts';
import { MINE, MOST_TOPICS } from '#platform/live.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AnswerCache } from '#platform/server/cache.ts';
import { type Caller, cookieJar, type Jar, networkOf } from '#platform/server/caller.ts';
import type { Gate } from '#platform/server/limits.ts';
import type { Live } from '#platform/server/live.ts';
import { addMetricsRoute, type Metrics } from '#platform/server/metrics.ts';
import { parseBody } from '#platform/server/parse.ts';
import { type RequestCounts, UNKNOWN } from '#platform/server/request-counts.ts';
import { type FastPath, FOR_ALL, sendCached } from '#platform/server/send-cached.ts';
import { audienceOf, topicOfVisitor } from '#platform/server/topics.ts';
import { isOrganiser } from '#platform/staff.ts';

type SystemParts = {
  readonly db: Db;
  readonly live: Live;
  readonly cache: AnswerCache;
  readonly renders: Gate;
  readonly fast: FastPath;
  readonly counts: RequestCounts;
  readonly publicUrl: string | null;
  findCaller(jar: Jar): Promise<Caller>;
  describeApi(): Promise<object>;
  readonly metrics: { readonly metrics: Metrics; readonly token: string } | null;
  isStopping(): boolean;
};

/** Refuses `mine:ID`: a screen asks for `mine`, and the server adds the visitor of the request. */
const TOPIC = /^(?!mine:)[a-z][a-z -]{0,30}(:[\w-]{1,64})?$/;

/** Topics separated by commas, and the position up to which the screen has every change. */
const WATCH = z.object({
  watch: bounded(MOST_TOPICS * 100)
    .default('')
    .transform((list) => [...new Set(list.split(',').filter((topic) => TOPIC.test(topic)))].slice(0, MOST_TOPICS)),
  since: z.coerce.number().int().min(0).optional().catch(undefined),
});

const NOBODY = { visitorId: null, staff: null };

const noSuchCall = async (): Promise<never> => {
  throw new Refusal('NO_SUCH_CALL', 'There is no such call.');
};

export function addSystemRoutes(fastify: FastifyInstance, parts: SystemParts): void {
  const { db, live, describeApi, metrics, isStopping } = parts;
  const description = {
    key: 'GET /api/openapi.json',
    topics: ['festival'],
    make: async () => ({
      body: JSON.stringify(await describeApi()),
      headers: { 'content-type': 'application/json; charset=utf-8', ...FOR_ALL },
    }),
  };
  fastify.get('/api/openapi.json', (request, reply) => sendCached(request, reply, parts, description));
  if (metrics !== null) addMetricsRoute(fastify, metrics.metrics, metrics.token);
  fastify.get('/healthz', async () => ({ status: 'alive' }));
  fastify.get('/readyz', async () => {
    if (isStopping()) throw new Refusal('BUSY', 'This server is stopping.', { retryAfter: 5 });
    await askWritable(db);
    return { status: 'ready' };
  });
  // Without HEAD: messages are written straight to the socket, after a response that has no body.
  fastify.get('/api/live', { exposeHeadRoute: false, config: { untimed: true } }, async (request, reply) => {
    const asked = parseBody(WATCH, request.query);
    const jar = cookieJar(request, reply, parts.publicUrl);
    const isOpen = asked.watch.every((topic) => topic !== MINE && audienceOf(topic) === 'anyone');
    const { visitorId, staff } = isOpen ? NOBODY : await parts.findCaller(jar);
    const may = { organisers: isOrganiser(staff), staff: staff !== null, anyone: true };
    const topics = asked.watch
      .filter((topic) => may[audienceOf(topic)])
      .flatMap((topic) => (topic === MINE ? (visitorId === null ? [] : topicOfVisitor(visitorId)) : topic));
    const resumed = Number(request.headers['last-event-id'] ?? 0) || 0;
    const since = Math.max(asked.since ?? 0, resumed) || null;
    reply.hijack();
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    };
    // Ends with its connection. Each message is then one write, without the framing of chunks.
    reply.raw.removeHeader('transfer-encoding');
    reply.raw.writeHead(200, headers as Record<string, string>);
    live.join(reply.raw, networkOf(request.ip), { topics, since });
  });
  fastify.all('/api/*', { config: { countedAs: UNKNOWN } }, noSuchCall);
  fastify.setNotFoundHandler(noSuchCall);
}
