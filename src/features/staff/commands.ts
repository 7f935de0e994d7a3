import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf, newToken } from '#features/access/session.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Desk, MOST_DEVICES } from './contract.ts';
import * as store from './store.ts';

/**
 * Opens the desk of a link. `present` is the hash of the device's cookie: a device has one desk, of the link that it opened last.
 * Returns the desk, and the token of a new cookie, or null for the present one.
 * @throws Refusal CODE_INVALID, or TOO_MANY_HERE on a fourth device.
 */
export const openDesk = (
  context: CommandContext,
  secret: string,
  present: string | null,
): Promise<{ desk: Desk; token: string | null }> =>
  transact(context.db, async (tx) => {
    const at = context.now().toISOString();
    const helper = await store.lockHelper(tx, hashOf(secret), at);
    if (helper === null)
      throw new Refusal('CODE_INVALID', 'This link does not work, or no longer. Ask the organisers for a new one.');
    const { id: helperId, ...desk } = helper;
    const desks = await store.listDesks(tx, helperId);
    if (desks.some(({ tokenHash }) => tokenHash === present)) return { desk, token: null };
    // The cookie of this device changes, so a desk of another link could never be left again.
    if (present !== null) await tx.deleteFrom('helper_desks').where('token_hash', '=', present).execute();
    if (desks.length >= MOST_DEVICES)
      throw new Refusal(
        'TOO_MANY_HERE',
        `This link is open on ${MOST_DEVICES} devices. Leave the desk on one of them, or ask an organiser to free one.`,
      );
    const token = newToken();
    const opened = { id: context.newId(), helper_id: helperId, token_hash: hashOf(token) };
    await tx
      .insertInto('helper_desks')
      .values({ ...opened, opened_at: at, last_used_at: at })
      .execute();
    return { desk, token };
  });
