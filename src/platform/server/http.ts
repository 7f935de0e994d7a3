/**
 * The wire. `httpServer` is Fastify with this program's limits, headers, log and errors; `serve` adds one endpoint of a
 * contract: permission, parsing, handler, answer, and the word to every open screen.
 */
import type { AddressInfo } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Answer, Endpoint, Input } from '#platform/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Asking, cookieJar, cookieOf, idempotencyKey, type Jar, ownOrigin, refuseForeign } from './asking.ts';
import { type AnswerCache, acceptedEncoding, type Entry } from './cache.ts';
import { errorMapper } from './errors.ts';
import { type Headers, HTTPS_ONLY } from './headers.ts';
import type { Live } from './live.ts';
import { parseBody, parseParams } from './parse.ts';
import { takeRest } from './rest-of-body.ts';

export type HttpOptions = {
  logger: FastifyBaseLogger;
  trustProxy: string[] | false;
  publicUrl: string | null;
  headers: Headers;
  cache: AnswerCache;
  live: Live;
  /** Turns a lower layer's error into a Refusal, or hands it back. */
  translate(error: unknown): unknown;
  /** Who is asking, by the cookies of the request. */
  whoIsAsking(jar: Jar): Promise<Asking>;
  /** Name of the cookie that tells devices apart, for the limit of writes. */
  deviceCookie: string;
  /** Tests have every answer checked against its contract; visitors do not pay for that. */
  checkAnswers?: boolean;
};

/** All that a handler may know of a request. */
export type Call<E extends Endpoint> = Input<E> & {
  asking(): Promise<Asking>;
  readonly jar: Jar;
  readonly address: string;
  readonly origin: string;
  readonly once: { key: string; requestHash: string } | null;
  /** When the request was there, in milliseconds of `performance.now`. */
  readonly arrived: number;
  /** Sets a header of the answer; of `cache-control` too, which otherwise says no-store. */
  header(name: string, value: string | number): void;
};

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

const BODY_LIMIT = 16 * 1024;
/** Writes a minute: of one device, and of one address whose devices are not known yet (a whole hotel). */
const DEVICE_WRITES = 120;
const ADDRESS_WRITES = 60_000;

export async function httpServer(options: HttpOptions): Promise<{ fastify: FastifyInstance; serve: Serve }> {
  const mapError = errorMapper(options.translate);
  const fastify = Fastify({
    // An address that cannot be decoded reaches no route and no hook.
    frameworkErrors: (error, request, reply) => mapError(error, request, reply.headers(options.headers)),
    loggerInstance: options.logger,
    // One line an answer is written by logAnswer, without the query string.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 15_000,
    keepAliveTimeout: 20_000,
    connectionTimeout: 30_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  fastify.server.headersTimeout = 10_000;
  fastify.server.maxRequestsPerSocket = 0;
  // JSON is the only body there is; everything else is 415.
  fastify.removeContentTypeParser('text/plain');
  fastify.setErrorHandler(mapError);
  const overHttps = options.publicUrl?.startsWith('https:') ?? false;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(options.headers);
    if (overHttps || request.protocol === 'https') reply.headers(HTTPS_ONLY);
    done();
  });
  fastify.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413) await takeRest(request.raw);
  });
  fastify.addHook('onResponse', logAnswer);
  await fastify.register(underPressure, {
    maxEventLoopDelay: 1500,
    pressureHandler: () => {
      throw new Refusal('BUSY', 'Very many people are here right now. Please try again in a moment.', {
        retryAfter: 3,
      });
    },
  });
  await fastify.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, context) =>
      new Refusal('TOO_FAST', 'That was a lot at once. Please wait a moment and try again.', {
        retryAfter: context.ttl / 1000,
      }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  return { fastify, serve: (endpoint, handler) => addRoute(fastify, options, endpoint, handler) };
}

function addRoute<E extends Endpoint>(
  fastify: FastifyInstance,
  options: HttpOptions,
  endpoint: E,
  handler: Handler<E>,
): void {
  const [method, path] = endpoint.call.split(' ') as [string, string];
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  const topics = endpoint.cachedUntil;
  if (topics !== undefined) {
    fastify.get(url, (request, reply) =>
      sendKept(request, reply, options.cache, endpoint.call, topics, async () => ({
        text: JSON.stringify(await handler(callOf(request, reply, options, endpoint))),
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
      })),
    );
    return;
  }
  fastify.route({
    method,
    url,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    ...(method === 'GET' ? {} : { config: { rateLimit: writeLimit(options.deviceCookie) } }),
    onRequest: async (request) => refuseForeign(request, options.publicUrl),
    handler: async (request, reply) => {
      const call = callOf(request, reply, options, endpoint);
      await refuseStrangers(endpoint, call);
      const answer = await handler(call);
      if (options.checkAnswers) endpoint.answer?.parse(answer);
      if (endpoint.touches.length > 0) {
        options.live.publish(endpoint.touches);
        reply.header('x-touches', endpoint.touches.join(','));
      }
      reply.code(endpoint.status);
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      if (endpoint.mediaType !== undefined) reply.type(endpoint.mediaType);
      return endpoint.answer === null ? reply.send() : reply.send(answer);
    },
  });
}

/** By the device's own cookie: any other may be the same on all phones of the hotel. */
const writeLimit = (deviceCookie: string) => ({
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => cookieOf(request, deviceCookie) ?? request.ip,
  max: (request: FastifyRequest) => (cookieOf(request, deviceCookie) === undefined ? ADDRESS_WRITES : DEVICE_WRITES),
});

function callOf<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
  endpoint: E,
): Call<E> {
  const origin = ownOrigin(request, options.publicUrl);
  const jar = cookieJar(request, reply, origin.startsWith('https:'));
  let asking: Promise<Asking> | null = null;
  const input = {
    params: endpoint.params && parseParams(endpoint.params, request.params),
    query: endpoint.query && parseBody(endpoint.query, request.query),
    // A permission is checked before a body is looked at, see refuseStrangers; hence the getter.
    get body() {
      const sent = endpoint.bodyOptional && request.body === undefined ? {} : request.body;
      return endpoint.body && parseBody(endpoint.body, sent);
    },
  } as Input<E>;
  return Object.assign(input, {
    asking: () => (asking ??= options.whoIsAsking(jar)),
    jar,
    address: request.ip,
    origin,
    once: endpoint.idempotent ? idempotencyKey(request) : null,
    arrived: performance.now(),
    header: (name: string, value: string | number) => void reply.header(name, value),
  });
}

async function refuseStrangers(endpoint: Endpoint, call: Call<Endpoint>): Promise<void> {
  if (endpoint.who === 'anyone') return;
  const { visitorId, adminSessionId } = await call.asking();
  if (adminSessionId !== null) return;
  if (endpoint.who === 'admin') throw new Refusal('LOCKED', 'Unlock admin mode first.');
  if (visitorId === null) throw new Refusal('NO_VISITOR', 'This phone has nothing here yet.');
}

/** Sends the kept bytes, or makes them; 304 when the browser has them already. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: AnswerCache,
  key: string,
  topics: readonly string[],
  maker: Parameters<AnswerCache['fresh']>[2],
): Promise<FastifyReply> {
  const entry: Entry = cache.kept(key) ?? (await cache.fresh(key, topics, maker));
  if (request.headers['if-none-match'] === entry.etag) {
    return reply.code(304).headers({ etag: entry.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' }).send();
  }
  const { bytes, headers } = await entry.in(acceptedEncoding(request.headers['accept-encoding']));
  return reply.headers(headers).send(bytes);
}

/** One line an answer. Query strings are left out: a check-in token or a name may stand there. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const quiet = reply.statusCode < 400 && request.method === 'GET';
  if (!quiet || request.log.level === 'debug' || request.log.level === 'trace') {
    const line = {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (quiet) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  }
  done();
}

/** Where the server listens, as a person would type it. */
export function addressOf(fastify: FastifyInstance): string {
  const { address, port, family } = fastify.server.address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  return `http://${everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
