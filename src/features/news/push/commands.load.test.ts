import { expect, it, onTestFinished } from 'vitest';
import { transact } from '#database/transactions.ts';
import { HOUR } from '#platform/durations.ts';
import { jobContext, testContext } from '#testing/context.ts';
import { DIALECTS, freshDatabase } from '#testing/database.ts';
import { startPushService } from '#testing/push-receiver.ts';
import { openPush } from './client.ts';
import { deliverDue, readPushKeys, tell } from './commands.ts';
import { KINDS } from './rules.ts';

const PHONES = 1000;

it.each(DIALECTS)(
  'tells a thousand phones in 10 s of work, on %s',
  async (dialect) => {
    const service = await startPushService();
    onTestFinished(service.stop);
    const base = await testContext(await freshDatabase(dialect));
    const keys = await readPushKeys(base.db);
    const deliver = openPush({ keys, subject: 'mailto:push@example.org', loopback: true, now: base.now });
    const created_at = base.now().toISOString();
    const names = Array.from({ length: PHONES }, (_, index) => `phone-${index}`);
    const visitors = names.map((id) => ({ id, hold_key: id, network: null, created_at }));
    const devices = names.map((id) => ({ id, visitor_id: id, token_hash: id, created_at, last_seen_at: created_at }));
    const phones = names.map((id) => {
      const { endpoint, keys } = service.phone(id);
      return { id, device_id: id, endpoint, ...keys, kinds: JSON.stringify(KINDS) };
    });
    await base.db.insertInto('visitors').values(visitors).execute();
    await base.db.insertInto('devices').values(devices).execute();
    await base.db.insertInto('push_subscriptions').values(phones).execute();
    const since = process.cpuUsage();
    const endsAt = new Date(base.now().getTime() + HOUR).toISOString();
    const message = { id: 'm', text: 'Leave the hall', audience: 'everybody', event_id: null } as const;
    const by = { by_name: null, by_role: 'organiser' } as const;
    await base.db
      .insertInto('messages')
      .values({ ...message, ...by, urgent: 1, created_at, ends_at: endsAt })
      .execute();
    await transact(base.db, (tx) =>
      tell(base, tx, {
        key: 'k',
        kind: 'urgent',
        to: 'everybody',
        about: { messageId: 'm' },
        endsAt,
      }),
    );
    expect(await deliverDue(jobContext(base, { deliver }))).toBe(PHONES);
    expect(new Set(service.pushed.map(({ phone }) => phone)).size).toBe(PHONES);
    // Of the push service, too; what others do on this machine does not count.
    const { user, system } = process.cpuUsage(since);
    expect((user + system) / 1_000_000).toBeLessThan(10);
  },
  60_000,
);
