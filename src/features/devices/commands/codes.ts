/** Codes by which a device joins a visitor or takes over what an organiser hands over. Only their keyed hash is stored. */
import { createHmac } from 'node:crypto';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { Throttle } from '#features/access/commands/throttle.ts';
import { type CommandContext, DeviceMoved } from '#features/access/commands/writes.ts';
import { type Device, lockVisitor, readDevice } from '#features/access/store/callers.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Network } from '#platform/server/network.ts';
import { newCode } from '#platform/server/new-code.ts';
import { CODE_LENGTH, CODE_WORKS_MS, codeLimits, tooManyCodes } from '../rules.ts';
import * as store from '../store.ts';

/** A new code, to be shown once. */
export type NewCode = { readonly code: string; readonly until: string };

/** Keyed, because 40 bits of a plain hash can be tried out. */
export const hashOfCode = ({ secret }: Pick<CommandContext, 'secret'>, code: string): string =>
  createHmac('sha256', secret).update(`device code ${code}`).digest('hex');

/** Returns the time after which a code that works was made. */
export const workingSince = ({ now }: Pick<CommandContext, 'now'>): string =>
  new Date(now().getTime() - CODE_WORKS_MS).toISOString();

/** Stores a new code in the caller's transaction. */
export async function addNewCode(context: CommandContext, tx: Db, purpose: store.Purpose): Promise<NewCode> {
  const code = newCode(CODE_LENGTH);
  const now = context.now();
  await store.addCode(tx, hashOfCode(context, code), purpose, now.toISOString());
  return { code, until: new Date(now.getTime() + CODE_WORKS_MS).toISOString() };
}

/**
 * Makes a code with which another device joins the visitor, and voids the visitor's earlier one.
 * @throws Refusal BUSY when the calling device was removed meanwhile.
 */
export const makeJoinCode = (context: CommandContext, device: Device): Promise<NewCode> =>
  transact(context.db, async (tx) => {
    // Removing the device takes the same lock: the code is added before that and deleted with the device, or refused here.
    await lockVisitor(tx, device.visitorId);
    if ((await readDevice(tx, device.id))?.visitorId !== device.visitorId) throw new DeviceMoved();
    return addNewCode(context, tx, { kind: 'join', visitorId: device.visitorId });
  });

/** Limits wrong codes; right ones are refunded. */
export const codeThrottle = ({ visitorId }: Caller, network: Network): Throttle => ({
  ...codeLimits(visitorId, network),
  sentence: tooManyCodes,
});
