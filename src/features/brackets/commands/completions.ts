/** Completes events. For a minute a completion can be undone: the only way back for an event's status. */
import type { Clocked } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext, Hooks } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import {
  COMPLETION_UNDONE,
  delayFollowersAgain,
  lockEventOrThrow,
  lockWithFollowers,
} from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { edited } from '#features/events/rules/edits.ts';
import { changeEvent } from '#features/events/store.ts';
import { settleLine } from '#features/rsvps/commands/seats.ts';
import { endWaiting } from '#features/waiting/commands.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { undoableSince } from '#platform/undo.ts';
import { whyNotComplete, whyNotUndo } from '../rules/completions.ts';
import * as store from '../store/brackets.ts';
import { settleCalls } from './calls.ts';
import { findBracket } from './reads.ts';

export const complete: Hooks['complete'] = async (context, tx, eventId, { onlyDecided }) => {
  if (onlyDecided) throwRefusal(whyNotComplete((await findBracket(tx, eventId))?.state ?? null));
  await store.completeEvent(tx, eventId, context.now().toISOString());
};

/** Puts a completed event back in progress, with its waiting list. @throws Refusal NOT_FOUND or STATUS_ORDER. */
export const undoCompletion = (context: CommandContext, caller: StaffCaller, id: string): Promise<FestivalEvent> =>
  transact(context.db, async (tx) => {
    const lockedIds = await lockWithFollowers(tx, id);
    const before = await lockEventOrThrow(tx, id);
    if (before.status === 'in-progress') return before;
    if (!(await store.undoCompletion(tx, id, undoableSince(context.now())))) throw whyNotUndo(before.status);
    await settleLine(context, tx, id);
    const resumed = await lockEventOrThrow(tx, id);
    await delayFollowersAgain({ context, tx }, resumed, lockedIds);
    // Calendars have it as planned since the completion.
    const after = resumed.lateMinutes > 0 ? await changeEvent(tx, id, edited(context.now())) : resumed;
    await settleCalls(context, tx, id);
    await context.hooks.awardPoints(context, tx, caller.staff, after);
    await record(context, tx, caller.staff, {
      action: COMPLETION_UNDONE,
      subject: before.title,
      eventId: id,
      before,
      after,
    });
    return after;
  });

/** Makes completions final that can't be undone any more, and ends their waiting lists. Returns how many. */
export async function finishCompletions({ db, now }: Clocked): Promise<number> {
  const until = undoableSince(now());
  let finished = 0;
  for (const eventId of await store.listToFinish(db, until)) {
    const isFinal = await transact(db, async (tx) => {
      if (!(await store.finishCompletion(tx, eventId, until))) return false;
      await endWaiting(tx, eventId);
      return true;
    });
    if (isFinal) finished += 1;
  }
  return finished;
}
