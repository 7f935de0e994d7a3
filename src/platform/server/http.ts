import type { IncomingMessage } from 'node:http';
import { type AddressInfo, Server, type Socket } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { PICTURE_TYPES } from '../contract.ts';
import { MINUTE } from '../durations.ts';
import { type Code, Refusal } from '../refusal.ts';
import { type Caller, cookieJar, type Jar, networkOf, STAFF_COOKIES } from './caller.ts';
import { limitedServer, PATIENCE, type Patience } from './connections.ts';
import { type Headers, HTTPS_ONLY } from './headers.ts';
import { busy, gate, LIMITS, type Limits, networkBudget } from './limits.ts';
import { checkJson, JsonProblem } from './parse.ts';
import { type RequestCounts, requestCounts } from './request-counts.ts';
import { type FastPath, fastPath, hasSecondHost, isTooLongHost } from './send-cached.ts';
import { addRoute, type Serve, type Surroundings } from './serve.ts';

const LIBRARY: Record<string, () => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(
      'NOT_JSON',
      'Send the body as JSON (Content-Type: application/json), a picture as PNG, JPEG or WebP (image/png, image/jpeg or image/webp).',
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('TOO_LARGE', 'That is larger than the server accepts here.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Refusal('BAD_JSON', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('BAD_JSON', 'The body is not as long as announced.'),
};

/** `translate` turns errors of lower layers (the database is unavailable) into refusals, or returns them unchanged. */
export function errorMapper(
  translate: (error: unknown) => unknown,
  count: (code: Code | 'BROKEN', request: FastifyRequest) => void = () => undefined,
) {
  return (raw: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = refusalOf(raw, translate);
    count(error?.code ?? 'BROKEN', request);
    if (error === null) {
      request.log.error({ err: loggedFields(raw) }, 'unexpected error');
      void reply.code(500).send({ code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' });
      return;
    }
    if (error.isFailure) request.log.warn({ reason: error.reason ?? raw.message }, 'temporarily unavailable');
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
    void reply.code(error.status).send(error.body);
  };
}

/** Errors of PostgreSQL carry the refused row, with names and emails, so only these fields are logged. */
function loggedFields(error: Error & { code?: unknown }): object {
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause instanceof Error ? { cause: loggedFields(cause) } : {}) };
}

function refusalOf(raw: FastifyError, translate: (error: unknown) => unknown): Refusal | null {
  if (raw instanceof Refusal) return raw;
  const refuse = LIBRARY[raw.code];
  if (refuse !== undefined) return refuse();
  // A malformed URL, an aborted body and the like.
  if (raw.statusCode !== undefined && raw.statusCode >= 400 && raw.statusCode < 500) {
    return new Refusal('BAD_JSON', 'The request could not be read.');
  }
  const translated = translate(raw);
  return translated instanceof Refusal ? translated : null;
}

const MOST_BYTES = 32 * 1024 * 1024;
const MOST_MS = 5_000;

/** A client that still sends does not read: after an early close it would see a broken connection only. */
function drainBody(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const timer = setTimeout(stop, MOST_MS);
    function count(chunk: Buffer) {
      taken += chunk.length;
      if (taken > MOST_BYTES) stop();
    }
    function stop() {
      clearTimeout(timer);
      body.off('data', count);
      resolve();
    }
    for (const over of ['end', 'close', 'error', 'aborted']) body.once(over, stop);
    body.on('data', count);
    body.resume();
  });
}

export type HttpOptions = Omit<Surroundings, 'limits' | 'gate' | 'fast' | 'counts'> & {
  logger: FastifyBaseLogger;
  trustProxy: string[] | false;
  headers: Headers;
  translate(error: unknown): unknown;
  counts?: RequestCounts;
  limits?: Partial<Limits>;
  patience?: Patience;
};

const BODY_LIMIT = 16 * 1024;
const UNKNOWN_BYTES = 'application/octet-stream';
/** The start itself makes the event loop late. */
const STARTUP_GRACE_MS = 2000;

export type HttpServer = {
  readonly fastify: FastifyInstance;
  readonly fast: FastPath;
  readonly serve: Serve;
  /** At the latest after `timeout` milliseconds. */
  shutDown(timeout: number): Promise<void>;
};

export async function httpServer(options: HttpOptions): Promise<HttpServer> {
  const counts = options.counts ?? requestCounts();
  const mapError = errorMapper(options.translate, counts.refused);
  const limits = { ...LIMITS, ...options.limits };
  const overHttps = options.publicUrl?.startsWith('https:') ?? false;
  const fast = fastPath(overHttps ? { ...options.headers, ...HTTPS_ONLY } : options.headers, overHttps);
  const fastify = Fastify({
    // A malformed URL reaches no route and no hook.
    frameworkErrors: (error, request, reply) => mapError(error, request, reply.headers(options.headers)),
    rewriteUrl: ({ method, url = '' }) => (method === 'GET' && isBrokenPage(url) ? url.replaceAll('%', '%25') : url),
    loggerInstance: options.logger,
    // logAnswer writes one line per response, without the query string.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handle) => limitedServer(fast.before(handle), limits, options.patience ?? PATIENCE),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  // Everything but JSON and pictures is 415.
  fastify.removeContentTypeParser('text/plain');
  counts.watch(fastify);
  readJson(fastify);
  fastify.addContentTypeParser<Buffer>([...PICTURE_TYPES, UNKNOWN_BYTES], { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  fastify.setErrorHandler(mapError);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(options.headers);
    if (overHttps || request.protocol === 'https') reply.headers(HTTPS_ONLY);
    done(unreadable(request) ?? undefined);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 413) drainBody(request.raw).then(() => done(null, payload), done);
    else done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply, counts.codeOf(request));
    done();
  });
  let startsUntil = 0;
  const staffLately = recentStaff(options.findCaller);
  const isStaff = staffUnderPressure(options.publicUrl, staffLately);
  fastify.addHook('onListen', (done) => {
    startsUntil = performance.now() + STARTUP_GRACE_MS;
    done();
  });
  await fastify.register(underPressure, {
    maxEventLoopDelay: limits.lateness,
    // Pages and files cost no more than a refusal, and a page without its files is broken.
    pressureHandler: async (request, reply) => {
      if (performance.now() <= startsUntil || !request.url.startsWith('/api/')) return;
      if (!(await isStaff(request, reply))) throw busy();
    },
  });
  await fastify.register(rateLimit, { global: false });
  const { isClosing, shutDown } = gracefulShutdown(fastify);
  // It writes no log lines.
  if (!isLoggedInDetail(options.logger.level)) fast.open(() => !isClosing());
  const calls = gate({ atOnce: limits.atOnce, queued: 0 });
  const staffCalls = gate({ atOnce: STAFF_AT_ONCE, queued: 0 });
  const surroundings: Surroundings = {
    ...{ ...options, limits, fast, counts, findCaller: staffLately.findCaller },
    gate: (isStaff, act) => (isStaff ? staffCalls : calls)('', act),
  };
  return { fastify, fast, serve: (endpoint, handler) => addRoute(fastify, surroundings, endpoint, handler), shutDown };
}

/** The address of a page with a broken escape: '/details%'. A person sees a page, and no JSON; `originalUrl` has what was sent. */
function isBrokenPage(url: string): boolean {
  if (!url.includes('%') || url.startsWith('/api/')) return false;
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return false;
  } catch {
    return true;
  }
}

/** Calls of one organiser or helper while strangers are refused. */
const UNDER_PRESSURE = { burst: 30, perMinute: 120 };
/** Calls of staff in progress, beside those of strangers. */
const STAFF_AT_ONCE = 200;
/** An invented cookie costs a look-up, too. */
const LOOKUPS = { atOnce: 4, queued: 16 };

const REMEMBERED = { most: 500, ms: 10 * MINUTE };

/** Keeps invented cookies out of the way of staff on their network. Every call is still checked by its caller. */
function recentStaff(find: Surroundings['findCaller']) {
  const sessions = new Map<string, { readonly id: string; readonly at: number }>();
  const keyOf = (jar: Jar) => STAFF_COOKIES.map((name) => jar.get(name)).join();
  return {
    sessionOf(jar: Jar): string | null {
      const session = sessions.get(keyOf(jar));
      return session !== undefined && performance.now() - session.at < REMEMBERED.ms ? session.id : null;
    },
    async findCaller(jar: Jar): Promise<Caller> {
      const caller = await find(jar);
      sessions.delete(keyOf(jar));
      if (caller.staff === null) return caller;
      sessions.set(keyOf(jar), { id: caller.staff.sessionId, at: performance.now() });
      const [oldest] = sessions.keys();
      if (sessions.size > REMEMBERED.most && oldest !== undefined) sessions.delete(oldest);
      return caller;
    },
  };
}

/** Staff are never refused for a late event loop, unless their session makes very many calls. */
function staffUnderPressure(publicUrl: string | null, { sessionOf, findCaller }: ReturnType<typeof recentStaff>) {
  const calls = networkBudget(UNDER_PRESSURE, () => performance.now());
  const lookups = gate(LOOKUPS);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const jar = cookieJar(request, reply, publicUrl);
    if (STAFF_COOKIES.every((name) => jar.get(name) === undefined)) return false;
    const look = async () => (await findCaller(jar)).staff?.sessionId ?? null;
    const session = sessionOf(jar) ?? (await lookups(networkOf(request.ip).key, look));
    return session !== null && calls.take({ key: session, wider: null, factor: 1 }) === 0;
  };
}

/**
 * Closes each open connection after its next response or when time is up. Fastify's own close ends idle connections at
 * once, which cuts off requests already on their way.
 */
function gracefulShutdown(fastify: FastifyInstance): Pick<HttpServer, 'shutDown'> & { isClosing(): boolean } {
  const open = new Set<Socket>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let closing = false;
  const resolveWhenEmpty = () => {
    if (closing && open.size === 0) resolve();
  };
  fastify.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      resolveWhenEmpty();
    });
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    isClosing: () => closing,
    shutDown(timeout) {
      closing = true;
      // `http.Server.close` would also close idle connections.
      if (fastify.server.listening) Server.prototype.close.call(fastify.server);
      resolveWhenEmpty();
      setTimeout(resolve, timeout).unref();
      return promise;
    },
  };
}

/** Requests that a proxy could parse differently, and hosts that are too long to be names; before the body is read. */
function unreadable({ raw, headers, host }: FastifyRequest): Refusal | null {
  if (headers['content-encoding'] !== undefined) {
    return new Refusal('NOT_JSON', 'Send the body as plain JSON, without Content-Encoding.');
  }
  if (isTooLongHost(host)) return new Refusal('BAD_INPUT', 'Send a shorter Host header.', { field: 'Host' });
  const isAmbiguous = hasSecondHost(raw.rawHeaders);
  return isAmbiguous ? new Refusal('BAD_INPUT', 'Send one Host header.', { field: 'Host' }) : null;
}

/** Decoding invalid UTF-8 leniently would store replacement characters. */
function readJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Many programs announce JSON with every call, also without a body.
    if (body.length === 0) return done(null, undefined);
    try {
      checkJson(body);
    } catch (error) {
      return done(error instanceof JsonProblem ? new Refusal('BAD_JSON', error.message) : (error as Error), undefined);
    }
    parse(request, body.toString(), done);
  });
}

const isLoggedInDetail = (level: string): boolean => level === 'debug' || level === 'trace';

/** Without the query string, which may hold a check-in token or a name. */
function logAnswer(request: FastifyRequest, reply: FastifyReply, code: string | undefined): void {
  const isRoutine = request.method === 'GET' || request.routeOptions.config.routine === true;
  const quiet = reply.statusCode < 400 && isRoutine;
  if (!quiet || isLoggedInDetail(request.log.level)) {
    const line = {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      code,
      ms: Math.round(reply.elapsedTime),
    };
    if (quiet) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(.[\w-]{1,20})?$/i;

/** The route pattern and its ids. Anything else in the URL may be a name or a token. */
function loggedPath({ is404, routeOptions, params }: FastifyRequest): string {
  if (is404 || routeOptions.url === undefined) return '(no such address)';
  const given = params as Record<string, string>;
  return routeOptions.url.replace(/:(\w+)/g, (_, name: string) =>
    ID.test(given[name] ?? '') ? (given[name] ?? '') : '…',
  );
}

export function addressOf(fastify: FastifyInstance): string {
  const { address, port } = fastify.server.address() as AddressInfo;
  return addressAt(address, port);
}

export function addressAt(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
