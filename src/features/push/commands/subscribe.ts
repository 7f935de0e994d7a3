/** Where devices get push messages, and the keys that sign them. */
import { createECDH, ECDH } from 'node:crypto';
import { claimMeta } from '#database/meta.ts';
import { brokeReference, brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { networkHash } from '#features/access/session.ts';
import { Refusal, raced } from '#platform/refusal.ts';
import type { Network } from '#platform/server/network.ts';
import type { PushKeys } from '../client.ts';
import type { Subscribing } from '../contract.ts';
import { endpointProblem, hostOf, normalEndpoint } from '../rules/endpoint.ts';
import type { Kind } from '../rules/kinds.ts';
import { MOST_SILENT, MOST_UNREACHED } from '../rules/silent.ts';
import * as store from '../store.ts';

/** Key in `meta` of both keys. */
export const PUSH_KEYS = 'push keys';

const CURVE = 'prime256v1';

/** Returns the keys of this festival; made at the first start and shared by all instances. */
export async function readPushKeys(db: Db): Promise<PushKeys> {
  const made = createECDH(CURVE);
  made.generateKeys();
  // Of one length also when the key begins with zeros.
  const privateKey = made.getPrivateKey('hex').padStart(64, '0');
  const keys = {
    publicKey: made.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey, 'hex').toString('base64url'),
  };
  return JSON.parse(await claimMeta(db, PUSH_KEYS, JSON.stringify(keys))) as PushKeys;
}

type Subscriber = { readonly deviceId: string; readonly network: Network };

/**
 * @throws Refusal BAD_INPUT; ENDPOINT_TAKEN when it is another device's; TOO_MANY_HERE when very many of the push service, or of the network, were never reached;
 * BUSY when the device was removed meanwhile.
 */
export async function subscribe(
  { db, newId, secret }: CommandContext,
  { deviceId, network: { key, wider } }: Subscriber,
  { endpoint: asked, keys, kinds }: Subscribing,
  loopback: boolean,
): Promise<Kind[]> {
  const endpoint = normalEndpoint(asked);
  const problem = endpointProblem(endpoint, loopback);
  if (problem !== null) throw new Refusal('BAD_INPUT', `The endpoint ${problem}.`, { field: 'endpoint' });
  if (!isPoint(keys.p256dh)) throw new Refusal('BAD_INPUT', 'The key p256dh is not on P-256.', { field: 'keys' });
  const [host, network] = [hostOf(endpoint), networkHash(secret, wider ?? key)];
  const row = {
    id: newId(),
    device_id: deviceId,
    endpoint,
    host,
    network,
    ...keys,
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
  };
  try {
    return await transact(db, async (tx) => {
      if ((await store.endpointOf(tx, deviceId)) !== endpoint) {
        const isFull =
          (await store.isSilent(tx, host, MOST_SILENT)) || !(await store.makeRoom(tx, network, MOST_UNREACHED));
        if (isFull)
          throw new Refusal('TOO_MANY_HERE', 'Many phones here could not be reached. Please try again later.');
      }
      return JSON.parse(await store.saveSubscription(tx, row)) as Kind[];
    });
  } catch (error) {
    if (brokeUnique(error))
      throw new Refusal('ENDPOINT_TAKEN', 'Another phone has this address. Subscribe anew.', { field: 'endpoint' });
    if (brokeReference(error)) throw raced('the device is another one’s now');
    throw error;
  }
}

function isPoint(p256dh: string): boolean {
  try {
    const bytes = Buffer.from(p256dh, 'base64url');
    return bytes[0] === 4 && ECDH.convertKey(bytes, CURVE).length > 0;
  } catch {
    return false;
  }
}

export const unsubscribe = ({ db }: CommandContext, deviceId: string): Promise<void> =>
  transact(db, (tx) => store.dropSubscriptionOf(tx, deviceId));
