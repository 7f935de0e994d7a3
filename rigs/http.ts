/** One request, for clients that must know whether a whole answer arrived. */
import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
};

export type Ask = {
  /** Method and path. */
  readonly call: string;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly agent?: Agent;
  /** Milliseconds without a byte. */
  readonly patience?: number;
  /** Cuts the connection before the program has the request, or when it has answered. */
  readonly loss?: 'request' | 'answer' | null | undefined;
};

/** Returns the whole answer. @throws Error when none arrives, or only a part of it. */
export async function exchange(origin: string, asked: Ask): Promise<Answer> {
  const { call, body, headers, agent, patience = 30_000, loss } = asked;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(isRaw ? body : (JSON.stringify(body) ?? ''));
  const type = body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
  // Node frames the body of a GET by this header alone.
  const length = body === undefined ? {} : { 'content-length': String(bytes.length) };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const begun = performance.now();
  const [method = ''] = call.split(' ', 1);
  const sent = (origin.startsWith('https:') ? secureRequest : plainRequest)({
    // Not as a URL, which would be normalised.
    ...{ ...urlToHttpOptions(new URL(origin)), method, path: call.slice(method.length + 1) },
    ...{ agent, headers: { ...type, ...length, ...headers } },
  });
  sent.setTimeout(patience, () => sent.destroy(new Error('kept waiting')));
  sent.once('error', reject);
  sent.once('response', (response) => {
    if (loss === 'answer') {
      response.destroy();
      return reject(new Error('lost'));
    }
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.once('error', reject);
    response.once('close', () => {
      const { complete, statusCode: status = 0, headers: fields } = response;
      if (!complete) reject(new Error('only a part of the answer arrived'));
      resolve({ status, headers: fields, body: String(Buffer.concat(parts)), ms: performance.now() - begun });
    });
  });
  sent.end(bytes);
  if (loss === 'request') sent.destroy();
  return promise;
}

/** Returns a cookie that an answer set, as `name=value`. */
export function cookieIn({ headers }: { readonly headers: OutgoingHttpHeaders }, name: string): string | null {
  const lines = [headers['set-cookie'] ?? []].flat().map(String);
  return lines.find((line) => line.replace(/^__Host-/, '').startsWith(`${name}=`))?.split(';', 1)[0] ?? null;
}
