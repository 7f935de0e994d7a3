/** Completes events. For a minute a completion can be undone: the only way back for an event's status. */
import type { Clocked } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import type { Hooks } from '#features/access/commands/writes.ts';
import type { StaffWork } from '#features/audit/commands.ts';
import {
  COMPLETION_UNDONE,
  delayFollowersAgain,
  lockEventOrThrow,
  lockWithFollowers,
} from '#features/events/commands.ts';
import type { undoCompletion as undone } from '#features/events/contract.ts';
import { edited } from '#features/events/rules/edits.ts';
import { changeEvent } from '#features/events/store.ts';
import { settleLine } from '#features/rsvps/commands/seats.ts';
import { endWaiting } from '#features/waiting/commands.ts';
import { throwRefusal } from '#platform/refusal.ts';
import { undoableSince } from '#platform/undo.ts';
import { whyNotComplete, whyNotUndo } from '../rules/completions.ts';
import * as store from '../store/brackets.ts';
import { settleCalls } from './calls.ts';
import { findBracket } from './reads.ts';

export const complete: Hooks['complete'] = async (context, tx, eventId, { onlyDecided }) => {
  if (onlyDecided) throwRefusal(whyNotComplete((await findBracket(tx, eventId))?.state ?? null));
  await store.completeEvent(tx, eventId, context.now().toISOString());
};

/** Puts a completed event back in progress, with its waiting list. */
export const undoCompletion: StaffWork<typeof undone> = async ({ context, tx, now, staff, params: { id }, note }) => {
  const lockedIds = await lockWithFollowers(tx, id);
  const before = await lockEventOrThrow(tx, id);
  if (before.status === 'in-progress') {
    await note(null);
    return before;
  }
  if (!(await store.undoCompletion(tx, id, undoableSince(now)))) throw whyNotUndo(before.status);
  await settleLine(context, tx, id);
  const resumed = await lockEventOrThrow(tx, id);
  await delayFollowersAgain({ context, tx }, resumed, lockedIds);
  // Calendars have it as planned since the completion.
  const after = resumed.lateMinutes > 0 ? await changeEvent(tx, id, edited(now)) : resumed;
  await settleCalls(context, tx, id);
  await context.hooks.awardPoints(context, tx, staff, after);
  await note({ action: COMPLETION_UNDONE, subject: before.title, eventId: id, before, after });
  return after;
};

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
