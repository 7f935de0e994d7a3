import { describe, expect, it } from 'vitest';
import { type Browser, seen, type TestApp, testApp } from '#testing/app.ts';
import { codeOf, deviceOf, devicesOf, join, secondDeviceOf, visitorOf } from '#testing/devices.ts';
import { aRegistration } from '#testing/factories.ts';
import { startPushService } from '#testing/push-receiver.ts';
import { aSubscription } from '#testing/subscriptions.ts';
import { KINDS, MOST_SILENT, MOST_UNREACHED } from './rules.ts';

const PUT = 'PUT /api/push/subscription';

async function visitor(app: TestApp): Promise<Browser> {
  const browser = app.browser();
  await browser.send('POST /api/rsvps', aRegistration(await app.event(), { playerName: 'Rosa' }));
  return browser;
}
const stored = ({ context }: TestApp) =>
  context.db.selectFrom('push_subscriptions').select(['device_id', 'endpoint', 'kinds']).orderBy('endpoint').execute();

it('subscriptions are one for each device, and keep their kinds when the endpoint changes', async () => {
  const app = await testApp();
  const rosa = await visitor(app);
  const first = aSubscription();
  expect(seen(await rosa.send(PUT, first))).toEqual({ status: 200, body: { kinds: [...KINDS] } });
  expect((await rosa.send(PUT, { ...first, kinds: ['called'] })).json()).toEqual({ kinds: ['called'] });
  const second = aSubscription();
  expect((await rosa.send(PUT, second)).json()).toEqual({ kinds: ['called'] });
  const tablet = await secondDeviceOf(app, rosa);
  const third = aSubscription();
  await tablet.send(PUT, { ...third, kinds: [] });
  expect(await stored(app)).toEqual([
    { device_id: await deviceOf(app, rosa), endpoint: second.endpoint, kinds: '["called"]' },
    { device_id: await deviceOf(app, tablet), endpoint: third.endpoint, kinds: '[]' },
  ]);
  expect((await rosa.send('DELETE /api/push/subscription')).statusCode).toBe(204);
  expect((await stored(app)).map(({ endpoint }) => endpoint)).toEqual([third.endpoint]);
  expect((await rosa.send('DELETE /api/push/subscription')).statusCode).toBe(204);
});

it('subscriptions follow a browser that lost its cookie, and nobody who knows the endpoint alone', async () => {
  const app = await testApp();
  const [rosa, again] = [await visitor(app), await visitor(app)];
  const mine = aSubscription();
  await rosa.send(PUT, mine);
  for (const endpoint of [mine.endpoint, `${mine.endpoint}#1`]) {
    const stolen = { ...aSubscription(), endpoint };
    expect(seen(await again.send(PUT, stolen))).toMatchObject({ status: 409, body: { code: 'ENDPOINT_TAKEN' } });
  }
  expect((await stored(app))[0]?.device_id).toBe(await deviceOf(app, rosa));
  expect((await again.send(PUT, mine)).statusCode).toBe(200);
  expect((await stored(app)).map(({ device_id }) => device_id)).toEqual([await deviceOf(app, again)]);
});

/** Phones that were never reached, of this push service or network. */
async function addUnreached({ context, clock }: TestApp, count: number, more: object): Promise<void> {
  const at = clock.now().toISOString();
  const ids = Array.from({ length: count }, (_, n) => `silent-${n}`);
  const visitors = ids.map((id) => ({ id, hold_key: id, network: null, created_at: at }));
  const devices = ids.map((id, n) => ({
    ...{ id, visitor_id: id, token_hash: id, last_seen_at: at },
    created_at: new Date(clock.now().getTime() - count + n).toISOString(),
  }));
  const rows = ids.map((id) => {
    const { endpoint, keys } = aSubscription();
    return { id, device_id: id, endpoint, ...keys, kinds: '[]', ...more };
  });
  await context.db.insertInto('visitors').values(visitors).execute();
  await context.db.insertInto('devices').values(devices).execute();
  await context.db.insertInto('push_subscriptions').values(rows).execute();
}

it('subscriptions are refused at a push service that left a hundred phones unanswered and answered none, but not those it had', async () => {
  const app = await testApp();
  const { db } = app.context;
  const [rosa, mine] = [await visitor(app), aSubscription()];
  await rosa.send(PUT, mine);
  const { host } = await db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
  const at = app.clock.now().toISOString();
  await addUnreached(app, MOST_SILENT, { host, failed: 1, failed_since: at });
  const other = await visitor(app);
  expect(seen(await other.send(PUT, aSubscription()))).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  expect((await rosa.send(PUT, { ...mine, kinds: [] })).statusCode).toBe(200);
  await db.updateTable('push_subscriptions').set({ failed: 0, reached_at: at }).where('id', '=', 'silent-0').execute();
  expect((await other.send(PUT, aSubscription())).statusCode).toBe(200);
});

it('subscriptions of one network that were never reached are bounded: a new one takes the place of one that failed, never of one that nobody tried', async () => {
  const app = await testApp();
  const { db } = app.context;
  const [rosa, other] = [await visitor(app), await visitor(app)];
  await rosa.send(PUT, aSubscription());
  const { id, network } = await db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
  await db.updateTable('push_subscriptions').set({ reached_at: app.clock.now().toISOString() }).execute();
  await addUnreached(app, MOST_UNREACHED, { network });
  await db.updateTable('push_subscriptions').set({ failed: 1 }).where('id', '=', 'silent-7').execute();
  const gone = async () => {
    const left = await db.selectFrom('push_subscriptions').select('id').execute();
    const ids = new Set([id, ...Array.from({ length: MOST_UNREACHED }, (_, n) => `silent-${n}`)]);
    return [...ids.difference(new Set(left.map((row) => row.id)))];
  };
  expect((await other.send(PUT, aSubscription())).statusCode).toBe(200);
  expect(await gone()).toEqual(['silent-7']);
  const late = await visitor(app);
  expect(seen(await late.send(PUT, aSubscription()))).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HERE' } });
  expect(await gone()).toEqual(['silent-7']);
});

it('subscriptions of a /48 are those of one network', async () => {
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: ['127.0.0.1'] } });
  for (const part of [1, 2]) {
    const browser = await visitor(app);
    await browser.send(PUT, aSubscription(), { 'x-forwarded-for': `2001:db8:1:${part}::1` });
  }
  const rows = await app.context.db.selectFrom('push_subscriptions').select('network').execute();
  expect(new Set(rows.map(({ network }) => network)).size).toBe(1);
});

it('subscriptions go with the device, and with what is forgotten', async () => {
  const app = await testApp();
  const rosa = await visitor(app);
  const tablet = await secondDeviceOf(app, rosa);
  for (const device of [rosa, tablet]) await device.send(PUT, aSubscription());
  const other = (await devicesOf(rosa)).find(({ current }) => !current);
  await rosa.send(`DELETE /api/devices/${other?.id}`);
  expect(await stored(app)).toHaveLength(1);
  await rosa.send('DELETE /api/visitor');
  expect(await stored(app)).toEqual([]);
});

it('subscriptions come along when a device joins another visitor', async () => {
  const app = await testApp();
  const [rosa, lena] = [await visitor(app), await visitor(app)];
  await lena.send(PUT, aSubscription());
  expect((await join(lena, await codeOf(rosa))).statusCode).toBe(200);
  const [row] = await stored(app);
  expect(row?.device_id).toBe(await deviceOf(app, lena));
  expect(await visitorOf(app, lena)).toBe(await visitorOf(app, rosa));
});

it('subscriptions are refused to strangers, and not stored for an organiser’s browser that is no visitor', async () => {
  const app = await testApp();
  const refused = await app.browser().send(PUT, aSubscription());
  expect(seen(refused)).toMatchObject({ status: 401, body: { code: 'NO_VISITOR' } });
  const admin = await app.admin();
  expect(seen(await admin.send(PUT, aSubscription()))).toEqual({ status: 200, body: { kinds: [] } });
  expect((await admin.send('DELETE /api/push/subscription')).statusCode).toBe(204);
  expect(await stored(app)).toEqual([]);
});

it('subscriptions are signed with one key, which every instance has', async () => {
  const app = await testApp();
  const { publicKey } = (await app.browser().send('GET /api/push/key')).json<{ publicKey: string }>();
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect((await app.browser().send('GET /api/push/key')).json()).toEqual({ publicKey });
});

describe('a subscription that is wrong', () => {
  const { p256dh, auth } = aSubscription().keys;
  const offCurve = Buffer.from(p256dh, 'base64url').fill(1, 40, 60).toString('base64url');
  const compressed = `A${p256dh.slice(1)}`;
  it.each<[string, object]>([
    ['without an endpoint', { endpoint: undefined }],
    ['on this machine', { endpoint: 'http://127.0.0.1:4920/x' }],
    ['in the network of the server', { endpoint: 'https://10.0.0.1/x' }],
    ['on another port', { endpoint: 'https://push.example.org:22/x' }],
    ['with an endless endpoint', { endpoint: `https://push.example.org/${'x'.repeat(2000)}` }],
    ['without keys', { keys: {} }],
    ['with a short key', { keys: { p256dh: p256dh.slice(1), auth } }],
    ['with a key that is no point', { keys: { p256dh: offCurve, auth } }],
    ['with a key in another form', { keys: { p256dh: compressed, auth } }],
    ['with a long secret', { keys: { p256dh, auth: `${auth}A` } }],
    ['with a kind that nobody tells', { kinds: ['advertisement'] }],
    ['with the same kind for ever', { kinds: Array(7).fill('called') }],
  ])('is refused: %s', async (_, said) => {
    const app = await testApp();
    const rosa = await visitor(app);
    const answer = await rosa.send(PUT, { ...aSubscription(), ...said });
    expect(seen(answer)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    expect(await stored(app)).toEqual([]);
  });

  it('may be on this machine where the setting allows it', async () => {
    const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: false, pushLoopback: true } });
    const rosa = await visitor(app);
    const service = await startPushService();
    const phone = service.phone('rosa');
    expect((await rosa.send(PUT, phone)).statusCode).toBe(200);
    const row = await app.context.db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
    const said = { key: 'k 1', tag: 'k', kind: 'urgent', body: '{"title":"Out!"}' } as const;
    expect(await app.deliver(row, { ...said, endsAt: '2100-01-01T00:00:00.000Z' })).toEqual({ kind: 'sent' });
    const { publicKey } = (await rosa.send('GET /api/push/key')).json<{ publicKey: string }>();
    expect(service.pushed[0]).toMatchObject({ phone: 'rosa', message: { title: 'Out!' }, signedBy: publicKey });
    await service.stop();
  });
});
