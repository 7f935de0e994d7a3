/** Permission, parsing, handler, response, live message. Responses that are the same for everyone are cached. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Endpoint, Input, LeadsTo } from '#platform/contract.ts';
import { POSITION_HEADER, TOUCHES_HEADER } from '#platform/live.ts';
import { adminRequired, Refusal, throwRefusal, type Verdict } from '#platform/refusal.ts';
import { isFestivalWide, isInScope, isOrganiser, type ScopedEvent } from '#platform/staff.ts';
import { matchesEtag } from './cache.ts';
import {
  type Caller,
  cookieJar,
  idempotencyKey,
  type Jar,
  type Network,
  networkOfRequest,
  ownOrigin,
  refuseForeign,
  rememberWrite,
  type StaffCaller,
} from './caller.ts';
import { type Limits, limitCalls } from './limits.ts';
import type { Live } from './live.ts';
import { parseBody, parseParams } from './parse.ts';
import { type CacheParts, FOR_ALL, sendCached } from './send-cached.ts';

export type ScopedThing = Exclude<LeadsTo, 'points' | 'game'>;

export type FindEvent = (kind: ScopedThing, id: string) => Promise<ScopedEvent | 'none' | null>;

export type Surroundings = CacheParts & {
  publicUrl: string | null;
  live: Live;
  findCaller(jar: Jar): Promise<Caller>;
  findEvent: FindEvent;
  limits: Limits;
  gate<T>(isStaff: boolean, act: () => Promise<T>): Promise<T>;
  /** Only in tests, because it costs time. */
  checkAnswers?: boolean;
};

/** `whyNot` lets only staff make an `admin` call. */
type CallerOf<E extends Endpoint> = E['who'] extends 'admin' ? StaffCaller : Caller;

export type Received<E extends Endpoint> = Input<E> & {
  caller(): Promise<CallerOf<E>>;
  readonly jar: Jar;
  readonly network: Network;
  readonly origin: string;
  readonly idempotency: { key: string; requestHash: string } | null;
  readonly bytes: Uint8Array;
  /** Percent-decoded; null when missing, too long or malformed. */
  sentHeader(name: string): string | null;
  /** `cache-control` is no-store unless set here. */
  header(name: string, value: string | number): void;
};

/** What a handler returns. It is not sent where the contract has no answer. */
export type Handled<E extends Endpoint> = Promise<E['answer'] extends null ? unknown : Answer<E>>;
export type Handler<E extends Endpoint> = (call: Received<E>) => Handled<E>;

export type Serve = <const E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

type Route<E extends Endpoint> = {
  readonly method: string;
  readonly url: string;
  readonly endpoint: E;
  readonly handler: Handler<E>;
};

export function addRoute<E extends Endpoint>(
  fastify: FastifyInstance,
  options: Surroundings,
  endpoint: E,
  handler: Handler<E>,
): void {
  const [method = '', path = ''] = endpoint.route.split(' ');
  const route = { method, url: path.replace(/\{(\w+)\}/g, ':$1'), endpoint, handler };
  if (endpoint.cachedUntil === undefined) addUncached(fastify, options, route);
  else addCached(fastify, options, endpoint.cachedUntil, route);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function addCached<E extends Endpoint>(
  fastify: FastifyInstance,
  options: Surroundings,
  topics: readonly string[],
  { url, endpoint, handler }: Route<E>,
): void {
  const address = endpoint.query === undefined ? endpoint.route : `${endpoint.route}?eventId={eventId}`;
  fastify.get(url, (request, reply) => {
    const fill = fillWith(endpoint, request);
    return sendCached(request, reply, options, {
      key: fill(address),
      topics: topics.map(fill),
      async make() {
        const position = String(options.live.readPosition());
        const answer = await withContractCheck(handler(callOf(request, reply, options, endpoint)), endpoint, options);
        const isJson = endpoint.mediaType === undefined;
        return {
          body: isJson ? JSON.stringify(answer) : String(answer),
          headers: { ...FOR_ALL, 'content-type': endpoint.mediaType ?? JSON_TYPE, [POSITION_HEADER]: position },
        };
      },
    });
  });
}

function addUncached<E extends Endpoint>(
  fastify: FastifyInstance,
  options: Surroundings,
  { method, url, endpoint, handler }: Route<E>,
): void {
  const allow = method === 'GET' ? null : limitCalls(fastify, options.limits);
  const refuse = async (request: FastifyRequest, caller: Caller) =>
    throwRefusal(await whyNot(caller, endpoint, request, options.findEvent));
  fastify.route({
    method,
    url,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    config: { routine: endpoint.routine === true },
    // Refused before the body is read, so that a forbidden request costs little.
    onRequest: async (request, reply) => {
      refuseForeign(request, options.publicUrl);
      if (allow === null && endpoint.who === 'anyone') return;
      const caller = await callerOf(request, reply, options).caller();
      await allow?.(request, caller);
      await refuse(request, caller);
    },
    // The body may take seconds to come, and the session or link may have ended meanwhile.
    preHandler: async (request, reply) => {
      if (method === 'GET' || endpoint.who !== 'admin') return;
      callers.delete(request);
      await refuse(request, await callerOf(request, reply, options).caller());
    },
    handler: (request, reply) =>
      options.gate(endpoint.who === 'admin', async () => {
        if (method === 'GET') reply.header(POSITION_HEADER, options.live.readPosition());
        const answer = await withContractCheck(handler(callOf(request, reply, options, endpoint)), endpoint, options);
        if (endpoint.touches.length > 0) {
          options.live.touch(endpoint.touches);
          reply.header(TOUCHES_HEADER, endpoint.touches.join(','));
          if (options.limits.staleMs > 0) rememberWrite(callerOf(request, reply, options).jar, options.live.position());
        }
        reply.code(endpoint.accepted?.safeParse(answer).success ? 202 : endpoint.status);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        if (endpoint.mediaType !== undefined && !reply.hasHeader('content-type')) reply.type(endpoint.mediaType);
        // Only handlers that know what they sent before set it.
        const etag = reply.getHeader('etag');
        if (etag !== undefined && matchesEtag(request.headers['if-none-match'], String(etag)))
          return reply.code(304).send();
        if (endpoint.answer === null) return reply.send();
        // Fastify sends null as no body.
        return answer === null ? reply.type(JSON_TYPE).send('null') : reply.send(answer);
      }),
  });
}

async function withContractCheck<E extends Endpoint>(
  handled: Handled<E>,
  endpoint: Endpoint,
  { checkAnswers }: Surroundings,
): Handled<E> {
  const answer = await handled;
  if (checkAnswers) endpoint.answer?.parse(answer);
  return answer;
}

function fillWith({ params, query }: Endpoint, request: FastifyRequest): (text: string) => string {
  const given: Record<string, unknown> = {
    ...(params && parseParams(params, request.params)),
    ...(query && parseBody(query, request.query)),
  };
  return (text) => text.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
}

type RequestCaller = Pick<Received<Endpoint>, 'jar' | 'origin' | 'caller'>;
const callers = new WeakMap<FastifyRequest, RequestCaller>();

/** Once per request, for the rate limit and the handler. */
function callerOf(request: FastifyRequest, reply: FastifyReply, options: Surroundings): RequestCaller {
  const earlier = callers.get(request);
  if (earlier !== undefined) return earlier;
  const origin = ownOrigin(request, options.publicUrl);
  const jar = cookieJar(request, reply, options.publicUrl);
  let caller: Promise<Caller> | null = null;
  const requestCaller = { origin, jar, caller: () => (caller ??= options.findCaller(jar)) };
  callers.set(request, requestCaller);
  return requestCaller;
}

function callOf<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Surroundings,
  endpoint: E,
): Received<E> {
  const input = {
    params: endpoint.params && parseParams(endpoint.params, request.params),
    query: endpoint.query && parseBody(endpoint.query, request.query),
    body: bodyOf(request, endpoint),
  } as Input<E>;
  const requestCaller = callerOf(request, reply, options) as Pick<Received<E>, keyof RequestCaller>;
  return Object.assign(input, requestCaller, {
    network: networkOfRequest(request),
    idempotency: endpoint.idempotent ? idempotencyKey(request) : null,
    bytes: Buffer.isBuffer(request.body) ? request.body : NO_BYTES,
    sentHeader: (name: string) => decoded(request.headers[name]),
    header: (name: string, value: string | number) => void reply.header(name, value),
  });
}

const NO_BYTES = new Uint8Array();

function bodyOf({ body }: FastifyRequest, endpoint: Endpoint): unknown {
  // Pictures are for endpoints of bytes alone.
  const sent = (endpoint.bodyOptional && body === undefined) || Buffer.isBuffer(body) ? {} : body;
  return endpoint.body && parseBody(endpoint.body, sent);
}

/** 200 typed characters are up to 600 encoded ones. */
const LONGEST_HEADER = 600;

function decoded(sent: string | string[] | undefined): string | null {
  if (typeof sent !== 'string' || sent.length > LONGEST_HEADER) return null;
  try {
    return decodeURIComponent(sent);
  } catch {
    return null;
  }
}

/** Undefined before the body is read, null where it names none. Parsed: PostgreSQL fails on an id with NUL. */
function idIn(
  { helpers, params: shape, body: bodyShape }: Permission,
  { params, body }: Sent,
): string | null | undefined {
  if (helpers?.in !== 'body') {
    const named = (shape === undefined ? params : parseParams(shape, params)) as { readonly [name: string]: string };
    return named.id ?? named.code;
  }
  if (body === undefined || bodyShape === undefined) return undefined;
  return (parseBody(bodyShape, body) as { readonly eventId?: string | null }).eventId ?? null;
}

type Permission = Pick<Endpoint, 'who' | 'helpers' | 'params' | 'body'>;
type Sent = Pick<FastifyRequest, 'params' | 'body'>;

/** Asked before the body is read and after; null if the caller may. */
export async function whyNot(
  { visitorId, staff }: Caller,
  endpoint: Permission,
  sent: Sent,
  findEvent: FindEvent,
): Promise<Verdict> {
  const { who, helpers } = endpoint;
  if (who === 'anyone' || isOrganiser(staff)) return null;
  // An owner's call with helpers: the role decides for a caller without a visitor's cookie.
  if (who === 'admin' || (who === 'owner' && helpers !== undefined && visitorId === null && staff !== null)) {
    if (staff === null) return adminRequired();
    const isForRole = helpers?.roles.some((role) => role === staff.role);
    if (helpers === undefined || !isForRole) return notYourJob();
    // They belong to no event, so no scope limits who gives points or lends games.
    if (helpers.id === 'points' || helpers.id === 'game') return null;
    const id = idIn(endpoint, sent);
    if (id === undefined) return null;
    const event = id === null ? 'none' : await findEvent(helpers.id, id);
    if (event === 'none') return notYourJob();
    // A deleted thing may have been in another scope: a host of A changes no message of the deleted B.
    if (event === null) return isFestivalWide(staff) ? null : gone(helpers.id);
    return isInScope(staff.scope, event) ? null : notYourJob();
  }
  if (visitorId !== null) return null;
  return new Refusal(
    // Staff may make this call too: a caller without a cookie is refused as another phone is.
    helpers === undefined ? 'NO_VISITOR' : 'NOT_YOURS',
    'This device holds nothing here. If you took a place on another one, use that, or ask event staff.',
  );
}

const GONE_WORDS: Readonly<Record<ScopedThing, string>> = {
  event: 'This event is not there any more.',
  place: 'This place was cancelled.',
  match: 'This match is not there any more.',
  message: 'This message is not there any more.',
  queue: 'This number is not in the queue any more.',
};

const gone = (kind: ScopedThing): Refusal => new Refusal('NOT_FOUND', GONE_WORDS[kind]);

const notYourJob = (): Refusal =>
  new Refusal('NOT_YOUR_JOB', 'Your link is not for this. Ask an organiser, or for another link.');
