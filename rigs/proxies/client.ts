/** Requests as a browser sends them to the proxy: https by name, HTTP/1.1 or HTTP/2, IPv4 or IPv6. */
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { Agent, type AgentOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { NAME, type Place } from './examples.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};
export type Asked = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
  /** The client's own address on this machine: 127.0.0.1 to 127.255.255.254, or ::1. */
  readonly from?: string;
};
/** `text` returns what has arrived. */
export type Stream = { text(): string; isOpen(): boolean; close(): void };

export type Client = {
  readonly origin: string;
  get(path: string, asked?: Asked): Promise<Answer>;
  /** Over HTTP/2. */
  getByHttp2(path: string): Promise<Answer & { readonly protocol: string | null }>;
  /** Without https, to 127.0.0.1 or ::1: with `default_bind` Caddy opens only one of them for its redirects. */
  getPlain(path: string): Promise<Answer>;
  /** Opens a live stream and returns when its head has arrived. */
  watch(path: string, protocol: 'HTTP/1.1' | 'HTTP/2'): Promise<Stream>;
  /** Connections of one phone with an address of its own. */
  agent(from: string): Agent;
};

const isIpv6 = (address: string): boolean => address.includes(':');

/** The name leads to this machine, on the side of the client's address. */
const lookupFor =
  (from: string): LookupFunction =>
  (_name, options, answer) => {
    const found = isIpv6(from) ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 };
    if (options.all === true) answer(null, [found]);
    else answer(null, found.address, found.family);
  };

export function clientOf({ http, https }: Place, ca: string): Client {
  const origin = `https://${NAME}:${https}`;
  const options = (from: string) => ({ ca, lookup: lookupFor(from), localAddress: from });
  const agent = (from: string) => new Agent({ ...options(from), keepAlive: true, maxSockets: 1 } as AgentOptions);
  const session = async (): Promise<ClientHttp2Session> => {
    const opened = connect(origin, options('127.0.0.1'));
    await once(opened, 'connect');
    return opened;
  };
  return {
    ...{ origin, agent },
    async get(path, { method = 'GET', headers = {}, body, from = '127.0.0.1' } = {}) {
      const own = agent(from);
      const sent = request(origin + path, { method, headers, agent: own });
      // A proxy that refuses a body may close the connection while it is sent; the answer then counts.
      let answered = false;
      const came = new Promise<Answer>((resolve, reject) => {
        sent.on('error', (error) => (answered ? undefined : reject(error)));
        sent.once('response', (response) => {
          answered = true;
          const { statusCode: status = 0, headers: fields } = response;
          whole(response).then((bytes) => resolve({ status, headers: fields, body: bytes }), reject);
        });
      });
      sent.end(body);
      return came.finally(() => own.destroy());
    },
    async getByHttp2(path) {
      const opened = await session();
      const stream = opened.request({ ':path': path });
      const [headers] = await once(stream, 'response');
      const body = await whole(stream);
      const protocol = opened.alpnProtocol ?? null;
      opened.close();
      return { status: Number(headers[':status']), headers, body, protocol };
    },
    async getPlain(path) {
      const sent = plainRequest({ host: 'localhost', port: http, path, headers: { host: NAME } }).end();
      const [response] = await once(sent, 'response');
      return { status: response.statusCode, headers: response.headers, body: await whole(response) };
    },
    async watch(path, protocol) {
      if (protocol === 'HTTP/2') {
        const opened = await session();
        const stream = opened.request({ ':path': path });
        await once(stream, 'response');
        return followed(stream, () => opened.destroy());
      }
      const sent = request(origin + path, { agent: agent('127.0.0.1') }).end();
      const [response] = await once(sent, 'response');
      return followed(response, () => sent.destroy());
    },
  };
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function followed(stream: NodeJS.ReadableStream, close: () => void): Stream {
  let text = '';
  let open = true;
  stream.on('data', (part: Buffer) => {
    text += part.toString();
  });
  for (const end of ['end', 'close', 'error']) {
    stream.once(end, () => {
      open = false;
    });
  }
  return { text: () => text, isOpen: () => open, close };
}
