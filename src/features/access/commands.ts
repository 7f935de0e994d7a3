import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { transact } from '#database/connect.ts';
import { brokeReference } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { giveBackTry, type Throttle, takeTry, uncountTry } from '#features/throttle/commands.ts';
import { MOST_GUESSERS } from '#features/throttle/rules.ts';
import { noteWrongGuess } from '#features/throttle/store.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Asking } from '#platform/server/asking.ts';
import { fairQueue } from '#platform/server/fair-queue.ts';
import type { Limits } from '#platform/server/limits.ts';
import type { Network } from '#platform/server/network.ts';
import { COOKIE_REPEATED_MS, type Guessing, LINK_WORKS_MS, linkOver } from './rules.ts';
import { hashOf, networkHash, newToken, repeatableToken } from './session.ts';
import * as store from './store.ts';

/** What commands need of the world besides the database; tests bring their own clock. */
export type World = {
  readonly db: Db;
  readonly secret: string;
  readonly limits: Limits;
  /** Decides about writes of visitors; null in scripts and tests that have no visitors. */
  readonly admission: Admission | null;
  now(): Date;
  newId(): string;
};

/** Given by features/admission, which this slice does not know. */
export type Admission = {
  /** The badge word of festival.json; Overview may choose another. */
  readonly fileWord: string | null;
  /**
   * Decides before its transaction whether a visitor's write may go on.
   * @throws Refusal PAUSED, BADGE_WORD or TOO_FAST.
   */
  admit(write: Write): Promise<Entry>;
};
/** A write that was let in. */
export type Entry = {
  /**
   * Takes `visitors` from the network's budget of new visitors, if the write is a device's first. Call it once the key is
   * claimed. @throws Refusal TOO_FAST.
   */
  take(visitors: number): void;
  /** The write failed: gives back what it did not use. */
  fail(error: unknown): void;
};

/** Under it the password's hash is kept, among what the festival knows of itself. */
export const PASSWORD = 'admin password';
export const SECRET = 'secret';

/** The key of everything this festival signs; made at the first start and the same for all instances. */
export const readSecret = (db: Db): Promise<string> => store.claimMeta(db, SECRET, newToken());

/** RFC 9106's low-memory choice as OWASP gives it: 19 MiB, two passes. */
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
 * Makes `given` the admin password, or keeps the one there is, or makes one. Another password than before ends every
 * session. Returns a newly made password, to be shown once; null otherwise.
 */
export async function settlePassword(world: World, given: string | null): Promise<string | null> {
  const stored = await store.readMeta(world.db, PASSWORD);
  if (given === null && stored !== null) return null;
  if (given !== null && stored !== null && (await matches(given, stored))) return null;
  const password = given ?? madePassword();
  const hash = await hashPassword(password);
  if (given === null) {
    // Two instances that start together: the one that wrote first has made the password.
    return (await store.claimMeta(world.db, PASSWORD, hash)) === hash ? password : null;
  }
  await transact(world.db, async (tx) => {
    await store.writeMeta(tx, PASSWORD, hash);
    // Links first: who is opening one in this moment is waited for, and their session ends with the others.
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
const QUEUE = { places: 20, share: 4 };
const HASHING = { organiser: fairQueue(QUEUE), stranger: fairQueue(QUEUE) };

/**
 * Tries the password. The right one opens a session and returns its token, a wrong one null.
 * @throws Refusal TOO_FAST while the guesser has to wait, BUSY when too many wait for their turn.
 */
export async function unlock(world: World, password: string, guessing: Guessing): Promise<string | null> {
  const throttle = passwordThrottle(world, guessing);
  await takeTry(world, throttle);
  const stored = await store.readMeta(world.db, PASSWORD);
  if (stored === null || !(await matchesInTurn(world, password, stored, guessing))) {
    await noteWrongGuess(world.db, guessing.counts[0].guesser, world.now().toISOString(), MOST_GUESSERS);
    return null;
  }
  const token = newToken();
  const opened = await transact(world.db, async (tx) => {
    // Looking took a while: a password that was changed meanwhile, which ended every session, opens none any more.
    if (!(await store.holdMeta(tx, PASSWORD, stored))) return false;
    await giveBackTry(tx, throttle);
    await store.addSession(tx, { id: world.newId(), tokenHash: hashOf(token), now: world.now().toISOString() });
    return true;
  });
  return opened ? token : null;
}

async function matchesInTurn(world: World, password: string, stored: string, guessing: Guessing): Promise<boolean> {
  const { isOrganiser, party } = guessing;
  try {
    return await HASHING[isOrganiser ? 'organiser' : 'stranger'](party, () => matches(password, stored));
  } catch (error) {
    // The guesser's own counts keep the try: given back, a flood that fills the queue would never have to wait.
    const { budgets } = passwordThrottle(world, guessing);
    if (error instanceof Refusal) await uncountTry(world.db, { counts: [], budgets });
    throw error;
  }
}

const passwordThrottle = ({ limits }: World, { counts, isOrganiser }: Guessing): Throttle => ({
  counts,
  budgets: isOrganiser ? [] : [{ name: 'password', perMinute: limits.guesses }],
  sentence: (seconds) => `Too many wrong passwords. Try again in ${seconds} s.`,
});

/** Makes a one-time link for an organiser without the password; only its token's hash is kept. Returns the token. */
export async function makeLink(world: World): Promise<string> {
  const token = newToken();
  await store.addLink(world.db, { id: world.newId(), tokenHash: hashOf(token), now: world.now().toISOString() });
  return token;
}

/**
 * Opens a session by a one-time link and returns the session's token.
 * @throws Refusal LINK_OVER where the link was used, has run out or is none of ours.
 */
export async function unlockByLink(world: World, linkToken: string): Promise<string> {
  const tokenHash = hashOf(linkToken);
  const now = world.now();
  const since = new Date(now.getTime() - LINK_WORKS_MS).toISOString();
  const token = newToken();
  await transact(world.db, async (tx) => {
    if (!(await store.useLink(tx, tokenHash, { since, now: now.toISOString() }))) {
      throw linkOver(await store.findLink(tx, tokenHash));
    }
    const session = { id: world.newId(), tokenHash: hashOf(token), now: now.toISOString() };
    await store.addSession(tx, { ...session, openedBy: 'link' });
  });
  return token;
}

export const lock = async (world: World, sessionId: string): Promise<void> =>
  void (await store.endSession(world.db, sessionId));

/** A write as it reached us: who sent it, and its Idempotency-Key if it has one. */
export type Write = {
  readonly asking: Asking;
  readonly once: { key: string; requestHash: string } | null;
  /** Null where no request brought it. */
  readonly network: Network | null;
  /** What the person typed as the word on their badge; null as long as they were not asked. */
  readonly badgeWord: string | null;
};
/** What came of it; `newToken` is the cookie of a visitor made by it. */
export type Written<T> = { readonly answer: T; readonly newToken: string | null };

/** Returns the present state of what a repeated request made the first time. @throws Refusal GONE when it is not there any more. */
type Recall<T> = (tx: Db, first: T) => Promise<T>;
type VisitorsWork<T> = {
  act(tx: Db, visitorId: string): Promise<T>;
  readonly recall: Recall<T>;
  /** How many new visitors a device's first write counts as; 1 unless said. */
  readonly countsAs?: number;
};
type AdminsWork<T> = { act(tx: Db): Promise<T>; readonly recall: Recall<T> };

/**
 * Does a visitor's write in one transaction and at most once per Idempotency-Key: the key, the visitor that it may
 * make, what `act` writes and the answer to repeat are committed together. A repeated request gets what `recall` returns.
 * @throws Refusal KEY_REUSED for the same key with another body; PAUSED, BADGE_WORD or TOO_FAST from the admission.
 */
export async function writeAsVisitor<T>(world: World, write: Write, work: VisitorsWork<T>): Promise<Written<T>> {
  try {
    return await writeAs(world, write, work);
  } catch (error) {
    // The device had itself forgotten in this moment, perhaps in another tab: it begins anew.
    if (write.asking.visitorId === null || !brokeReference(error)) throw error;
    return writeAs(world, { ...write, asking: { ...write.asking, visitorId: null } }, work);
  }
}

async function writeAs<T>(world: World, write: Write, work: VisitorsWork<T>): Promise<Written<T>> {
  const entry = await world.admission?.admit(write);
  const newVisitorId = world.newId();
  const askedBy = write.asking.visitorId ?? newVisitorId;
  const act = async (tx: Db, salt: string) => {
    entry?.take(work.countsAs ?? 1);
    const { visitorId } = write.asking;
    if (visitorId !== null) return { answer: await work.act(tx, visitorId), newVisitorId: null };
    const tokenHash = hashOf(repeatableToken(world.secret, salt));
    const network = write.network === null ? null : networkHash(world.secret, write.network.key);
    await store.addVisitor(tx, { id: newVisitorId, tokenHash, network, now: world.now().toISOString() });
    return { answer: await work.act(tx, newVisitorId), newVisitorId };
  };
  try {
    return await writeOnce(world, write, askedBy, { ...work, act });
  } catch (error) {
    entry?.fail(error);
    throw error;
  }
}

/** The same for an organiser: what they add belongs to no device. */
export function writeAsAdmin<T>(world: World, write: Write, { act, recall }: AdminsWork<T>): Promise<Written<T>> {
  return writeOnce(world, write, null, {
    act: async (tx) => ({ answer: await act(tx), newVisitorId: null }),
    recall,
  });
}

type Done<T> = { answer: T; newVisitorId: string | null };

function writeOnce<T>(
  world: World,
  write: Write,
  askedBy: string | null,
  { act, recall }: { act(tx: Db, salt: string): Promise<Done<T>>; recall: Recall<T> },
): Promise<Written<T>> {
  const { once } = write;
  return transact(world.db, async (tx) => {
    const salt = newToken();
    const claim = { salt, askedBy, now: world.now().toISOString() };
    if (once !== null && !(await store.claimKey(tx, { ...once, ...claim }))) {
      return repeatAnswer<T>(world, tx, { ...write, once }, recall);
    }
    const { answer, newVisitorId } = await act(tx, salt);
    if (once !== null) await store.keepAnswer(tx, once.key, { answer: JSON.stringify(answer), newVisitorId });
    return { answer, newToken: newVisitorId === null ? null : repeatableToken(world.secret, salt) };
  });
}

async function repeatAnswer<T>(
  world: World,
  tx: Db,
  { asking, once }: Write & { once: { key: string; requestHash: string } },
  recall: Recall<T>,
): Promise<Written<T>> {
  const kept = await store.readKey(tx, once.key);
  // The request that claimed the key was refused in the meantime, so nothing was kept: this one may try anew.
  if (kept === null || kept.answer === null) throw new Refusal('BUSY', 'Please try again.', { retryAfter: 1 });
  if (kept.requestHash !== once.requestHash) {
    throw new Refusal('KEY_REUSED', 'This Idempotency-Key was used for another request.');
  }
  const recent = world.now().getTime() - Date.parse(kept.createdAt) < COOKIE_REPEATED_MS;
  const lostItsCookie = asking.visitorId === null && kept.visitorId !== null && recent;
  return {
    answer: await recall(tx, JSON.parse(kept.answer) as T),
    newToken: lostItsCookie ? repeatableToken(world.secret, kept.salt) : null,
  };
}
