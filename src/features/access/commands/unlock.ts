/** Opens and ends admin sessions: the password, one-time links, and the secret that signs everything. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { holdMeta, readMeta, takeMeta, writeMeta } from '#database/meta.ts';
import type { Db } from '#database/schema.ts';
import { transact } from '#database/transactions.ts';
import { Refusal } from '#platform/refusal.ts';
import { newCode } from '#platform/server/codes.ts';
import { gate } from '#platform/server/limits.ts';
import { type Guessing, LINK_WORKS_MS, linkOver } from '../rules/sessions.ts';
import { hashOf, newToken } from '../session.ts';
import * as store from '../store/callers.ts';
import { giveBackTry, type Throttle, takeTry, uncountTry } from './throttle.ts';
import type { CommandContext } from './writes.ts';

/** Key in `meta` of the password's hash. */
export const PASSWORD = 'admin password';
export const SECRET = 'secret';

/** Returns the secret that signs everything of this festival; made at the first start and shared by all instances. */
export const readSecret = (db: Db): Promise<string> => takeMeta(db, SECRET, newToken());

/** Cost of checking a password; `memory` in KiB. A hash does not name it, so all instances of a festival need the same. */
export type HashCost = { readonly memory: number; readonly passes: number };
export type PasswordContext = CommandContext & { readonly hashCost: HashCost };

/** RFC 9106's low-memory option with OWASP's parameters. */
export const HASH_COST: HashCost = { memory: 19 * 1024, passes: 2 };
const digest = promisify(argon2);

async function hashPassword(password: string, cost: HashCost, salt = randomBytes(16)): Promise<string> {
  const tag = await digest('argon2id', { message: password, nonce: salt, parallelism: 1, tagLength: 32, ...cost });
  return `argon2id:${salt.toString('base64url')}:${tag.toString('base64url')}`;
}

async function matches(password: string, stored: string, cost: HashCost): Promise<boolean> {
  const salt = Buffer.from(stored.split(':')[1] ?? '', 'base64url');
  return timingSafeEqual(Buffer.from(await hashPassword(password, cost, salt)), Buffer.from(stored));
}

/**
 * Makes `given` the admin password, keeps the existing one, or makes a new one. A changed password ends every session.
 * Returns a newly made password, to be shown once; otherwise null.
 */
export async function settlePassword(context: PasswordContext, given: string | null): Promise<string | null> {
  const stored = await readMeta(context.db, PASSWORD);
  if (given === null && stored !== null) return null;
  if (given !== null && stored !== null && (await matches(given, stored, context.hashCost))) return null;
  const password = given ?? madePassword();
  const hash = await hashPassword(password, context.hashCost);
  if (given === null) {
    // Of two instances that start together, the one that wrote first has made the password.
    return (await takeMeta(context.db, PASSWORD, hash)) === hash ? password : null;
  }
  await transact(context.db, async (tx) => {
    await writeMeta(tx, PASSWORD, hash);
    // Links first: this waits for a session that is being opened by one, and then ends it too.
    await store.dropLinks(tx);
    await store.endAllSessions(tx);
  });
  return null;
}

/** Four groups of four of 31 letters and digits are 79 bits. */
const madePassword = (): string => Array.from({ length: 4 }, () => newCode(4).toLowerCase()).join('-');

/** Each hash takes 19 MiB and a core: one at a time for strangers and one for organisers, whatever strangers send. */
const ONE = { atOnce: 1, queued: 20 };
const HASHING = { organiser: gate(ONE), stranger: gate(ONE) };

/**
 * Checks the password. Returns the token of a new session, or null for a wrong password.
 * @throws Refusal TOO_FAST while the guesser has to wait, BUSY when too many wait.
 */
export async function unlock(
  context: PasswordContext,
  { password, name = null }: { password: string; name?: string | null | undefined },
  guessing: Guessing,
): Promise<string | null> {
  const throttle = passwordThrottle(context, guessing);
  await takeTry(context, throttle);
  const stored = await readMeta(context.db, PASSWORD);
  if (stored === null || !(await matchesInTurn(context, password, stored, guessing))) return null;
  return transact(context.db, async (tx) => {
    // The password may have changed during the check, which ended every session: the old one must not open another.
    if (!(await holdMeta(tx, PASSWORD, stored))) return null;
    await giveBackTry(tx, throttle);
    return openSession(context, tx, name);
  });
}

/** Opens a session and returns its token. */
async function openSession(context: CommandContext, tx: Db, name: string | null): Promise<string> {
  const token = newToken();
  const session = { name, id: context.newId(), tokenHash: hashOf(token), now: context.now().toISOString() };
  await store.addSession(tx, session);
  return token;
}

async function matchesInTurn(
  context: PasswordContext,
  password: string,
  stored: string,
  guessing: Guessing,
): Promise<boolean> {
  const { isOrganiser, party } = guessing;
  try {
    return await HASHING[isOrganiser ? 'organiser' : 'stranger'](party, () =>
      matches(password, stored, context.hashCost),
    );
  } catch (error) {
    // The guesser's own counts keep the try; refunded, a flood that fills the line would never have to wait.
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
  return transact(context.db, async (tx) => {
    if (!(await store.useLink(tx, tokenHash, { since, now: now.toISOString() }))) {
      throw linkOver(await store.findLink(tx, tokenHash));
    }
    return openSession(context, tx, null);
  });
}

export const lock = (context: CommandContext, sessionId: string): Promise<void> =>
  store.endSession(context.db, sessionId);
