/** Organisers hand over places and waiting entries of a lost phone: the phone that uses the code takes them over. */
import type { Db } from '#database/schema.ts';
import { noteOwners, transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { organiser } from '#features/access/session.ts';
import { readSession } from '#features/access/store/callers.ts';
import { settleAmendments } from '#features/amendments/store.ts';
import { record } from '#features/audit/commands.ts';
import { type Named, person } from '#features/audit/rules/people.ts';
import { giveNames } from '#features/audit/store.ts';
import { renameEntrant } from '#features/brackets/store/brackets.ts';
import { listEvents, lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/notices/commands.ts';
import { findOwner } from '#features/users/store/users.ts';
import { Refusal } from '#platform/refusal.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import type { Holding, Joined } from '../contract.ts';
import { codeUnknown, nothingToMove, nothingToOffer, peopleIn, sortHoldings } from '../rules.ts';
import * as store from '../store.ts';
import { addNewCode, type NewCode } from './codes.ts';

/**
 * Returns what can be handed over with a place or a user: what is under the name, and what else is on the same phone.
 * Holds no email. @throws Refusal NOT_FOUND.
 */
export async function listHoldings({ db }: CommandContext, id: string): Promise<Holding[]> {
  const [holding] = await store.listHoldings(db, { ids: [id] });
  const user = holding === undefined ? await findOwner(db, id) : null;
  const nameKey = holding?.nameKey ?? user?.nameKey;
  if (nameKey === undefined) throw new Refusal('NOT_FOUND', 'This name is not there any more.');
  // The same name on two phones may be two people: a place stands for its phone, a user for all of the name.
  const named = user === null ? [] : await store.listHoldings(db, { nameKey });
  const phones = new Set([holding, user, ...named].flatMap((one) => one?.visitorId ?? []));
  const all = [
    ...(holding === undefined ? [] : [holding]),
    ...named,
    ...(await store.listHoldings(db, { visitorIds: [...phones] })),
  ];
  const unique = [...new Map(all.map((one) => [one.id, one])).values()];
  const eventIds = unique.map(({ eventId }) => eventId);
  const events = new Map((await listEvents(db, eventIds)).map((event) => [event.id, event]));
  const uses = await store.readUses(db, [...phones]);
  const lastUse = (phone: string) => uses.get(phone)?.used ?? '';
  const asked = (holding ?? user)?.visitorId;
  const others = [...phones].filter((phone) => phone !== asked);
  others.sort((one, other) => (lastUse(one) > lastUse(other) ? -1 : 1));
  const asHolding = ({ id, eventId, playerName, waits, nameKey: key, visitorId }: store.HoldingRow): Holding[] => {
    const event = events.get(eventId);
    if (event === undefined) return [];
    const phone = visitorId === null ? null : 1 + others.indexOf(visitorId);
    const { since = null, used: lastUsed = null } = uses.get(visitorId ?? '') ?? {};
    const { title, startTime } = event;
    return [{ id, playerName, waits, title, startTime, named: key === nameKey, phone, since, lastUsed }];
  };
  return sortHoldings(unique.flatMap(asHolding));
}

/** Returns each person once, for the list of changes. */
export const personsIn = (holdings: readonly store.HoldingRow[]): Named[] =>
  [...new Map(holdings.map((one) => [`${one.visitorId} ${one.nameKey}`, one])).values()].map(
    ({ id, playerName, visitorId }) => person(id, playerName, visitorId),
  );

/** Locks the events of these places and entries, so that nobody cancels in between, and returns what is left. */
async function hold(tx: Db, ids: readonly string[]) {
  const before = await store.listHoldings(tx, { ids });
  const locked = await lockEvents(
    tx,
    before.map(({ eventId }) => eventId),
  );
  const events = new Map(locked.map((event) => [event.id, event]));
  const holdings = await store.listHoldings(tx, { ids });
  return { events, holdings: holdings.filter(({ eventId }) => events.has(eventId)) };
}

/** Makes a code with which a phone takes over these places and waiting entries. @throws Refusal GONE. */
export const makeHandoverCode = (
  context: CommandContext,
  caller: StaffCaller,
  ids: readonly string[],
): Promise<NewCode> =>
  transact(context.db, async (tx) => {
    const { events, holdings } = await hold(tx, ids);
    const people = personsIn(holdings);
    const [who] = people;
    if (who === undefined) throw nothingToOffer();
    const titles = new Set(holdings.map(({ eventId }) => events.get(eventId)?.title));
    const after = { people, events: [...titles] };
    await record(context, tx, caller.staff, { action: 'handover code made', who, before: null, after });
    return addNewCode(context, tx, { kind: 'handover', ids, sessionId: caller.staff.sessionId });
  });

type TakingOver = {
  readonly codeHash: string;
  readonly visitorId: string;
  readonly ids: readonly string[];
  readonly sessionId: string;
};

/** Transfers the places and entries that still exist, and notifies their former owners. @throws Refusal LINK_OVER or GONE. */
export async function takeOver(
  context: CommandContext,
  tx: Db,
  { codeHash, visitorId, ids, sessionId }: TakingOver,
): Promise<Joined> {
  const { events, holdings: all } = await hold(tx, ids);
  if (!(await store.spendCode(tx, codeHash))) throw codeUnknown();
  const holdings = all.filter((one) => one.visitorId !== visitorId);
  if (holdings.length === 0) throw nothingToMove();
  await giveNames(tx, await store.handOver(tx, holdings, visitorId), visitorId);
  await settleAmendments(
    tx,
    holdings.map(({ id }) => id),
  );
  const maker = organiser((await readSession(tx, sessionId)) ?? { id: sessionId, name: null });
  for (const { id, eventId, playerName, visitorId: former, waits } of holdings) {
    const event = events.get(eventId);
    if (event === undefined) continue;
    if (event.bracketDrawn) await renameEntrant(tx, eventId, id);
    await notifyPlace(context, tx, { kind: 'handed-over', visitorId: former, playerName, event });
    noteOwners(tx, [{ visitor_id: former }, { visitor_id: visitorId }]);
    const who = person(id, playerName, visitorId);
    const place = { playerName: who, event: event.title, waits };
    await record(context, tx, maker, {
      action: 'handed over to another phone',
      who,
      subject: event.title,
      eventId,
      before: place,
      after: place,
    });
  }
  return { kind: 'handover', people: peopleIn(holdings) };
}
