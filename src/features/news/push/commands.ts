/** Push messages: works write the outbox (`tell`), a job sends it (`deliverDue`), and devices subscribe (`subscribe`). */
import { createECDH, ECDH } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DutyContext, JobContext } from '#database/duties.ts';
import { takeMeta } from '#database/meta.ts';
import { brokeReference, brokeUnique } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import { networkHash } from '#features/access/session.ts';
import { HOUR, MINUTE, SECOND } from '#platform/durations.ts';
import { Refusal, raced } from '#platform/refusal.ts';
import type { Network } from '#platform/server/caller.ts';
import type { Deliver, PushKeys } from './client.ts';
import type { Subscribing } from './contract.ts';
import {
  dueAt,
  endpointProblem,
  hostOf,
  type Kind,
  MOST_SILENT,
  MOST_UNREACHED,
  normalEndpoint,
  type OnTheWay,
  PROMPT_MS,
  type Recipients,
  retryAt,
  silentHosts,
} from './rules.ts';
import * as store from './store.ts';

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
type Fate = { readonly taken: store.Taken } & (
  | { readonly kind: 'over' | 'gone' }
  | { readonly kind: 'sent'; readonly told: string }
  | { readonly kind: 'later'; readonly until: string; readonly hasFailed: boolean }
);

/**
 * Sends all that is due, AT_ONCE at a time, each message at least once: an instance that is killed between sending a message and
 * noting it leaves it to another instance, which sends it again. The phone shows a key once. Returns how many were sent.
 */
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
    const taken = room === 0 ? [] : await store.takeDue(db, now().toISOString(), how);
    // A silent service may have answered meanwhile.
    if (room > 0) isMore = taken.length > 0 || how.silentHosts.length > 0;
    for (const row of taken) {
      const sending = send(context, row).then((fate) => {
        fates.push(fate);
        if (fate.kind === 'sent') reachedAt.set(row.host, performance.now());
        onTheWay.delete(sending);
      });
      onTheWay.set(sending, { since: performance.now(), host: row.host });
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
async function send(context: JobContext, taken: store.Taken): Promise<Fate> {
  const { now, deliver, festival, hooks } = context;
  const { subscription, visitorId, isWanted, row } = taken;
  const { key, kind, version, ends_at: endsAt } = row;
  const due = dueAt({ kind, endsAt }, now(), festival.timeZone);
  if (due > now()) return { taken, kind: 'later', until: due.toISOString(), hasFailed: false };
  const said = isWanted ? await hooks.say[kind](context, { about: row.about, told: row.told, visitorId }) : null;
  if (said === null) return { taken, kind: 'over' };
  const { told, kind: shownAs = kind, ...words } = said;
  const body = JSON.stringify(words);
  const outcome = await deliver(subscription, { key: `${key} ${version}`, tag: key, kind: shownAs, body, endsAt });
  if (outcome.kind === 'sent') return { taken, kind: 'sent', told };
  if (outcome.kind === 'gone') return { taken, kind: 'gone' };
  // What would fail again waits for its end.
  const until = outcome.kind === 'dropped' ? endsAt : retryAt(row.tries, outcome.afterS, now()).toISOString();
  return { taken, kind: 'later', until, hasFailed: outcome.kind === 'retry' };
}

const idsOf = (fates: readonly Fate[]): string[] => [...new Set(fates.map(({ taken }) => taken.subscriptionId))];

async function note({ db, now }: JobContext, fates: readonly Fate[]): Promise<void> {
  if (fates.length === 0) return;
  const sentAt = now().toISOString();
  const gone = fates.filter(({ kind }) => kind === 'gone');
  const groups = Map.groupBy(
    fates.filter(({ kind }) => kind !== 'gone'),
    ({ taken: { row }, ...fate }) => JSON.stringify([row.key, row.version, fate]),
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
      await store.release(tx, first.taken.row, ids, fate);
    }
  });
}

/** What `tell` writes into the outbox. */
export type Telling = {
  /** Of the subject: a phone has one message of it. */
  readonly key: string;
  readonly kind: Kind;
  readonly to: Recipients;
  /** By which `say` makes what is sent. No names: a person may be forgotten before. */
  readonly about: object;
  /** Tells also phones that know the subject already. */
  readonly again?: true;
  /** After it the message is of no use. */
  readonly endsAt: string;
};

export type Subject = {
  readonly about: string;
  /** Whose phone it is. */
  readonly visitorId: string;
  /** What the phone was told last; null when nothing. */
  readonly told: string | null;
};

export type Said = {
  readonly title: string;
  readonly body: string;
  /** The path that a tap opens. */
  readonly url: string;
  /** What the phone knows then. */
  readonly told: string;
  /** How the phone shows it, where it is not as its kind. */
  readonly kind?: Kind;
};

/** Makes what a phone is told from what is true now; null when it is not worth telling. */
type Say = (context: Pick<JobContext, 'db' | 'now' | 'festival'>, subject: Subject) => Promise<Said | null>;

declare module '#features/access/commands/writes.ts' {
  interface Hooks {
    readonly say: Readonly<Record<Kind, Say>>;
  }
}

/** Tells the phones of these people that want this kind, after the commit. */
export async function tell(context: DutyContext, tx: Db, telling: Telling): Promise<void> {
  const { key, kind, to, about, again = false, endsAt } = telling;
  if (to !== 'everybody' && 'visitors' in to && to.visitors.length === 0) return;
  const row = { key, kind, about: JSON.stringify(about), version: context.newId(), ends_at: endsAt };
  // A minute ago, for an instance whose clock is behind.
  const due_at = new Date(context.now().getTime() - MINUTE).toISOString();
  await store.addRows(tx, to, { ...row, due_at }, again);
}

/** By the end of their hosts' names. Others are not named: a stranger chooses the host of an address. */
const SERVICES = new Map([
  ['apple.com', 'Apple'],
  ['googleapis.com', 'Google'],
  ['mozilla.com', 'Mozilla'],
  ['windows.com', 'Microsoft'],
]);

export type Refused = { readonly service: string; readonly why: string; readonly count: number };

/** Counts the messages that push services refuse, for Needs attention. Each instance says what it saw itself. */
export function refusedSends(now: () => Date) {
  const counts = new Map<string, Refused & { readonly at: number }>();
  const isRecent = ({ at }: { readonly at: number }) => now().getTime() - at < HOUR;
  return {
    add(host: string, why: string): void {
      const service = SERVICES.get(host.split('.').slice(-2).join('.')) ?? 'another service';
      const key = `${service} ${why}`;
      const before = counts.get(key);
      const count = before !== undefined && isRecent(before) ? before.count + 1 : 1;
      counts.set(key, { service, why, count, at: now().getTime() });
    },
    /** Those of services that refused one within the last hour, most first. */
    list: (): Refused[] => [...counts.values()].filter(isRecent).sort((one, other) => other.count - one.count),
  };
}

/** Key in `meta` of both keys. */
export const PUSH_KEYS = 'push keys';

const CURVE = 'prime256v1';

/** Returns the keys of this festival; made at the first start and shared by all instances. */
export async function readPushKeys(db: Db): Promise<PushKeys> {
  const made = createECDH(CURVE);
  made.generateKeys();
  // Of one length also when the key begins with zeros.
  const privateKey = made.getPrivateKey('hex').padStart(64, '0');
  const keys = {
    publicKey: made.getPublicKey('base64url'),
    privateKey: Buffer.from(privateKey, 'hex').toString('base64url'),
  };
  return JSON.parse(await takeMeta(db, PUSH_KEYS, JSON.stringify(keys))) as PushKeys;
}

type Subscriber = { readonly deviceId: string; readonly network: Network };

/**
 * @throws Refusal BAD_INPUT; ENDPOINT_TAKEN when it is another device's; TOO_MANY_HERE when very many of the push service, or of the network, were never reached;
 * BUSY when the device was removed meanwhile.
 */
export async function subscribe(
  { db, newId, secret }: CommandContext,
  { deviceId, network: { key, wider } }: Subscriber,
  { endpoint: asked, keys, kinds }: Subscribing,
  loopback: boolean,
): Promise<Kind[]> {
  const endpoint = normalEndpoint(asked);
  const problem = endpointProblem(endpoint, loopback);
  if (problem !== null) throw new Refusal('BAD_INPUT', `The endpoint ${problem}.`, { field: 'endpoint' });
  if (!isPoint(keys.p256dh)) throw new Refusal('BAD_INPUT', 'The key p256dh is not on P-256.', { field: 'keys' });
  const [host, network] = [hostOf(endpoint), networkHash(secret, wider ?? key)];
  const row = {
    id: newId(),
    device_id: deviceId,
    endpoint,
    host,
    network,
    ...keys,
    kinds: kinds === undefined ? null : JSON.stringify(kinds),
  };
  try {
    return await transact(db, async (tx) => {
      if ((await store.endpointOf(tx, deviceId)) !== endpoint) {
        const isFull =
          (await store.isSilent(tx, host, MOST_SILENT)) || !(await store.makeRoom(tx, network, MOST_UNREACHED));
        if (isFull)
          throw new Refusal('TOO_MANY_HERE', 'Many phones here could not be reached. Please try again later.');
      }
      return JSON.parse(await store.saveSubscription(tx, row)) as Kind[];
    });
  } catch (error) {
    if (brokeUnique(error))
      throw new Refusal('ENDPOINT_TAKEN', 'Another phone has this address. Subscribe anew.', { field: 'endpoint' });
    if (brokeReference(error)) throw raced('the device is another one’s now');
    throw error;
  }
}

function isPoint(p256dh: string): boolean {
  try {
    const bytes = Buffer.from(p256dh, 'base64url');
    return bytes[0] === 4 && ECDH.convertKey(bytes, CURVE).length > 0;
  } catch {
    return false;
  }
}

export const unsubscribe = ({ db }: CommandContext, deviceId: string): Promise<void> =>
  transact(db, (tx) => store.dropSubscriptionOf(tx, deviceId));
