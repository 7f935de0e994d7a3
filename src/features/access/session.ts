/** Who is asking: the device cookie and the admin session, each a random token of which only the SHA-256 is stored. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#database/schema.ts';
import type { Asking, Jar } from '#platform/server/asking.ts';
import { ORGANISER_MARK_S, SESSION_LONGEST_MS, sessionIsToBeNoted, sessionRuns, VISITOR_COOKIE_S } from './rules.ts';
import * as store from './store.ts';

const VISITOR = 'fest_id';
const ADMIN = 'fest_admin';
const ORGANISER = 'fest_organiser';

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * A new visitor's token that the same server can make again for the same Idempotency-Key: a phone that lost the answer
 * gets its cookie with the repeated one, although only the hash is stored. 256 bits, from the secret and a random salt.
 */
export const repeatableToken = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(`visitor ${salt}`).digest('base64url');

/** Lets bursts of new visitors be grouped by network without keeping addresses. */
export const networkHash = (secret: string, networkKey: string): string =>
  createHmac('sha256', secret).update(`network ${networkKey}`).digest('base64url');

export async function whoIsAsking(db: Db, jar: Jar, now: () => Date): Promise<Asking> {
  const [visitorId, adminSessionId] = [await visitorOf(db, jar), await adminSessionOf(db, jar, now)];
  return { visitorId, adminSessionId };
}

async function visitorOf(db: Db, jar: Jar): Promise<string | null> {
  const token = jar.get(VISITOR);
  return token === undefined ? null : store.findVisitor(db, hashOf(token));
}

async function adminSessionOf(db: Db, jar: Jar, now: () => Date): Promise<string | null> {
  const token = jar.get(ADMIN);
  if (token === undefined) return null;
  const session = await store.findSession(db, hashOf(token));
  const at = now().toISOString();
  if (session === null || !sessionRuns(session, at)) return null;
  if (sessionIsToBeNoted(session, at)) await store.noteSessionUse(db, session.id, at);
  return session.id;
}

export const giveVisitorCookie = (jar: Jar, token: string): void =>
  jar.set(VISITOR, token, { sameSite: 'lax', maxAge: VISITOR_COOKIE_S });

export const clearVisitorCookie = (jar: Jar): void => jar.clear(VISITOR, { sameSite: 'lax' });

export const giveAdminCookie = (jar: Jar, token: string): void =>
  jar.set(ADMIN, token, { sameSite: 'strict', maxAge: SESSION_LONGEST_MS / 1000 });

export const clearAdminCookie = (jar: Jar): void => jar.clear(ADMIN, { sameSite: 'strict' });

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`organiser ${text}`).digest('base64url');

/** Marks a device that held a session, so that strangers on the hotel's one address cannot shut organisers out. */
export function giveOrganiserMark(jar: Jar, secret: string, now: Date): void {
  const text = `${randomBytes(9).toString('base64url')}.${now.getTime() + ORGANISER_MARK_S * 1000}`;
  jar.set(ORGANISER, `${text}.${sign(secret, text)}`, { sameSite: 'strict', maxAge: ORGANISER_MARK_S });
}

/** The id in a genuine mark that has not run out, or null. */
export function organiserMark(jar: Jar, secret: string, now: Date): string | null {
  const [id, until, signature] = (jar.get(ORGANISER) ?? '').split('.');
  if (id === undefined || until === undefined || signature === undefined) return null;
  const wanted = Buffer.from(sign(secret, `${id}.${until}`));
  const found = Buffer.from(signature);
  const genuine = wanted.length === found.length && timingSafeEqual(wanted, found);
  return genuine && Number(until) > now.getTime() ? id : null;
}
