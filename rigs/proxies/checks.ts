/** What must work through a proxy besides restarts. Each check returns what it saw, or throws. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { addEvent, justWrote } from '../program.ts';
import { within } from '../rig.ts';
import type { Client, Stream } from './client.ts';
import { NAME } from './examples.ts';
import type { RunningProxy } from './proxy.ts';

export type Stage = {
  readonly proxy: RunningProxy;
  /** The program itself, behind the proxy. */
  readonly origin: string;
  readonly admin: string;
  readonly eventId: string;
};
export type Check = { readonly name: string; run(stage: Stage): Promise<string> };

/** The budget of new phones of one network that the program is started with for these checks. */
export const NEW_PHONES = 4;

const PUBLIC = `https://${NAME}`;

let players = 0;
const register = (client: Client, eventId: string, from: string, headers: Record<string, string> = {}) => {
  players += 1;
  return client.get('/api/rsvps', {
    method: 'POST',
    from,
    headers: { 'content-type': 'application/json', origin: PUBLIC, 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify({ eventId, playerName: `Visitor ${players}` }),
  });
};

const pages: Check = {
  name: 'pages, the API and files',
  async run({ proxy: { client } }) {
    const home = await client.get('/');
    assert.equal(home.status, 200);
    assert.match(String(home.headers['strict-transport-security']), /max-age=\d{6}/);
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(home.body.toString()) ?? [];
    const file = await client.get(script);
    assert.equal(file.status, 200);
    assert.match(String(file.headers['cache-control']), /immutable/);
    assert.equal((await client.get('/api/events')).status, 200);
    assert.equal((await client.get('/sw.js')).headers['cache-control'], 'no-store');
    return `page ${home.body.length} bytes, script ${file.body.length} bytes, /sw.js not cached`;
  },
};

const redirect: Check = {
  name: 'http leads to https',
  async run({ proxy: { client } }) {
    const { status, headers } = await client.getPlain('/schedule?day=2');
    assert.ok([301, 308].includes(status), `${status}`);
    assert.match(String(headers.location), new RegExp(`^https://${NAME}(:\\d+)?/schedule\\?day=2$`));
    return `${status}`;
  },
};

const protocols: Check = {
  name: 'HTTP/2 and IPv6',
  async run({ proxy: { client } }) {
    const page = await client.getByHttp2('/');
    assert.deepEqual([page.status, page.protocol], [200, 'h2']);
    assert.equal((await client.get('/', { from: '::1' })).status, 200);
    return 'h2 by ALPN; ::1 answers';
  },
};

const unchanged: Check = {
  name: 'HEAD, 304 and compression',
  async run({ proxy: { client } }) {
    const head = await client.get('/api/events', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    const plain = await client.get('/api/events');
    const etag = String(plain.headers.etag);
    const again = await client.get('/api/events', { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const packed = await client.get('/', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.match(gunzipSync(packed.body).toString(), /^<!doctype html>/i);
    return `304 for ${etag}; page packed to ${packed.body.length} bytes`;
  },
};

const addresses: Check = {
  name: 'budgets by the visitor’s address, whatever it claims',
  async run({ proxy: { client }, eventId }) {
    const claims = () => ({
      'x-forwarded-for': `10.1.1.${players}`,
      'x-real-ip': '10.9.9.9',
      forwarded: 'for=10.8.8.8',
    });
    const statuses: number[] = [];
    for (let count = 0; count <= NEW_PHONES; count += 1) {
      statuses.push((await register(client, eventId, '127.0.0.7', claims())).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: NEW_PHONES }, () => 201), 429]);
    for (const other of ['127.0.0.8', '::1']) assert.equal((await register(client, eventId, other)).status, 201);
    return `${NEW_PHONES} new phones of 127.0.0.7, then 429 under any invented address; 127.0.0.8 and ::1 have their own`;
  },
};

const cookies: Check = {
  name: 'Secure cookies, and no writes from other sites',
  async run({ proxy: { client }, eventId }) {
    const { headers } = await register(client, eventId, '127.0.0.9');
    const cookie = headers['set-cookie']?.[0] ?? '';
    assert.match(cookie, /^__Host-fest_id=.*; HttpOnly; Secure; SameSite=Lax$/);
    const foreign = await register(client, eventId, '127.0.0.9', { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403);
    const host = await register(client, eventId, '127.0.0.9', {
      origin: 'https://evil.example',
      'x-forwarded-host': 'evil.example',
    });
    assert.equal(host.status, 403);
    return cookie.replace(/=[^;]*/, '=…');
  },
};

const MIB = 1024 * 1024;
/** Call, bytes, and whether the program answers it (in JSON) or the proxy refuses it. */
const UPLOADS = [
  ['POST /api/rsvps', 60_000, 'program'],
  ['POST /api/rsvps', 70_000, 'proxy'],
  ['PUT /api/admin/festival', MIB, 'program'],
  ['POST /api/users/bulk-scores', 2 * MIB, 'program'],
  ['POST /api/admin/imports/programme/check', 4 * MIB, 'program'],
  ['POST /api/admin/imports/festival', 32 * MIB, 'program'],
  ['POST /api/admin/imports/festival', 35 * MIB, 'proxy'],
] as const;

const uploads: Check = {
  name: 'uploads up to the limit of each address',
  async run({ proxy: { client }, admin }) {
    const seen: string[] = [];
    for (const [call, bytes, expected] of UPLOADS) {
      const [method, path] = call.split(' ') as [string, string];
      const body = JSON.stringify({ x: 'x'.repeat(bytes - 8) });
      const headers = { 'content-type': 'application/json', cookie: admin, origin: PUBLIC };
      const answer = await client.get(path, { method, headers, body });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      const line = `${call} ${Math.round(bytes / 1000)} kB: ${answer.status} by the ${isJson ? 'program' : 'proxy'}`;
      seen.push(line);
      assert.equal(isJson ? 'program' : 'proxy', expected, line);
      // Caddy before 2.7 answers 502 to a body that is too large.
      assert.ok(isJson ? answer.status < 500 : [413, 502].includes(answer.status), line);
    }
    return seen.join('; ');
  },
};

/** Longer than every limit on idle and reading time in the examples. */
const OPEN_MS = 95_000;
const STREAMS = ['HTTP/1.1', 'HTTP/2'] as const;

const streams: Check = {
  name: 'live streams',
  async run({ proxy: { client }, origin, admin }) {
    const open = await Promise.all(STREAMS.map((protocol) => client.watch('/api/live?watch=events', protocol)));
    const first = await arrival(open, origin, admin);
    const begun = performance.now();
    const cut = await within(OPEN_MS, async () => open.some((stream) => !stream.isOpen()));
    assert.equal(cut, null, `cut after ${Math.round(cut ?? 0)} ms: ${open.map((stream) => stream.isOpen())}`);
    const later = await arrival(open, origin, admin);
    for (const stream of open) stream.close();
    const seconds = Math.round((performance.now() - begun) / 1000);
    return `a change arrived after ${first} ms and, ${seconds} s later, after ${later} ms, over ${STREAMS.join(' and ')}`;
  },
};

/** Returns the milliseconds until all streams have a new event, read from the moment it was added. */
async function arrival(open: readonly Stream[], origin: string, admin: string): Promise<number> {
  const id = await addEvent(origin, admin, 10, `Streamed ${randomUUID()}`);
  const took = await within(2000, async () => open.every((stream) => stream.text().includes(id)));
  assert.notEqual(took, null, `no change arrived: ${open.map((stream) => stream.text().slice(-200))}`);
  const list = await fetch(`${origin}/api/events`, { headers: justWrote() });
  assert.ok((await list.text()).includes(id));
  return Math.round(took ?? 0);
}

export const CHECKS: readonly Check[] = [
  ...[pages, redirect, protocols, unchanged, cookies, addresses, uploads, streams],
];
