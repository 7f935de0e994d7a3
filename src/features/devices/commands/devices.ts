import { noteChange } from '#database/changes.ts';
import { transact } from '#database/connect.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { readDevice } from '#features/access/store.ts';
import { topicOfLeft } from '#platform/live.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { whyNotRemove } from '../rules.ts';
import * as store from '../store.ts';

/** Removes another device of the visitor: at its next request it is a stranger. @throws Refusal NOT_FOUND, NOT_YOURS. */
export const removeDevice = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    const device = await readDevice(tx, id);
    if (device === null) throw noSuchDevice();
    throwRefusal(whyNotRemove(device.visitorId, caller));
    if (!(await store.removeDevice(tx, device))) throw noSuchDevice();
    noteChange(tx, topicOfLeft(device.visitorId));
  });

const noSuchDevice = (): Refusal => new Refusal('NOT_FOUND', 'This device was removed already.');
