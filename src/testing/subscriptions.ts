/** Phones that get push messages, and what the outbox has for them. */
import { createECDH, randomBytes } from 'node:crypto';
import type { Db } from '#database/schema.ts';
import { KINDS, type Kind } from '#features/push/rules/kinds.ts';

/** Subscribes a device; of a visitor's first device the id is the visitor's. */
export const subscribe = (db: Db, deviceId: string, kinds: readonly Kind[] = KINDS) =>
  db
    .insertInto('push_subscriptions')
    .values({
      id: `s-${deviceId}`,
      device_id: deviceId,
      endpoint: `https://push.example.org/${deviceId}`,
      p256dh: 'key',
      auth: 'auth',
      kinds: JSON.stringify(kinds),
    })
    .execute();

/** Returns "subscription key" of every row. */
export async function outboxOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('outbox').select(['subscription_id', 'key']).execute();
  return rows.map(({ subscription_id, key }) => `${subscription_id} ${key}`).sort();
}

let made = 0;

/** What a browser sends that subscribed at a push service of the internet. */
export function aSubscription(number = ++made) {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.org/${number}`, keys };
}
