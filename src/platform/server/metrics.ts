/** Prometheus text format. Labels come from the code, never from a request. */
import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metric as Registered } from 'prom-client';
import { Refusal } from '#platform/refusal.ts';
import { errorMapper } from './http.ts';

type Value = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  read(): number | Iterable<Value>;
};

export type Metrics = Awaited<ReturnType<typeof openMetrics>>;

/** They list every handle or file, which takes milliseconds with thousands of open sockets. */
const SLOW = /^(?:process_open_fds|nodejs_active_(?:handles|requests|resources)(?:_total)?)$/;

/** Loaded only here: a program without metrics spends neither memory nor time on the library. */
export async function openMetrics(known: readonly Metric[] = []) {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (SLOW.test(name)) registry.removeSingleMetric(name);
  const registers = [registry];
  const add = (metrics: readonly Metric[]) => {
    // The library calls `get` alone.
    for (const metric of metrics) registry.registerMetric(readWhenAsked(metric) as unknown as Registered);
  };
  add(known);
  return {
    contentType: registry.contentType as string,
    text: () => registry.metrics(),
    counter: (name: string, help: string, labelNames: readonly string[]) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], labelNames: readonly string[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
    add,
  };
}

const readWhenAsked = ({ read, ...metric }: Metric) => ({
  ...metric,
  async get() {
    const values = read();
    return {
      ...metric,
      aggregator: 'sum',
      values: typeof values === 'number' ? [{ labels: {}, value: values }] : [...values],
    };
  },
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** With a token, requests must send `Authorization: Bearer TOKEN`. */
export function addMetricsRoute(fastify: FastifyInstance, metrics: Metrics, token: string | null): void {
  // Hashes have the same length, so that the comparison takes the same time for every token.
  const wanted = token === null ? null : sha256(`Bearer ${token}`);
  fastify.get('/metrics', async (request, reply) => {
    if (wanted !== null && !timingSafeEqual(sha256(request.headers.authorization ?? ''), wanted)) {
      reply.header('www-authenticate', 'Bearer');
      throw new Refusal('LOCKED', 'The metrics need the token of METRICS_TOKEN.');
    }
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}

export function metricsServer(metrics: Metrics, token: string | null): FastifyInstance {
  const fastify = Fastify();
  fastify.setErrorHandler(errorMapper((error) => error));
  fastify.setNotFoundHandler(async () => {
    throw new Refusal('NO_SUCH_CALL', 'There is no such call.');
  });
  addMetricsRoute(fastify, metrics, token);
  return fastify;
}
