/** SQL of the outbox: one row for each message and phone. */
import { sql } from 'kysely';
import { databaseTime } from '#database/leases.ts';
import { isPostgres } from '#database/portable.ts';
import type { Db, Schema } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import { MINUTE } from '#platform/durations.ts';
import type { PushMessage, Subscription } from './client.ts';
import { KINDS, type Kind, type Recipients } from './rules/kinds.ts';

type NewRows = Pick<Schema['outbox'], 'key' | 'body' | 'due_at' | 'ends_at'> & { readonly kind: Kind };

/** Its topic; no screen watches it. */
export const OUTBOX = 'outbox';

const inEvent = (db: Db, table: 'rsvps' | 'waiting_entries', eventId: string) =>
  db.selectFrom(table).select('visitor_id').where('event_id', '=', eventId);

/** Adds a row for every phone of these people that wants the kind and has not got this key yet, in one statement. */
export async function addRows(db: Db, to: Recipients, row: NewRows): Promise<void> {
  let phones = db.selectFrom('push_subscriptions').where('kinds', 'like', `%"${row.kind}"%`);
  if (to !== 'everybody') {
    const devices = db
      .selectFrom('devices')
      .select('id')
      .where(({ eb, or }) => {
        if ('visitors' in to) return eb('visitor_id', 'in', to.visitors);
        const tables = to.placesOnly ? (['rsvps'] as const) : (['rsvps', 'waiting_entries'] as const);
        return or(tables.map((table) => eb('visitor_id', 'in', inEvent(db, table, to.eventId))));
      });
    phones = phones.where('device_id', 'in', devices);
  }
  // A subscription that is deleted meanwhile would break the reference.
  if (isPostgres(db)) phones = phones.forKeyShare();
  const { key, kind, body, due_at, ends_at } = row;
  const added = await db
    .insertInto('outbox')
    .columns(['key', 'subscription_id', 'kind', 'body', 'due_at', 'ends_at'])
    .expression(
      phones.select(({ val, ref }) => [
        val(key).as('key'),
        ref('push_subscriptions.id').as('subscription_id'),
        val<string>(kind).as('kind'),
        val(body).as('body'),
        val(due_at).as('due_at'),
        val(ends_at).as('ends_at'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['key', 'subscription_id']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows) noteChange(db, OUTBOX);
}

type NewSubscription = Omit<Schema['push_subscriptions'], 'kinds'> & { readonly kinds: string | null };

/**
 * Makes this the only subscription of its device, and returns its kinds. Those of another device with the same endpoint and
 * secret are this browser's from before it lost its cookie.
 */
export async function saveSubscription(db: Db, { kinds, ...row }: NewSubscription): Promise<string> {
  const { id, device_id, ...address } = row;
  const { endpoint, auth } = address;
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .where('device_id', '!=', device_id)
    .execute();
  const saved = await db
    .insertInto('push_subscriptions')
    .values({ ...row, kinds: kinds ?? JSON.stringify(KINDS) })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ ...address, ...(kinds === null ? {} : { kinds }) }),
    )
    .returning('kinds')
    .executeTakeFirstOrThrow();
  return saved.kinds;
}

export async function dropSubscriptionOf(db: Db, deviceId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('device_id', '=', deviceId).execute();
}

/** For a restored file: its subscriptions are for the keys of its festival. */
export async function dropAllSubscriptions(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').execute();
}

/** A message that this instance holds, and where it goes. */
export type Claimed = {
  readonly subscriptionId: string;
  readonly subscription: Subscription;
  readonly message: PushMessage;
  readonly tries: number;
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

/** Takes so many due messages for `leaseMs`, the oldest first, in one conditional update. */
export async function claimDue(db: Db, now: string, most: number, leaseMs: number): Promise<Claimed[]> {
  const oldest = db
    .selectFrom('outbox')
    .select(['key', 'subscription_id'])
    .where(isWaiting(db, now))
    .orderBy('due_at')
    .limit(most)
    .$asTuple('key', 'subscription_id');
  const rows = await db
    .updateTable('outbox')
    .set((eb) => ({ lease_until: databaseTime(db, leaseMs), tries: eb('tries', '+', 1) }))
    .where(({ eb, refTuple }) => eb(refTuple('key', 'subscription_id'), 'in', oldest))
    // Asked again once the row is locked: another instance may have taken it meanwhile.
    .where(isWaiting(db, now))
    .returning(['key', 'subscription_id', 'kind', 'body', 'ends_at', 'tries'])
    .execute();
  if (rows.length === 0) return [];
  const ids = new Set(rows.map(({ subscription_id }) => subscription_id));
  const found = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('id', 'in', [...ids])
    .execute();
  const subscriptions = new Map(found.map(({ id, ...subscription }) => [id, subscription]));
  return rows.flatMap(({ key, subscription_id, kind, body, ends_at, tries }) => {
    const subscription = subscriptions.get(subscription_id);
    const message = { key, kind: kind as Kind, body, endsAt: ends_at };
    return subscription === undefined ? [] : [{ subscriptionId: subscription_id, subscription, message, tries }];
  });
}

/** Ends the lease of these messages of one key: they were sent, or are due at another time. */
export async function release(
  db: Db,
  key: string,
  subscriptionIds: readonly string[],
  fate: { readonly sent_at: string } | { readonly due_at: string },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...fate, lease_until: null })
    .where('key', '=', key)
    .where('subscription_id', 'in', subscriptionIds)
    .where('sent_at', 'is', null)
    .execute();
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
