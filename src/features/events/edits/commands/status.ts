/** Starts and completes events. For a minute a completion can be undone: the only way back for an event's status. */
import type { Clocked, DutyContext } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffWork } from '#features/audit/commands.ts';
import { wasDone } from '#features/audit/store.ts';
import { settleCalls } from '#features/brackets/commands/calls.ts';
import { findBracket } from '#features/brackets/commands/reads.ts';
import { whyNotComplete, whyNotUndo } from '#features/brackets/rules/completions.ts';
import * as brackets from '#features/brackets/store/brackets.ts';
import { awardPoints } from '#features/points/commands/events.ts';
import { settleLine } from '#features/rsvps/commands/seats.ts';
import { endWaiting } from '#features/waiting/commands.ts';
import { throwRefusal } from '#platform/refusal.ts';
import { undoableSince } from '#platform/undo.ts';
import { lockEventOrThrow, noteEvent } from '../../commands.ts';
import type * as contract from '../../contract.ts';
import type { FestivalEvent } from '../../contract.ts';
import { edited } from '../../rules/edits.ts';
import { isDue, isDueToEnd, whyDraft, whyNotMoveTo } from '../../rules/status.ts';
import * as store from '../../store.ts';
import { delayFollowers, delayFollowersAgain, type InTransaction, lockWithFollowers, onTime } from './delays.ts';

const ACTIONS = { upcoming: 'event announced', 'in-progress': 'event started', completed: 'event completed' } as const;

export const changeStatus: StaffWork<typeof contract.changeStatus> = async (given) => {
  const { context, tx, staff, params, body, note } = given;
  const { status, onlyDecided = false } = body;
  const lockedIds = status === 'completed' ? await lockWithFollowers(tx, params.id) : [];
  const before = await lockEventOrThrow(tx, params.id);
  throwRefusal(whyDraft(before) ?? whyNotMoveTo(before.status, status));
  if (before.status === status) {
    await note(null);
    return before;
  }
  const after =
    status === 'completed'
      ? await complete(given, before, { onlyDecided, lockedIds })
      : await store.setStatus(tx, before.id, status);
  await settleCalls(context, tx, before.id);
  if (status === 'completed') await awardPoints(context, tx, staff, after);
  await noteEvent(given, ACTIONS[status], { before, after });
  return after;
};

/** Starts each event whose time has come. Returns how many. */
export async function startDue(context: Clocked & DutyContext): Promise<number> {
  const { db, now } = context;
  const due = (await store.listEvents(db)).filter((event) => isDue(event, now().toISOString()));
  let started = 0;
  for (const { id } of due) {
    await transact(db, async (tx) => {
      // An organiser may have started or moved it meanwhile.
      const event = await store.lockEvent(tx, id);
      if (event === null || !isDue(event, now().toISOString())) return;
      await store.setStatus(tx, id, 'in-progress');
      await settleCalls(context, tx, id);
      started += 1;
    });
  }
  return started;
}

/** The action on the list of changes. */
export const COMPLETION_UNDONE = 'completion undone';

/** Completes each event that has ended, unless its completion was undone. Returns how many. */
export async function endDue(context: CommandContext): Promise<number> {
  const { db, now } = context;
  const isOver = (event: FestivalEvent | null) => event !== null && isDueToEnd(event, now().toISOString());
  let ended = 0;
  for (const { id } of (await store.listEvents(db)).filter(isOver)) {
    await transact(db, async (tx) => {
      const lockedIds = await lockWithFollowers(tx, id);
      // An organiser may have completed or moved it meanwhile.
      const event = await store.lockEvent(tx, id);
      if (event === null || !isOver(event)) return;
      // Who undid its completion ends it.
      if (await wasDone(tx, id, COMPLETION_UNDONE)) return;
      await complete({ context, tx }, event, { onlyDecided: false, lockedIds });
      await settleCalls(context, tx, id);
      ended += 1;
    });
  }
  return ended;
}

type Completion = { readonly onlyDecided: boolean; readonly lockedIds: readonly string[] };

async function complete(work: InTransaction, event: FestivalEvent, { onlyDecided, lockedIds }: Completion) {
  const { context, tx } = work;
  await delayFollowers(work, event, onTime(event), lockedIds);
  if (onlyDecided) throwRefusal(whyNotComplete((await findBracket(tx, event.id))?.state ?? null));
  await brackets.completeEvent(tx, event.id, context.now().toISOString());
  return event.lateMinutes > 0
    ? store.changeEvent(tx, event.id, edited(context.now()))
    : lockEventOrThrow(tx, event.id);
}

/** Puts a completed event back in progress, with its waiting list. */
export const undoCompletion: StaffWork<typeof contract.undoCompletion> = async ({
  context,
  tx,
  now,
  staff,
  params: { id },
  note,
}) => {
  const lockedIds = await lockWithFollowers(tx, id);
  const before = await lockEventOrThrow(tx, id);
  if (before.status === 'in-progress') {
    await note(null);
    return before;
  }
  if (!(await brackets.undoCompletion(tx, id, undoableSince(now)))) throw whyNotUndo(before.status);
  await settleLine(context, tx, id);
  const resumed = await lockEventOrThrow(tx, id);
  await delayFollowersAgain({ context, tx }, resumed, lockedIds);
  // Calendars have it as planned since the completion.
  const after = resumed.lateMinutes > 0 ? await store.changeEvent(tx, id, edited(now)) : resumed;
  await settleCalls(context, tx, id);
  await awardPoints(context, tx, staff, after);
  await note({ action: COMPLETION_UNDONE, subject: before.title, eventId: id, before, after });
  return after;
};

/** Makes completions final that can't be undone any more, and ends their waiting lists. Returns how many. */
export async function finishCompletions({ db, now }: Clocked): Promise<number> {
  const until = undoableSince(now());
  let finished = 0;
  for (const eventId of await brackets.listToFinish(db, until)) {
    const isFinal = await transact(db, async (tx) => {
      if (!(await brackets.finishCompletion(tx, eventId, until))) return false;
      await endWaiting(tx, eventId);
      return true;
    });
    if (isFinal) finished += 1;
  }
  return finished;
}
