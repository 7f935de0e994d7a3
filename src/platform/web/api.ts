/** `request` takes its types from an endpoint's declaration (`import type`). Method and path are repeated as a literal that is type-checked. */

import { COPIED_AT_HEADER, isLoginPage, KNOWN_AT_HEADER } from '../build.ts';
import type { Answer, Endpoint, Request } from '../contract.ts';
import { TOUCHES_HEADER } from '../live.ts';
import { channel } from './channel.ts';
import { hearTime } from './clock.tsx';
import {
  isOurs,
  NoConnection,
  probe,
  reportEntry,
  reportFailure,
  reportLogin,
  reportResponse,
  responseCount,
} from './connection.ts';
import { cacheFor, noteCopiedAnswer } from './data-age.tsx';
import { abortAfter } from './device-clock.ts';
import { noteBuild, ownBuildHeader } from './page-build.ts';

/** For the whole answer; a large body gets as much longer as 20 kB/s need. */
const LIMIT_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 20;

type Answered<T> = { readonly response: Response; readonly content: T };
type Failed = { readonly response: Response; readonly failure: string };

const ask = async <T>(
  address: string,
  {
    signal,
    body,
    ...init
  }: { method: string; headers: Record<string, string>; body?: string | Blob; signal?: AbortSignal },
  read: (response: Response) => Promise<T>,
): Promise<Answered<T> | Failed> => {
  const before = responseCount();
  const askedAt = performance.now();
  // Read later it would say that nothing was sent when only the answer is lost.
  const hadNetwork = navigator.onLine;
  const limit = new AbortController();
  const size = (typeof body === 'string' ? body.length : body?.size) ?? 0;
  const timer = setTimeout(() => limit.abort(), LIMIT_MS + size / SLOWEST_BYTES_PER_MS);
  // Browsers have AbortSignal.any since 2024 only.
  signal?.addEventListener('abort', () => limit.abort(signal.reason));
  try {
    const sent: RequestInit = {
      ...init,
      credentials: 'same-origin',
      cache: cacheFor(signal),
      // No call redirects, and a login page of another origin could not be followed.
      redirect: 'manual',
      signal: limit.signal,
    };
    const response = await fetch(address, body === undefined ? sent : { ...sent, body });
    if (isLoginPage(response)) reportLogin();
    if (!isOurs(response)) throw new Error(`${response.status} of another server`);
    // Before the body, which may take long.
    hearTime(response, askedAt);
    const answer = response.ok
      ? { response, content: await read(response) }
      : { response, failure: await response.text() };
    noteBuild(response);
    // The service worker answers with an offline copy when the server does not, not in time, or is busy.
    const copiedAt = response.headers.get(COPIED_AT_HEADER);
    if (copiedAt === null) {
      reportEntry();
      reportResponse();
    } else void probe();
    if (copiedAt !== null && signal !== undefined) noteCopiedAnswer(signal, copiedAt);
    return answer;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    reportFailure(before);
    throw new NoConnection(wordsFor(init.method, !hadNetwork && !limit.signal.aborted), { cause: failure });
  } finally {
    clearTimeout(timer);
  }
};

const wordsFor = (method: string, isUnsent: boolean): string => {
  if (method === 'GET') return 'No connection. Please try again.';
  return isUnsent ? 'No connection. Nothing was sent.' : 'No connection. It is not certain that this was sent.';
};

/** Without cookies the server takes this browser for a new one each time. */
export class NoCookies extends Error {
  override readonly name = 'NoCookies';
  constructor() {
    super(
      'This browser keeps no cookies, so the server does not know it again. Allow cookies for this site in the browser’s settings, and try again.',
    );
  }
}

const PROBE = 'fest_probe';
/** The write is done, and its form waits. */
const CHECK_LIMIT_MS = 4_000;

/** Call before a write that sets a cookie. Throws NoCookies where the browser's settings forbid cookies. */
export function requireCookies(): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: `cookieStore` exists only on https
    document.cookie = `${PROBE}=1; path=/; max-age=60; samesite=lax`;
    const isStored = document.cookie.includes(PROBE);
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${PROBE}=; path=/; max-age=0`;
    if (isStored) return;
  } catch {
    // A sandboxed frame.
  }
  throw new NoCookies();
}

/** Throws NoCookies when a network or an extension dropped the cookie of this answer. */
async function expectCookieBack({ headers }: Response): Promise<void> {
  const [path, field = ''] = headers.get(KNOWN_AT_HEADER)?.split(' ') ?? [];
  if (path === undefined) return;
  const read = async (answer: Response) =>
    answer.headers.has(COPIED_AT_HEADER) || (await answer.json())[field] !== false;
  const request = { method: 'GET', headers: ownBuildHeader(), signal: abortAfter(CHECK_LIMIT_MS) };
  const answered = await ask(path, request, read).catch(() => null);
  if (answered !== null && 'content' in answered && !answered.content) throw new NoCookies();
}

type Hear = (header: (name: string) => string | null) => void;
type Extra<E extends Endpoint> = { signal?: AbortSignal; hear?: Hear } & (E extends { idempotent: true }
  ? { idempotencyKey?: string }
  : unknown) &
  (E extends { bytes: readonly string[] } ? { bytes: Blob } : unknown);
type Sending<E extends Endpoint> = Request<E> & Extra<E>;
export type Rest<E extends Endpoint> =
  Record<never, never> extends Request<E> ? [sending?: Sending<E>] : [sending: Sending<E>];

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  bytes?: Blob;
  signal?: AbortSignal;
  idempotencyKey?: string;
  hear?: Hear;
};

/** `message` is "status: body"; `sentence` is the server's message for the person. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly sentence: string | undefined;
  readonly field: string | undefined;
  /** Ids of what the request would also have cleared. */
  readonly clears: readonly string[];
  /** Ids of the people that the request would have left out. */
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

/** The server's message, or a sentence about a lost connection, or `fallback`. */
export const sentenceOf = (error: unknown, fallback: string): string => {
  if (error instanceof NoConnection || error instanceof NoCookies) return error.message;
  return error instanceof ApiError && error.sentence !== undefined ? error.sentence : fallback;
};

const touched = channel<readonly string[]>();
const locked = channel<'read' | 'write'>();

/** The listener gets the topics of each successful write of this page. */
export const onTouched = touched.listen;
/** An admin call was refused for lack of a session; the listener gets the kind of call. */
export const onLocked = locked.listen;

/** A question before the server accepts a write. The call is then repeated with its Idempotency-Key. */
export type Challenge = {
  readonly headers: () => Record<string, string>;
  /** True repeats the call; false when the error is not about the question. Throws when the person cancels. */
  readonly answer: (error: ApiError) => Promise<boolean>;
  /** A write succeeded, was refused, or got no response. */
  readonly passed: (isOk: boolean) => void;
};

let challenge: Challenge | undefined;

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

/** The body is unread. Throws ApiError for an unsuccessful response, and NoConnection without a response. */
export const send = async <E extends Endpoint>(literal: E['route'], ...rest: Rest<E>): Promise<Response> =>
  (await exchange(literal, rest[0] ?? {}, async () => undefined)).response;

/** `request<typeof register>('POST /api/rsvps', { body })`. Throws as `send` does. */
export const request = async <E extends Endpoint>(literal: E['route'], ...rest: Rest<E>): Promise<Answer<E>> => {
  if ((rest[0] as Parts | undefined)?.idempotencyKey !== undefined) requireCookies();
  const { response, content: body } = await exchange(literal, rest[0] ?? {}, (answer) => answer.text());
  const topics = topicsIn(response.headers.get(TOUCHES_HEADER));
  if (topics.length > 0) touched.tell(topics);
  await expectCookieBack(response);
  rest[0]?.hear?.((name) => response.headers.get(name));
  return (body === '' ? undefined : JSON.parse(body)) as Answer<E>;
};

/** `crypto.randomUUID` exists only on https and localhost, and a hotel LAN may have neither. */
export const newIdempotencyKey = (): string => {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
