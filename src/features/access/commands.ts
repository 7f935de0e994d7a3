import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { transact } from '#database/connect.ts';
import { brokeReference } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { giveBackTry, type Throttle, takeTry, uncountTry } from '#features/throttle/commands.ts';
import { MOST_GUESSERS } from '#features/throttle/rules.ts';
import { addWrongGuess } from '#features/throttle/store.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Caller } from '#platform/server/caller.ts';
import { fairQueue } from '#platform/server/fair-queue.ts';
import type { Limits } from '#platform/server/limits.ts';
import type { Network } from '#platform/server/network.ts';
import { COOKIE_REPEATED_MS, type Guessing, LINK_WORKS_MS, linkOver } from './rules.ts';
import { hashOf, networkHash, newToken, repeatableToken } from './session.ts';
import * as store from './store.ts';

/** What commands need besides the database; tests bring their own clock. */
export type CommandContext = {
  readonly db: Db;
  readonly secret: string;
  readonly limits: Limits;
  readonly hooks: Hooks;
  now(): Date;
  newId(): string;
};

/**
 * What a slice calls in a slice that it must not import. The caller adds its hook to this interface with `declare module`;
 * app/server/app.ts supplies all of them.
 */
export interface Hooks {
  /** Admits or refuses visitors' writes; null in tests without visitors. */
  readonly admission: Admission | null;
}

/** Implemented by features/admission, which this slice must not import. */
export type Admission = {
  /** The badge word of festival.json. Overview may set another. */
  readonly fileWord: string | null;
  /**
   * Decides, before its transaction, whether a visitor's write may proceed.
   * @throws Refusal PAUSED, BADGE_WORD or TOO_FAST.
   */
  admit(write: Write): Promise<Entry>;
};
/** An admitted write. */
export type Entry = {
  /**
   * Takes `visitors` from the network's budget of new visitors if the write is a device's first. Call it after the key
   * is claimed. @throws Refusal TOO_FAST.
   */
  take(visitors: number): void;
  /** Call it when the write failed: gives back the budget it did not use. */
  fail(error: unknown): void;
};

/** Key in `meta` of the password's hash. */
export const PASSWORD = 'admin password';
export const SECRET = 'secret';

/** Returns the secret that signs everything of this festival; made at the first start and shared by all instances. */
export const readSecret = (db: Db): Promise<string> => store.claimMeta(db, SECRET, newToken());

/** RFC 9106's low-memory option with OWASP's parameters: 19 MiB, two passes. */
const ARGON2 = { parallelism: 1, tagLength: 32, memory: 19 * 1024, passes: 2 };
const digest = promisify(argon2);

async function hashPassword(password: string, salt = randomBytes(16)): Promise<string> {
  const tag = await digest('argon2id', { message: password, nonce: salt, ...ARGON2 });
  return `argon2id:${salt.toString('base64url')}:${tag.toString('base64url')}`;
}

async function matches(password: string, stored: string): Promise<boolean> {
  const salt = Buffer.from(stored.split(':')[1] ?? '', 'base64url');
  return timingSafeEqual(Buffer.from(await hashPassword(password, salt)), Buffer.from(stored));
}

/**
 * Makes `given` the admin password, keeps the existing one, or makes a new one. A changed password ends every session.
 * Returns a newly made password, to be shown once; otherwise null.
 */
export async function settlePassword(context: CommandContext, given: string | null): Promise<string | null> {
  const stored = await store.readMeta(context.db, PASSWORD);
  if (given === null && stored !== null) return null;
  if (given !== null && stored !== null && (await matches(given, stored))) return null;
  const password = given ?? madePassword();
  const hash = await hashPassword(password);
  if (given === null) {
    // Of two instances that start together, the one that wrote first has made the password.
    return (await store.claimMeta(context.db, PASSWORD, hash)) === hash ? password : null;
  }
  await transact(context.db, async (tx) => {
    await store.writeMeta(tx, PASSWORD, hash);
    // Links first: this waits for a session that is being opened by one, and then ends it too.
    await store.dropLinks(tx);
    await store.endAllSessions(tx);
  });
  return null;
}

/** 31 letters and digits without look-alikes; four groups of four are 79 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

function madePassword(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  const group = () => Array.from({ length: 4 }, letter).join('');
  return Array.from({ length: 4 }, group).join('-');
}

/** Each hash takes 19 MiB and a core: one at a time for strangers and one for organisers, whatever strangers send. */
const QUEUE = { length: 20, share: 4 };
const HASHING = { organiser: fairQueue(QUEUE), stranger: fairQueue(QUEUE) };

/**
 * Checks the password. Returns the token of a new session, or null for a wrong password.
 * @throws Refusal TOO_FAST while the guesser has to wait, BUSY when the queue is full.
 */
export async function unlock(context: CommandContext, password: string, guessing: Guessing): Promise<string | null> {
  const throttle = passwordThrottle(context, guessing);
  await takeTry(context, throttle);
  const stored = await store.readMeta(context.db, PASSWORD);
  if (stored === null || !(await matchesInTurn(context, password, stored, guessing))) {
    await addWrongGuess(context.db, guessing.counts[0].guesser, context.now().toISOString(), MOST_GUESSERS);
    return null;
  }
  const token = newToken();
  const opened = await transact(context.db, async (tx) => {
    // The password may have changed during the check, which ended every session: the old one must not open another.
    if (!(await store.holdMeta(tx, PASSWORD, stored))) return false;
    await giveBackTry(tx, throttle);
    await store.addSession(tx, { id: context.newId(), tokenHash: hashOf(token), now: context.now().toISOString() });
    return true;
  });
  return opened ? token : null;
}

async function matchesInTurn(
  context: CommandContext,
  password: string,
  stored: string,
  guessing: Guessing,
): Promise<boolean> {
  const { isOrganiser, party } = guessing;
  try {
    return await HASHING[isOrganiser ? 'organiser' : 'stranger'](party, () => matches(password, stored));
  } catch (error) {
    // The guesser's own counts keep the try; refunded, a flood that fills the queue would never have to wait.
    const { budgets } = passwordThrottle(context, guessing);
    if (error instanceof Refusal) await uncountTry(context.db, { counts: [], budgets });
    throw error;
  }
}

const passwordThrottle = ({ limits }: CommandContext, { counts, isOrganiser }: Guessing): Throttle => ({
  counts,
  budgets: isOrganiser ? [] : [{ name: 'password', perMinute: limits.guesses }],
  sentence: (seconds) => `Too many wrong passwords. Try again in ${seconds} s.`,
});

/** Makes a one-time link for an organiser without the password. Returns its token and stores only the hash. */
export async function makeLink(context: Pick<CommandContext, 'db' | 'now' | 'newId'>): Promise<string> {
  const token = newToken();
  await store.addLink(context.db, { id: context.newId(), tokenHash: hashOf(token), now: context.now().toISOString() });
  return token;
}

/**
 * Opens a session with a one-time link and returns the session's token.
 * @throws Refusal LINK_OVER when the link is used, expired or unknown.
 */
export async function unlockByLink(context: CommandContext, linkToken: string): Promise<string> {
  const tokenHash = hashOf(linkToken);
  const now = context.now();
  const since = new Date(now.getTime() - LINK_WORKS_MS).toISOString();
  const token = newToken();
  await transact(context.db, async (tx) => {
    if (!(await store.useLink(tx, tokenHash, { since, now: now.toISOString() }))) {
      throw linkOver(await store.findLink(tx, tokenHash));
    }
    const session = { id: context.newId(), tokenHash: hashOf(token), now: now.toISOString() };
    await store.addSession(tx, { ...session, openedBy: 'link' });
  });
  return token;
}

export const lock = async (context: CommandContext, sessionId: string): Promise<void> =>
  void (await store.endSession(context.db, sessionId));

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
  act(tx: Db, visitorId: string): Promise<T>;
  readonly recall: Recall<T>;
  /** How many new visitors a device's first write counts as; 1 by default. */
  readonly countsAs?: number;
};
type AdminsWork<T> = { act(tx: Db): Promise<T>; readonly recall: Recall<T> };

/**
 * Runs a visitor's write in one transaction, at most once per Idempotency-Key: the key, a new visitor, what `act`
 * writes and the answer to repeat are committed together. A repeated request gets the result of `recall`.
 * @throws Refusal KEY_REUSED for the same key with another body; PAUSED, BADGE_WORD or TOO_FAST from the admission.
 */
export async function writeAsVisitor<T>(
  context: CommandContext,
  write: Write,
  work: VisitorsWork<T>,
): Promise<Written<T>> {
  try {
    return await writeAs(context, write, work);
  } catch (error) {
    // The visitor was just forgotten, perhaps in another tab: write as a new visitor.
    if (write.caller.visitorId === null || !brokeReference(error)) throw error;
    return writeAs(context, { ...write, caller: { ...write.caller, visitorId: null } }, work);
  }
}

async function writeAs<T>(context: CommandContext, write: Write, work: VisitorsWork<T>): Promise<Written<T>> {
  const entry = await context.hooks.admission?.admit(write);
  const newVisitorId = context.newId();
  const askedBy = write.caller.visitorId ?? newVisitorId;
  const act = async (tx: Db, salt: string) => {
    entry?.take(work.countsAs ?? 1);
    const { visitorId } = write.caller;
    if (visitorId !== null) return { answer: await work.act(tx, visitorId), newVisitorId: null };
    const tokenHash = hashOf(repeatableToken(context.secret, salt));
    const network = write.network === null ? null : networkHash(context.secret, write.network.key);
    await store.addVisitor(tx, { id: newVisitorId, tokenHash, network, now: context.now().toISOString() });
    return { answer: await work.act(tx, newVisitorId), newVisitorId };
  };
  try {
    return await writeOnce(context, write, askedBy, { ...work, act });
  } catch (error) {
    entry?.fail(error);
    throw error;
  }
}

/** The same for an organiser: what they add belongs to no device. */
export function writeAsAdmin<T>(
  context: CommandContext,
  write: Write,
  { act, recall }: AdminsWork<T>,
): Promise<Written<T>> {
  return writeOnce(context, write, null, {
    act: async (tx) => ({ answer: await act(tx), newVisitorId: null }),
    recall,
  });
}

type Done<T> = { answer: T; newVisitorId: string | null };

function writeOnce<T>(
  context: CommandContext,
  write: Write,
  askedBy: string | null,
  { act, recall }: { act(tx: Db, salt: string): Promise<Done<T>>; recall: Recall<T> },
): Promise<Written<T>> {
  const { idempotency } = write;
  return transact(context.db, async (tx) => {
    const salt = newToken();
    const claim = { salt, askedBy, now: context.now().toISOString() };
    if (idempotency !== null && !(await store.claimKey(tx, { ...idempotency, ...claim }))) {
      return repeatAnswer<T>(context, tx, { ...write, idempotency }, recall);
    }
    const { answer, newVisitorId } = await act(tx, salt);
    if (idempotency !== null)
      await store.keepAnswer(tx, idempotency.key, { answer: JSON.stringify(answer), newVisitorId });
    return { answer, newToken: newVisitorId === null ? null : repeatableToken(context.secret, salt) };
  });
}

async function repeatAnswer<T>(
  context: CommandContext,
  tx: Db,
  { caller, idempotency }: Write & { idempotency: { key: string; requestHash: string } },
  recall: Recall<T>,
): Promise<Written<T>> {
  const kept = await store.readKey(tx, idempotency.key);
  // The request that claimed the key was refused meanwhile and rolled back, so this one may be retried.
  if (kept === null || kept.answer === null) throw new Refusal('BUSY', 'Please try again.', { retryAfter: 1 });
  if (kept.requestHash !== idempotency.requestHash) {
    throw new Refusal('KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  const recent = context.now().getTime() - Date.parse(kept.createdAt) < COOKIE_REPEATED_MS;
  const lostItsCookie = caller.visitorId === null && kept.visitorId !== null && recent;
  return {
    answer: await recall(tx, JSON.parse(kept.answer) as T),
    newToken: lostItsCookie ? repeatableToken(context.secret, kept.salt) : null,
  };
}
