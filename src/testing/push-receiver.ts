/** A push service on this machine that opens what arrives as a phone does (RFC 8188, 8291) and checks its signature (RFC 8292). */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushFault =
  | '404'
  | '410'
  | '413'
  | '403'
  | '429'
  | '500'
  | '503'
  | 'slow'
  | 'garbage'
  | 'redirect'
  | 'huge'
  /** The message arrives, and no answer comes. */
  | 'unanswered'
  | 'reset';

export type PushPhone = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};
export type Pushed = {
  readonly phone: string;
  readonly headers: IncomingHttpHeaders;
  /** What the phone reads. */
  readonly message: { key: string; tag: string; kind: string; title: string; body: string; url: string };
  readonly claims: { aud: string; exp: number; sub: string };
  /** The key that signed it. */
  readonly signedBy: string;
};
export type PushService = {
  readonly url: string;
  /** A new phone's subscription. */
  phone(name: string): PushPhone;
  /** Of all phones, or of one by its name. */
  fault: PushFault | null;
  readonly faults: Map<string, PushFault>;
  /** What 429 asks for. */
  retryAfterS: number;
  readonly pushed: Pushed[];
  /** Requests, also those answered with a fault. */
  asked: number;
  /** Bytes of huge answers that the server took. */
  poured: number;
  /** When the connection of a huge answer has ended. */
  cut: Promise<unknown>;
  stop(): Promise<void>;
};

export const PUSH_RETRY_AFTER = 90;

const FAULTS: Record<Exclude<PushFault, 'unanswered'>, (answer: ServerResponse, service: PushService) => void> = {
  '403': (answer) => void answer.writeHead(403).end(),
  '404': (answer) => void answer.writeHead(404).end(),
  '410': (answer) => void answer.writeHead(410).end('{"errno":106}'),
  '413': (answer) => void answer.writeHead(413).end(),
  '429': (answer, { retryAfterS }) => void answer.writeHead(429, { 'retry-after': String(retryAfterS) }).end(),
  '500': (answer) => void answer.writeHead(500).end('<h1>Sorry</h1>'),
  '503': (answer) => void answer.writeHead(503, { 'retry-after': 'Fri, 14 Nov 2025 17:00:00 GMT' }).end(),
  slow: () => undefined,
  garbage: (answer) => void answer.socket?.end('HELLO\r\n\r\nthis is not HTTP'),
  redirect: (answer) => void answer.writeHead(307, { location: '/elsewhere' }).end(),
  huge: (answer, service) => {
    service.cut = new Promise((resolve) => answer.once('close', resolve));
    const chunk = Buffer.alloc(64 * 1024);
    const pour = () => {
      do service.poured += chunk.length;
      while (!answer.destroyed && answer.write(chunk));
    };
    answer.writeHead(201).on('drain', pour);
    pour();
  },
  reset: (answer) => void answer.destroy(),
};

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

type Phone = { readonly curve: ECDH; readonly auth: Buffer };

/** Returns the message in an encrypted body. @throws when it was not encrypted for this phone. */
function decrypt({ curve, auth }: Phone, body: Buffer): Pushed['message'] {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const secret = derive(curve.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

/** Returns what a VAPID header claims. @throws when its signature is wrong. */
function claimsOf(authorization = ''): Pick<Pushed, 'claims' | 'signedBy'> {
  const [, token = '', signedBy = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(signedBy, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isGood = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!isGood) throw new Error('the signature is wrong');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), signedBy };
}

export async function startPushService(): Promise<PushService> {
  const phones = new Map<string, Phone>();
  const server = createServer(async (request, answer) => {
    service.asked += 1;
    const name = request.url?.slice(1) ?? '';
    const fault = service.faults.get(name) ?? service.fault;
    if (fault !== null && fault !== 'unanswered') return FAULTS[fault](answer, service);
    const phone = phones.get(name);
    if (phone === undefined) return FAULTS['404'](answer, service);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const message = decrypt(phone, Buffer.concat(chunks));
      service.pushed.push({
        phone: name,
        headers: request.headers,
        message,
        ...claimsOf(request.headers.authorization),
      });
      if (fault === null) answer.writeHead(201, { location: `/messages/${service.asked}` }).end();
    } catch (error) {
      answer.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    phone(name) {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      phones.set(name, { curve, auth });
      const keys = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { endpoint: `${service.url}/${name}`, keys };
    },
    fault: null,
    faults: new Map(),
    retryAfterS: PUSH_RETRY_AFTER,
    pushed: [],
    asked: 0,
    poured: 0,
    cut: Promise.resolve(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}
