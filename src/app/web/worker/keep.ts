/** Asks the network, keeps its answers with the time, and finds kept ones. */
import { KEPT_AT_HEADER, RELEASE_HEADER } from '#platform/release.ts';
import { isAnswer, isKept, limitAfter, type Place, surplus } from '../offline/rules.ts';
import { cacheName } from '../offline/start.ts';
import { release } from './scope.ts';

/** Rises when the visitor forgets themselves: what was asked for before is not kept after it. */
let generation = 0;

/** There was no answer of the program; `answer` is what came instead. */
class NotOurs extends Error {
  readonly answer: Response;
  constructor(answer: Response) {
    super('not an answer of the program');
    this.answer = answer;
  }
}

const factsOf = ({ status, headers }: Response) => ({ status, release: headers.get(RELEASE_HEADER) });

/** Returns the program's answer, and keeps a copy. Throws without one. */
export async function fromNetwork(
  asked: Promise<Response>,
  place: Place | null,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const begun = generation;
  const answer = await asked;
  if (!isAnswer(factsOf(answer))) throw new NotOurs(answer);
  if (place !== null && isKept(factsOf(answer), release)) later(keep(place, answer.clone(), begun));
  return answer;
}

/** A full disk keeps nothing, and nothing depends on it. */
async function keep({ kind, key }: Place, answer: Response, begun: number): Promise<void> {
  const headers = new Headers(answer.headers);
  // The body is unpacked already.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(KEPT_AT_HEADER, new Date().toISOString());
  const copy = new Response(await answer.blob(), { status: answer.status, headers });
  const cache = await caches.open(cacheName(kind, release));
  if (kind === 'own' && begun !== generation) return;
  await cache.put(key, copy).catch(() => undefined);
}

export async function keptCopy({ kind, key }: Place): Promise<Response | undefined> {
  const found = await caches.match(key, { cacheName: cacheName(kind, release), ignoreVary: true });
  return found !== undefined && surplus([{ key, at: keptAt(found) }], Date.now()).length > 0 ? undefined : found;
}

/** Milliseconds; 0 when the copy has no time. */
export const keptAt = (copy: Response): number => Date.parse(copy.headers.get(KEPT_AT_HEADER) ?? '') || 0;

/** When an answer last came too late, so that what a slow page asks for next does not wait as long again. */
let lateAt = Number.NEGATIVE_INFINITY;

/** Returns the network's answer within the limit, else the kept copy, else what the network says at last. */
export async function networkThenKept(
  asked: Promise<Response>,
  kept: () => Promise<Response | undefined>,
  limitMs: number,
): Promise<Response> {
  const limit = new Promise<'late'>((resolve) =>
    setTimeout(resolve, limitAfter(performance.now() - lateAt, limitMs), 'late'),
  );
  const first = await Promise.race([asked, limit]).catch(() => undefined);
  if (first === 'late') lateAt = performance.now();
  else if (first !== undefined) return first;
  return (await kept()) ?? asked;
}

/** Where nothing is kept, a login page of the hotel's network is shown as it is. */
export function orWhatCame(failure: unknown): Response {
  if (failure instanceof NotOurs) return failure.answer;
  throw failure;
}

/** Deletes what belongs to the visitor, also what is still on its way. */
export function forgetOwn(): Promise<boolean> {
  generation += 1;
  return caches.delete(cacheName('own', release));
}

/** Deletes old copies and the oldest of too many. */
export async function evict(): Promise<void> {
  for (const kind of ['pages', 'lists', 'own'] as const) {
    const cache = await caches.open(cacheName(kind, release));
    const kept = await Promise.all(
      (await cache.keys()).map(async ({ url }) => {
        const copy = await cache.match(url, { ignoreVary: true });
        return { key: url, at: copy === undefined ? 0 : keptAt(copy) };
      }),
    );
    await Promise.all(surplus(kept, Date.now()).map((url) => cache.delete(url, { ignoreVary: true })));
  }
}
