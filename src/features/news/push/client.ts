/** Client of the push services. Never throws: every failure is an outcome. */

import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import ipaddr from 'ipaddr.js';
import { endpointProblem, hostOf, isLoopback, type Kind } from './rules.ts';

export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
/** `body` is the JSON of what the phone shows. A message replaces an older one of the same `tag`; one `key` is shown once. */
export type PushMessage = {
  readonly key: string;
  readonly tag: string;
  readonly kind: Kind;
  readonly body: string;
  readonly endsAt: string;
};
export type Outcome =
  | { readonly kind: 'sent' }
  /** The push service knows the subscription no more. */
  | { readonly kind: 'gone' }
  /** It would fail again. */
  | { readonly kind: 'dropped'; readonly why: string }
  /** `afterS`: as the push service asks, in seconds; null when it does not say. */
  | { readonly kind: 'retry'; readonly why: string; readonly afterS: number | null };
export type Deliver = (subscription: Subscription, message: PushMessage) => Promise<Outcome>;

/** Public and private key of this festival (RFC 8292), in base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

export type PushParts = {
  readonly keys: PushKeys;
  /** Whom a push service can ask: an https or mailto address. */
  readonly subject: string;
  /** Whether endpoints on this machine are allowed, for tests and development. */
  readonly loopback: boolean;
  /** Milliseconds for the whole response; 10,000 by default. */
  readonly limitMs?: number;
  /** The name servers' by default. */
  readonly resolve?: Resolve;
  now(): Date;
  /** Hears why a message is given up, and at which host. */
  readonly onDropped?: (why: string, host: string) => void;
};

const LIMIT_MS = 10_000;
/** Of a response, which nobody reads. */
const MOST_BYTES = 16 * 1024;
/** Four weeks, the most that push services keep a message. */
const LONGEST_TTL_S = 28 * 24 * 60 * 60;
/** A push service that asks for more has other reasons. */
const LONGEST_WAIT_S = 60 * 60;
const AT_ONCE = 40;

/** Returns whether an address is one of the public internet. `ipaddr` calls every block that is set aside by its name. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is given out; `::7f00:1` would be 127.0.0.1 of old.
  return parsed.kind() === 'ipv4' || ((parsed as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1;
}

/** Not the system's resolver, which would hold up the threads that check passwords while a name server is silent. */
const resolver = new Resolver({ timeout: 2000, tries: 2 });
type Resolve = (hostname: string, family: 4 | 6) => Promise<readonly string[]>;
const askServers: Resolve = (hostname, family) =>
  family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname);

/** Returns a lookup that finds public addresses only. The connection is made to what it returns: a name cannot change in between. */
export const publicLookup =
  (ask: Resolve): LookupFunction =>
  async (hostname, options, callback) => {
    const addresses = await Promise.all(
      ([4, 6] as const).map(async (family) => {
        const answered = await ask(hostname, family).catch(() => []);
        return answered.filter(isPublic).map((address) => ({ address, family }));
      }),
    );
    const [first, ...more] = addresses.flat();
    if (first === undefined) callback(new Error('no public address'), '');
    else if (options.all) callback(null, [first, ...more]);
    else callback(null, first.address, first.family);
  };

export function openPush({
  keys,
  subject,
  loopback,
  limitMs = LIMIT_MS,
  resolve = askServers,
  now,
  onDropped,
}: PushParts): Deliver {
  const limits = { keepAlive: true, maxSockets: AT_ONCE };
  const agent = new Agent({ ...limits, lookup: publicLookup(resolve) });
  const ownAgent = new HttpAgent(limits);

  const deliver: Deliver = async (subscription, message) => {
    const problem = endpointProblem(subscription.endpoint, loopback);
    if (problem !== null) return { kind: 'dropped', why: `the endpoint ${problem}` };
    const url = new URL(subscription.endpoint);
    let sealed: Sealed;
    try {
      sealed = await seal(subscription, message, { ...keys, subject });
    } catch (error) {
      return { kind: 'dropped', why: reasonOf(error) };
    }
    const headers = { ...sealed.headers, ...headersOf(message, now()), 'content-length': sealed.body.byteLength };
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(limitMs) };
    try {
      const send = isLoopback(url)
        ? httpRequest(url, { ...options, agent: ownAgent })
        : request(url, { ...options, agent });
      return outcomeOf(await post(send, sealed.body));
    } catch (error) {
      return { kind: 'retry', why: reasonOf(error), afterS: null };
    }
  };
  return async (subscription, message) => {
    const outcome = await deliver(subscription, message);
    if (outcome.kind === 'dropped') onDropped?.(outcome.why, hostOf(subscription.endpoint));
    return outcome;
  };
}

type Sealed = { readonly headers: Record<string, string>; readonly body: Uint8Array };

/** Encrypts a message for one phone (RFC 8291), and signs for whom it is. */
async function seal(
  { endpoint, p256dh, auth }: Subscription,
  { key, tag, kind, body }: PushMessage,
  vapid: Parameters<typeof vapidHeaders>[1],
): Promise<Sealed> {
  // The package signs for https only.
  const target = { endpoint: endpoint.replace(/^http:/, 'https:'), expirationTime: null, keys: { p256dh, auth } };
  const shown = new TextEncoder().encode(JSON.stringify({ key, tag, kind, ...JSON.parse(body) }));
  return { ...(await vapidHeaders(target, vapid)), body: await encryptNotification(target, shown) };
}

const URGENT: ReadonlySet<Kind> = new Set(['urgent', 'called']);

function headersOf({ tag, kind, endsAt }: PushMessage, now: Date): Record<string, string> {
  const seconds = Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000);
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.min(LONGEST_TTL_S, Math.max(0, seconds))),
    urgency: URGENT.has(kind) ? 'high' : 'normal',
    // A phone that was off gets the newest of a tag alone.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
  };
}

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders };

/** Returns the head of the response, and reads on only so that the connection can be used again. */
const post = (send: ReturnType<typeof request>, body: Uint8Array): Promise<Answer> =>
  new Promise((resolve, reject) => {
    send.on('error', reject);
    send.on('response', (response) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MOST_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    send.end(body);
  });

function outcomeOf({ status, headers }: Answer): Outcome {
  const why = `it answered ${status}`;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  // What a redirect or a gateway says may pass. All other answers are to the message.
  const mayPass = status < 400 || status >= 500 || status === 408 || status === 429;
  return mayPass ? { kind: 'retry', why, afterS: waitOf(headers['retry-after']) } : { kind: 'dropped', why };
}

/** Returns the seconds that Retry-After asks for; null when it says none or names a time. */
function waitOf(retryAfter = ''): number | null {
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), LONGEST_WAIT_S) : null;
}

/** Returns the cause's code, such as 'ECONNREFUSED'. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
