/** One request with its time limit. Tells whether the server can be reached. */
import { COPIED_AT_HEADER, isLoginPage } from '#platform/build.ts';
import { hearTime } from './clock.ts';
import {
  isOurs,
  NoConnection,
  probe,
  reportEntry,
  reportFailure,
  reportLogin,
  reportResponse,
  responseCount,
} from './connection.ts';
import { cacheFor, noteCopiedAnswer } from './data-age.ts';
import { noteBuild } from './page-build.ts';

/** For the whole answer of a call; a large body gets so much longer as 20 kB/s need. */
const LIMIT_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 20;

export type Answered<T> = { readonly response: Response; readonly content: T };
/** An unsuccessful answer with its body. */
type Failed = { readonly response: Response; readonly failure: string };

/** Sends one request. Throws NoConnection when the server did not answer. */
export const ask = async <T>(
  address: string,
  {
    signal,
    body,
    ...init
  }: { method: string; headers: Record<string, string>; body?: string | Blob; signal?: AbortSignal },
  read: (response: Response) => Promise<T>,
): Promise<Answered<T> | Failed> => {
  const before = responseCount();
  const askedAt = performance.now();
  // Read later it would say that nothing was sent when only the answer is lost.
  const hadNetwork = navigator.onLine;
  const limit = new AbortController();
  const size = (typeof body === 'string' ? body.length : body?.size) ?? 0;
  const timer = setTimeout(() => limit.abort(), LIMIT_MS + size / SLOWEST_BYTES_PER_MS);
  // Not AbortSignal.any, which browsers have since 2024 only.
  signal?.addEventListener('abort', () => limit.abort(signal.reason));
  try {
    const sent: RequestInit = {
      ...init,
      credentials: 'same-origin',
      cache: cacheFor(signal),
      // No call redirects, and a login page of another origin could not be followed.
      redirect: 'manual',
      signal: limit.signal,
    };
    const response = await fetch(address, body === undefined ? sent : { ...sent, body });
    if (isLoginPage(response)) reportLogin();
    if (!isOurs(response)) throw new Error(`${response.status} of another server`);
    // Before the body, which may take long.
    hearTime(response, askedAt);
    const answer = response.ok
      ? { response, content: await read(response) }
      : { response, failure: await response.text() };
    noteBuild(response);
    // The worker answers with an offline copy when the server does not, or not in time, or is busy.
    const copiedAt = response.headers.get(COPIED_AT_HEADER);
    if (copiedAt === null) {
      reportEntry();
      reportResponse();
    } else void probe();
    if (copiedAt !== null && signal !== undefined) noteCopiedAnswer(signal, copiedAt);
    return answer;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    reportFailure(before);
    throw new NoConnection(wordsFor(init.method, !hadNetwork && !limit.signal.aborted), { cause: failure });
  } finally {
    clearTimeout(timer);
  }
};

const wordsFor = (method: string, isUnsent: boolean): string => {
  if (method === 'GET') return 'No connection. Please try again.';
  return isUnsent ? 'No connection. Nothing was sent.' : 'No connection. It is not certain that this was sent.';
};
