/** What no client library sends: bytes that are not HTTP, truncated requests, endless bodies. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Asked } from './pool.ts';

const HOST = 'host: festival.test\r\n';
const JSON_BODY = 'content-type: application/json\r\n';

/** Invalid requests and beginnings of requests. */
const BROKEN: readonly (string | Buffer)[] = [
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  `GET / HTTP/9.9\r\n${HOST}\r\n`,
  'GET / HTTP/1.1\r\n\r\n',
  `GET / HTTP/1.1\r\n${HOST}${HOST}\r\n`,
  `get /api/events HTTP/1.1\r\n${HOST}\r\n`,
  `FOO /api/events HTTP/1.1\r\n${HOST}\r\n`,
  `CONNECT festival.test:443 HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://evil.example/api/events HTTP/1.1\r\n${HOST}\r\n`,
  `GET //evil.example/%2e%2e HTTP/1.1\r\n${HOST}\r\n`,
  `GET /\u0000 HTTP/1.1\r\n${HOST}\r\n`,
  Buffer.from(`GET /api/\xff\xfe HTTP/1.1\r\n${HOST}\r\n`, 'latin1'),
  `GET /api/events HTTP/1.1\r\n${HOST}cookie: a\u0000b\r\n\r\n`,
  `GET /api/events HTTP/1.1\r\n${HOST}x: ${'y'.repeat(70_000)}\r\n\r\n`,
  `GET /api/events HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(3000)}\r\n`,
  `GET /api/${'x'.repeat(70_000)} HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/events HTTP/1.1\r\n${HOST}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  `GET /api/live HTTP/1.1\r\n${HOST}\r\n`,
  `HEAD /api/live HTTP/1.1\r\n${HOST}\r\n`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 5\r\ncontent-length: 6\r\n\r\n{"a":1}`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: -1\r\n\r\n{}`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 99999999999999999999\r\n\r\n{}`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 2\r\nexpect: the-impossible\r\n\r\n{}`,
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 2\r\nexpect: 100-continue\r\n\r\n{}`,
  `GET /api/events HTTP/1.1\r\n${HOST}\r\n`.repeat(50),
  `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 2\r\n\r\n{}trailing rubbish`,
  Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.alloc(5000, 0xff),
];

/** Returns a request as bytes. */
export function onTheWire({ method, path, headers, body = '' }: Asked): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${HOST}${lines.join('')}content-length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
}

const FAULT = /^HTTP\/1\.\d (5\d\d)/m;
/** A refused port means that the program is gone; a cut connection is expected. */
const GONE = 'ECONNREFUSED';

/** Sends bytes and waits for a response, a cut connection or the timeout. */
async function say(port: number, bytes: string | Buffer, patience: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let heard = '';
  let gone = false;
  socket.on('data', (text: string) => {
    heard += text;
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    gone = error.code === GONE;
  });
  socket.end(bytes);
  await Promise.race([once(socket, 'close').catch(() => null), pause(patience, null, { ref: false })]);
  socket.destroy();
  return gone ? GONE : heard;
}

const judge = (heard: string, bytes: string | Buffer): string[] =>
  heard === GONE || FAULT.test(heard)
    ? [`${FAULT.exec(heard)?.[1] ?? heard} to ${JSON.stringify(String(bytes).slice(0, 200))}`]
    : [];

/** Sends every invalid request, and this many requests cut at random bytes. */
export async function sayBroken(port: number, random: Random, requests: readonly Asked[]): Promise<string[]> {
  const cut = requests.map((asked) => {
    const bytes = onTheWire(asked);
    return bytes.subarray(0, random.below(bytes.length));
  });
  const problems: string[] = [];
  const pending = [...BROKEN, ...cut];
  const worker = async () => {
    for (let bytes = pending.pop(); bytes !== undefined; bytes = pending.pop()) {
      problems.push(...judge(await say(port, bytes, 400), bytes));
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return problems;
}

/** Opens this many clients that never finish their request; returns a function that ends them. */
export async function saySlowly(port: number, clients: number): Promise<{ stop(): void; answered(): number }> {
  const head = `POST /api/users HTTP/1.1\r\n${HOST}${JSON_BODY}content-length: 4000\r\n\r\n`;
  const sockets: Socket[] = [];
  let answered = 0;
  for (let n = 0; n < clients; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      answered += 1;
    });
    // Every second one does not finish its headers.
    socket.write(n % 2 === 0 ? head : head.slice(0, 60));
    sockets.push(socket);
  }
  await Promise.all(sockets.map((socket) => (socket.connecting ? once(socket, 'connect').catch(() => null) : null)));
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 100);
  return {
    answered: () => answered,
    stop() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
