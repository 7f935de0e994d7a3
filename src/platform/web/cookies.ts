/** Whether this browser keeps cookies. Without them the server takes it for a new one each time. */
import { COPIED_AT_HEADER, KNOWN_AT_HEADER } from '#platform/build.ts';
import { abortAfter } from './abort-after.ts';
import { ownBuildHeader } from './page-build.ts';
import { ask } from './request.ts';

/** The browser keeps no cookies. The message is for the person. */
export class NoCookies extends Error {
  override readonly name = 'NoCookies';
  constructor() {
    super(
      'This browser keeps no cookies, so the server does not know it again. Allow cookies for this site in the browser’s settings, and try again.',
    );
  }
}

const PROBE = 'fest_probe';
/** The write is done, and its form waits. */
const CHECK_LIMIT_MS = 4_000;

/** Throws NoCookies where the browser's settings forbid them. Call before a write that gives a cookie. */
export function requireCookies(): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: `cookieStore` exists only on https
    document.cookie = `${PROBE}=1; path=/; max-age=60; samesite=lax`;
    const isStored = document.cookie.includes(PROBE);
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${PROBE}=; path=/; max-age=0`;
    if (isStored) return;
  } catch {
    // A sandboxed frame.
  }
  throw new NoCookies();
}

/** Throws NoCookies when the cookie of this answer did not come back, as where a network or an extension drops it. */
export async function expectCookieBack({ headers }: Response): Promise<void> {
  const [path, field = ''] = headers.get(KNOWN_AT_HEADER)?.split(' ') ?? [];
  if (path === undefined) return;
  // An offline copy says nothing.
  const read = async (answer: Response) =>
    answer.headers.has(COPIED_AT_HEADER) || (await answer.json())[field] !== false;
  const request = { method: 'GET', headers: ownBuildHeader(), signal: abortAfter(CHECK_LIMIT_MS) };
  const answered = await ask(path, request, read).catch(() => null);
  if (answered !== null && 'content' in answered && !answered.content) throw new NoCookies();
}
