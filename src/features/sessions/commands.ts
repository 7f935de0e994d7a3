import { transact } from '#database/connect.ts';
import type { World } from '#features/access/commands.ts';
import * as access from '#features/access/store.ts';
import { record } from '#features/audit/commands.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import { shortSession } from './rules.ts';

/** @throws Refusal NOT_FOUND when it has ended already. */
export const endSession = (world: World, asking: Asking, id: string): Promise<void> =>
  transact(world.db, async (tx) => {
    if (!(await access.endSession(tx, id))) throw new Refusal('NOT_FOUND', 'This session has ended already.');
    const subject = `session ${shortSession(id)}`;
    await record(world, tx, asking, { action: 'session ended', subject, before: null, after: null });
  });

/** Ends all sessions but the caller's. Records nothing when there is no other. */
export const endOtherSessions = (world: World, asking: Asking): Promise<void> =>
  transact(world.db, async (tx) => {
    const ended = await access.endOtherSessions(tx, asking.adminSessionId ?? '');
    if (ended.length === 0) return;
    const subject = ended.map((id) => `session ${shortSession(id)}`).join(', ');
    await record(world, tx, asking, { action: 'other sessions ended', subject, before: null, after: null });
  });
