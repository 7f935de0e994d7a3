/** Points of events: what a completed event gives, and what it gave. Only `awardPoints` writes them. */
import type { Db } from '#database/schema.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { record, type StaffWork } from '#features/audit/commands.ts';
import { findAwards, hasPlace } from '#features/brackets/commands/reads.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type {
  chooseAccount as chosenAccount,
  EventAwards,
  FestivalEvent,
  giveEventPoints as givenEventPoints,
} from '#features/events/contract.ts';
import { findEvent, lockEvent } from '#features/events/store.ts';
import { auditedUser } from '#features/people/users/rules.ts';
import { listHiddenUsers } from '#features/people/users/store/deletions.ts';
import * as users from '#features/people/users/store/users.ts';
import { isolated } from '#platform/names.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Staff } from '#platform/staff.ts';
import { whyNotPoints, whyNotUndoBelow } from '../rules.ts';
import * as store from '../store.ts';
import { newEntry } from './entries.ts';

/**
 * Gives a completed event's points, and takes back those of an event that is in progress again. What is given already stays. Locks
 * the standings after the event, so that nothing is given twice.
 * @throws Refusal CHANGED_MEANWHILE where a later correction counts points that would change.
 */
export async function awardPoints(context: CommandContext, tx: Db, by: Staff, event: FestivalEvent): Promise<void> {
  const { awards } =
    event.status === 'completed' ? await findAwards(tx, event, await store.listChosen(tx, event.id)) : { awards: [] };
  if (awards.length === 0 && (await store.listGivenBy(tx, event.id)).length === 0) return;
  const freeze = await store.lockFreeze(tx, context.now);
  const given = new Map((await store.listGivenBy(tx, event.id)).map((entry) => [entry.userId, entry]));
  const wanted = new Map(awards.map((award) => [award.userId ?? '', award]));
  const isKept = (userId: string) => given.get(userId)?.points === wanted.get(userId)?.points;
  // A hidden account has no award as it cannot be found, and may be restored: only an undo takes its points.
  const hidden = event.status === 'completed' ? await listHiddenUsers(tx) : [];
  const staying = new Set(hidden.map(({ user }) => user.id));
  const gone = [...given.values()].filter(({ userId }) => !isKept(userId) && !staying.has(userId));
  for (const entry of gone) throwRefusal(whyNotUndoBelow(await store.findSetAfter(tx, entry), entry.name));
  const added = [...wanted].filter(([userId]) => userId !== '' && !isKept(userId) && !staying.has(userId));
  const changes = [
    ...gone.map((entry) => ({
      user_id: entry.userId,
      points: -entry.points,
      reason: `Undone: ${entry.reason}`,
      undoes: entry.id,
    })),
    ...added.map(([user_id, { points, reason }]) => ({ user_id, points, reason })),
  ];
  if (changes.length === 0) return;
  const locked = await users.lockUsers(
    tx,
    changes.map(({ user_id }) => user_id),
  );
  for (const user of locked)
    throwRefusal(whyNotPoints(user, (wanted.get(user.id)?.points ?? 0) - (given.get(user.id)?.points ?? 0)));
  const present = new Set(locked.map(({ id }) => id));
  const entries = changes
    .filter(({ user_id }) => present.has(user_id))
    .map((points) => newEntry(context, by, { kind: 'event', event_id: event.id, ...points }));
  await store.addEntries(tx, entries, freeze);
  await record(context, tx, by, {
    action: added.length === 0 ? 'points of an event undone' : 'points of an event given',
    subject: event.title,
    eventId: event.id,
    before: null,
    // Who got what is in the ledger.
    after: { people: present.size },
  });
}

async function eventAwards(db: Db, event: FestivalEvent | null): Promise<EventAwards> {
  if (event === null) throw noSuchEvent();
  const chosen = await store.listChosen(db, event.id);
  const { revision, awards } = await findAwards(db, event, chosen);
  const accounts = chosen.size === 0 ? [] : await users.listAdminUsers(db, [...chosen.values()]);
  const chosenName = ({ placeId, userId }: (typeof awards)[number]) =>
    chosen.get(placeId) === userId ? (accounts.find(({ id }) => id === userId)?.name ?? null) : null;
  const given = new Map((await store.listGivenBy(db, event.id)).map((entry) => [entry.userId, entry]));
  const wanted = new Set(awards.map(({ userId }) => userId));
  const lost = [...given.values()].filter(({ userId }) => !wanted.has(userId));
  return {
    revision,
    people: [
      ...awards.map((award) => ({
        ...award,
        chosen: chosenName(award),
        given: given.get(award.userId ?? '')?.points ?? 0,
      })),
      ...lost.map(({ userId, name, reason, points }) => ({
        placeId: null,
        userId,
        chosen: null,
        name,
        reason,
        points: 0,
        given: points,
      })),
    ],
  };
}

/** @throws Refusal NOT_FOUND. */
export const readEventPoints = async ({ db }: CommandContext, id: string): Promise<EventAwards> =>
  eventAwards(db, await findEvent(db, id));

/** Gives nothing yet: the completion does, or *Give these points* after it. */
export const chooseAccount: StaffWork<typeof chosenAccount> = async ({ tx, params, body, note }) => {
  const event = await lockEvent(tx, params.id);
  const { people } = await eventAwards(tx, event);
  const { user, visitorId } = await users.lockUser(tx, body.userId);
  if (event === null) throw noSuchEvent();
  if (!(await hasPlace(tx, event.id, body.placeId)))
    throw new Refusal('NOT_FOUND', `This place is not in ${isolated(event.title)} any more.`);
  // Of a place that an organiser gave to another account since, it has points and no place.
  if (people.some(({ userId, placeId }) => userId === body.userId && placeId !== null && placeId !== body.placeId))
    throw new Refusal('BAD_INPUT', `${isolated(user.name)} gets points of this event already.`, { field: 'userId' });
  await store.chooseAccount(tx, event.id, body);
  const { name } = auditedUser(user, visitorId);
  const about = { subject: event.title, eventId: event.id, who: name, before: null, after: { name } };
  await note({ action: 'account of a place chosen', ...about });
  return eventAwards(tx, event);
};

export const giveEventPoints: StaffWork<typeof givenEventPoints> = async ({
  context,
  tx,
  staff,
  params,
  body,
  note,
}) => {
  const event = await lockEvent(tx, params.id);
  const { revision } = await eventAwards(tx, event);
  if (event === null) throw noSuchEvent();
  if ((body.expectedRevision ?? revision) !== revision)
    throw new Refusal('CHANGED_MEANWHILE', 'Another result was just entered. Look at the points again.');
  // awardPoints records what it gave itself: a completion calls it too.
  await awardPoints(context, tx, staff, event);
  await note(null);
  return eventAwards(tx, event);
};
