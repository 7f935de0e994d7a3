import { noteChange, transact } from '#database/transactions.ts';
import { type CommandContext, presentCaller, throwPresentRefusal } from '#features/access/commands/writes.ts';
import { lockVisitor, readDevice } from '#features/access/store/callers.ts';
import { record } from '#features/audit/commands.ts';
import { raiseGeneration } from '#features/calendar/store.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { topicOfLeft } from '#platform/server/topics.ts';
import { lastDevice, whyNotRemove } from '../rules.ts';
import * as store from '../store.ts';
import { personsIn } from './handover.ts';

/**
 * Removes a device: at its next request it is a stranger. The code that the visitor's devices show is void, because a
 * stolen one may have made it, and so are the calendar addresses, which it may know.
 * @throws Refusal NOT_FOUND, NOT_YOURS, LAST_DEVICE.
 */
export const removeDevice = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const device = await readDevice(tx, id);
    if (device === null) throw noSuchDevice();
    await throwPresentRefusal(tx, caller, (by) => whyNotRemove(device.visitorId, by));
    const { visitorId } = device;
    await lockVisitor(tx, visitorId);
    // Again: two devices that remove each other would leave places that nobody can cancel.
    const by = await presentCaller(tx, caller);
    throwRefusal(whyNotRemove(visitorId, by));
    if (visitorId === by.visitorId && (await store.countDevices(tx, [visitorId])) === 1) throw lastDevice();
    if (!(await store.removeDevice(tx, device))) throw noSuchDevice();
    await store.dropCodeOf(tx, visitorId);
    await raiseGeneration(tx, visitorId);
    noteChange(tx, topicOfLeft(visitorId));
    if (visitorId === by.visitorId || by.staff === null) return;
    const people = personsIn(await store.listHoldings(tx, { visitorIds: [visitorId] }));
    const about = people[0] === undefined ? { subject: 'somebody without places' } : { who: people[0] };
    await record(context, tx, by.staff, { action: 'device removed', ...about, before: { people }, after: null });
  });

const noSuchDevice = (): Refusal => new Refusal('NOT_FOUND', 'This device was removed already.');
