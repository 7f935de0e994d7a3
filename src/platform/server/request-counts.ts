/** Notices each response by route pattern, with its time, and each refusal by code: for warnings, the log and /metrics. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Code } from '#platform/refusal.ts';
import { plainOrigin } from './caller.ts';
import { RecentCounts } from './recent-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts the route under this name instead of its pattern. */
    countedAs?: string;
    /** Its successes are logged at level debug only. */
    routine?: boolean;
    /** Its responses end when the client leaves, so their time says nothing. */
    untimed?: boolean;
  }
}

/** Milliseconds above which a response is slow. */
const SLOW_MS = 500;

type Route = { readonly method: string; readonly route: string };

/** Told of each response and refusal. `ms` is null when the time says nothing. */
export type RequestListener = {
  answered(route: Route, status: number, ms: number | null): void;
  refused(code: Code | 'BROKEN'): void;
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
  const responses = new RecentCounts(5);
  const elsewhere = new RecentCounts(60);
  const codes = new WeakMap<FastifyRequest, Code | 'BROKEN'>();
  let lastElsewhere: string | null = null;
  let listener: RequestListener | null = null;

  function add(route: Route, status: number, ms: number | null): void {
    responses.add(ms !== null && ms > SLOW_MS);
    listener?.answered(route, status, ms);
  }

  return {
    /** Replaces the listener. */
    listen(to: RequestListener): void {
      listener = to;
    },
    /** Responses of the last five minutes. */
    recent: () => responses.sum(),
    refused(code: Code | 'BROKEN', request: FastifyRequest): void {
      listener?.refused(code);
      codes.set(request, code);
      if (code !== 'OTHER_ADDRESS') return;
      elsewhere.add();
      lastElsewhere = addressOf(request);
    },
    /** Writes of the last hour from pages at another address than PUBLIC_URL, and the last such address. */
    elsewhere: () => ({ count: elsewhere.sum().count, last: lastElsewhere }),
    /** Returns the code that the request was refused with. */
    codeOf: (request: FastifyRequest): Code | 'BROKEN' | undefined => codes.get(request),

    /** Returns the counter of a route's responses. */
    counterOf(method: string, route: string): (status: number, ms: number) => void {
      const of = { method, route };
      return (status, ms) => add(of, status, ms);
    },

    /** Counts the responses of every route added after this. */
    watch(fastify: FastifyInstance): void {
      const unknown = { method: 'ANY', route: UNKNOWN };
      fastify.addHook('onRoute', (route) => {
        const as = route.config?.countedAs ?? route.url;
        const counted = as === UNKNOWN ? unknown : { method: String(route.method), route: as };
        const isTimed = route.config?.untimed !== true;
        route.onResponse = (request, reply, done) => {
          add(counted, reply.statusCode, isTimed ? timeOf(request, reply) : null);
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
