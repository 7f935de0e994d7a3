/** Undoes what organisers did to places, for a minute. */
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record } from '#features/audit/commands.ts';
import { clearForfeits, playsIn } from '#features/brackets/commands/withdrawals.ts';
import { noteBracket } from '#features/brackets/store/brackets.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/notices/commands.ts';
import { withdraw } from '#features/notices/store.ts';
import { putBack } from '#features/rsvps/commands/seats.ts';
import { findStoredPlace } from '#features/rsvps/store.ts';
import { waitFirst } from '#features/waiting/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { tooLateToUndo, undoableSince } from '#platform/undo.ts';
import type { Undone } from '../contract.ts';
import * as rules from '../rules/verdicts.ts';
import * as store from '../store.ts';
import { auditedPlace, isTaken, named, noSuchPlace, type Place, release, rename } from './amend.ts';

const ACTIONS = { renamed: 'name restored', moved: 'place moved back', removed: 'place restored' } as const;

/**
 * Undoes an amendment within a minute.
 * @throws Refusal NOT_FOUND when it is too late or the place or event is gone, CHANGED_MEANWHILE, ALREADY_REGISTERED,
 * EVENT_FULL or RESULT_USED.
 */
export const undoAmendment = (context: CommandContext, caller: StaffCaller, id: string): Promise<Undone> =>
  transact(context.db, async (tx) => {
    const since = undoableSince(context.now());
    const beforeLock = await store.findAmendment(tx, id, since);
    if (beforeLock === null) throw tooLateToUndo();
    const { eventId: toId } = beforeLock.effect;
    const events = await lockEvents(tx, [beforeLock.place.event_id, ...(toId === undefined ? [] : [toId])]);
    const amendment = await store.takeAmendment(tx, id, since);
    if (amendment === null) throw tooLateToUndo();
    const event = events.find((one) => one.id === amendment.place.event_id);
    if (event === undefined) throw noSuchEvent();
    const undoing = { ...amendment, id, event, to: events.find((one) => one.id === toId) };
    const { kind, place } = amendment;
    const isRename = kind === 'renamed';
    const result = isRename ? await renameBack(context, tx, undoing) : await bringBack(context, tx, caller, undoing);
    const { outcome, present, cleared = [] } = result;
    const after = auditedPlace(outcome === 'place' ? place : { ...place, checked_in: 0 }, event);
    await record(context, tx, caller.staff, {
      action: outcome === 'place' ? ACTIONS[kind] : 'put first on the waiting list',
      who: named(place),
      subject: event.title,
      eventId: event.id,
      before: present && auditedPlace(present, undoing.to ?? event),
      after: cleared.length > 0 ? { ...after, cleared } : after,
    });
    return { playerName: place.player_name, eventTitle: event.title, outcome };
  });

type Undoing = store.TakenAmendment & {
  readonly id: string;
  readonly event: FestivalEvent;
  readonly to: FestivalEvent | undefined;
};

/** What an undo did, and the place as it was until then. */
type Result = {
  readonly outcome: Undone['outcome'];
  readonly present: Place | null;
  /** Titles of matches. */
  readonly cleared?: readonly string[];
};

async function renameBack(context: CommandContext, tx: Db, { event, place, effect }: Undoing): Promise<Result> {
  const present = await findStoredPlace(tx, place.id);
  if (present === null) throw noSuchPlace();
  if (present.player_name !== effect.name) {
    throw new Refusal('CHANGED_MEANWHILE', `This place now has another name: ${present.player_name}.`);
  }
  await rename(context, tx, event, present, place.player_name);
  return { outcome: 'place', present };
}

/** Gives a removed or moved place back, or its person the head of the line when the seat is taken. */
async function bringBack(context: CommandContext, tx: Db, caller: StaffCaller, undoing: Undoing): Promise<Result> {
  const { kind, place, event, to, effect } = undoing;
  if (await isTaken(tx, event.id, place.name_key)) throw rules.nameInUse(place.player_name);
  const present = kind === 'moved' ? await findStoredPlace(tx, place.id) : null;
  if (kind === 'moved') {
    if (to === undefined || present?.event_id !== to.id) throw noSuchPlace();
    throwRefusal(rules.whyNotLeave(present.player_name, await playsIn(tx, to.id, place.id)));
    await release(context, tx, to, place.id);
    await context.hooks.dropTapsOf(tx, place.id);
  }
  const { withdrawal } = effect;
  const forfeits = withdrawal && { eventId: event.id, placeId: place.id, withdrawal };
  const cleared = forfeits ? await clearForfeits(context, tx, caller, forfeits) : [];
  // A place that is given back in the bracket is shown under its present name.
  if (event.bracketDrawn) noteBracket(tx, event.id);
  const isBack = await putBack(context, tx, event, place);
  if (!isBack) await waitAgain(context, tx, event, place);
  if (event.bracketDrawn) await context.hooks.settleCalls(context, tx, event.id);
  await tellUndone(context, tx, undoing, isBack);
  return { outcome: isBack ? 'place' : 'waiting', present, cleared };
}

async function waitAgain(context: CommandContext, tx: Db, event: FestivalEvent, place: Place): Promise<void> {
  throwRefusal(rules.whyNotWaitAgain(event, context.now().toISOString()));
  await waitFirst(tx, {
    id: place.id,
    eventId: event.id,
    playerName: place.player_name,
    nameKey: place.name_key,
    playerEmail: place.player_email,
    visitorId: place.visitor_id,
    createdAt: place.created_at,
  });
}

/** A notice that nobody has seen is taken back; a seen one is followed by what holds now. */
async function tellUndone(context: CommandContext, tx: Db, { id, kind, place, event, to }: Undoing, isBack: boolean) {
  const { player_name: playerName, visitor_id: visitorId } = place;
  // A person who waits now has still lost the place.
  if (visitorId === null || (kind === 'removed' && !isBack)) return;
  if ((await withdraw(tx, visitorId, id)) && isBack) return;
  const news = { visitorId, playerName };
  if (!isBack) return notifyPlace(context, tx, { ...news, kind: 'removed', event });
  if (to === undefined) return notifyPlace(context, tx, { ...news, kind: 'promoted', event });
  return notifyPlace(context, tx, { ...news, kind: 'moved', event, from: to });
}
