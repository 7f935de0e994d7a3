/** The transaction of a write: who writes, once per Idempotency-Key, and what its commands receive. */
import { brokeReference } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { Refusal, raced, throwRefusal, type Verdict } from '#platform/refusal.ts';
import type { Caller, Network } from '#platform/server/caller.ts';
import type { Limits } from '#platform/server/limits.ts';
import { COOKIE_REPEATED_MS } from '../rules/sessions.ts';
import { hashOf, networkHash, newToken, repeatableToken } from '../session.ts';
import * as store from '../store/callers.ts';

/** What every command gets besides its input; tests bring their own clock. Slices add what they need with `declare module`. */
export interface CommandContext {
  readonly db: Db;
  readonly secret: string;
  readonly limits: Limits;
  readonly hooks: Hooks;
  now(): Date;
  newId(): string;
}

declare module '#database/duties.ts' {
  interface DutyContext {
    readonly hooks: Hooks;
  }
  interface JobContext extends CommandContext {}
}

/**
 * Functions that a slice needs of a slice that it must not import. The caller adds its hook to this interface with `declare module`;
 * `hooksWith` in app/server/slices.ts supplies all of them.
 */
export interface Hooks {
  /** Admits or refuses visitors' writes; null in tests without visitors. */
  readonly admission: Admission | null;
}

/** Implemented by features/limits (`commands/admission.ts`), which this slice must not import. */
export type Admission = {
  /** The badge word of festival.json. Set up may set another. */
  readonly fileWord: string | null;
  /**
   * Decides, before its transaction, whether a visitor's write may proceed.
   * @throws Refusal PAUSED, BADGE_WORD or TOO_FAST.
   */
  admit(write: Write): Promise<AdmittedWrite>;
};
/** An admitted write. */
export type AdmittedWrite = {
  /**
   * Takes `visitors` from the network's budget of new visitors if the write is a device's first. Call it after the key
   * is claimed. @throws Refusal TOO_FAST.
   */
  take(visitors: number): void;
  /** Call it when the write failed: gives back the budget it did not use. */
  fail(error: unknown): void;
};

/** A write request: its caller, and its Idempotency-Key if it has one. */
export type Write = {
  readonly caller: Caller;
  readonly idempotency: { key: string; requestHash: string } | null;
  /** Null for writes that no request caused. */
  readonly network: Network | null;
  /** The badge word the person typed; null until they were asked. */
  readonly badgeWord: string | null;
};
/** `newToken` is the cookie of a visitor that the write created. */
export type Written<T> = { readonly answer: T; readonly newToken: string | null };

/** Returns the present state of what the first request created. @throws Refusal GONE when it was deleted. */
type Recall<T> = (tx: Db, first: T) => Promise<T>;
type VisitorsWork<T> = {
  /** `isNew`: the visitor was created in this transaction. */
  act(tx: Db, visitorId: string, visitor: { readonly isNew: boolean }): Promise<T>;
  readonly recall: Recall<T>;
  /** How many new visitors a device's first write counts as; 1 by default. */
  readonly countsAs?: number;
  /** Whether `act` itself gives the device to another visitor, and so checks whose it is. */
  readonly movesDevice?: boolean;
};
type AdminsWork<T> = { act(tx: Db): Promise<T>; readonly recall: Recall<T> };

/**
 * Runs a visitor's write in one transaction, at most once per Idempotency-Key: the key, a new visitor, what `act`
 * writes and the answer to repeat are committed together. A repeated request gets the result of `recall`.
 * @throws Refusal KEY_REUSED for the same key with another body; PAUSED, BADGE_WORD or TOO_FAST from the admission; BUSY.
 */
export async function writeAsVisitor<T>(
  context: CommandContext,
  write: Write,
  work: VisitorsWork<T>,
): Promise<Written<T>> {
  try {
    return await tryAsVisitor(context, write, work);
  } catch (error) {
    if (write.caller.visitorId === null || !(brokeReference(error) || error instanceof DeviceMoved)) throw error;
    const caller = await presentCaller(context.db, write.caller);
    return tryAsVisitor(context, { ...write, caller }, work);
  }
}

/** The device was removed, forgotten or given to another visitor since the request was read. */
export class DeviceMoved extends Refusal {
  constructor() {
    super('BUSY', 'Please try again.', { retryAfter: 1, reason: 'the device was removed or joined another visitor' });
  }
}

/** Returns the caller with the visitor that the device belongs to now; with none when it was removed. */
export async function presentCaller(db: Db, caller: Caller): Promise<Caller> {
  const device = caller.deviceId === null ? null : await store.readDevice(db, caller.deviceId);
  return { ...caller, visitorId: device?.visitorId ?? null, deviceId: device?.id ?? null };
}

/**
 * Throws what `whyNot` says of the caller, if it still says so of the visitor whom the device belongs to now: a tablet that
 * joined the owner's phone a moment ago may cancel a place of theirs, though its request began as a stranger's. Call it after
 * reading the owner and before taking a lock, so that strangers never hold one.
 */
export async function throwPresentRefusal(db: Db, caller: Caller, whyNot: (caller: Caller) => Verdict): Promise<void> {
  if (whyNot(caller) !== null) throwRefusal(whyNot(await presentCaller(db, caller)));
}

async function tryAsVisitor<T>(context: CommandContext, write: Write, work: VisitorsWork<T>): Promise<Written<T>> {
  const admitted = await context.hooks.admission?.admit(write);
  const newVisitorId = context.newId();
  const askedBy = write.caller.visitorId ?? newVisitorId;
  const act = async (tx: Db, salt: string) => {
    admitted?.take(work.countsAs ?? 1);
    const { visitorId } = write.caller;
    if (visitorId !== null) return { answer: await work.act(tx, visitorId, { isNew: false }), newVisitorId: null };
    const tokenHash = hashOf(repeatableToken(context.secret, salt));
    const network = write.network === null ? null : networkHash(context.secret, write.network.key);
    await store.addVisitor(tx, { id: newVisitorId, tokenHash, network, now: context.now().toISOString() });
    return { answer: await work.act(tx, newVisitorId, { isNew: true }), newVisitorId };
  };
  try {
    const device = work.movesDevice ? null : deviceOf(write.caller);
    return await writeOnce(context, write, { askedBy, device }, { ...work, act });
  } catch (error) {
    admitted?.fail(error);
    throw error;
  }
}

/** The same for an organiser: what they add belongs to no device. */
export function writeAsAdmin<T>(
  context: CommandContext,
  write: Write,
  { act, recall }: AdminsWork<T>,
): Promise<Written<T>> {
  return writeOnce(
    context,
    write,
    { askedBy: null, device: null },
    {
      act: async (tx) => ({ answer: await act(tx), newVisitorId: null }),
      recall,
    },
  );
}

type StoredAnswer = Parameters<typeof store.storeAnswer>[2];
type Done<T> = { answer: T; newVisitorId: string | null };

function writeOnce<T>(
  context: CommandContext,
  write: Write,
  { askedBy, device }: { askedBy: string | null; device: store.Device | null },
  { act, recall }: { act(tx: Db, salt: string): Promise<Done<T>>; recall: Recall<T> },
): Promise<Written<T>> {
  const { idempotency } = write;
  return transact(context.db, async (tx) => {
    const salt = newToken();
    const taking = { salt, askedBy, now: context.now().toISOString() };
    if (idempotency !== null && !(await store.takeKey(tx, { ...idempotency, ...taking }))) {
      return repeatAnswer<T>(context, tx, { ...write, idempotency }, recall);
    }
    const { answer, newVisitorId } = await act(tx, salt);
    const stored = { answer: JSON.stringify(answer), newVisitorId };
    if (!(await storeAnswer(tx, idempotency?.key ?? null, stored, device))) throw new DeviceMoved();
    return { answer, newToken: newVisitorId === null ? null : repeatableToken(context.secret, salt) };
  });
}

const deviceOf = ({ visitorId, deviceId }: Caller): store.Device | null =>
  visitorId === null || deviceId === null ? null : { id: deviceId, visitorId };

/** Stores the answer under the key. Returns whether the device still belongs to its visitor. */
async function storeAnswer(
  tx: Db,
  key: string | null,
  answer: StoredAnswer,
  device: store.Device | null,
): Promise<boolean> {
  if (key !== null) return store.storeAnswer(tx, key, answer, device);
  return device === null || (await store.readDevice(tx, device.id))?.visitorId === device.visitorId;
}

async function repeatAnswer<T>(
  context: CommandContext,
  tx: Db,
  { caller, idempotency }: Write & { idempotency: { key: string; requestHash: string } },
  recall: Recall<T>,
): Promise<Written<T>> {
  const stored = await store.readKey(tx, idempotency.key);
  // The request that claimed the key was refused meanwhile and rolled back, so this one may be retried.
  if (stored === null || stored.answer === null) throw raced('the first request with this key was rolled back');
  if (stored.requestHash !== idempotency.requestHash) {
    throw new Refusal('KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  const recent = context.now().getTime() - Date.parse(stored.createdAt) < COOKIE_REPEATED_MS;
  const lostItsCookie = caller.visitorId === null && stored.visitorId !== null && recent;
  return {
    answer: await recall(tx, JSON.parse(stored.answer) as T),
    newToken: lostItsCookie ? repeatableToken(context.secret, stored.salt) : null,
  };
}
