/** Every write locks the event, so that nobody is called twice. */
import type { Db } from '#database/schema.ts';
import {
  type CommandContext,
  type Hooks,
  presentCaller,
  throwPresentRefusal,
} from '#features/access/commands/writes.ts';
import type { CallerWork, StaffWork, StaffWriting, VisitorWork } from '#features/audit/commands.ts';
import { person } from '#features/audit/rules/people.ts';
import type { MyCall } from '#features/brackets/rules/shapes.ts';
import { lockEventOrThrow, noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { festivalInForce } from '#features/festival/commands.ts';
import { tell } from '#features/news/push/commands.ts';
import { refuseNamesOfAccounts } from '#features/rsvps/commands/places.ts';
import { whyNotCancel } from '#features/rsvps/rules.ts';
import { MINUTE } from '#platform/durations.ts';
import { nameKey } from '#platform/names.ts';
import { throwRefusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { mayWork, QUEUE } from '#platform/staff.ts';
import type * as contract from './contract.ts';
import type { MyQueueEntry, QueueEntry } from './contract.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

const NEWS_MS = 30 * MINUTE;

async function reread(tx: Db, eventId: string, id: string): Promise<QueueEntry> {
  const entry = rules.asQueue(await store.listEntries(tx, eventId)).find((one) => one.id === id);
  if (entry === undefined) throw rules.noSuchEntry();
  return entry;
}

/** @throws Refusal NOT_FOUND. */
export async function listQueue({ db }: CommandContext, eventId: string): Promise<QueueEntry[]> {
  if ((await findEvent(db, eventId)) === null) throw noSuchEvent();
  return rules.asQueue(await store.listEntries(db, eventId));
}

export async function listMyNumbers({ db }: CommandContext, { visitorId }: Caller): Promise<MyQueueEntry[]> {
  if (visitorId === null) return [];
  const mine: MyQueueEntry[] = [];
  for (const eventId of await store.listEventsOf(db, visitorId)) {
    const event = await findEvent(db, eventId);
    if (event === null || event.status === 'completed') continue;
    const entries = await store.listEntries(db, eventId);
    const own = new Set(entries.flatMap((entry) => (entry.visitorId === visitorId ? entry.id : [])));
    const isOpen = ({ state }: QueueEntry) => state === 'waiting' || state === 'called';
    for (const entry of rules.asQueue(entries))
      if (own.has(entry.id) && isOpen(entry)) mine.push({ ...entry, eventId });
  }
  return mine;
}

export const takeNumber: VisitorWork<typeof contract.takeNumber> = {
  async act({ context, tx, at, visitorId, params, body }) {
    const event = await lockEventOrThrow(tx, params.id);
    const { playerName, note = null, isFriend = false } = body;
    const entries = await store.listEntries(tx, event.id);
    const open = entries.filter(({ state }) => state === 'waiting' || state === 'called');
    const facts = {
      event,
      now: at,
      festival: await festivalInForce(context, tx),
      own: open.filter((entry) => entry.visitorId === visitorId).length,
      open: open.length,
      isNameTaken: open.some(({ name }) => nameKey(name) === nameKey(playerName)),
    };
    throwRefusal(rules.whyNotTakeNumber(facts, playerName));
    if (!isFriend) await refuseNamesOfAccounts(tx, [{ playerName }], visitorId);
    const id = context.newId();
    const rank = 1 + Math.max(0, ...entries.map((entry) => entry.rank));
    await store.addEntry(tx, { id, eventId: event.id, visitorId, name: playerName, note, rank, at });
    const { position, about } = await reread(tx, event.id, id);
    return { id, position, about };
  },
  async recall(tx, first) {
    const entry = await store.findEntry(tx, first.id);
    if (entry === null) throw rules.noSuchEntry();
    const { position, about } = await reread(tx, entry.eventId, first.id);
    return { ...first, position, about };
  },
};

/** Locks the event of an entry. @throws Refusal NOT_FOUND. */
async function lockEntry(tx: Db, id: string) {
  const seen = await store.findEntry(tx, id);
  if (seen === null) throw rules.noSuchEntry();
  const event = await lockEventOrThrow(tx, seen.eventId);
  const entry = await store.findEntry(tx, id);
  if (entry === null) throw rules.noSuchEntry();
  return { event, entry };
}

type Locked = Awaited<ReturnType<typeof lockEntry>>;

const noteEntry = ({ note }: Pick<StaffWriting, 'note'>, action: string, { event, entry }: Locked) => {
  const who = person(entry.id, entry.name, entry.visitorId);
  return note({ action, who, subject: event.title, eventId: event.id, before: { name: who }, after: null });
};

export const leaveQueue: CallerWork<typeof contract.leaveQueue> = async ({ tx, caller, params: { id }, note }) => {
  const found = await store.findEntry(tx, id);
  const event = found && (await findEvent(tx, found.eventId));
  if (found === null || event === null) throw rules.noSuchEntry();
  const isOwn = (by: Caller) => found.visitorId !== null && by.visitorId === found.visitorId;
  const mayLeave = (by: Caller) =>
    isOwn(by) || mayWork(by.staff, QUEUE, event) ? null : whyNotCancel(null, { ...by, staff: null });
  await throwPresentRefusal(tx, caller, mayLeave);
  const locked = await lockEntry(tx, id);
  await store.deleteEntries(tx, [id]);
  if (isOwn(await presentCaller(tx, caller))) return;
  const who = person(id, locked.entry.name, locked.entry.visitorId);
  await note({
    action: 'taken out of the queue',
    who,
    subject: event.title,
    eventId: event.id,
    before: { name: who },
    after: null,
  });
};

type AboutTurn = { readonly queued: string; readonly at: string };

export const callNext: StaffWork<typeof contract.callNext> = async ({ context, tx, now, at, params, body, note }) => {
  const event = await lockEventOrThrow(tx, params.id);
  const entries = await store.listEntries(tx, event.id);
  const wanted = entries.find(({ id }) => id === body?.entryId);
  const first = rules.inLine(entries)[0]?.id;
  // The press is repeated: its person was called since, had their turn, or was put back.
  if (wanted !== undefined && wanted.id !== first) {
    await note(null);
    return reread(tx, event.id, wanted.id);
  }
  const entry = entries.find(({ id }) => id === first);
  if (entry === undefined) throw rules.nobodyWaits();
  await store.changeEntry(tx, entry, { state: 'called', called_at: at });
  if (entry.visitorId !== null)
    await tell(context, tx, {
      key: `queue ${entry.id} ${at}`,
      kind: 'called',
      to: { visitors: [entry.visitorId] },
      about: { queued: entry.id, at } satisfies AboutTurn,
      endsAt: new Date(now.getTime() + NEWS_MS).toISOString(),
    });
  await noteEntry({ note }, 'called from the queue', { event, entry });
  return reread(tx, event.id, entry.id);
};

type Settled = {
  readonly params: { readonly id: string };
  readonly body?: { absences?: number | undefined } | undefined;
};

/** Changes a called entry; of any other nothing changes, because the press is repeated. */
const settling =
  (action: string, settle: (tx: Db, locked: Locked, at: string) => Promise<void>) =>
  async ({ tx, at, params: { id }, body, note }: StaffWriting & Settled) => {
    const locked = await lockEntry(tx, id);
    const { state, absences } = locked.entry;
    if (state === 'called' && (body?.absences ?? absences) === absences) {
      await settle(tx, locked, at);
      await noteEntry({ note }, action, locked);
    } else await note(null);
    return reread(tx, locked.event.id, id);
  };

export const markDone = settling('had their turn', (tx, { entry }, at) =>
  store.changeEntry(tx, entry, { state: 'done', done_at: at }),
);

export const markAbsent = settling('not here at their turn', async (tx, { event, entry }) => {
  const absences = entry.absences + 1;
  if (absences > 1) return store.changeEntry(tx, entry, { state: 'gone', absences });
  const ahead = rules.inLine(await store.listEntries(tx, event.id)).slice(0, rules.BACK);
  const last = ahead.at(-1)?.rank ?? entry.rank;
  await store.moveBehind(tx, event.id, last);
  return store.changeEntry(tx, entry, { state: 'waiting', absences, rank: last + 1 });
});

export const pauseQueue: StaffWork<typeof contract.pauseQueue> = async ({ tx, params, body: { paused }, note }) => {
  const event = await lockEventOrThrow(tx, params.id);
  if (event.queuePaused === paused) await note(null);
  else {
    await store.setPaused(tx, event.id, paused);
    const action = paused ? 'queue paused' : 'queue goes on';
    await note({ action, subject: event.title, eventId: event.id, before: null, after: null });
  }
  return { paused };
};

export const sawTurn: CallerWork<typeof contract.sawTurn> = async ({ tx, caller, params: { id } }) => {
  const found = await store.findEntry(tx, id);
  if (found === null) throw rules.noSuchEntry();
  await throwPresentRefusal(tx, caller, (by) => whyNotCancel(found.visitorId, by));
  const { entry } = await lockEntry(tx, id);
  const isOwner = entry.visitorId === (await presentCaller(tx, caller)).visitorId;
  if (isOwner && entry.state === 'called' && !entry.seen) await store.markSeen(tx, entry);
};

export const queueCalls: Hooks['queueCalls'] = async (db, visitorId) => {
  const calls: MyCall[] = [];
  for (const eventId of await store.listEventsOf(db, visitorId)) {
    const event = await findEvent(db, eventId);
    if (event === null || !event.queue || event.status === 'completed') continue;
    for (const { id, name, state, calledAt, seen, visitorId: owner } of await store.listEntries(db, eventId))
      if (state === 'called' && owner === visitorId && calledAt !== null)
        calls.push({
          ...{ eventId, eventTitle: event.title, location: event.location },
          ...{ matchId: null, table: null, opponents: [], entrantId: id, playerName: name, calledAt, seen },
        });
  }
  return calls;
};

/** Who is still up, and whose phone has not shown it. */
export const sayTurn: Hooks['say']['called'] = async ({ db }, { about, visitorId }) => {
  const { queued, at } = JSON.parse(about) as AboutTurn;
  const call = (await queueCalls(db, visitorId)).find(
    ({ entrantId, calledAt }) => entrantId === queued && calledAt === at,
  );
  if (call === undefined || call.seen) return null;
  return { title: 'You are up now', body: `${call.eventTitle}, ${call.location}`, url: '/schedule', told: at };
};
