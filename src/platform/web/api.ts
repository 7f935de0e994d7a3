/**
 * HTTP client. `call` is typed by the endpoint's declaration without importing it: the declaration is a type import,
 * and method and path are repeated as a checked literal.
 */
import type { Answer, Endpoint, Request } from '#platform/contract.ts';
import { TOUCHES_HEADER } from '#platform/live.ts';
import { channel } from './channel.ts';
import { NoConnection } from './connection.ts';
import { expectCookieBack, NoCookies, requireCookies } from './cookies.ts';
import { ownBuildHeader } from './page-build.ts';
import { type Answered, ask } from './request.ts';

type Hear = (header: (name: string) => string | null) => void;
type Extra<E extends Endpoint> = { signal?: AbortSignal; hear?: Hear } & (E extends { idempotent: true }
  ? { idempotencyKey?: string }
  : unknown) &
  (E extends { bytes: readonly string[] } ? { bytes: Blob } : unknown);
type Sending<E extends Endpoint> = Request<E> & Extra<E>;
/** The second argument is optional when the endpoint has no parameters. */
export type Rest<E extends Endpoint> =
  Record<never, never> extends Request<E> ? [sending?: Sending<E>] : [sending: Sending<E>];

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sent as they are, under their own type. */
  bytes?: Blob;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Called with the headers of a successful response. */
  hear?: Hear;
};

/** An unsuccessful response. `message` is "status: body"; `sentence` is the server's message for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly sentence: string | undefined;
  readonly field: string | undefined;
  /** Ids of what the request would also have cleared. */
  readonly clears: readonly string[];
  /** Ids of who the request would have left out. */
  readonly missing: readonly string[];
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(response: { status: number; statusText: string; retryAfter: string | null }, body: string) {
    super(`${response.status}: ${body || response.statusText}`);
    this.name = 'ApiError';
    this.status = response.status;
    const refusal = readRefusal(body);
    this.code = refusal.code;
    this.sentence = refusal.message;
    this.field = refusal.field;
    this.clears = refusal.clears ?? [];
    this.missing = refusal.missing ?? [];
    this.retryAfter = response.retryAfter === null ? undefined : Number(response.retryAfter) || undefined;
  }
}

type RefusalFields = { code?: string; message?: string; field?: string; clears?: string[]; missing?: string[] };

const readRefusal = (body: string): RefusalFields => {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return {};
    const isText = (value: unknown): boolean => typeof value === 'string';
    return Object.fromEntries(
      Object.entries(parsed).filter(([key, value]) =>
        ['clears', 'missing'].includes(key)
          ? Array.isArray(value) && value.every(isText)
          : ['code', 'message', 'field'].includes(key) && isText(value),
      ),
    );
  } catch {
    return {};
  }
};

/** Returns the server's sentence if it sent one, what to say of a lost connection, or `fallback`. */
export const sentenceOf = (error: unknown, fallback: string): string => {
  if (error instanceof NoConnection || error instanceof NoCookies) return error.message;
  return error instanceof ApiError && error.sentence !== undefined ? error.sentence : fallback;
};

const touched = channel<readonly string[]>();
const locked = channel<'read' | 'write'>();

/** Calls the listener with the topics of each successful write of this page. Returns a function that removes it. */
export const onTouched = touched.listen;
/**
 * Calls the listener when an admin call was refused for lack of a session, with the kind of call. Returns a function
 * that removes it.
 */
export const onLocked = locked.listen;

/** A question the server asks before it accepts a write. The call is then repeated with its Idempotency-Key. */
export type Challenge = {
  /** Added to every write. */
  readonly headers: () => Record<string, string>;
  /**
   * Returns true to repeat the call, false when the error is not about the question. Throws when the person cancels.
   */
  readonly answer: (error: ApiError) => Promise<boolean>;
  /** Called when a write is finished: it succeeded, was refused, or got no response. */
  readonly passed: (isOk: boolean) => void;
};

let challenge: Challenge | undefined;

/** Sets the challenge of this page. Returns a function that removes it. */
export const setChallenge = (set: Challenge): (() => void) => {
  challenge = set;
  return () => {
    if (challenge === set) challenge = undefined;
  };
};

const addressOf = (path: string, { params = {}, query = {} }: Parts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
};

const topicsIn = (header: string | null): string[] =>
  (header ?? '')
    .split(',')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');

const exchange = async <T>(
  literal: string,
  parts: Parts,
  read: (response: Response) => Promise<T>,
): Promise<Answered<T>> => {
  const [method = 'GET', path = ''] = literal.split(' ');
  const headers = ownBuildHeader();
  if (parts.body !== undefined) headers['content-type'] = 'application/json';
  if (parts.bytes !== undefined) headers['content-type'] = 'application/octet-stream';
  if (parts.idempotencyKey !== undefined) headers['idempotency-key'] = parts.idempotencyKey;
  const request = {
    method,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(parts.bytes === undefined ? {} : { body: parts.bytes }),
    ...(parts.signal === undefined ? {} : { signal: parts.signal }),
  };
  const asked = method === 'GET' ? undefined : challenge;
  for (;;) {
    const sent = { ...request, headers: { ...headers, ...asked?.headers() } };
    const answer = await ask(addressOf(path, parts), sent, read).catch((failure: unknown) => {
      asked?.passed(false);
      throw failure;
    });
    const error = 'failure' in answer ? errorOf(answer.response, answer.failure) : null;
    if (error !== null && (await asked?.answer(error))) continue;
    asked?.passed(error === null);
    if (error === null) return answer as Answered<T>;
    if (error.code === 'LOCKED') locked.tell(method === 'GET' ? 'read' : 'write');
    throw error;
  }
};

const errorOf = ({ status, statusText, headers }: Response, body: string): ApiError =>
  new ApiError({ status, statusText, retryAfter: headers.get('retry-after') }, body);

/**
 * Sends a call and returns the response with its body unread. Throws ApiError for an unsuccessful response, and
 * NoConnection without one.
 */
export const send = async <E extends Endpoint>(literal: E['call'], ...rest: Rest<E>): Promise<Response> =>
  (await exchange(literal, rest[0] ?? {}, async () => undefined)).response;

/**
 * Calls an endpoint: `call<typeof register>('POST /api/rsvps', { body })`. Throws ApiError for an unsuccessful
 * response, and NoConnection without one.
 */
export const call = async <E extends Endpoint>(literal: E['call'], ...rest: Rest<E>): Promise<Answer<E>> => {
  if ((rest[0] as Parts | undefined)?.idempotencyKey !== undefined) requireCookies();
  const { response, content: body } = await exchange(literal, rest[0] ?? {}, (answer) => answer.text());
  const topics = topicsIn(response.headers.get(TOUCHES_HEADER));
  if (topics.length > 0) touched.tell(topics);
  await expectCookieBack(response);
  rest[0]?.hear?.((name) => response.headers.get(name));
  return (body === '' ? undefined : JSON.parse(body)) as Answer<E>;
};

/**
 * Returns a new Idempotency-Key. `crypto.randomUUID` exists only on https and localhost, and a hotel LAN may have
 * neither.
 */
export const newIdempotencyKey = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
