/** Makes, opens and stops helpers' links. */
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf, newToken } from '#features/access/session.ts';
import { record } from '#features/audit/commands.ts';
import { endOf } from '#features/events/rules/clock.ts';
import { findEvent } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Desk, NewHelper } from './contract.ts';
import { MOST_DEVICES, MOST_HELPERS } from './limits.ts';
import { suggestedEnd, whyNotEnd } from './rules/ends.ts';
import * as store from './store.ts';

type Made = Desk & { readonly id: string; readonly secret: string };

/**
 * Makes a helper and the secret of their link, of which only the hash is stored.
 * @throws Refusal BAD_INPUT, NOT_FOUND for an unknown event, or TOO_MANY_HERE.
 */
export const makeHelper = (
  context: CommandContext,
  caller: StaffCaller,
  { name, role, eventId = null, location = null, endsAt }: NewHelper,
  zone: string,
): Promise<Made> =>
  transact(context.db, async (tx) => {
    const now = context.now();
    if (eventId !== null && location !== null)
      throw new Refusal('BAD_INPUT', 'A helper works at one event or in one room, not both.', { field: 'location' });
    const event = eventId === null ? null : await findEvent(tx, eventId);
    if (eventId !== null && event === null) throw new Refusal('NOT_FOUND', 'There is no such event.');
    const end = endsAt ?? suggestedEnd(event === null ? null : endOf(event), now, zone);
    throwRefusal(whyNotEnd(end, now));
    if ((await store.countHelpers(tx, now.toISOString())) >= MOST_HELPERS)
      throw new Refusal('TOO_MANY_HERE', `There are ${MOST_HELPERS} helpers. Stop some of them first.`);
    const secret = newToken();
    const desk = { name, role, eventId, location, endsAt: end };
    const id = context.newId();
    await store.addHelper(tx, { ...desk, id, secretHash: hashOf(secret), now: now.toISOString() });
    const after = { name, role, event: event?.title ?? null, location, endsAt: end };
    await record(context, tx, caller.staff, { action: 'helper added', subject: name, before: null, after });
    return { ...desk, id, secret };
  });

/** Ends the link and closes its desks. @throws Refusal NOT_FOUND when it was stopped already. */
export const stopHelper = (context: CommandContext, caller: StaffCaller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const stopped = await store.deleteHelper(tx, id);
    if (stopped === null) throw new Refusal('NOT_FOUND', 'This helper was stopped already.');
    const { name, role } = stopped;
    await record(context, tx, caller.staff, {
      action: 'helper stopped',
      subject: name,
      before: { name, role },
      after: null,
    });
  });

const linkOver = () =>
  new Refusal('CODE_INVALID', 'This link does not work, or no longer. Ask the organisers for a new one.');

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
    const now = context.now().toISOString();
    const helper = await store.lockHelper(tx, hashOf(secret), now);
    if (helper === null) throw linkOver();
    const { id: helperId, ...desk } = helper;
    const desks = await store.listDesks(tx, helperId);
    if (desks.some(({ tokenHash }) => tokenHash === present)) return { desk, token: null };
    // The cookie of this device changes, so a desk of another link could never be left again.
    if (present !== null) await store.deleteDeskOf(tx, present);
    if (desks.length >= MOST_DEVICES)
      throw new Refusal(
        'TOO_MANY_HERE',
        `This link is open on ${MOST_DEVICES} devices. Leave the desk on one of them, or ask for another link.`,
      );
    const token = newToken();
    await store.addDesk(tx, { id: context.newId(), helperId, tokenHash: hashOf(token), now });
    return { desk, token };
  });
