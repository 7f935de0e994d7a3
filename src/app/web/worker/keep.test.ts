import { afterAll, beforeEach, expect, it, vi } from 'vitest';

/** As much of Cache Storage as the worker uses. A deleted cache still takes what is put into it, as in browsers. */
const stores = new Map<string, Map<string, Response>>();
let isDiskFull = false;
const cacheOf = (store: Map<string, Response>) => ({
  async put(key: string, answer: Response) {
    if (isDiskFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    store.set(key, answer);
  },
  keys: async () => [...store.keys()].map((key) => ({ url: `https://festival.example${key}` })),
});
const find = (key: string, { cacheName }: { cacheName?: string }) =>
  [...stores].find(([name, store]) => (cacheName ?? name) === name && store.has(key))?.[1].get(key);

vi.stubGlobal('self', { BUILD: { release: 'r2', files: [], deskFiles: [] } });
vi.stubGlobal('caches', {
  async open(name: string) {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return cacheOf(store);
  },
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (key: string, options: { cacheName?: string }) => find(key, options)?.clone(),
});
const { forgetAnswers, fromNetwork, keptCopy } = await import('./keep.ts');
const { keepRelease } = await import('./warm.ts');

const answer = (status = 200, release = 'r2') => new Response('[]', { status, headers: { 'x-release': release } });
const answerAll = (make: (path: string) => Response) => vi.stubGlobal('fetch', async (path: string) => make(path));

afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  stores.clear();
  isDiskFull = false;
});

it('deletes what is on its way when the device is forgotten', async () => {
  const place = { kind: 'own', key: '/api/rsvps/my' } as const;
  const works: Promise<unknown>[] = [];
  const asked = Promise.withResolvers<Response>();
  const fresh = fromNetwork(asked.promise, false, place, (work) => works.push(work));
  stores.set('own r3', new Map([[place.key, answer()]]));
  await forgetAnswers();
  asked.resolve(answer());
  expect((await fresh).status).toBe(200);
  await Promise.all(works);
  expect(await keptCopy(place)).toBeUndefined();
  expect([...stores.keys()]).toEqual([]);
});

it('keeps the pages of its release, and brackets that were seen with an earlier one', async () => {
  stores.set('lists r1', new Map([['/api/matches/e1', answer(200, 'r1')]]));
  answerAll(() => answer());
  await keepRelease(false);
  expect([...(stores.get('pages r2')?.keys() ?? [])]).toContain('/scoreboard');
  expect(stores.get('lists r2')?.has('/api/matches/e1')).toBe(true);
});

it.each([
  ['is of another release', () => answer(200, 'r1')],
  ['was asked for too often', () => answer(429)],
  ['is somebody else’s', () => new Response('Log in')],
])('does not take over when a page %s', async (_, make) => {
  answerAll((path) => (path === '/details' ? make() : answer()));
  await expect(keepRelease(false)).rejects.toThrow();
});

it('does not take over when the disk is full', async () => {
  isDiskFull = true;
  answerAll(() => answer());
  await expect(keepRelease(false)).rejects.toThrow('The disk is full.');
});
