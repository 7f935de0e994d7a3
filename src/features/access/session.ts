/** Caller lookup: device cookie and admin session, both random tokens stored only as SHA-256. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isAway } from '#database/portable.ts';
import type { Db } from '#database/schema.ts';
import { ADMIN_COOKIE, type Caller, type Jar } from '#platform/server/caller.ts';
import { type Staff, WHOLE_FESTIVAL } from '#platform/staff.ts';
import {
  DEVICE_USE_WRITE_MS,
  ORGANISER_MARK_S,
  SESSION_LONGEST_MS,
  SESSION_USE_WRITE_MS,
  sessionRuns,
  shouldWriteLastUse,
  VISITOR_COOKIE_S,
} from './rules/sessions.ts';
import * as store from './store/callers.ts';

const VISITOR = 'fest_id';
const ORGANISER = 'fest_organiser';

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Derives a new visitor's token from the secret and a random salt, so that it can be derived again for the same
 * Idempotency-Key: a phone that lost the response gets its cookie with the repeated one, although only the hash is
 * stored. 256 bits.
 */
export const repeatableToken = (secret: string, salt: string): string =>
  createHmac('sha256', secret).update(`visitor ${salt}`).digest('base64url');

/** Groups bursts of new visitors by network without storing addresses. */
export const networkHash = (secret: string, networkKey: string): string =>
  createHmac('sha256', secret).update(`network ${networkKey}`).digest('base64url');

export async function findCaller(db: Db, jar: Jar, now: () => Date): Promise<Caller> {
  const [device, staff] = [await deviceOf(db, jar, now), await organiserOf(db, jar, now)];
  return { visitorId: device?.visitorId ?? null, deviceId: device?.id ?? null, staff };
}

async function deviceOf(db: Db, jar: Jar, now: () => Date): Promise<store.Device | null> {
  const token = jar.get(VISITOR);
  const device = token === undefined ? null : await store.findDevice(db, hashOf(token));
  const at = now();
  if (device !== null && shouldWriteLastUse(device, at.toISOString(), DEVICE_USE_WRITE_MS)) {
    const before = new Date(at.getTime() - DEVICE_USE_WRITE_MS).toISOString();
    // When it fails, the next request tries again.
    void store.writeDeviceUse(db, device, { before, now: at.toISOString() }).catch(() => undefined);
  }
  return device;
}

async function organiserOf(db: Db, jar: Jar, now: () => Date): Promise<Staff | null> {
  const token = jar.get(ADMIN_COOKIE);
  if (token === undefined) return null;
  const session = await store.findSession(db, hashOf(token));
  const at = now().toISOString();
  if (session === null || !sessionRuns(session, at)) return null;
  if (shouldWriteLastUse(session, at, SESSION_USE_WRITE_MS)) await noteUse(store.writeSessionUse(db, session.id, at));
  return organiser(session);
}

/** A read is answered also while the database only reads. The next request tries again. */
export const noteUse = (written: Promise<unknown>): Promise<unknown> =>
  written.catch((error: unknown) => {
    if (!isAway(error)) throw error;
  });

export const organiser = ({ id, name }: { id: string; name: string | null }): Staff => ({
  ...{ sessionId: id, name },
  ...{ role: 'organiser', scope: WHOLE_FESTIVAL },
});

export const giveVisitorCookie = (jar: Jar, token: string): void =>
  jar.set(VISITOR, token, { sameSite: 'lax', maxAge: VISITOR_COOKIE_S });

export const clearVisitorCookie = (jar: Jar): void => jar.clear(VISITOR, { sameSite: 'lax' });

export const giveAdminCookie = (jar: Jar, token: string): void =>
  jar.set(ADMIN_COOKIE, token, { sameSite: 'strict', maxAge: SESSION_LONGEST_MS / 1000 });

export const clearAdminCookie = (jar: Jar): void => jar.clear(ADMIN_COOKIE, { sameSite: 'strict' });

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`organiser ${text}`).digest('base64url');

/** Marks a device that held a session, so that strangers on the hotel's one address cannot lock organisers out. */
export function giveOrganiserMark(jar: Jar, secret: string, now: Date): void {
  const text = `${randomBytes(9).toString('base64url')}.${now.getTime() + ORGANISER_MARK_S * 1000}`;
  jar.set(ORGANISER, `${text}.${sign(secret, text)}`, { sameSite: 'strict', maxAge: ORGANISER_MARK_S });
}

/** Returns the id in a valid, unexpired mark, or null. */
export function organiserMark(jar: Jar, secret: string, now: Date): string | null {
  const [id, until, signature] = (jar.get(ORGANISER) ?? '').split('.');
  if (id === undefined || until === undefined || signature === undefined) return null;
  const wanted = Buffer.from(sign(secret, `${id}.${until}`));
  const sent = Buffer.from(signature);
  const genuine = wanted.length === sent.length && timingSafeEqual(wanted, sent);
  return genuine && Number(until) > now.getTime() ? id : null;
}
