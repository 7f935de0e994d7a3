import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase } from '#testing/database.ts';
import { PUSH_RETRY_AFTER, type PushFault, type PushService, startPushService } from '#testing/push-receiver.ts';
import { isPublic, openPush, type PushMessage, type PushParts, publicLookup } from './client.ts';
import { readPushKeys } from './commands.ts';

const NOW = new Date('2025-11-14T16:00:00.000Z');
const SAID: PushMessage = {
  key: 'call-7 1',
  tag: 'call-7',
  kind: 'called',
  body: JSON.stringify({ title: 'Table 4 now', body: 'against Wanda', url: '/schedule' }),
  endsAt: '2025-11-14T16:10:00.000Z',
};

let service: PushService;
let parts: PushParts;
let dropped: string[];
const phoneOf = (name: string) => {
  const { endpoint, keys } = service.phone(name);
  return { endpoint, ...keys };
};
const deliver = (said: Partial<PushMessage> = {}, more: Partial<PushParts> = {}) =>
  openPush({ ...parts, ...more })(phoneOf('rosa'), { ...SAID, ...said });

beforeEach(async () => {
  service = await startPushService();
  const { db } = await freshDatabase('sqlite');
  const subject = 'https://fest.example';
  dropped = [];
  parts = {
    keys: await readPushKeys(db),
    subject,
    loopback: true,
    now: () => NOW,
    limitMs: 300,
    onDropped: (why) => void dropped.push(why),
  };
});
afterEach(() => service.stop());

it('sends what the phone can read, signed with the key of the festival', async () => {
  expect(await deliver()).toEqual({ kind: 'sent' });
  const [pushed] = service.pushed;
  expect(pushed?.message).toEqual({
    key: 'call-7 1',
    tag: 'call-7',
    kind: 'called',
    title: 'Table 4 now',
    body: 'against Wanda',
    url: '/schedule',
  });
  expect(pushed?.signedBy).toBe(parts.keys.publicKey);
  expect(pushed?.claims).toMatchObject({ aud: service.url.replace('http:', 'https:'), sub: 'https://fest.example' });
  expect(pushed?.headers).toMatchObject({
    ttl: '600',
    urgency: 'high',
    topic: createHash('sha256').update('call-7').digest('base64url').slice(0, 32),
    'content-encoding': 'aes128gcm',
  });
});

it('sends a message of 4,096 bytes, whatever its text is', async () => {
  for (const title of ['A', 'Ä'.repeat(500)]) await deliver({ body: JSON.stringify({ title }) });
  expect(service.pushed.map(({ headers }) => headers['content-length'])).toEqual(['4096', '4096']);
});

it.each<[PushMessage['kind'], string]>([
  ['starts', 'normal'],
  ['urgent', 'high'],
])('sends %s with urgency %s', async (kind, urgency) => {
  await deliver({ kind });
  expect(service.pushed[0]?.headers.urgency).toBe(urgency);
});

it('asks push services to keep a message until it ends, at most four weeks', async () => {
  for (const endsAt of ['2025-11-14T15:00:00.000Z', '2026-11-14T16:00:00.000Z']) await deliver({ endsAt });
  expect(service.pushed.map(({ headers }) => headers.ttl)).toEqual(['0', '2419200']);
});

const retry = (why: string, afterS: number | null = null) => ({ kind: 'retry', why, afterS });
it.each<[PushFault, object]>([
  ['404', { kind: 'gone' }],
  ['410', { kind: 'gone' }],
  ['413', { kind: 'dropped', why: 'it answered 413' }],
  ['403', { kind: 'dropped', why: 'it answered 403' }],
  ['429', retry('it answered 429', PUSH_RETRY_AFTER)],
  ['503', retry('it answered 503')],
  ['500', retry('it answered 500')],
  ['redirect', retry('it answered 307')],
  ['slow', retry('no answer in time')],
  ['garbage', retry('HPE_INVALID_CONSTANT')],
  ['reset', retry('ECONNRESET')],
  ['huge', { kind: 'sent' }],
])('takes the answer "%s" as %o', async (fault, outcome) => {
  service.fault = fault;
  expect(await deliver()).toEqual(outcome);
  expect(dropped).toEqual('why' in outcome && !('afterS' in outcome) ? [outcome.why] : []);
  expect(service.asked).toBe(1);
});

it('reads little of an endless answer', async () => {
  service.fault = 'huge';
  await deliver({}, { limitMs: 2_000 });
  await service.cut;
  expect(service.poured).toBeLessThan(16 * 1024 * 1024);
});

it('tries again when nobody listens', async () => {
  const phone = phoneOf('rosa');
  await service.stop();
  expect(await openPush(parts)(phone, SAID)).toEqual(retry('ECONNREFUSED'));
});

it('drops what cannot be encrypted', async () => {
  const phone = { ...phoneOf('rosa'), p256dh: 'BAAA' };
  expect(await openPush(parts)(phone, SAID)).toMatchObject({ kind: 'dropped' });
  expect(await deliver({ body: JSON.stringify({ title: 'A'.repeat(5000) }) })).toMatchObject({ kind: 'dropped' });
  expect(service.asked).toBe(0);
});

describe('with endpoints that lead into its own network', () => {
  it('sends nothing to this machine without the setting', async () => {
    const outcome = await deliver({}, { loopback: false });
    expect(outcome).toEqual({ kind: 'dropped', why: 'the endpoint is not an https address' });
    expect(service.asked).toBe(0);
  });

  it('connects to no name without a public address', async () => {
    const asked: string[] = [];
    const resolve = async (name: string, family: 4 | 6) => {
      asked.push(name);
      return family === 4 ? ['127.0.0.1', '10.0.0.1'] : ['::1'];
    };
    const phone = { ...phoneOf('rosa'), endpoint: 'https://push.example/rosa' };
    expect(await openPush({ ...parts, resolve })(phone, SAID)).toEqual(retry('no public address'));
    expect(asked).toEqual(['push.example', 'push.example']);
  });

  const lookUp = (addresses: { 4?: string[]; 6?: string[] }, all: boolean) =>
    new Promise((resolve) => {
      const ask = async (_: string, family: 4 | 6) => addresses[family] ?? Promise.reject(new Error('ENODATA'));
      publicLookup(ask)('push.example', { all }, (error, found, family) => resolve(error?.message ?? [found, family]));
    });

  it('looks up public addresses only', async () => {
    const mixed = { 4: ['10.0.0.1', '93.184.215.14'], 6: ['::1', '2606:2800::1'] };
    const found = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800::1', family: 6 },
    ];
    expect(await lookUp(mixed, true)).toEqual([found, undefined]);
    expect(await lookUp(mixed, false)).toEqual(['93.184.215.14', 4]);
    expect(await lookUp({ 4: ['127.0.0.1'] }, true)).toBe('no public address');
    expect(await lookUp({}, false)).toBe('no public address');
  });

  it.each([
    ...[
      '0.0.0.0',
      '127.0.0.1',
      '127.9.9.9',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '100.127.255.255', '224.0.0.1', '239.255.255.255', '255.255.255.255', '192.0.2.1', '198.18.0.1'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::1',
    ],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12::1',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '4000::1',
      'nonsense',
    ],
  ])('takes %s for no public address', (address) => expect(isPublic(address)).toBe(false));

  it.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07::1', '::ffff:8.8.8.8'])('takes %s for public', (address) =>
    expect(isPublic(address)).toBe(true),
  );
});
