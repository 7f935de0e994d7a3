import { BUILD_HEADER, COPIED_AT_HEADER, DEVICE_COPIED_AT_HEADER, isLoginPage, MARKS } from '#platform/build.ts';
import { deviceNow } from '#platform/web/device-clock.ts';
import { type CacheKey, isSlowAfter, isUsable, limitAfter, mayBeCopied, surplus, unused } from '../offline/rules.ts';
import { answersIn, cacheName, KINDS, type Told } from '../offline/start.ts';
import { build, worker } from './scope.ts';

const HEAD = `<meta name="${MARKS.build}"`;
const mark = (name: string, content: string): string => `<meta name="${name}" content="${content}">\n`;

/** Marked with its age and the address it was drawn for, which may not be the one asked for. */
export async function markedCopy(copy: Response | undefined, address: string): Promise<Response | undefined> {
  if (copy === undefined) return undefined;
  const at = copy.headers.get(COPIED_AT_HEADER) ?? '';
  const html = await copy.text();
  const marks = mark(MARKS.copiedAt, at) + mark(MARKS.drawnFor, address);
  return new Response(html.replace(HEAD, marks + HEAD), { headers: copy.headers });
}

/** `answer` came instead of an answer to use. */
class NotUsable extends Error {
  readonly answer: Response;
  constructor(answer: Response) {
    super('not an answer to use');
    this.answer = answer;
  }
}

const factsOf = ({ status, headers }: Response) => ({ status, build: headers.get(BUILD_HEADER) });

/** Throws NotUsable for another server's response. */
export async function fromNetwork(
  asked: Promise<Response>,
  isPage: boolean,
  place: CacheKey | null,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  // Opened before the answer is there: when any worker deletes the cache meanwhile, the answer goes with it.
  const cache = place === null ? null : caches.open(cacheName(place.kind, build));
  const answer = await asked;
  if (isLoginPage(answer)) await tell('login');
  if (!isUsable(factsOf(answer), isPage)) throw new NotUsable(answer);
  if (place !== null && cache !== null && mayBeCopied(factsOf(answer), build))
    later(putCopy(cache, place.key, answer.clone()));
  return answer;
}

export async function tell(told: Told): Promise<void> {
  for (const page of await worker.clients.matchAll()) page.postMessage(told);
}

/** Throws when the disk is full. */
async function putCopy(cache: Promise<Cache>, key: string, answer: Response): Promise<void> {
  const headers = new Headers(answer.headers);
  // The body is unpacked already.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const date = Date.parse(headers.get('date') ?? '') || deviceNow();
  headers.set(COPIED_AT_HEADER, new Date(date).toISOString());
  headers.set(DEVICE_COPIED_AT_HEADER, String(deviceNow()));
  const copy = new Response(await answer.blob(), { status: answer.status, headers });
  await (await cache).put(key, copy);
}

export const offlineCopy = ({ kind, key }: CacheKey): Promise<Response | undefined> =>
  caches.match(key, { cacheName: cacheName(kind, build), ignoreVary: true });

/** Milliseconds; 0 when the copy has no time. */
const copiedAt = (copy: Response): number => Date.parse(copy.headers.get(COPIED_AT_HEADER) ?? '') || 0;

/** Milliseconds; negative when the device's clock was set back since, NaN without a copy. */
export const ageOf = (copy: Response | undefined): number =>
  deviceNow() - Number(copy?.headers.get(DEVICE_COPIED_AT_HEADER) ?? Number.NaN);

/** So that the next requests of a slow page do not wait as long again. */
let lateAt = Number.NEGATIVE_INFINITY;

export async function networkThenCopy(
  asked: Promise<Response>,
  copy: () => Promise<Response | undefined>,
  limitMs: number,
): Promise<Response> {
  const limit = limitAfter(performance.now() - lateAt, limitMs);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, limit, 'late'));
  const first = await Promise.race([asked, late]).catch(() => undefined);
  if (first === 'late' && isSlowAfter(limit)) lateAt = performance.now();
  if (first instanceof Response) return first;
  return (await copy()) ?? asked;
}

/** Where nothing is cached, a login page of the hotel's network is shown as it is. */
export function receivedOrThrow(failure: unknown): Response {
  if (failure instanceof NotUsable) return failure.answer;
  throw failure;
}

/** Of every build: the visitor's own, and public lists with their name. */
export async function forgetAnswers(): Promise<void> {
  await Promise.all(answersIn(await caches.keys()).map((name) => caches.delete(name)));
}

/** Keeps what an open page may need. Not while another worker is installing or waiting: no page uses its build yet. */
export async function deleteUnused(): Promise<void> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const open = held.flatMap(({ name }) => name ?? []);
  const names = unused(await caches.keys(), build, open);
  // Last, because an installation may begin meanwhile.
  if (worker.registration.installing !== null || worker.registration.waiting !== null) return;
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function evict(): Promise<void> {
  for (const kind of KINDS) {
    const cache = await caches.open(cacheName(kind, build));
    const copies = await Promise.all(
      (await cache.keys()).map(async ({ url }) => {
        const copy = await cache.match(url, { ignoreVary: true });
        return { key: url, at: copy === undefined ? 0 : copiedAt(copy) };
      }),
    );
    await Promise.all(surplus(copies).map((url) => cache.delete(url, { ignoreVary: true })));
  }
}
