import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR } from '#platform/durations.ts';
import { PAGES } from '../offline/rules.ts';

const FILES = ['/assets/main.js', '/assets/dialog.js'];

/** As much of Cache Storage as the worker uses. A deleted cache still takes what is put into it, as in browsers. */
const stores = new Map<string, Map<string, Response>>();
let isDiskFull = false;
const cacheOf = (store: Map<string, Response>) => ({
  async put(key: string, answer: Response) {
    if (isDiskFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    store.set(key, answer);
  },
  keys: async () => [...store.keys()].map((key) => ({ url: `https://festival.example${key}` })),
  match: async (url: string) => store.get(new URL(url, 'https://festival.example').pathname)?.clone(),
  delete: async (url: string) => store.delete(new URL(url, 'https://festival.example').pathname),
});
const find = (key: string, { cacheName }: { cacheName?: string }) =>
  [...stores].find(([name, store]) => (cacheName ?? name) === name && store.has(key))?.[1].get(key);

const registration = {
  active: null as object | null,
  installing: null as object | null,
  waiting: null as object | null,
};
const told: unknown[] = [];
const clients = { matchAll: async () => [{ postMessage: (message: unknown) => told.push(message) }] };
vi.stubGlobal('self', { BUILD: { hash: 'r2', files: FILES, deskFiles: [] }, registration, clients });
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
const { ageOf, deleteUnused, evict, forgetAnswers, fromNetwork, offlineCopy, networkThenCopy } = await import(
  './copies.ts'
);
const { install, copyPages, copyBuild, opens } = await import('./warm.ts');

const answer = (status = 200, build = 'r2') => new Response('[]', { status, headers: { 'x-release': build } });
const answerAll = (make: (path: string) => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (path: string) => make(path));

afterAll(() => void vi.unstubAllGlobals());
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  stores.clear();
  registration.active = null;
  told.length = 0;
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
  expect(await offlineCopy(place)).toBeUndefined();
  expect([...stores.keys()]).toEqual([]);
});

it('copies the pages of its build, and brackets that were seen with an earlier one', async () => {
  stores.set('lists r1', new Map([['/api/matches?eventId=e1', answer(200, 'r1')]]));
  answerAll(() => answer());
  await copyBuild(false);
  expect([...(stores.get('pages r2')?.keys() ?? [])]).toContain('/scoreboard');
  expect(stores.get('lists r2')?.has('/api/matches?eventId=e1')).toBe(true);
});

const BAD = [
  ['is of another build', () => answer(200, 'r1')],
  ['was asked for too often', () => answer(429)],
  ['is of a busy server', () => answer(503)],
  ['is somebody else’s', () => new Response('Log in')],
  ['is blocked', () => Promise.reject(new TypeError('Failed to fetch'))],
] as const;

/** An earlier worker that answers so; null: not at all. */
const earlier = (isWhole: boolean | null) => ({
  postMessage: (_: null, [port]: MessagePort[]) => void (isWhole !== null && port?.postMessage({ pages: [], isWhole })),
});

/** Installs; tries once more after 5 s. */
async function installing(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const installed = install();
  installed.then(end, end);
  while (!isDone) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise(setImmediate);
  }
  await installed;
}

it.each(BAD)('keeps the earlier worker when a page of the new build %s', async (_, make) => {
  registration.active = {};
  answerAll((path) => (path === '/details' ? make() : answer()));
  await expect(installing()).rejects.toThrow('A page is missing');
});

it.each(BAD)(
  'takes over with what can be copied when a page of the first worker %s, and fetches it later',
  async (_, make) => {
    answerAll((path) => (path === '/details' ? make() : answer()));
    await installing();
    expect((await opens()).pages).not.toContain('/details');
    expect((await opens()).pages).toContain('/scoreboard');
    expect(stores.get('lists r2')?.has('/api/events')).toBe(true);
    answerAll(() => answer());
    await copyPages(HOUR, false);
    expect((await opens()).pages).toContain('/details');
  },
);

it.each([true, null])(
  'keeps the earlier worker when a file cannot be had (it says that it has its own: %o)',
  async (isWhole) => {
    registration.active = earlier(isWhole);
    answerAll((path) => (path === FILES[0] ? answer(503) : answer()));
    await expect(installing()).rejects.toThrow('A file is missing');
  },
);

it.each([null, earlier(false)])(
  'takes over without a file that cannot be had where no earlier worker has all of its own, and fetches it later: %#',
  async (active) => {
    registration.active = active;
    answerAll((path) => (path === FILES[0] ? answer(503) : answer()));
    await installing();
    expect(await opens()).toMatchObject({ isWhole: false });
    expect([...(stores.get('shell r2')?.keys() ?? [])]).toEqual([FILES[1]]);
    const asked: string[] = [];
    answerAll((path) => {
      asked.push(path);
      return answer();
    });
    await copyPages(HOUR, false);
    expect([asked, (await opens()).isWhole]).toEqual([[FILES[0]], true]);
  },
);

it.each([null, earlier(true)])('tries once more what a busy server refused: %#', async (active) => {
  registration.active = active;
  let asked = 0;
  answerAll((path) => (path === '/details' && asked++ === 0 ? answer(503) : answer()));
  await installing();
  expect([asked, (await opens()).pages.includes('/details')]).toEqual([2, true]);
});

it('keeps the earlier worker when the disk is full, and takes over with nothing when there is none', async () => {
  isDiskFull = true;
  answerAll(() => answer());
  await installing();
  expect(await opens()).toEqual({ pages: [], isWhole: false });
  registration.active = {};
  await expect(installing()).rejects.toThrow();
});

it('needs the dashboard’s pages only where they were copied', async () => {
  registration.active = {};
  answerAll((path) => (path.startsWith('/admin') ? answer(503) : answer()));
  await installing();
  stores.set('pages r1', new Map([['/admin', answer(200, 'r1')]]));
  await expect(installing()).rejects.toThrow();
});

it.each([FILES[0], '/details'])('asks for no more when the download of %s hangs for a minute', async (hangs) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) =>
    path === hangs
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(answer()),
  );
  const refused = expect(copyBuild(false)).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(59_000);
  expect((await opens()).pages).toContain('/scoreboard');
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
  expect(stores.has('lists r2')).toBe(false);
});

it.each([
  [200, true],
  [401, true],
  [403, true],
  [511, true],
  [404, false],
  [502, false],
])('tells the pages whether an answer of somebody else with %i may be a login page: %s', async (status, isLogin) => {
  const asked = Promise.resolve(new Response('Log in', { status }));
  await expect(fromNetwork(asked, false, null, () => undefined)).rejects.toThrow();
  await expect(fromNetwork(Promise.resolve(answer(403)), false, null, () => undefined)).resolves.toBeDefined();
  expect(told).toEqual(isLogin ? ['login'] : []);
});

it.each(['installing', 'waiting'] as const)('deletes no build while one is %s', async (state) => {
  for (const name of ['shell r1', 'shell r2', 'shell r3']) stores.set(name, new Map());
  registration[state] = {};
  await deleteUnused();
  expect([...stores.keys()]).toHaveLength(3);
  registration[state] = null;
  await deleteUnused();
  expect([...stores.keys()]).toEqual(['shell r2']);
});

it('deletes no build whose installation begins meanwhile', async () => {
  stores.set('shell r1', new Map());
  vi.spyOn(caches, 'keys').mockImplementationOnce(async () => {
    registration.installing = {};
    return ['shell r1'];
  });
  await deleteUnused();
  registration.installing = null;
  expect([...stores.keys()]).toEqual(['shell r1']);
});

const copyFrom = (ageMs: number, deviceAgeMs = ageMs) =>
  new Response('[]', {
    headers: {
      'x-release': 'r2',
      'x-kept-at': new Date(Date.now() - ageMs).toISOString(),
      'x-kept-by': String(Date.now() - deviceAgeMs),
    },
  });

it('stores a copy with the time of the server and that of the device', async () => {
  vi.useFakeTimers({ now: Date.parse('2025-11-13T17:00:00.500Z'), toFake: ['Date'] });
  const dated = answer();
  dated.headers.set('date', 'Thu, 13 Nov 2025 12:00:00 GMT');
  const place = { kind: 'lists', key: '/api/events' } as const;
  const works: Promise<unknown>[] = [];
  await fromNetwork(Promise.resolve(dated), false, place, (work) => works.push(work));
  await Promise.all(works);
  const copy = await offlineCopy(place);
  expect(copy?.headers.get('x-kept-at')).toBe('2025-11-13T12:00:00.000Z');
  expect(ageOf(copy)).toBe(0);
  expect(ageOf(undefined)).toBeNaN();
});

it('fetches again what is older than wanted, and what a clock that was set back seems to have copied in the future', async () => {
  const pages = new Map(PAGES.map((path) => [path as string, copyFrom(HOUR - 60_000)]));
  pages.set('/details', copyFrom(HOUR)).set('/privacy', copyFrom(HOUR, -HOUR));
  stores.set('pages r2', pages);
  stores.set('own r2', new Map([['/schedule', copyFrom(HOUR - 60_000)]]));
  stores.set('shell r2', new Map(FILES.map((path) => [path, answer()])));
  const asked: string[] = [];
  answerAll((path) => {
    asked.push(path);
    return answer();
  });
  await copyPages(HOUR, false);
  expect(asked).toEqual(['/details', '/privacy']);
});

it('deletes copies 14 days older than the newest, and none because the device’s clock is ahead', async () => {
  const pages = new Map([
    ['/details', copyFrom(14 * DAY + HOUR)],
    ['/', copyFrom(0)],
    ['/join', copyFrom(14 * DAY - HOUR)],
  ]);
  stores.set('pages r2', pages);
  vi.useFakeTimers({ now: Date.now() + 400 * DAY, toFake: ['Date'] });
  expect(await offlineCopy({ kind: 'pages', key: '/' })).toBeDefined();
  await evict();
  expect([...pages.keys()]).toEqual(['/', '/join']);
});

describe('a network that does not answer', () => {
  const never = new Promise<Response>(() => {});
  const shownAfter = async (ms: number, limitMs: number) => {
    let isShown = false;
    void networkThenCopy(never, async () => copyFrom(HOUR), limitMs).then(() => {
      isShown = true;
    });
    await vi.advanceTimersByTimeAsync(ms);
    return isShown;
  };

  it('shows the copy after the limit, and sooner for 15 s after that, but not after a limit that only asks for a quick answer', async () => {
    vi.useFakeTimers();
    expect(await shownAfter(49, 50)).toBe(false);
    expect(await shownAfter(50, 50)).toBe(true);
    expect(await shownAfter(1999, 2000)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await shownAfter(499, 2000)).toBe(false);
    expect(await shownAfter(501, 2000)).toBe(true);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await shownAfter(1999, 2000)).toBe(false);
  });
});
