/**
 * Metrics in the text format of Prometheus. The program counts in plain numbers; they are read when the metrics are
 * asked for, so that no request pays for them. A label's values come from the code, never from a request.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Metric as Registered, Registry } from 'prom-client';
import { Refusal } from '#platform/refusal.ts';
import type { Histogram } from './counters.ts';
import { errorMapper } from './errors.ts';

type Labels = Readonly<Record<string, string | number>>;
type Value<T> = { readonly labels: Labels; readonly value: T };

type Named = { readonly name: string; readonly help: string };
export type Metric = Named &
  (
    | { readonly type: 'counter' | 'gauge'; read(): number | Iterable<Value<number>> }
    | { readonly type: 'histogram'; read(): Histogram | Iterable<Value<Histogram>> }
  );

export type Metrics = {
  readonly contentType: string;
  add(metrics: readonly Metric[]): void;
  text(): Promise<string>;
};

/** Process metrics that list every handle or file, which takes milliseconds with thousands of open sockets. */
const SLOW = /^(?:process_open_fds|nodejs_active_(?:handles|requests|resources)(?:_total)?)$/;

/** Loads the library only here: a program without metrics needs neither its memory nor its timers. */
export async function openMetrics(metrics: readonly Metric[]): Promise<Metrics> {
  const { collectDefaultMetrics, Registry: New } = await import('prom-client');
  const registry: Registry = new New();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (SLOW.test(name)) registry.removeSingleMetric(name);
  const add = (more: readonly Metric[]) => {
    // The library calls `get` alone. Its own classes would count in maps of their own.
    for (const metric of more) registry.registerMetric(asRegistered(metric) as unknown as Registered);
  };
  add(metrics);
  return { contentType: registry.contentType, add, text: () => registry.metrics() };
}

type Line = { metricName: string; labels: Labels; value: number };

function asRegistered(metric: Metric) {
  const { name, help, type } = metric;
  return { name, help, type, get: async () => ({ name, help, type, aggregator: 'sum', values: linesOf(metric) }) };
}

function linesOf(metric: Metric): Line[] {
  const { name } = metric;
  if (metric.type !== 'histogram') {
    const read = metric.read();
    const values = typeof read === 'number' ? [{ labels: {}, value: read }] : [...read];
    return values.map((value) => ({ ...value, metricName: name }));
  }
  const read = metric.read();
  const values = 'buckets' in read ? [{ labels: {}, value: read }] : [...read];
  return values.flatMap(({ labels, value }) => histogramLines(name, labels, value));
}

function histogramLines(name: string, labels: Labels, { bounds, buckets, sum }: Histogram): Line[] {
  let count = 0;
  const lines = buckets.map((more, at): Line => {
    count += more;
    return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: count };
  });
  return [
    ...lines,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds GET /metrics. With a token, requests must send it as `Authorization: Bearer TOKEN`. */
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

/** Returns a server that has /metrics and nothing else. */
export function metricsServer(metrics: Metrics, token: string | null): FastifyInstance {
  const fastify = Fastify();
  fastify.setErrorHandler(errorMapper((error) => error));
  fastify.setNotFoundHandler(async () => {
    throw new Refusal('NO_SUCH_CALL', 'There is no such call.');
  });
  addMetricsRoute(fastify, metrics, token);
  return fastify;
}
