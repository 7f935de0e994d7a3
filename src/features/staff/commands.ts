/** Makes, opens and stops helpers' links. */
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { hashOf, newToken } from '#features/access/session.ts';
import { record } from '#features/audit/commands.ts';
import { findEvent, readLastStart } from '#features/events/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Desk, NewHelper } from './contract.ts';
import { MOST_DEVICES, MOST_HELPERS } from './limits.ts';
import { endAfter, latestEnd, suggestedEnd, whyNotEnd } from './rules/ends.ts';
import * as store from './store.ts';

type Festival = Parameters<typeof suggestedEnd>[2];
type Made = Desk & { readonly id: string; readonly secret: string };

type End = { readonly eventId: string | null; readonly typedEnd: string | undefined };

/**
 * Returns when a link ends, and what is stored of it: null while it follows its event.
 * @throws Refusal BAD_INPUT, or NOT_FOUND for an unknown event.
 */
async function endOfLink(tx: Db, { eventId, typedEnd }: End, now: Date, festival: Festival) {
  const event = eventId === null ? null : await findEvent(tx, eventId);
  if (eventId !== null && event === null) throw new Refusal('NOT_FOUND', 'There is no such event.');
  const lastStart = await readLastStart(tx);
  if (typedEnd !== undefined) throwRefusal(whyNotEnd(typedEnd, now, latestEnd(now, festival, lastStart)));
  const endsAt = typedEnd ?? suggestedEnd(event, now, festival, lastStart);
  const followsEvent = typedEnd === undefined && event !== null && endsAt === endAfter(event);
  return { event, endsAt, stored: followsEvent ? null : endsAt };
}

/**
 * Makes a helper and the secret of their link, of which only the hash is stored.
 * @throws Refusal BAD_INPUT, NOT_FOUND for an unknown event, or TOO_MANY_HERE.
 */
export const makeHelper = (
  context: CommandContext,
  caller: StaffCaller,
  { name, role, eventId = null, location = null, endsAt }: NewHelper,
  festival: Festival,
): Promise<Made> =>
  transact(context.db, async (tx) => {
    const now = context.now();
    if (eventId !== null && location !== null)
      throw new Refusal('BAD_INPUT', 'A helper works at one event or in one room, not both.', { field: 'location' });
    const { event, endsAt: end, stored } = await endOfLink(tx, { eventId, typedEnd: endsAt }, now, festival);
    if ((await store.listHelpers(tx, now.toISOString())).length >= MOST_HELPERS)
      throw new Refusal('TOO_MANY_HERE', `There are ${MOST_HELPERS} helpers. Stop some of them first.`);
    const secret = newToken();
    const desk = { name, role, eventId, location, endsAt: end };
    const id = context.newId();
    await store.addHelper(tx, { ...desk, endsAt: stored, id, secretHash: hashOf(secret), now: now.toISOString() });
    const after = { name, role, event: event?.title ?? null, location, endsAt: end };
    await record(context, tx, caller.staff, { action: 'helper added', subject: name, before: null, after });
    return { ...desk, id, secret };
  });

const stoppedBefore = () => new Refusal('NOT_FOUND', 'This helper was stopped already.');

/** Changes when a link ends. @throws Refusal NOT_FOUND or BAD_INPUT. */
export const extendHelper = (
  context: CommandContext,
  caller: StaffCaller,
  { id, endsAt }: { readonly id: string; readonly endsAt: string | undefined },
  festival: Festival,
): Promise<void> =>
  transact(context.db, async (tx) => {
    const helper = await store.findHelper(tx, id);
    if (helper === null) throw stoppedBefore();
    const end = await endOfLink(tx, { eventId: helper.eventId, typedEnd: endsAt }, context.now(), festival);
    if (!(await store.setEnd(tx, id, end.stored))) throw stoppedBefore();
    await record(context, tx, caller.staff, {
      action: 'helper extended',
      subject: helper.name,
      before: { endsAt: helper.endsAt },
      after: { endsAt: end.endsAt },
    });
  });

/** Closes the desk on one device. @throws Refusal NOT_FOUND when it was closed already. */
export const freeDevice = (context: CommandContext, caller: StaffCaller, deskId: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const helperId = await store.deleteDesk(tx, deskId);
    const helper = helperId === null ? null : await store.findHelper(tx, helperId);
    if (helper === null) throw new Refusal('NOT_FOUND', 'The desk on this device was closed already.');
    const { name: subject, role } = helper;
    await record(context, tx, caller.staff, { action: 'device freed', subject, before: { role }, after: null });
  });

/** Ends the link and closes its desks. @throws Refusal NOT_FOUND when it was stopped already. */
export const stopHelper = (context: CommandContext, caller: StaffCaller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const stopped = await store.deleteHelper(tx, id);
    if (stopped === null) throw stoppedBefore();
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
        `This link is open on ${MOST_DEVICES} devices. Leave the desk on one of them, or ask an organiser to free one.`,
      );
    const token = newToken();
    await store.addDesk(tx, { id: context.newId(), helperId, tokenHash: hashOf(token), now });
    return { desk, token };
  });
