import { expect, it, vi } from 'vitest';
import { COPIED_AT_HEADER, KNOWN_AT_HEADER } from '#platform/build.ts';
import { TOUCHES_HEADER } from '#platform/live.ts';
import { NoCookies, onTouched, request, sentenceOf } from './api.ts';

const WORDS = /^This browser keeps no cookies, .* Allow cookies for this site/;
const headers = { 'x-release': 'r1' };

/** The server gives a cookie with each write, and answers `known` to a read. */
const serve = (known: unknown, more: Record<string, string> = {}): string[] => {
  const heard: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    heard.push(`${method} ${path}`);
    if (method === 'GET') return new Response(JSON.stringify({ known }), { headers: { ...headers, ...more } });
    return written();
  });
  return heard;
};
const written = () => {
  const more = { [KNOWN_AT_HEADER]: '/api/who known', [TOUCHES_HEADER]: 'things' };
  return new Response('{"id":"1"}', { status: 201, headers: { ...headers, ...more } });
};
const write = (idempotencyKey?: string) =>
  request('POST /api/things' as never, { body: {}, ...(idempotencyKey && { idempotencyKey }) } as never).catch(
    (error: unknown) => error,
  );

it.each([
  ['are dropped', () => ''],
  [
    'are forbidden',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
])('sends no write that gives a cookie where cookies %s, and says what to allow', async (_, get) => {
  const heard = serve(true);
  vi.spyOn(document, 'cookie', 'get').mockImplementation(get);
  const error = await write('key');
  expect(error).toBeInstanceOf(NoCookies);
  expect(sentenceOf(error, 'Failed.')).toMatch(WORDS);
  expect(heard).toEqual([]);
  expect(await write()).toEqual({ id: '1' });
});

it('says so when the cookie of a write did not come back, and tells what it has changed', async () => {
  const heard = serve(false);
  const topics = vi.fn();
  const stop = onTouched(topics);
  expect(await write('key')).toBeInstanceOf(NoCookies);
  stop();
  expect(topics).toHaveBeenCalledWith(['things']);
  expect(heard).toEqual(['POST /api/things', 'GET /api/who']);
});

it.each([
  ['it came back', true, {}],
  ['only an offline copy says that it did not', false, { [COPIED_AT_HEADER]: '2025-11-13T18:00:00.000Z' }],
])('succeeds when %s, and leaves no cookie of its own', async (_, known, more) => {
  serve(known, more as Record<string, string>);
  expect(await write('key')).toEqual({ id: '1' });
  expect(document.cookie).toBe('');
});

it('looks for the cookie for no longer than four seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { method, signal }: RequestInit) =>
    method === 'GET'
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(written()),
  );
  const ended = vi.fn();
  void write('key').then(ended);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(ended).toHaveBeenCalledWith({ id: '1' });
});
