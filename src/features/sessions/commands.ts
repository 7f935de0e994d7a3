import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import * as access from '#features/access/store.ts';
import { record } from '#features/audit/commands.ts';
import { shortSession } from '#features/audit/rules/short-session.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import * as store from './store.ts';

/** @throws Refusal NOT_FOUND when it has ended already. */
export const endSession = (context: CommandContext, caller: Caller, id: string): Promise<void> =>
  transact(context.db, async (tx) => {
    if (!(await access.endSession(tx, id))) throw new Refusal('NOT_FOUND', 'This session has ended already.');
    const subject = `session ${shortSession(id)}`;
    await record(context, tx, caller, { action: 'session ended', subject, before: null, after: null });
  });

/** Ends all sessions but the caller's. Records nothing when there is no other. */
export const endOtherSessions = (context: CommandContext, caller: Caller): Promise<void> =>
  transact(context.db, async (tx) => {
    const ended = await store.endOtherSessions(tx, caller.adminSessionId ?? '');
    if (ended.length === 0) return;
    const subject = ended.map((id) => `session ${shortSession(id)}`).join(', ');
    await record(context, tx, caller, { action: 'other sessions ended', subject, before: null, after: null });
  });
