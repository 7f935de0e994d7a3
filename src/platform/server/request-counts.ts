/** Counts responses by route pattern and status, their time, and refusals by code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Code } from '#platform/refusal.ts';
import { SLOW_MS } from '#platform/slow.ts';
import { plainOrigin } from './caller.ts';
import { Histogram, LastHour } from './counters.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts the route under this name instead of its pattern. */
    countedAs?: string;
    /** Its responses end when the client leaves, so their time says nothing. */
    untimed?: boolean;
  }
}

/** Bounds in seconds. */
const RESPONSE_TIMES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Requests of one method and route pattern. */
type RouteCounts = {
  readonly method: string;
  readonly route: string;
  readonly statuses: Map<number, number>;
  readonly times: Histogram;
};

export type RequestCounts = ReturnType<typeof requestCounts>;

/** What the pattern of no endpoint matches. Its method is not counted, because the client chooses it. */
export const UNKNOWN = 'unknown';

/** When a request's body was awaited and when it was read, in milliseconds after its head. */
type Upload = { readonly awaited: number; read: number | null };
const uploads = new WeakMap<FastifyRequest, Upload>();

/** Returns the milliseconds that an answer took without the upload of its body, which is the client's time. */
function timeOf(request: FastifyRequest, { elapsedTime }: FastifyReply): number {
  const upload = uploads.get(request);
  if (upload === undefined) return elapsedTime;
  return upload.read === null ? upload.awaited : elapsedTime - (upload.read - upload.awaited);
}

/** Returns the address of the page that sent the request, if the request came to that address: strangers can invent others. */
function addressOf({ headers, host }: FastifyRequest): string | null {
  const origin = plainOrigin(headers.origin ?? '');
  const isHere = ['http', 'https'].some((scheme) => origin === plainOrigin(`${scheme}://${host}`));
  return origin !== null && isHere && /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : null;
}

export function requestCounts() {
  const routes = new Map<string, RouteCounts>();
  const lastHour = new LastHour<Pick<RouteCounts, 'method' | 'route'>>(SLOW_MS);
  const codes = new WeakMap<FastifyRequest, Code | 'BROKEN'>();
  const refusals = new Map<Code | 'BROKEN', number>();
  const elsewhere = new LastHour<'elsewhere'>(SLOW_MS);
  let lastElsewhere: string | null = null;

  function countsOf(method: string, route: string): RouteCounts {
    const key = `${method} ${route}`;
    const counts = routes.get(key) ?? { method, route, statuses: new Map(), times: new Histogram(RESPONSE_TIMES) };
    routes.set(key, counts);
    return counts;
  }

  function add(counts: RouteCounts, status: number, ms: number | null, isFailed = status >= 500): void {
    const { statuses, times } = counts;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (ms !== null) times.observe(ms / 1000);
    lastHour.add(counts, ms, isFailed);
  }

  return {
    /** By route, for the dashboard. */
    lastHour: lastHour as Omit<typeof lastHour, 'add'>,
    routes: (): Iterable<RouteCounts> => routes.values(),
    refusals: (): Iterable<[string, number]> => refusals,
    refused(code: Code | 'BROKEN', request: FastifyRequest): void {
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
      codes.set(request, code);
      if (code !== 'OTHER_ADDRESS') return;
      elsewhere.add('elsewhere', null);
      lastElsewhere = addressOf(request);
    },
    /** Writes of the last hour from pages at another address than PUBLIC_URL, and the last such address. */
    elsewhere: () => ({ count: elsewhere.sums().get('elsewhere')?.count ?? 0, last: lastElsewhere }),
    /** Returns the code that the request was refused with. */
    codeOf: (request: FastifyRequest): Code | 'BROKEN' | undefined => codes.get(request),

    /** Returns the counter of a route's responses. */
    counterOf(method: string, route: string): (status: number, ms: number) => void {
      const counts = countsOf(method, route);
      return (status, ms) => add(counts, status, ms);
    },

    /** Returns how many requests of an endpoint were answered with this status. */
    answered: (call: string, status: number): number => {
      const pattern = call.replace(/\{(\w+)\}/g, ':$1');
      return routes.get(pattern)?.statuses.get(status) ?? 0;
    },

    /** Counts the responses of every route added after this. */
    watch(fastify: FastifyInstance): void {
      const unknown = countsOf('ANY', UNKNOWN);
      fastify.addHook('onRoute', (route) => {
        const as = route.config?.countedAs ?? route.url;
        // Found once per route, so that a response costs no lookup.
        const counts = as === UNKNOWN ? unknown : countsOf(String(route.method), as);
        const isTimed = route.config?.untimed !== true;
        route.onResponse = (request, reply, done) => {
          const isFailed = reply.statusCode >= 500 && codes.get(request) !== 'NOT_SET_UP';
          add(counts, reply.statusCode, isTimed ? timeOf(request, reply) : null, isFailed);
          done();
        };
      });
      fastify.addHook('preParsing', (request, reply, _body, done) => {
        if (request.method !== 'GET') uploads.set(request, { awaited: reply.elapsedTime, read: null });
        done();
      });
      // Not reached when the body is refused.
      fastify.addHook('preValidation', (request, reply, done) => {
        const upload = uploads.get(request);
        if (upload !== undefined) upload.read = reply.elapsedTime;
        done();
      });
      // No route, so no hook of a route.
      fastify.addHook('onResponse', (request, reply, done) => {
        if (request.is404) add(unknown, reply.statusCode, timeOf(request, reply));
        done();
      });
    },
  };
}
