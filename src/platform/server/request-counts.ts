import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Code } from '#platform/refusal.ts';
import { plainOrigin } from './caller.ts';
import { RecentCounts } from './recent-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    countedAs?: string;
    routine?: boolean;
    /** Ends when the client leaves, so its time says nothing. */
    untimed?: boolean;
  }
}

const SLOW_MS = 500;

type Route = { readonly method: string; readonly route: string };

/** `ms` is null when the time says nothing. */
export type RequestListener = {
  answered(route: Route, status: number, ms: number | null): void;
  refused(code: Code | 'BROKEN'): void;
};

export type RequestCounts = ReturnType<typeof requestCounts>;

/** The method is not counted, because the client chooses it. */
export const UNKNOWN = 'unknown';

type Upload = { readonly awaited: number; read: number | null };
const uploads = new WeakMap<FastifyRequest, Upload>();

/** Milliseconds without the upload of the body, which is the client's time. */
function timeOf(request: FastifyRequest, { elapsedTime }: FastifyReply): number {
  const upload = uploads.get(request);
  if (upload === undefined) return elapsedTime;
  return upload.read === null ? upload.awaited : elapsedTime - (upload.read - upload.awaited);
}

/** The address of the page that sent the request, if the request came to it: strangers can invent others. */
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
    listen(to: RequestListener): void {
      listener = to;
    },
    recent: () => responses.sum(),
    refused(code: Code | 'BROKEN', request: FastifyRequest): void {
      listener?.refused(code);
      codes.set(request, code);
      if (code !== 'OTHER_ADDRESS') return;
      elsewhere.add();
      lastElsewhere = addressOf(request);
    },
    /** Writes of the last hour from pages at another address than PUBLIC_URL. */
    elsewhere: () => ({ count: elsewhere.sum().count, last: lastElsewhere }),
    codeOf: (request: FastifyRequest): Code | 'BROKEN' | undefined => codes.get(request),

    counterOf(method: string, route: string): (status: number, ms: number) => void {
      const of = { method, route };
      return (status, ms) => add(of, status, ms);
    },

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
      // Without a route, no hook of a route runs.
      fastify.addHook('onResponse', (request, reply, done) => {
        if (request.is404) add(unknown, reply.statusCode, timeOf(request, reply));
        done();
      });
    },
  };
}
