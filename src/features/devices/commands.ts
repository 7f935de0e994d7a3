/** Organisers hand over places and waiting entries of a lost phone: the phone that uses the code takes them over. */

import { createHmac } from 'node:crypto';
import type { Duties, Joining } from '#database/duties.ts';
import { giveRows } from '#database/rows.ts';
import type { Db } from '#database/schema.ts';
import { noteChange, noteOwners, transact } from '#database/transactions.ts';
import { type Throttle, takeTry, uncountTry } from '#features/access/commands/throttle.ts';
import {
  type CommandContext,
  DeviceMoved,
  presentCaller,
  throwPresentRefusal,
  type Write,
  type Written,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { tooManyCodes } from '#features/access/rules/throttle.ts';
import { organiser } from '#features/access/session.ts';
import { type Device, lockVisitor, readDevice, readSession } from '#features/access/store/callers.ts';
import { settleAmendments } from '#features/amendments/store.ts';
import { type CallerWork, record, type StaffWriting } from '#features/audit/commands.ts';
import { type Named, person } from '#features/audit/rules/people.ts';
import { giveNames } from '#features/audit/store.ts';
import { renameEntrant } from '#features/brackets/store/brackets.ts';
import { raiseGeneration } from '#features/calendar/store.ts';
import { listEvents, lockEvents } from '#features/events/store.ts';
import { notifyPlace } from '#features/news/notices/commands.ts';
import { findOwner } from '#features/people/users/store/users.ts';
import { lockLeaving } from '#features/privacy/commands.ts';
import { Refusal, throwRefusal } from '#platform/refusal.ts';
import type { Caller, Network } from '#platform/server/caller.ts';
import { newCode } from '#platform/server/codes.ts';
import { topicOfLeft, topicOfVisitor } from '#platform/server/topics.ts';
import type * as contract from './contract.ts';
import type { Holding, Joined } from './contract.ts';
import { MOST_DEVICES } from './limits.ts';
import {
  CODE_LENGTH,
  CODE_WORKS_MS,
  codeLimits,
  codeUnknown,
  joinedAlready,
  lastDevice,
  nothingToMove,
  nothingToOffer,
  peopleIn,
  readCode,
  sortHoldings,
  tooManyDevices,
  whyNotRemove,
} from './rules.ts';
import * as store from './store.ts';

/** A new code, to be shown once. */
export type NewCode = { readonly code: string; readonly until: string };

/**
 * Codes by which a device joins a visitor or takes over what an organiser hands over. Only their hash is stored, keyed
 * because 40 bits of a plain hash can be tried out.
 */
const hashOfCode = ({ secret }: Pick<CommandContext, 'secret'>, code: string): string =>
  createHmac('sha256', secret).update(`device code ${code}`).digest('hex');

/** Returns the time after which a code that works was made. */
const workingSince = ({ now }: Pick<CommandContext, 'now'>): string =>
  new Date(now().getTime() - CODE_WORKS_MS).toISOString();

/** Stores a new code in the caller's transaction. */
async function addNewCode(context: CommandContext, tx: Db, purpose: store.Purpose): Promise<NewCode> {
  const code = newCode(CODE_LENGTH);
  const now = context.now();
  await store.addCode(tx, hashOfCode(context, code), purpose, now.toISOString());
  return { code, until: new Date(now.getTime() + CODE_WORKS_MS).toISOString() };
}

/**
 * Makes a code with which another device joins the visitor, and voids the visitor's earlier one.
 * @throws Refusal BUSY when the calling device was removed meanwhile.
 */
export const makeJoinCode = (context: CommandContext, device: Device): Promise<NewCode> =>
  transact(context.db, async (tx) => {
    // Removing the device takes the same lock: the code is added before that and deleted with the device, or refused here.
    await lockVisitor(tx, device.visitorId);
    if ((await readDevice(tx, device.id))?.visitorId !== device.visitorId) throw new DeviceMoved();
    return addNewCode(context, tx, { kind: 'join', visitorId: device.visitorId });
  });

/** Limits wrong codes; right ones are refunded. */
const codeThrottle = ({ visitorId }: Caller, network: Network): Throttle => ({
  ...codeLimits(visitorId, network),
  sentence: tooManyCodes,
});

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
  const phones = new Set([holding, user, ...named].flatMap((owner) => owner?.visitorId ?? []));
  const all = [
    ...(holding === undefined ? [] : [holding]),
    ...named,
    ...(await store.listHoldings(db, { visitorIds: [...phones] })),
  ];
  const unique = [...new Map(all.map((row) => [row.id, row])).values()];
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
const personsIn = (holdings: readonly store.HoldingRow[]): Named[] =>
  [...new Map(holdings.map((holding) => [`${holding.visitorId} ${holding.nameKey}`, holding])).values()].map(
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

/** Makes a code with which a phone takes over these places and waiting entries. */
export async function makeHandoverCode(
  { context, tx, staff, note }: StaffWriting,
  ids: readonly string[],
): Promise<NewCode> {
  const { events, holdings } = await hold(tx, ids);
  const people = personsIn(holdings);
  const [who] = people;
  if (who === undefined) throw nothingToOffer();
  const titles = new Set(holdings.map(({ eventId }) => events.get(eventId)?.title));
  const after = { people, events: [...titles] };
  await note({ action: 'handover code made', who, before: null, after });
  return addNewCode(context, tx, { kind: 'handover', ids, sessionId: staff.sessionId });
}

type TakingOver = {
  readonly codeHash: string;
  readonly visitorId: string;
  readonly ids: readonly string[];
  readonly sessionId: string;
};

/**
 * Transfers the places and entries that still exist, and notifies their former owners. @throws Refusal LINK_OVER or
 * GONE.
 */
async function takeOver(
  context: CommandContext,
  tx: Db,
  { codeHash, visitorId, ids, sessionId }: TakingOver,
): Promise<Joined> {
  const { events, holdings: all } = await hold(tx, ids);
  if (!(await store.spendCode(tx, codeHash))) throw codeUnknown();
  const holdings = all.filter((row) => row.visitorId !== visitorId);
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

/**
 * Removes a device: at its next request it is a stranger. The code that the visitor's devices show is void, because a
 * stolen one may have made it, and so are the calendar addresses, which it may know.
 */
export const removeDevice: CallerWork<typeof contract.removeDevice> = async ({ tx, caller, params, note }) => {
  const device = await readDevice(tx, params.id);
  if (device === null) throw noSuchDevice();
  await throwPresentRefusal(tx, caller, (by) => whyNotRemove(device.visitorId, by));
  const { visitorId } = device;
  await lockVisitor(tx, visitorId);
  // Again: two devices that remove each other would leave places that nobody can cancel.
  const by = await presentCaller(tx, caller);
  throwRefusal(whyNotRemove(visitorId, by));
  if (visitorId === by.visitorId && (await store.countDevices(tx, [visitorId])) === 1) throw lastDevice();
  if (!(await store.removeDevice(tx, device))) throw noSuchDevice();
  await store.dropCodeOf(tx, visitorId);
  await raiseGeneration(tx, visitorId);
  noteChange(tx, topicOfLeft(visitorId));
  if (visitorId === by.visitorId || by.staff === null) return;
  const people = personsIn(await store.listHoldings(tx, { visitorIds: [visitorId] }));
  const about = people[0] === undefined ? { subject: 'somebody without places' } : { who: people[0] };
  await note({ action: 'device removed', ...about, before: { people }, after: null });
};

const noSuchDevice = (): Refusal => new Refusal('NOT_FOUND', 'This device was removed already.');

/**
 * Uses a code on the calling device. A device without a cookie gets one; neither pause nor badge word nor the budget of
 * new visitors concern it.
 * @throws Refusal LINK_OVER, TOO_FAST, BAD_INPUT for the visitor's own code, TOO_MANY_HERE, GONE when nothing is left to hand
 * over.
 */
export async function redeem(
  context: CommandContext,
  slices: readonly Duties[],
  { typed, network, ...write }: Omit<Write, 'network' | 'badgeWord'> & { typed: string; network: Network },
): Promise<Written<Joined>> {
  const code = readCode(typed);
  if (code === null) throw codeUnknown();
  const throttle = codeThrottle(write.caller, network);
  await takeTry(context, throttle);
  const admitted = { ...context, hooks: { ...context.hooks, admission: null } };
  const written = await writeAsVisitor(
    admitted,
    { ...write, network, badgeWord: null },
    {
      movesDevice: true,
      act: (tx, visitorId) =>
        apply(context, slices, tx, { codeHash: hashOfCode(context, code), visitorId, device: write.caller.deviceId }),
      recall: async (_, first) => first,
    },
  );
  // Not the whole count: a guesser could reset it with a code of their own.
  await uncountTry(context.db, throttle);
  return written;
}

type Redeeming = { readonly codeHash: string; readonly visitorId: string; readonly device: string | null };

async function apply(context: CommandContext, slices: readonly Duties[], tx: Db, by: Redeeming): Promise<Joined> {
  const purpose = await store.findCode(tx, by.codeHash, workingSince(context));
  if (purpose === null) throw codeUnknown();
  if (purpose.kind === 'handover') return takeOver(context, tx, { ...by, ...purpose });
  const { visitorId: to } = purpose;
  if (by.visitorId === to) throw joinedAlready();
  await joinVisitor(slices, tx, { ...by, to });
  return { kind: 'join', people: peopleIn(await store.listHoldings(tx, { visitorIds: [to] })) };
}

/** Everything of the device's visitor, also the other devices, goes to the visitor of the code. */
async function joinVisitor(
  slices: readonly Duties[],
  tx: Db,
  { codeHash, visitorId: from, device, to }: Redeeming & { to: string },
) {
  const leaving = await lockLeaving(tx, slices, from);
  const isMoved = device !== null && (await readDevice(tx, device))?.visitorId !== from;
  if (leaving === null || isMoved) throw new DeviceMoved();
  // Before its code is spent: forgetting takes both in this order, and in another the two could wait for each other.
  await lockVisitor(tx, to);
  if (!(await store.spendCode(tx, codeHash))) throw codeUnknown();
  if ((await store.countDevices(tx, [from, to])) > MOST_DEVICES) throw tooManyDevices();
  // A link sent by a stranger must not get them the emails and answers.
  await store.dropDetailsOf(tx, from);
  await giveEverything(slices, tx, { from, to });
  if (device === null) await store.dropJoined(tx, from);
  for (const topic of [topicOfVisitor(to), topicOfLeft(from)]) noteChange(tx, topic);
}

async function giveEverything(slices: readonly Duties[], tx: Db, joining: Joining): Promise<void> {
  for (const slice of slices) {
    for (const owned of slice.owned ?? []) await giveRows(tx, owned, joining);
    await slice.join?.(tx, joining);
  }
}
