import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Staff } from '#platform/staff.ts';
import { sessionWords } from '../rules/sessions.ts';
import * as store from '../store/callers.ts';
import type { CommandContext } from './writes.ts';

type Ended = { readonly action: string; readonly subject: string; readonly before: null; readonly after: null };

declare module './writes.ts' {
  interface Hooks {
    /** Records what an organiser did in the list of changes. */
    record(context: CommandContext, tx: Db, by: Staff, change: Ended): Promise<void>;
    /** Gives the changes of a session that have no name this one. */
    nameChanges(tx: Db, sessionId: string, name: string): Promise<void>;
  }
}

export const nameSession = ({ db, hooks }: CommandContext, { staff }: StaffCaller, name: string): Promise<void> =>
  transact(db, async (tx) => {
    await store.nameSession(tx, staff.sessionId, name);
    await hooks.nameChanges(tx, staff.sessionId, name);
  });

/** Ends all sessions but the caller's. Records nothing when there is no other. */
export const endOtherSessions = (context: CommandContext, caller: StaffCaller): Promise<void> =>
  transact(context.db, async (tx) => {
    const ended = await store.endOtherSessions(tx, caller.staff.sessionId);
    if (ended.length === 0) return;
    const subject = ended.map(sessionWords).join(', ');
    await context.hooks.record(context, tx, caller.staff, {
      action: 'other sessions ended',
      subject,
      before: null,
      after: null,
    });
  });
