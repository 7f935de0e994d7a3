import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JobContext } from '#database/duties.ts';
import { databaseTime } from '#database/leases.ts';
import { transact } from '#database/transactions.ts';
import { addVisitor } from '#features/access/store/callers.ts';
import { HOUR, MINUTE } from '#platform/durations.ts';
import { jobContext, type TestClock, testClock, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { type PushService, startPushService } from '#testing/push-receiver.ts';
import { untilBlocked } from '#testing/races.ts';
import { outboxOf } from '#testing/subscriptions.ts';
import { openPush } from './client.ts';
import { deliverDue, readPushKeys, type Said, type Telling, tell } from './commands.ts';
import { dropEndedMessages, sendMessages } from './duties.ts';
import { KINDS } from './rules.ts';
import { takeDue } from './store.ts';

let service: PushService;
let clock: TestClock;
let context: JobContext;
/** What is true of every subject. */
let truth: Said | null;

const inOf = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
const say = ({ dueAt, ...said }: Partial<Telling> & { dueAt?: string } = {}) =>
  transact(context.db, async (tx) => {
    const telling = { key: 'k', kind: 'changed', to: 'everybody', about: {}, ...said } as const;
    await tell(context, tx, { endsAt: inOf(2 * HOUR), ...telling });
    if (dueAt !== undefined)
      await tx.updateTable('outbox').set({ due_at: dueAt }).where('key', '=', telling.key).execute();
  });
async function addPhone(name: string, at = service): Promise<void> {
  const { endpoint, keys } = at.phone(name);
  await addVisitor(context.db, { id: name, tokenHash: name, now: clock.now().toISOString() });
  const { host } = new URL(endpoint);
  const row = { id: name, device_id: name, endpoint, host, ...keys, kinds: JSON.stringify(KINDS) };
  await context.db.insertInto('push_subscriptions').values(row).execute();
}
/** As if so much time had passed since the messages were taken. */
const endLeases = () =>
  context.db
    .updateTable('outbox')
    .set({ lease_until: databaseTime(context.db, -1) })
    .where('lease_until', 'is not', null)
    .execute();
const got = () => service.pushed.map(({ phone, message }) => `${phone} ${message.tag}`).sort();

describe.each(DIALECTS)('%s', (dialect) => {
  beforeEach(async () => {
    service = await startPushService();
    onTestFinished(service.stop);
    // Ten in the evening.
    clock = testClock('2025-11-15T03:00:00.000Z');
    const base = await testContext(await freshDatabase(dialect), clock);
    const keys = await readPushKeys(base.db);
    const deliver = openPush({
      keys,
      subject: 'mailto:push@example.org',
      loopback: true,
      limitMs: 1500,
      now: clock.now,
    });
    truth = { title: 'Azul', body: 'Moved', url: '/schedule', told: '1' };
    const sayIt = async () => truth;
    const say = { starts: sayIt, changed: sayIt, promoted: sayIt, called: sayIt, points: sayIt, urgent: sayIt };
    context = jobContext(base, { deliver, hooks: { ...base.hooks, say } });
    for (const name of ['rosa', 'lena']) await addPhone(name);
  });

  it('sending the outbox sends each message once to each phone, and a key never again', async () => {
    expect(await sendMessages.hasWork?.(context)).toBe(false);
    await say();
    expect(await sendMessages.hasWork?.(context)).toBe(true);
    expect(await deliverDue(context)).toBe(2);
    expect(got()).toEqual(['lena k', 'rosa k']);
    expect(service.pushed[0]?.message).toEqual({
      key: expect.stringMatching(/^k ./),
      tag: 'k',
      kind: 'changed',
      title: 'Azul',
      body: 'Moved',
      url: '/schedule',
    });
    await say();
    expect([await sendMessages.hasWork?.(context), await deliverDue(context)]).toEqual([false, 0]);
    expect(service.asked).toBe(2);
  });

  it('sending the outbox sends nothing that is not worth telling any more, nor of a kind that was switched off', async () => {
    await say();
    await context.db.updateTable('push_subscriptions').set({ kinds: '["urgent"]' }).where('id', '=', 'rosa').execute();
    truth = null;
    expect(await deliverDue(context)).toBe(0);
    truth = { title: 'Azul', body: 'Moved', url: '/schedule', told: '1' };
    await say({ key: 'k2', to: { visitors: ['lena'] } });
    await say({ key: 'k3', kind: 'urgent', to: { visitors: ['rosa'] } });
    await context.db.updateTable('push_subscriptions').set({ kinds: '[]' }).where('id', '=', 'rosa').execute();
    expect(await deliverDue(context)).toBe(1);
    expect([got(), await sendMessages.hasWork?.(context)]).toEqual([['lena k2'], false]);
  });

  it('sending the outbox sends the newest of a subject, once, after a 503', async () => {
    service.fault = '503';
    for (const body of ['Attic', 'Pier']) {
      truth = { title: 'Azul', body, url: '/schedule', told: body };
      await say({ again: true });
      await deliverDue(context);
    }
    service.fault = null;
    clock.pass(MINUTE);
    expect(await deliverDue(context)).toBe(2);
    expect(service.pushed.map(({ message }) => message.body)).toEqual(['Pier', 'Pier']);
    const rows = await context.db.selectFrom('outbox').select('told').execute();
    expect(rows).toEqual([{ told: 'Pier' }, { told: 'Pier' }]);
  });

  it('sending the outbox sends again what was told anew while it was on its way, with what the phone knows', async () => {
    await say({ again: true, to: { visitors: ['rosa'] } });
    let isFirst = true;
    const deliver: typeof context.deliver = async (...sent) => {
      const outcome = await context.deliver(...sent);
      if (isFirst) {
        isFirst = false;
        truth = { title: 'Azul', body: 'Pier', url: '/schedule', told: '2' };
        await say({ again: true, to: { visitors: ['rosa'] } });
      }
      return outcome;
    };
    await deliverDue({ ...context, deliver });
    await deliverDue(context);
    expect(service.pushed.map(({ message }) => message.body)).toEqual(['Moved', 'Pier']);
    expect(new Set(service.pushed.map(({ message }) => message.key)).size).toBe(2);
    expect(await context.db.selectFrom('outbox').select('told').execute()).toEqual([{ told: '2' }]);
  });

  it('sending the outbox sends nothing before its time', async () => {
    await say({ dueAt: inOf(HOUR) });
    expect(await deliverDue(context)).toBe(0);
    clock.pass(HOUR);
    expect(await deliverDue(context)).toBe(2);
  });

  it('sending the outbox sends each once when two instances send at the same time', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await addPhone(name);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) await say({ key });
    const counts = await Promise.all([deliverDue(context), deliverDue(context), deliverDue(context)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(70);
    expect(new Set(got()).size).toBe(70);
    expect(service.pushed).toHaveLength(70);
  });

  it.each(['404', '410'] as const)(
    'sending the outbox drops the subscription at %s, with what it was to get',
    async (fault) => {
      service.faults.set('rosa', fault);
      await say({ key: 'later', dueAt: inOf(HOUR) });
      await say();
      expect(await deliverDue(context)).toBe(1);
      expect(await outboxOf(context.db)).toEqual(['lena k', 'lena later']);
    },
  );

  it.each([
    ['500', 5],
    ['503', 5],
    ['garbage', 5],
    ['reset', 5],
    ['slow', 5],
    ['redirect', 5],
    ['429', 90],
  ] as const)('sending the outbox tries again after %s, in %i s', async (fault, seconds) => {
    service.faults.set('rosa', fault);
    await say();
    expect(await deliverDue(context)).toBe(1);
    service.faults.clear();
    clock.pass(seconds * 1000 - 1);
    expect(await deliverDue(context)).toBe(0);
    clock.pass(1);
    expect(await deliverDue(context)).toBe(1);
    expect(got()).toEqual(['lena k', 'rosa k']);
  });

  it('sending the outbox waits no longer than an hour, whatever a push service asks', async () => {
    service.faults.set('rosa', '429');
    service.retryAfterS = 999_999_999;
    await say();
    await deliverDue(context);
    service.faults.clear();
    clock.pass(HOUR - 1);
    expect(await deliverDue(context)).toBe(0);
    clock.pass(1);
    expect(await deliverDue(context)).toBe(1);
  });

  it('sending the outbox takes no message that another takes in the same moment', async () => {
    await say();
    const now = clock.now().toISOString();
    const [taken, isTaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = transact(context.db, async (tx) => {
      const rows = await takeDue(tx, now, { most: 9, leaseMs: 30_000, silentHosts: [] });
      isTaken.resolve();
      await taken.promise;
      return rows.length;
    });
    await isTaken.promise;
    const second = takeDue(context.db, now, { most: 9, leaseMs: 30_000, silentHosts: [] });
    if (dialect === 'postgres') await untilBlocked(context.db, 1);
    taken.resolve();
    expect([await first, (await second).length]).toEqual([2, 0]);
  });

  it.each(['413', '403'] as const)('sending the outbox does not try again after %s', async (fault) => {
    service.faults.set('rosa', fault);
    await say();
    await deliverDue(context);
    const { asked } = service;
    for (let minute = 0; minute < 150; minute += 1) {
      clock.pass(MINUTE);
      await deliverDue(context);
    }
    expect(service.asked).toBe(asked);
  });

  it('sending the outbox sends late, and once, when the push service was away for an hour', async () => {
    service.fault = '500';
    await say();
    await say({ key: 'short', endsAt: inOf(HOUR / 2) });
    for (let minute = 0; minute < 60; minute += 1) {
      await deliverDue(context);
      await dropEndedMessages.run(context);
      clock.pass(MINUTE);
    }
    expect(service.asked).toBeLessThan(80);
    service.fault = null;
    clock.pass(5 * MINUTE);
    await deliverDue(context);
    expect(got()).toEqual(['lena k', 'rosa k']);
  });

  it('sending the outbox sends again what was taken by an instance that was killed, when its lease has ended', async () => {
    await say();
    const taken = await takeDue(context.db, clock.now().toISOString(), { most: 1, leaseMs: 30_000, silentHosts: [] });
    for (const { subscription, row } of taken) {
      const sent = { key: `${row.key} ${row.version}`, tag: row.key, kind: row.kind, body: '{}', endsAt: row.ends_at };
      await context.deliver(subscription, sent);
    }
    expect(await deliverDue(context)).toBe(1);
    expect(got()).toEqual(['lena k', 'rosa k']);
    await endLeases();
    expect(await deliverDue(context)).toBe(1);
    // The phone shows what has the same key once.
    expect(got()).toHaveLength(3);
    expect(new Set(service.pushed.map(({ phone, message }) => `${phone} ${message.key}`)).size).toBe(2);
  });

  it('sending the outbox holds up nobody for phones whose push service is silent, as a stranger could name many', async () => {
    const keys = await readPushKeys(context.db);
    const patient = { subject: 'mailto:push@example.org', loopback: true, limitMs: 60_000 };
    const silent = Array.from({ length: 120 }, (_, index) => `silent-${index}`);
    const strange = await startPushService();
    onTestFinished(strange.stop);
    strange.fault = 'slow';
    for (const name of silent) await addPhone(name, strange);
    await say({ key: 'first', to: { visitors: silent }, dueAt: inOf(-HOUR) });
    await say({ to: { visitors: ['rosa', 'lena'] } });
    const sending = deliverDue({ ...context, deliver: openPush({ keys, ...patient, now: clock.now }) });
    await vi.waitFor(() => expect(got()).toEqual(['lena k', 'rosa k']), 15_000);
    await strange.stop();
    clock.pass(2 * HOUR);
    expect(await sending).toBe(2);
  }, 60_000);

  it('sending the outbox reaches phones that were reached before, then new ones, then those that failed', async () => {
    for (const name of ['new', 'failing']) await addPhone(name);
    const set = (id: string, row: object) =>
      context.db.updateTable('push_subscriptions').set(row).where('id', '=', id).execute();
    await set('lena', { reached_at: inOf(-HOUR) });
    await set('rosa', { reached_at: inOf(-HOUR) });
    await set('failing', { failed: 1, failed_since: inOf(-HOUR) });
    await say();
    const now = clock.now().toISOString();
    const order: string[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      for (const { subscriptionId } of await takeDue(context.db, now, { most: 1, leaseMs: 30_000, silentHosts: [] }))
        order.push(subscriptionId);
    expect([order.slice(0, 2).sort(), ...order.slice(2)]).toEqual([['lena', 'rosa'], 'new', 'failing']);
  });

  it('sending the outbox gives a push service that leaves much unanswered nothing more', async () => {
    await say();
    const host = 'silent.example';
    await context.db.updateTable('push_subscriptions').set({ host }).where('id', '=', 'rosa').execute();
    const now = clock.now().toISOString();
    const claimed = await takeDue(context.db, now, { most: 9, leaseMs: 30_000, silentHosts: [host] });
    expect(claimed.map(({ subscriptionId }) => subscriptionId)).toEqual(['lena']);
  });

  it('sending the outbox counts failures in a row, and drops a phone after ten over a day while another was reached', async () => {
    service.faults.set('rosa', '500');
    const failures = () => context.db.selectFrom('push_subscriptions').select(['id', 'failed']).orderBy('id').execute();
    for (let time = 0; time < 9; time += 1) {
      await say({ key: `k${time}`, endsAt: inOf(MINUTE) });
      await deliverDue(context);
      clock.pass(3 * HOUR);
    }
    expect(await failures()).toEqual([
      { id: 'lena', failed: 0 },
      { id: 'rosa', failed: 9 },
    ]);
    // After the night.
    clock.pass(12 * HOUR);
    await say({ key: 'last' });
    await deliverDue(context);
    expect(await failures()).toEqual([{ id: 'lena', failed: 0 }]);
  });

  it('sending the outbox counts what a push service refuses as no silence of it', async () => {
    for (const [phone, fault] of [
      ['lena', '403'],
      ['rosa', '500'],
    ] as const)
      service.faults.set(phone, fault);
    await say();
    await deliverDue(context);
    const failures = context.db.selectFrom('push_subscriptions').select(['id', 'failed']).orderBy('id');
    expect(await failures.execute()).toEqual([
      { id: 'lena', failed: 0 },
      { id: 'rosa', failed: 1 },
    ]);
  });

  it('sending the outbox forgets failures once a phone is reached', async () => {
    service.faults.set('rosa', '500');
    await say();
    await deliverDue(context);
    service.faults.clear();
    clock.pass(MINUTE);
    await deliverDue(context);
    const rosa = context.db.selectFrom('push_subscriptions').select(['failed', 'failed_since', 'reached_at']);
    expect(await rosa.where('id', '=', 'rosa').execute()).toEqual([
      { failed: 0, failed_since: null, reached_at: clock.now().toISOString() },
    ]);
  });

  it('sending the outbox sends what was taken before the clock was set back by hours', async () => {
    await say();
    await takeDue(context.db, clock.now().toISOString(), { most: 2, leaseMs: 3 * HOUR, silentHosts: [] });
    expect(await deliverDue(context)).toBe(2);
  });

  it('sending the outbox stops taking messages when the program stops', async () => {
    const stopped = new AbortController();
    stopped.abort();
    await say();
    expect(await deliverDue({ ...context, signal: stopped.signal })).toBe(0);
    expect(service.asked).toBe(0);
  });

  it('sending the outbox lets people sleep until eight, unless it is urgent or about the next hour', async () => {
    clock.pass(4 * HOUR);
    await say({ endsAt: inOf(12 * HOUR) });
    await say({ key: 'soon', endsAt: inOf(HOUR) });
    await say({ key: 'fire', kind: 'urgent' });
    expect(await deliverDue(context)).toBe(4);
    expect(got()).toEqual(['lena fire', 'lena soon', 'rosa fire', 'rosa soon']);
    clock.pass(6 * HOUR - 1);
    expect(await deliverDue(context)).toBe(0);
    clock.pass(1);
    expect(await deliverDue(context)).toBe(2);
  });

  it('sending the outbox deletes what has ended, sent or not', async () => {
    await say();
    await deliverDue(context);
    await say({ key: 'unsent', dueAt: inOf(HOUR) });
    clock.pass(2 * HOUR - 1);
    expect(await dropEndedMessages.run(context)).toBe(0);
    clock.pass(1);
    expect(await dropEndedMessages.run(context)).toBe(4);
  });
});
