/**
 * A visitor's own write is seen at once by that visitor: its answer sets a cookie with the write's position, and reads
 * with the cookie get a copy that was begun later (cache.ts). All others may get one of a second ago.
 */
import type { FastifyRequest } from 'fastify';
import { type Jar, readCookies } from './caller.ts';

const NAME = 'fest_wrote';
/** Longer than any cache in front keeps an answer. */
const SECONDS = 3;

export const rememberWrite = (jar: Jar, position: number): void =>
  jar.set(NAME, String(position), { sameSite: 'lax', maxAge: SECONDS });

/** Whether a Cookie header may hold the cookie; without parsing it, because every read asks. */
export const mayHaveWritten = (cookie: string | undefined): boolean => cookie?.includes(NAME) ?? false;

/** Returns the position of the caller's last write, if it was a moment ago. */
export function ownWrite({ headers: { cookie } }: FastifyRequest): number | null {
  if (cookie === undefined || !mayHaveWritten(cookie)) return null;
  const sent = readCookies(cookie);
  return Number(sent[`__Host-${NAME}`] ?? sent[NAME]) || 0;
}
