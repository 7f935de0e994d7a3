/** Who calls: a visitor, an organiser, or a helper at the desk that their link opened on this device. */
import type { Db } from '#database/schema.ts';
import { SESSION_USE_WRITE_MS, VISITOR_COOKIE_S } from '#features/access/rules/sessions.ts';
import { findCaller as findVisitorOrOrganiser, hashOf, noteUse } from '#features/access/session.ts';
import { type Caller, HELPER_COOKIE, type Jar } from '#platform/server/caller.ts';
import type { Staff } from '#platform/staff.ts';
import * as store from './store.ts';

/** An organiser's session comes first. */
export async function findCaller(db: Db, jar: Jar, now: () => Date): Promise<Caller> {
  const caller = await findVisitorOrOrganiser(db, jar, now);
  return caller.staff === null ? { ...caller, staff: await helperOf(db, jar, now) } : caller;
}

/** Returns the hash of the device's token; null without a cookie. */
export function deskHash(jar: Jar): string | null {
  const token = jar.get(HELPER_COOKIE);
  return token === undefined ? null : hashOf(token);
}

async function helperOf(db: Db, jar: Jar, now: () => Date): Promise<Staff | null> {
  const hash = deskHash(jar);
  const at = now();
  const desk = hash === null ? null : await store.findDesk(db, hash, at.toISOString());
  if (desk === null) return null;
  if (at.getTime() - Date.parse(desk.lastUsedAt ?? '1970') >= SESSION_USE_WRITE_MS)
    await noteUse(store.writeUse(db, desk.deskId, at.toISOString()));
  const { deskId, name, role, eventId, location } = desk;
  return { sessionId: deskId, name, role, scope: { eventId, location } };
}

/** It outlives the link, whose end may change. */
export const giveDeskCookie = (jar: Jar, token: string): void =>
  jar.set(HELPER_COOKIE, token, { sameSite: 'strict', maxAge: VISITOR_COOKIE_S });

export const clearDeskCookie = (jar: Jar): void => jar.clear(HELPER_COOKIE, { sameSite: 'strict' });
