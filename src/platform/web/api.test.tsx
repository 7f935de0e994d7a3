import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest';
import type { listAnnouncements } from '#features/announcements/contract.ts';
import type { listAudit } from '#features/audit/contract.ts';
import type { cancelRsvp, Rsvp, register } from '#features/rsvps/contract.ts';
import { fakeServer } from '#testing/fetch.ts';
import { ApiError, newIdempotencyKey, onLocked, onTouched, request, sentenceOf } from './api.ts';
import { forgetClock, now, startClock } from './clock.tsx';
import { connectedNow, forgetConnection, NoConnection, reportFailure, useLogin, whenConnected } from './connection.ts';

afterEach(() => {
  forgetConnection();
  forgetClock();
});

/** Waits for the question whether the server is there. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Replaces fetch. */
const network = (status: number, body: string | null, headers: Record<string, string> = {}, statusText = '') => {
  const heard: [string, RequestInit][] = [];
  fakeServer(async (address, { signal: _, ...sent }) => {
    heard.push([address, sent]);
    return new Response(body, { status, headers, statusText });
  });
  return heard;
};

/** Reads a list. */
const asked = () => request<typeof listAnnouncements>('GET /api/discord/announcements');

const registration = { eventId: 'e1', playerName: 'Alex' };
const registering = () => request<typeof register>('POST /api/rsvps', { body: registration });
const rsvp = { id: 'r1', ...registration, checkedIn: false };

it('sends JSON with cookies and the key, and returns the parsed body', async () => {
  const heard = network(201, JSON.stringify(rsvp));
  const answer = await request<typeof register>('POST /api/rsvps', { body: registration, idempotencyKey: 'k' });
  expectTypeOf(answer).toEqualTypeOf<Rsvp | Rsvp[] | { state: 'requested' }>();
  expect(answer).toEqual(rsvp);
  expect(heard).toEqual([
    [
      '/api/rsvps',
      {
        method: 'POST',
        credentials: 'same-origin',
        cache: 'default',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
        body: JSON.stringify(registration),
      },
    ],
  ]);
});

it('fills in path parameters, and sets no content type without a body', async () => {
  const heard = network(204, null);
  const answer = await request<typeof cancelRsvp>('DELETE /api/rsvps/{id}', { params: { id: 'a/b c' } });
  expectTypeOf(answer).toEqualTypeOf<undefined>();
  expect(answer).toBeUndefined();
  const plain = { credentials: 'same-origin', cache: 'default', redirect: 'manual', headers: {} };
  expect(heard).toEqual([['/api/rsvps/a%2Fb%20c', { method: 'DELETE', ...plain }]]);
});

it('accepts only the declared call with all its parameters', () => {
  // Never run: this tests the types.
  const wrong = () => [
    // @ts-expect-error another endpoint's path
    request<typeof register>('POST /api/users', { body: registration }),
    // @ts-expect-error the body is missing
    request<typeof register>('POST /api/rsvps'),
    // @ts-expect-error this endpoint takes no key
    request<typeof cancelRsvp>('DELETE /api/rsvps/{id}', { params: { id: '1' }, idempotencyKey: 'k' }),
  ];
  expect(wrong).toBeTypeOf('function');
});

it('passes a successful response’s headers to `hear`', async () => {
  network(200, '[]', { 'x-data-age': '90' });
  const heard: unknown[] = [];
  await request<typeof listAnnouncements>('GET /api/discord/announcements', {
    hear: (header) => heard.push(header('x-data-age'), header('x-nothing')),
  });
  expect(heard).toEqual(['90', null]);
});

it('announces the topics of a successful write, until the listener is removed', async () => {
  const told: (readonly string[])[] = [];
  const stop = onTouched((topics) => told.push(topics));
  network(204, null, { 'x-touches': 'events, rsvps' });
  await request<typeof cancelRsvp>('DELETE /api/rsvps/{id}', { params: { id: '1' } });
  stop();
  await request<typeof cancelRsvp>('DELETE /api/rsvps/{id}', { params: { id: '1' } });
  expect(told).toEqual([['events', 'rsvps']]);
});

const failure = async (): Promise<ApiError> => {
  const error = await registering().catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error;
};

it('turns a refusal into "status: body" with its parts', async () => {
  const body =
    '{"code":"EVENT_FULL","message":"This event is full.","field":"eventId","clears":["m1"],"missing":["p1"]}';
  network(409, body, { 'retry-after': '30', 'x-touches': 'events' });
  const told: unknown[] = [];
  const stop = onTouched((topics) => told.push(topics));
  const error = await failure();
  stop();
  expect({ ...error, message: error.message }).toEqual({
    name: 'ApiError',
    message: `409: ${body}`,
    status: 409,
    code: 'EVENT_FULL',
    sentence: 'This event is full.',
    field: 'eventId',
    clears: ['m1'],
    missing: ['p1'],
    retryAfter: 30,
  });
  expect(told).toEqual([]);
});

it('uses the status text when the body is empty, and has no sentence for other bodies', async () => {
  network(502, '', {}, 'Bad Gateway');
  expect((await failure()).message).toBe('502: Bad Gateway');
  network(502, '<h1>nginx</h1>');
  const error = await failure();
  expect([error.message, error.sentence]).toEqual(['502: <h1>nginx</h1>', undefined]);
});

it('announces when an admin call was refused for lack of a session, and only then', async () => {
  const told: string[] = [];
  const stop = onLocked((asked) => told.push(asked));
  network(401, '{"code":"NO_VISITOR","message":"Not yours."}');
  await failure();
  network(401, '{"code":"LOCKED","message":"Unlock first."}');
  await failure();
  await request<typeof listAudit>('GET /api/admin/audit', { query: {} }).catch(() => undefined);
  stop();
  expect(told).toEqual(['write', 'read']);
});

it('prefers the server’s sentence', async () => {
  network(409, '{"code":"EVENT_FULL","message":"This event is full."}');
  const error = await failure();
  expect([sentenceOf(error, 'Again.'), sentenceOf(new TypeError('Failed to fetch'), 'Again.')]).toEqual([
    'This event is full.',
    'Again.',
  ]);
});

it('makes a version 4 UUID also in an insecure context', () => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newIdempotencyKey()).toMatch(form);
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 50 }, newIdempotencyKey);
  expect(keys.every((key) => form.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(50);
});

it('throws NoConnection when nothing answers, and after twenty seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const tried = () => registering().catch((thrown: unknown) => thrown);
  expect(await tried()).toBeInstanceOf(NoConnection);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  let thrown: unknown;
  void tried().then((error) => {
    thrown = error;
  });
  await vi.advanceTimersByTimeAsync(19_900);
  expect(thrown).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(thrown).toBeInstanceOf(NoConnection);
});

it('is connected after any answer of the server, but not after an offline copy without it or a cancelled request', async () => {
  let isServerThere = true;
  fakeServer((address) => {
    if (address !== '/healthz') return new Response('[]', { headers: { 'x-kept-at': '2025-11-13T16:10:00.000Z' } });
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  let returns = 0;
  whenConnected(() => {
    returns += 1;
  });
  await asked();
  await settled();
  expect([connectedNow(), returns]).toEqual([true, 0]);
  isServerThere = false;
  await asked();
  await settled();
  expect(connectedNow()).toBe(false);
  network(409, '{"code":"EVENT_FULL","message":"This event is full."}');
  await failure();
  expect(connectedNow()).toBe(true);
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
  const cancelled = new AbortController();
  const asking = request<typeof listAnnouncements>('GET /api/discord/announcements', { signal: cancelled.signal });
  cancelled.abort();
  await expect(asking).rejects.not.toBeInstanceOf(NoConnection);
  expect(connectedNow()).toBe(true);
});

it.each([
  [true, false, 'No connection. It is not certain that this was sent.'],
  [false, false, 'No connection. Nothing was sent.'],
])('says that nothing was sent only when there was no network before (%s, then %s)', async (before, after, words) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(before);
  reportFailure();
  vi.stubGlobal('fetch', async () => {
    onLine.mockReturnValue(after);
    throw new TypeError('Failed to fetch');
  });
  const tried = registering();
  await expect(tried).rejects.toThrow(words);
});

it('is still connected when one request fails after the server answered another', async () => {
  const first = Promise.withResolvers<Response>();
  fakeServer((address) => (address === '/api/rsvps' ? first.promise : new Response('[]')));
  const tried = registering();
  await asked();
  first.reject(new TypeError('Failed to fetch'));
  await expect(tried).rejects.toBeInstanceOf(NoConnection);
  expect(connectedNow()).toBe(true);
});

it.each([
  ['a login page', () => new Response('<h1>Log in</h1>'), true],
  ['a redirect to a single sign-on', () => ({ status: 0, headers: new Headers() }) as Response, true],
  ['a proxy whose server is away', () => new Response('', { status: 502 }), false],
])(
  'has no connection when a call is answered by %s, and offers the way to a login, until the server answers',
  async (_, answer, isOffered) => {
    vi.useFakeTimers();
    const { result } = renderHook(useLogin);
    vi.stubGlobal('fetch', async () => answer());
    await expect(asked()).rejects.toBeInstanceOf(NoConnection);
    expect(connectedNow()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(result.current).toBe(isOffered);
    network(200, '[]');
    await act(asked);
    expect([result.current, connectedNow()]).toEqual([false, true]);
  },
);

it('takes the time from the headers, however long the body takes', async () => {
  const noon = Date.parse('2025-11-13T12:00:00.000Z');
  vi.useFakeTimers({ now: noon });
  startClock(new Date(noon - 3_600_000).toISOString());
  fakeServer(() => {
    const response = new Response('{}', { headers: { date: new Date(noon).toUTCString() } });
    const text = () => new Promise<string>((resolve) => setTimeout(resolve, 15_000, '{}'));
    return Object.assign(response, { text });
  });
  const answered = request('GET /api/things' as never);
  await vi.advanceTimersByTimeAsync(15_000);
  await answered;
  expect(Math.abs(now() - Date.now())).toBeLessThan(4_000);
});
