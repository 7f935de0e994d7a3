/**
 * Sends the outbox, each message at least once: an instance that is killed between sending a message and noting it leaves the message
 * to another instance, which sends it again. The phone shows a key once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JobContext } from '#database/duties.ts';
import { transact } from '#database/transactions.ts';
import { SECOND } from '#platform/durations.ts';
import type { Deliver } from '../client.ts';
import { dueAt, retryAt } from '../rules/due.ts';
import { type OnTheWay, PROMPT_MS, silentHosts } from '../rules/silent.ts';
import * as store from '../store.ts';

declare module '#database/duties.ts' {
  interface JobContext {
    readonly deliver: Deliver;
  }
}

const AT_ONCE = 50;
/** Also of those who are silent. */
const MOST_AT_ONCE = 1000;
/** Longer than the client waits for an answer. */
const LEASE_MS = 30 * SECOND;
/** How often what was sent is noted, all in one transaction. */
const NOTED_MS = 100;
/** A program that stops waits no longer for answers; what has none is sent again by another. */
const STOPPING_MS = 2 * SECOND;

/** What became of a message: where its time changes, `until` is when it is due. `over`: it was not worth telling. */
type Fate = { readonly claimed: store.Claimed } & (
  | { readonly kind: 'over' | 'gone' }
  | { readonly kind: 'sent'; readonly told: string }
  | { readonly kind: 'later'; readonly until: string; readonly hasFailed: boolean }
);

/** Sends everything that is due, some at once, and returns how much. */
export async function deliverDue(context: JobContext): Promise<number> {
  const { db, now, signal } = context;
  const onTheWay = new Map<Promise<void>, OnTheWay>();
  /** When each push service last reached a phone. */
  const reachedAt = new Map<string, number>();
  let fates: Fate[] = [];
  let sent = 0;
  let isMore = true;
  do {
    const waiting = [...onTheWay.values()];
    const prompt = waiting.filter(({ since }) => performance.now() - since < PROMPT_MS).length;
    const room = signal.aborted ? 0 : Math.min(AT_ONCE - prompt, MOST_AT_ONCE - onTheWay.size);
    const how = { most: room, leaseMs: LEASE_MS, silentHosts: silentHosts(waiting, reachedAt, performance.now()) };
    const claimed = room === 0 ? [] : await store.claimDue(db, now().toISOString(), how);
    // A silent service may have answered meanwhile.
    if (room > 0) isMore = claimed.length > 0 || how.silentHosts.length > 0;
    for (const one of claimed) {
      const sending = send(context, one).then((fate) => {
        fates.push(fate);
        if (fate.kind === 'sent') reachedAt.set(one.host, performance.now());
        onTheWay.delete(sending);
      });
      onTheWay.set(sending, { since: performance.now(), host: one.host });
    }
    const waited = signal.aborted ? STOPPING_MS : NOTED_MS;
    await Promise.race([Promise.all(onTheWay.keys()), pause(waited, undefined, { ref: false })]);
    const known = fates;
    fates = [];
    sent += known.filter(({ kind }) => kind === 'sent').length;
    await note(context, known);
  } while (fates.length > 0 || (!signal.aborted && (isMore || onTheWay.size > 0)));
  return sent;
}

/** Makes the message from what is true now, and sends it. */
async function send(context: JobContext, claimed: store.Claimed): Promise<Fate> {
  const { now, deliver, festival, hooks } = context;
  const { subscription, visitorId, isWanted, row } = claimed;
  const { key, kind, version, ends_at: endsAt } = row;
  const due = dueAt({ kind, endsAt }, now(), festival.timeZone);
  if (due > now()) return { claimed, kind: 'later', until: due.toISOString(), hasFailed: false };
  const said = isWanted ? await hooks.say[kind](context, { about: row.about, told: row.told, visitorId }) : null;
  if (said === null) return { claimed, kind: 'over' };
  const { told, kind: shownAs = kind, ...words } = said;
  const body = JSON.stringify(words);
  const outcome = await deliver(subscription, { key: `${key} ${version}`, tag: key, kind: shownAs, body, endsAt });
  if (outcome.kind === 'sent') return { claimed, kind: 'sent', told };
  if (outcome.kind === 'gone') return { claimed, kind: 'gone' };
  // What would fail again waits for its end.
  const until = outcome.kind === 'dropped' ? endsAt : retryAt(row.tries, outcome.afterS, now()).toISOString();
  return { claimed, kind: 'later', until, hasFailed: outcome.kind === 'retry' };
}

const idsOf = (fates: readonly Fate[]): string[] => [...new Set(fates.map(({ claimed }) => claimed.subscriptionId))];

async function note({ db, now }: JobContext, fates: readonly Fate[]): Promise<void> {
  if (fates.length === 0) return;
  const sentAt = now().toISOString();
  const gone = fates.filter(({ kind }) => kind === 'gone');
  const groups = Map.groupBy(
    fates.filter(({ kind }) => kind !== 'gone'),
    ({ claimed: { row }, ...fate }) => JSON.stringify([row.key, row.version, fate]),
  );
  await transact(db, async (tx) => {
    await store.dropSubscriptions(tx, idsOf(gone));
    await store.noteReached(tx, idsOf(fates.filter(({ kind }) => kind === 'sent')), sentAt);
    await store.noteFailed(tx, idsOf(fates.filter((fate) => fate.kind === 'later' && fate.hasFailed)), now());
    for (const [first, ...others] of groups.values()) {
      if (first === undefined) continue;
      const ids = idsOf([first, ...others]);
      const told = first.kind === 'sent' ? { told: first.told } : {};
      const fate = first.kind === 'later' ? { due_at: first.until } : { sent_at: sentAt, ...told };
      await store.release(tx, first.claimed.row, ids, fate);
    }
  });
}
