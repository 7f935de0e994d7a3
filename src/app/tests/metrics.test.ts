/** /metrics of the whole app: who may read it, and that each metric moves when its thing happens. */
import { expect, it, vi } from 'vitest';
import { metricsServer } from '#platform/server/metrics.ts';
import { seen, type TestApp, testApp } from '#testing/app.ts';
import { CHANNEL, startDiscord, TOKEN } from '#testing/discord.ts';
import { aRegistration } from '#testing/factories.ts';
import { METRICS_TOKEN, measuredApp, parseMetrics, readMetrics, risen } from '#testing/metrics.ts';
import { get, openClient } from '#testing/sockets.ts';

const NO_SUCH_CALL = { status: 404, body: { code: 'NO_SUCH_CALL', message: 'There is no such call.' } };
const LOCKED = { status: 401, body: { code: 'LOCKED', message: 'The metrics need the token of METRICS_TOKEN.' } };

it('/metrics is 404 like any unknown address without a setting', async () => {
  const app = await testApp();
  expect(app.metrics).toBeNull();
  expect(seen(await app.browser().send('GET /metrics'))).toEqual(NO_SUCH_CALL);
});

it('/metrics is 401 without the token, and never stored by a cache', async () => {
  const app = await measuredApp();
  const ask = (headers: Record<string, string>) => app.browser().send('GET /metrics', undefined, headers);
  const wrong = ['', 'Bearer', `Bearer ${METRICS_TOKEN}x`, `Bearer ${METRICS_TOKEN.slice(1)}`];
  const authorizations = [...wrong, `Basic ${METRICS_TOKEN}`, METRICS_TOKEN].map((authorization) => ({
    authorization,
  }));
  for (const headers of [{}, ...authorizations]) {
    const answer = await ask(headers);
    expect([headers, seen(answer), answer.headers['www-authenticate']]).toEqual([headers, LOCKED, 'Bearer']);
  }
  const answer = await ask({ authorization: `Bearer ${METRICS_TOKEN}` });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
});

it('/metrics is only on its own port when it has one, which serves nothing else', async () => {
  const own = { own: { port: 0, host: '127.0.0.1' }, token: null };
  const app = await testApp('sqlite', { settings: { publicUrl: null, trustProxy: false, metrics: own } });
  if (app.metrics === null) throw new Error('no metrics');
  const server = metricsServer(app.metrics, null);
  expect(seen(await app.browser().send('GET /metrics'))).toEqual(NO_SUCH_CALL);
  const there = await server.inject('/metrics');
  expect(parseMetrics(there.body).get('boardwalk_live_streams')).toBe(0);
  expect(seen(await server.inject('/api/events'))).toEqual(NO_SUCH_CALL);
  expect(seen(await metricsServer(app.metrics, METRICS_TOKEN).inject('/metrics'))).toEqual(LOCKED);
});

const requests = (method: string, route: string, status: number): string =>
  `boardwalk_http_requests_total{method="${method}",route="${route}",status="${status}"}`;
const timed = (method: string, route: string): string =>
  `boardwalk_http_request_duration_seconds_count{method="${method}",route="${route}"}`;

it('the metrics count a registration, its request, its statements and its commit', async () => {
  const app = await measuredApp();
  const id = await app.event();
  const rise = await risen(app, () => app.browser().send('POST /api/rsvps', aRegistration(id)));
  expect(rise).toMatchObject({
    'boardwalk_registrations_total{by="visitor"}': 1,
    [requests('POST', '/api/rsvps', 201)]: 1,
    [timed('POST', '/api/rsvps')]: 1,
    'boardwalk_database_duration_seconds_count{kind="commit"}': 1,
  });
  expect(rise['boardwalk_database_duration_seconds_count{kind="insert"}']).toBeGreaterThan(1);
  expect(rise['boardwalk_database_duration_seconds_sum{kind="insert"}']).toBeGreaterThan(0);
});

it('the metrics count an organiser’s walk-in apart from visitors’ registrations', async () => {
  const app = await measuredApp();
  const id = await app.event();
  const admin = await app.admin();
  const rise = await risen(app, () => admin.send(`POST /api/events/${id}/rsvps`, { playerName: 'Alex' }));
  expect(rise).toMatchObject({ 'boardwalk_registrations_total{by="organiser"}': 1 });
  expect(rise).not.toHaveProperty('boardwalk_registrations_total{by="visitor"}');
});

it('the metrics count refusals by code, and faults of the program as BROKEN', async () => {
  const app = await measuredApp();
  const rise = await risen(app, async () => {
    await app.browser().send('DELETE /api/events/x');
    await app.browser().send('POST /api/users', '{', { 'content-type': 'application/json' });
    await app.context.db.schema.alterTable('users').renameTo('elsewhere').execute();
    await app.browser().send('GET /api/users');
    await app.context.db.schema.alterTable('elsewhere').renameTo('users').execute();
  });
  expect(rise).toMatchObject({
    'boardwalk_refusals_total{code="LOCKED"}': 1,
    'boardwalk_refusals_total{code="BAD_JSON"}': 1,
    'boardwalk_refusals_total{code="BROKEN"}': 1,
  });
});

it('the metrics count transactions that share a commit', async () => {
  const app = await measuredApp();
  const phones = Array.from({ length: 6 }, () => app.browser());
  const rise = await risen(app, () =>
    Promise.all(phones.map((phone, n) => phone.send('POST /api/users', { name: `P${n}` }))),
  );
  expect(rise.boardwalk_database_group_size_sum).toBe(6);
  expect(rise.boardwalk_database_group_size_count).toBeLessThan(6);
});

it('the metrics tell the connections to PostgreSQL', async () => {
  const app = await measuredApp('postgres');
  // A starting program reads the messages for open pages meanwhile.
  const read = await vi.waitFor(async () => {
    const now = await readMetrics(app);
    expect(now.get('boardwalk_database_connections{state="busy"}')).toBe(0);
    return now;
  });
  expect(read.get('boardwalk_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(read.get('boardwalk_database_waiting')).toBe(0);
});

it('the metrics count reads of kept answers, and what is kept', async () => {
  const app = await measuredApp();
  const rise = await risen(app, async () => {
    for (let n = 0; n < 3; n += 1) await app.browser().send('GET /api/events');
  });
  expect(rise).toMatchObject({
    'boardwalk_cache_reads_total{cache="answers",result="miss"}': 1,
    'boardwalk_cache_reads_total{cache="answers",result="hit"}': 2,
    'boardwalk_cache_entries{cache="answers"}': 1,
    'boardwalk_cache_bytes{cache="answers"}': 2,
  });
});

it('the metrics count live streams, their messages and bytes, and no time of theirs', async () => {
  const app = await measuredApp('sqlite', { limits: { streams: 1 } });
  const port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
  const open = async () => {
    const client = openClient(port);
    client.write(get('/api/live?watch=users'));
    await expect.poll(() => client.heard()).toContain('retry: 3000');
    return client;
  };
  expect(await risen(app, open)).toMatchObject({ boardwalk_live_streams: 1 });
  const told = await risen(app, () => app.browser().send('POST /api/users', { name: 'Alex' }));
  expect(told).toMatchObject({ boardwalk_live_messages_total: 1 });
  expect(told.boardwalk_live_bytes_total).toBeGreaterThan(10);
  const ended = requests('GET', '/api/live', 200);
  const replaced = await risen(app, async () => {
    await open();
    await expect.poll(async () => (await readMetrics(app)).get(ended)).toBe(1);
  });
  expect(replaced).toMatchObject({ [ended]: 1 });
  expect(replaced).not.toHaveProperty('boardwalk_live_streams');
  expect(replaced).not.toHaveProperty([timed('GET', '/api/live')]);
});

it('the metrics tell when Discord was read, its failures, and that it is not asked any more', async () => {
  const discord = await startDiscord();
  try {
    const channel = { id: CHANNEL, token: TOKEN, apiUrl: discord.url, cdnUrl: new URL(discord.url).origin };
    const app = await measuredApp('sqlite', { channel });
    const read = async (): Promise<unknown> => app.browser().send('GET /api/discord/announcements');
    const first = await risen(app, read);
    expect(first.boardwalk_discord_last_success_timestamp_seconds).toBe(app.clock.now().getTime() / 1000);
    app.clock.pass(120_000);
    discord.fault = '401';
    const second = await risen(app, read);
    expect(second).toMatchObject({ boardwalk_discord_failures_total: 1, boardwalk_discord_stopped: 1 });
  } finally {
    await discord.stop();
  }
});

it('the metrics tell memory, processor time and the delay of the event loop', async () => {
  const read = await readMetrics(await measuredApp());
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    expect([name, read.get(name)]).toEqual([name, expect.any(Number)]);
  }
  expect([...read.keys()].filter((line) => /active_|open_fds/.test(line))).toEqual([]);
});

/** What a visitor may send. None of it may be in a label. */
const MARK = 'zzmarkzz';

async function sendMarks(app: TestApp): Promise<void> {
  const id = await app.event({ title: MARK });
  const phone = app.browser();
  await phone.send('POST /api/rsvps', aRegistration(id, { playerName: MARK, playerEmail: `${MARK}@example.org` }));
  await phone.send(`GET /api/events/${MARK}`);
  await phone.send(`GET /${MARK}?${MARK}=${MARK}`, undefined, { host: MARK, 'user-agent': MARK, cookie: `${MARK}=1` });
  await phone.send(`DELETE /api/rsvps/${MARK}`);
  await phone.send(`GET /api/events/%zz${MARK}`);
  await phone.send(`PROPFIND /${MARK}`);
  await phone.send('POST /api/users', { [MARK]: MARK });
  await phone.send('GET /metrics', undefined, { authorization: `Bearer ${MARK}` });
}

it('has no label from a request, so that strangers add no lines', async () => {
  const app = await measuredApp();
  const text = async () => (await app.metrics?.text()) ?? '';
  await sendMarks(app);
  expect(await text()).toContain('route="/api/rsvps/:id"');
  expect(await text()).not.toMatch(new RegExp(`${MARK}|127\\.0\\.0\\.1|[0-9a-f]{8}-[0-9a-f]{4}-`, 'i'));
  await readMetrics(app);
  const lines = (await readMetrics(app)).size;
  for (let n = 0; n < 50; n += 1) await app.browser().send(`GET /nowhere-${n}/${n}`);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) await app.browser().send(`${method} /api/nowhere`);
  const after = await readMetrics(app);
  expect(after.get(requests('ANY', 'unknown', 404))).toBeGreaterThan(50);
  expect(after.size).toBe(lines);
});
