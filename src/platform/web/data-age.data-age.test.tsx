import { queryOptions } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { listAnnouncements } from '#features/announcements/contract.ts';
import { fakeServer } from '#testing/fetch.ts';
import { request } from './api.ts';
import { connectedNow, forgetConnection, reportFailure } from './connection.ts';
import { noteCopiedPage } from './data-age.tsx';
import { createQueryClient } from './query-client.ts';

const list = queryOptions({
  queryKey: ['list'],
  queryFn: ({ signal }) => request<typeof listAnnouncements>('GET /api/discord/announcements', { signal }),
});

/** Answers from the worker's copy when it may, else from the network. Returns how each request asked. */
function worker(network: () => Response): RequestCache[] {
  const asked: RequestCache[] = [];
  fakeServer((address, { cache = 'default' }) => {
    if (address === '/healthz') return network();
    asked.push(cache);
    if (cache === 'no-cache') return network();
    return new Response('["copy"]', { headers: { 'x-kept-at': '2025-11-13T15:10:00.000Z' } });
  });
  return asked;
}
const noNetwork = (): Response => {
  throw new TypeError('Failed to fetch');
};

afterEach(forgetConnection);

it('uses the worker’s copy for data it lacks, and again while offline', async () => {
  const asked = worker(noNetwork);
  const client = createQueryClient();
  await client.fetchQuery(list);
  await vi.waitFor(() => expect(connectedNow()).toBe(false));
  await client.fetchQuery({ ...list, staleTime: 0 });
  expect(asked).toEqual(['default', 'default']);
});

it('replaces an offline copy by no other once the server was reached', async () => {
  const asked = worker(() => new Response('[]'));
  const client = createQueryClient();
  await client.fetchQuery(list);
  forgetConnection();
  await client.fetchQuery({ ...list, staleTime: 0 });
  reportFailure();
  await client.fetchQuery({ ...list, staleTime: 0 });
  expect(asked).toEqual(['default', 'no-cache', 'no-cache']);
});

it('keeps what came with a page of the server, and asks for newer than an offline copy has', async () => {
  const asked = worker(noNetwork);
  for (const isCopy of [false, true]) {
    const client = createQueryClient();
    client.setQueryData(list.queryKey, []);
    if (isCopy) noteCopiedPage(client, '2025-11-13T15:00:00.000Z');
    reportFailure();
    await client.fetchQuery({ ...list, staleTime: 0 }).catch(() => undefined);
  }
  expect(asked).toEqual(['no-cache', 'default']);
});

it.each([
  ['2025-11-13T15:11:00.000Z', ['page']],
  ['2025-11-13T15:09:00.000Z', ['copy']],
])('shows of two offline copies the newer: that of a page of %s, or of its list of 15:10', async (pageAt, shown) => {
  worker(noNetwork);
  const client = createQueryClient();
  const texts = { ...list, queryKey: ['texts'] } as unknown as typeof list;
  client.setQueryData(texts.queryKey, ['page'] as never);
  noteCopiedPage(client, pageAt);
  reportFailure();
  expect(await client.fetchQuery({ ...texts, staleTime: 0 })).toEqual(shown);
});
