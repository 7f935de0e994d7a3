import { noteChange } from '#database/changes.ts';
import { transact } from '#database/connect.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { holdVisitor, readDevice } from '#features/access/store.ts';
import { record } from '#features/audit/commands.ts';
import { topicOfLeft } from '#platform/live.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { whyNotRemove } from '../rules.ts';
import * as store from '../store.ts';
import { personsIn } from './handover.ts';

/**
 * Removes a device: at its next request it is a stranger. The code that the visitor's devices show is void, because a
 * stolen one may have made it. @throws Refusal NOT_FOUND, NOT_YOURS.
 */
export const removeDevice = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const device = await readDevice(tx, id);
    if (device === null) throw noSuchDevice();
    throwRefusal(whyNotRemove(device.visitorId, caller));
    const { visitorId } = device;
    await holdVisitor(tx, visitorId);
    if (!(await store.removeDevice(tx, device))) throw noSuchDevice();
    await store.dropCodeOf(tx, visitorId);
    noteChange(tx, topicOfLeft(visitorId));
    if (visitorId === caller.visitorId) return;
    const people = personsIn(await store.listHeld(tx, { visitorIds: [visitorId] }));
    const about = people[0] === undefined ? { subject: 'somebody without places' } : { who: people[0] };
    await record(context, tx, caller, { action: 'device removed', ...about, before: { people }, after: null });
  });

const noSuchDevice = (): Refusal => new Refusal('NOT_FOUND', 'This device was removed already.');
