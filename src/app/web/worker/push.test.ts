import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const origin = 'https://festival.example';
const ICON = 'data:image/png;base64,';
type Shown = { title: string; tag: string; body: string; data: string; icon: string; renotify: boolean };
let shown: Shown[] = [];
let standing: Set<string>;
let stored: string | undefined;
let isDiskFull = false;
const fetched: [string, unknown][] = [];
const opened: string[] = [];

type Page = { url: string; focus: () => Promise<Page>; navigate: (url: string) => Promise<void> };
let pages: Page[] = [];
const led: string[] = [];
const page = (path: string, mayNavigate = true): Page => {
  const own: Page = {
    url: origin + path,
    focus: async () => {
      led.push(`focus ${path}`);
      return own;
    },
    navigate: async (url) => {
      if (!mayNavigate) throw new TypeError('not controlled');
      led.push(`to ${new URL(url).pathname}`);
    },
  };
  return own;
};

const unsubscribed: string[] = [];
const subscription = (endpoint: string) => ({
  unsubscribe: async () => void unsubscribed.push(endpoint),
  options: { applicationServerKey: 'key of then' },
  toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
});
const subscribe = vi.fn(async () => subscription('https://push.example.org/new'));

vi.stubGlobal('self', {
  location: { origin },
  clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) },
  registration: {
    pushManager: { subscribe },
    getNotifications: async ({ tag }: { tag: string }) => (standing.has(tag) ? [{}] : []),
    showNotification: async (title: string, { tag, body, data, icon, renotify }: Omit<Shown, 'title'>) => {
      shown.push({ title, tag, body, data, icon, renotify });
      standing.add(tag);
    },
  },
});
vi.stubGlobal('caches', {
  open: async () => ({
    match: async () => (stored === undefined ? undefined : new Response(stored)),
    put: async (_: string, answer: Response) => {
      if (isDiskFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
      stored = await answer.text();
    },
  }),
});
vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
  fetched.push([path, body === undefined ? undefined : JSON.parse(body)]);
  if (body?.includes('taken')) return Response.json({ code: 'ENDPOINT_TAKEN' }, { status: 409 });
  return Response.json({ publicKey: 'key of today' });
});
const { open, renew, show } = await import('./push.ts');

afterAll(() => void vi.unstubAllGlobals());

const message = (text: string) => ({ json: () => JSON.parse(text) }) as PushMessageData;
const said = {
  key: 'call-7',
  tag: 'call',
  kind: 'called',
  title: 'Table 4 now',
  body: 'against Wanda',
  url: '/schedule',
};
const deliver = (more: object = {}) => show(message(JSON.stringify({ ...said, ...more })), ICON);
const titles = () => shown.map(({ title }) => title);

beforeEach(() => {
  [shown, pages, standing, stored, isDiskFull] = [[], [], new Set(), undefined, false];
  for (const list of [fetched, opened, led]) list.length = 0;
  subscribe.mockClear();
});

it('a message is shown with its text, by its tag', async () => {
  await deliver();
  expect(shown).toEqual([
    { title: 'Table 4 now', tag: 'call', body: 'against Wanda', data: '/schedule', icon: ICON, renotify: true },
  ]);
});

it.each([
  ['without data', null],
  ['that is no JSON', message.bind(null, '<html>')],
  ['of a later build', () => message('{"key":"k","name":"?"}')],
  ['of null', () => message('null')],
])('a message: %s is shown as news, each time', async (_, make) => {
  for (let time = 0; time < 2; time++) {
    await show(make === null ? null : make(), ICON);
    standing.clear();
  }
  expect(titles()).toEqual(['There is news', 'There is news']);
});

it('a message is not shown again after it was put away, and replaced while it stands', async () => {
  await Promise.all([deliver(), deliver({ title: 'Again' })]);
  expect(titles()).toEqual(['Table 4 now', 'Again']);
  expect(standing.size).toBe(1);
  standing.clear();
  await deliver();
  expect(titles()).toHaveLength(2);
  await deliver({ key: 'call-8' });
  expect(titles()).toHaveLength(3);
  await deliver({ key: 'call-9', title: 'Table 5 now' });
  expect([standing.size, shown.map(({ renotify }) => renotify)]).toEqual([1, [true, false, true, true]]);
});

it('a message is known also when another arrived with it', async () => {
  await Promise.all([deliver({ key: '1' }), deliver({ key: '2' })]);
  standing.clear();
  for (const key of ['1', '2']) await deliver({ key });
  expect(shown).toHaveLength(2);
});

it('a message is known by the last hundred keys', async () => {
  for (let number = 0; number <= 100; number++) await deliver({ key: String(number) });
  standing.clear();
  shown.length = 0;
  await deliver({ key: '1', title: '1' });
  await deliver({ key: '0', title: '0' });
  expect(titles()).toEqual(['0']);
});

it('a message is shown on a phone whose disk is full', async () => {
  isDiskFull = true;
  await deliver();
  await deliver({ key: 'call-8', title: 'Next' });
  expect([...new Set(titles())]).toEqual(['Table 4 now', 'Next']);
});

describe('a tap', () => {
  const tap = (data: unknown) => open({ data } as Notification);

  it('opens a window where no page is open, only at an address of ours', async () => {
    for (const url of ['/schedule', 'https://evil.example/x', '//evil.example', undefined]) await tap(url);
    expect(opened).toEqual([`${origin}/schedule`, origin, origin, `${origin}/undefined`]);
  });

  it('leads an open page there', async () => {
    pages = [page('/'), page('/scoreboard')];
    await tap('/schedule');
    expect([led, opened]).toEqual([['focus /', 'to /schedule'], []]);
  });

  it('brings up the page that is there already', async () => {
    pages = [page('/'), page('/schedule')];
    await tap('/schedule');
    expect(led).toEqual(['focus /schedule']);
  });

  it('leaves desks and big screens as they are', async () => {
    pages = [page('/admin/check-in'), page('/helper'), page('/display'), page('/print/events')];
    await tap('/schedule');
    expect([led, opened]).toEqual([[], [`${origin}/schedule`]]);
  });

  it('opens a window when the page cannot be led', async () => {
    pages = [page('/', false)];
    await tap('/schedule');
    expect(opened).toEqual([`${origin}/schedule`]);
  });
});

describe('another address of the push service', () => {
  const sent = (endpoint: string) => ['/api/push/subscription', { endpoint, keys: { p256dh: 'p', auth: 'a' } }];
  const change = (former: object | null, next: object | null) =>
    renew({ oldSubscription: former, newSubscription: next } as PushSubscriptionChangeEvent);

  it('is sent as it is', async () => {
    await change(null, subscription('https://push.example.org/2'));
    expect(fetched).toContainEqual(sent('https://push.example.org/2'));
    expect(subscribe).not.toHaveBeenCalled();
  });

  it.each([
    ['the former key', subscription('https://push.example.org/1'), 'key of then'],
    ['the key of today', null, 'key of today'],
  ])('is asked for with %s', async (_, former, applicationServerKey) => {
    await change(former, null);
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey });
    expect(fetched).toContainEqual(sent('https://push.example.org/new'));
  });

  it('is asked for anew when it is another phone’s', async () => {
    await change(null, subscription('https://push.example.org/taken'));
    expect(unsubscribed).toEqual(['https://push.example.org/taken']);
    expect(fetched).toContainEqual(sent('https://push.example.org/new'));
  });
});
