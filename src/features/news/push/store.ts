/** SQL of the outbox: one row for each message and phone. */
import { type Selectable, sql } from 'kysely';
import { databaseTime } from '#database/leases.ts';
import { isPostgres } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import { MINUTE } from '#platform/durations.ts';
import type { Subscription } from './client.ts';
import { isGone, KINDS, type Kind, type Recipients } from './rules.ts';

type NewRows = Pick<Schema['outbox'], 'key' | 'about' | 'version' | 'due_at' | 'ends_at'> & { readonly kind: Kind };

/** Its topic; no screen watches it. */
export const OUTBOX = 'outbox';

const inEvent = (db: Db, table: 'rsvps' | 'waiting_entries' | 'event_stars', eventId: string) =>
  db.selectFrom(table).select('visitor_id').where('event_id', '=', eventId);

/**
 * Adds a row for every phone of these people that wants the kind, in one statement. A phone that has one of this key is left out, or
 * told `again`: what waits or was sent is then due in its newest version.
 */
export async function addRows(db: Db, to: Recipients, row: NewRows, again: boolean): Promise<void> {
  let phones = db.selectFrom('push_subscriptions').where('kinds', 'like', `%"${row.kind}"%`);
  if (to !== 'everybody') {
    const devices = db
      .selectFrom('devices')
      .select('id')
      .where(({ eb, or }) => {
        if ('visitors' in to) return eb('visitor_id', 'in', to.visitors);
        const other = to.isStart ? 'event_stars' : 'waiting_entries';
        const tables = ['rsvps', other] as const;
        return or(tables.map((table) => eb('visitor_id', 'in', inEvent(db, table, to.eventId))));
      });
    phones = phones.where('device_id', 'in', devices);
  }
  // A subscription that is deleted meanwhile would break the reference.
  if (isPostgres(db)) phones = phones.forKeyShare();
  const { key, kind, about, version, due_at, ends_at } = row;
  const added = await db
    .insertInto('outbox')
    .columns(['key', 'subscription_id', 'kind', 'about', 'version', 'due_at', 'ends_at'])
    .expression(
      phones.select(({ val, ref }) => [
        val(key).as('key'),
        ref('push_subscriptions.id').as('subscription_id'),
        val<string>(kind).as('kind'),
        val(about).as('about'),
        val(version).as('version'),
        val(due_at).as('due_at'),
        val(ends_at).as('ends_at'),
      ]),
    )
    .onConflict((conflict) => {
      const present = conflict.columns(['key', 'subscription_id']);
      return again ? present.doUpdateSet({ version, due_at, ends_at, tries: 0, sent_at: null }) : present.doNothing();
    })
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows) noteChange(db, OUTBOX);
}

type NewSubscription = Pick<
  Schema['push_subscriptions'],
  'id' | 'device_id' | 'endpoint' | 'p256dh' | 'auth' | 'network'
> & { readonly host: string; readonly kinds: string | null };

const NEVER_TRIED = { failed: 0, failed_since: null, reached_at: null } as const;

export const endpointOf = async (db: Db, deviceId: string): Promise<string | undefined> =>
  (await db.selectFrom('push_subscriptions').select('endpoint').where('device_id', '=', deviceId).executeTakeFirst())
    ?.endpoint;

/** Whether a push service left so many addresses unanswered, and has reached no phone. */
export async function isSilent(db: Db, host: string, most: number): Promise<boolean> {
  const { tried, reached } = await db
    .selectFrom('push_subscriptions')
    .select(({ fn }) => [fn.countAll().as('tried'), fn.count('reached_at').as('reached')])
    .where('host', '=', host)
    .where((eb) => eb.or([eb('failed', '>', 0), eb('reached_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(reached) === 0 && Number(tried) >= most;
}

/**
 * Returns whether a network may have one more address where so many of it were never reached. For that one goes that failed: of those that
 * did most often the oldest. Those that nobody has tried yet stay: they may be a hotel's.
 */
export async function makeRoom(db: Db, network: string, most: number): Promise<boolean> {
  const unreached = db.selectFrom('push_subscriptions').where('network', '=', network).where('reached_at', 'is', null);
  const { count } = await unreached.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  if (Number(count) < most) return true;
  const oldest = await unreached
    .innerJoin('devices', 'devices.id', 'push_subscriptions.device_id')
    .select('push_subscriptions.id')
    .where('failed', '>', 0)
    .orderBy('failed', 'desc')
    .orderBy('created_at')
    .limit(1)
    .execute();
  await dropSubscriptions(
    db,
    oldest.map(({ id }) => id),
  );
  return oldest.length > 0;
}

/**
 * Makes this the only subscription of its device, and returns its kinds. Those of another device with the same endpoint and
 * secret are this browser's from before it lost its cookie.
 */
export async function saveSubscription(db: Db, { kinds, ...row }: NewSubscription): Promise<string> {
  const { id: _, device_id, ...address } = row;
  const { endpoint, auth } = address;
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .where('device_id', '!=', device_id)
    .execute();
  const former = await endpointOf(db, device_id);
  const saved = await db
    .insertInto('push_subscriptions')
    .values({ ...row, kinds: kinds ?? JSON.stringify(KINDS) })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({
        ...address,
        ...(former === endpoint ? {} : NEVER_TRIED),
        ...(kinds === null ? {} : { kinds }),
      }),
    )
    .returning('kinds')
    .executeTakeFirstOrThrow();
  return saved.kinds;
}

export const hasPhones = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('push_subscriptions').select('id').limit(1).executeTakeFirst()) !== undefined;

export async function dropSubscriptionOf(db: Db, deviceId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('device_id', '=', deviceId).execute();
}

/** For a restored file: its subscriptions are for the keys of its festival. */
export async function dropAllSubscriptions(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').execute();
}

/** A row that this instance holds, and the phone that it is for. */
export type Taken = {
  readonly subscriptionId: string;
  readonly host: string;
  readonly subscription: Subscription;
  readonly visitorId: string;
  readonly isWanted: boolean;
  readonly row: Pick<Selectable<Schema['outbox']>, 'key' | 'about' | 'version' | 'told' | 'ends_at' | 'tries'> & {
    readonly kind: Kind;
  };
};

/** A longer lease is of a clock that was set back since. */
const LONGEST_LEASE_MS = MINUTE;

const isWaiting = (db: Db, now: string) =>
  sql<boolean>`sent_at is null and due_at <= ${now} and ends_at > ${now} and (lease_until is null or lease_until not between ${databaseTime(db)} and ${databaseTime(db, LONGEST_LEASE_MS)})`;

export async function hasDue(db: Db, now: string): Promise<boolean> {
  return (
    (await db.selectFrom('outbox').select('key').where(isWaiting(db, now)).limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Takes so many due messages for `leaseMs`, in one conditional update: first those of phones that were reached before, then of new
 * ones, last of those that failed; of equals the oldest. `silentHosts` get none.
 */
export async function takeDue(
  db: Db,
  now: string,
  {
    most,
    leaseMs,
    silentHosts,
  }: { readonly most: number; readonly leaseMs: number; readonly silentHosts: readonly string[] },
): Promise<Taken[]> {
  const due = db
    .selectFrom('outbox')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'outbox.subscription_id')
    .select(['outbox.key', 'outbox.subscription_id'])
    .where(isWaiting(db, now))
    .$if(silentHosts.length > 0, (query) => query.where('push_subscriptions.host', 'not in', silentHosts))
    .orderBy('push_subscriptions.failed')
    .orderBy((eb) => eb.case().when('push_subscriptions.reached_at', 'is', null).then(1).else(0).end())
    .orderBy('outbox.due_at')
    .limit(most)
    .$asTuple('key', 'subscription_id');
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({ lease_until: databaseTime(db, leaseMs), tries: eb('tries', '+', 1) }))
    .where(({ eb, refTuple }) => eb(refTuple('key', 'subscription_id'), 'in', due))
    // Asked again once the row is locked: another instance may have taken it meanwhile.
    .where(isWaiting(db, now))
    .returning(['key', 'subscription_id', 'kind', 'about', 'version', 'told', 'ends_at', 'tries'])
    .execute();
  if (rows.length === 0) return [];
  const ids = new Set(rows.map(({ subscription_id }) => subscription_id));
  const found = await db
    .selectFrom('push_subscriptions')
    .innerJoin('devices', 'devices.id', 'push_subscriptions.device_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth', 'host', 'kinds', 'visitor_id as visitorId'])
    .where('push_subscriptions.id', 'in', [...ids])
    .execute();
  const phones = new Map(found.map(({ id, ...phone }) => [id, phone]));
  return rows.flatMap(({ subscription_id, kind, ...row }) => {
    const phone = phones.get(subscription_id);
    if (phone === undefined) return [];
    const { host, kinds, visitorId, ...subscription } = phone;
    const isWanted = (JSON.parse(kinds) as string[]).includes(kind);
    const taken = { subscriptionId: subscription_id, host, subscription, visitorId, isWanted };
    return [{ ...taken, row: { ...row, kind: kind as Kind } }];
  });
}

/** Notes that these phones were reached. */
export async function noteReached(db: Db, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  const reached = { failed: 0, failed_since: null, reached_at: now };
  await db.updateTable('push_subscriptions').set(reached).where('id', 'in', ids).execute();
}

/** Notes that these phones were not reached once more, and drops those that are gone. */
export async function noteFailed(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const failed = await db
    .updateTable('push_subscriptions')
    .set((eb) => ({
      failed: eb('failed', '+', 1),
      failed_since: eb.fn.coalesce('failed_since', eb.val(now.toISOString())),
    }))
    .where('id', 'in', ids)
    .returning(['id', 'host', 'failed', 'failed_since as failedSince'])
    .execute();
  const hosts = [...new Set(failed.map(({ host }) => host))];
  const reached = await db
    .selectFrom('push_subscriptions')
    .select(['host', ({ fn }) => fn.max('reached_at').as('at')])
    .where('host', 'in', hosts)
    .where('failed', '=', 0)
    .groupBy('host')
    .execute();
  const reachedAt = new Map(reached.map(({ host, at }) => [host, at]));
  const gone = failed.filter((phone) =>
    isGone({ ...phone, failedSince: phone.failedSince ?? '' }, reachedAt.get(phone.host) ?? null, now),
  );
  await dropSubscriptions(
    db,
    gone.map(({ id }) => id),
  );
}

/**
 * Ends the lease of these rows of one key: they were sent, were not worth it, or are due at another time. What was told again
 * meanwhile stays due, and knows what was `told`.
 */
export async function release(
  db: Db,
  { key, version }: { readonly key: string; readonly version: string },
  subscriptionIds: readonly string[],
  { told, ...fate }: { readonly told?: string; readonly sent_at?: string; readonly due_at?: string },
): Promise<void> {
  const update = () => db.updateTable('outbox').where('key', '=', key).where('subscription_id', 'in', subscriptionIds);
  await update()
    .set({ lease_until: null, ...(told !== undefined && { told }) })
    .execute();
  await update().set(fate).where('version', '=', version).where('sent_at', 'is', null).execute();
}

export async function dropSubscriptions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', ids).execute();
}

export async function dropEnded(db: Db, now: string): Promise<number> {
  const dropped = await db.deleteFrom('outbox').where('ends_at', '<=', now).executeTakeFirst();
  return Number(dropped.numDeletedRows);
}

/** For a restored file: what it has not sent was sent after it was made. */
export async function dropUnsent(db: Db): Promise<void> {
  await db.deleteFrom('outbox').where('sent_at', 'is', null).execute();
}
