/** Routes of the program itself, which no contract declares: OpenAPI, health checks, live stream, 404. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#database/schema.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AnswerCache } from '#platform/server/cache.ts';
import type { Live } from '#platform/server/live.ts';
import { addMetricsRoute, type Metrics } from '#platform/server/metrics.ts';
import { networkOf } from '#platform/server/network.ts';
import type { RenderGate } from '#platform/server/renders.ts';
import { UNKNOWN } from '#platform/server/request-counts.ts';
import { sendKept } from '#platform/server/serve.ts';

type SystemParts = {
  readonly db: Db;
  readonly live: Live;
  readonly cache: AnswerCache;
  readonly renders: RenderGate;
  /** The OpenAPI document. */
  readonly api: object;
  /** Served under /metrics with this token; null for none. */
  readonly metrics: { readonly metrics: Metrics; readonly token: string } | null;
  /** Whether a shutdown has begun. */
  isStopping(): boolean;
};

const noSuchCall = async (): Promise<never> => {
  throw new Refusal('NO_SUCH_CALL', 'There is no such call.');
};

export function addSystemRoutes(fastify: FastifyInstance, parts: SystemParts): void {
  const { db, live, cache, renders, api, metrics, isStopping } = parts;
  fastify.get('/api/openapi.json', (request, reply) =>
    sendKept(request, reply, { cache, renders }, 'GET /api/openapi.json', [], async () => ({
      body: JSON.stringify(api),
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
    })),
  );
  if (metrics !== null) addMetricsRoute(fastify, metrics.metrics, metrics.token);
  fastify.get('/healthz', async () => ({ status: 'alive' }));
  fastify.get('/readyz', async () => {
    if (isStopping()) throw new Refusal('BUSY', 'This server is stopping.', { retryAfter: 5 });
    await sql`select 1`.execute(db);
    return { status: 'ready' };
  });
  fastify.get('/api/live', { config: { untimed: true } }, (request, reply) => {
    reply.hijack();
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    };
    reply.raw.writeHead(200, headers as Record<string, string>);
    live.join(reply.raw, networkOf(request.ip));
  });
  fastify.all('/api/*', { config: { countedAs: UNKNOWN } }, noSuchCall);
  fastify.setNotFoundHandler(noSuchCall);
}
