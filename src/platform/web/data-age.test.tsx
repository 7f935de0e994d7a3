import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { listAnnouncements } from '#features/announcements/contract.ts';
import { HOUR } from '#platform/durations.ts';
import { fakeServer } from '#testing/fetch.ts';
import { request } from './api.ts';
import { forgetClock, NowProvider, startClock } from './clock.tsx';
import { forgetConnection, reportFailure, reportResponse, watchConnection } from './connection.ts';
import { AsOf } from './data-age.tsx';
import { createQueryClient } from './query-client.ts';

const NOW = '2025-11-13T16:30:00.000Z';
const listed = (name: string) =>
  queryOptions({
    queryKey: [name],
    queryFn: ({ signal }) => request<typeof listAnnouncements>('GET /api/discord/announcements', { signal }),
  });
const List = ({ name }: { name: string }) => <p>{useQuery(listed(name)).data?.length ?? 'loading'}</p>;

const show = (...names: string[]) => {
  const client = createQueryClient();
  const at = (shown: readonly string[]) => (
    <QueryClientProvider client={client}>
      <NowProvider initial={NOW}>
        <AsOf zone="America/New_York" />
        {shown.map((name) => (
          <List key={name} name={name} />
        ))}
      </NowProvider>
    </QueryClientProvider>
  );
  const page = render(at(names));
  return { client, show: (...shown: string[]) => page.rerender(at(shown)) };
};
const answers = (copiedAt?: string) =>
  fakeServer(async (address: string) => {
    if (address === '/healthz') throw new TypeError('Failed to fetch');
    return new Response('[]', { headers: copiedAt === undefined ? {} : { 'x-kept-at': copiedAt } });
  });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = () => screen.queryByText(/^As of/)?.parentElement?.textContent ?? null;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
  watchConnection(Date.parse(NOW));
});
afterEach(() => {
  forgetConnection();
  forgetClock();
});

it('shows when the server was last heard, and nothing while connected', async () => {
  answers();
  show('games');
  await pass(0);
  expect(said()).toBeNull();
  await pass(60_000);
  reportFailure();
  await pass(3_100);
  expect(said()).toBe('As of 11:30 AM');
  reportResponse();
  await pass(2_000);
  expect(said()).toBeNull();
});

it.each([5, -5])(
  'is never of the future, nor of hours ago, when the device’s clock is set by %i hours',
  async (hours) => {
    answers();
    startClock(NOW);
    show('games');
    await pass(60_000);
    vi.setSystemTime(Date.now() + hours * HOUR);
    await pass(60_000);
    reportResponse();
    reportFailure();
    await pass(3_100);
    expect(said()).toMatch(/^As of 11:3[0-2] AM$/);
  },
);

it('learns the time from what the page asks for', async () => {
  vi.setSystemTime(Date.parse(NOW) + 5 * HOUR);
  startClock(new Date(Date.parse(NOW) - HOUR).toISOString());
  fakeServer(async () => new Response('[]', { headers: { date: new Date(NOW).toUTCString() } }));
  show('games');
  await pass(0);
  answers();
  reportFailure();
  await pass(3_100);
  expect(said()).toBe('As of 11:30 AM');
});

it('shows the time of the oldest offline copy on the screen, with its day when it is another', async () => {
  answers('2025-11-13T15:10:00.000Z');
  const page = show('games');
  await pass(3_100);
  expect(said()).toBe('As of 10:10 AM');
  answers('2025-11-12T15:10:00.000Z');
  page.show('games', 'scores');
  await pass(100);
  expect(said()).toBe('As of Nov 12, 10:10 AM');
  page.show('games');
  await pass(100);
  expect(said()).toBe('As of 10:10 AM');
});

it('is as new as the page when the offline copies were replaced', async () => {
  answers('2025-11-13T15:10:00.000Z');
  const { client } = show('games');
  await pass(3_100);
  answers();
  await act(() => client.invalidateQueries());
  reportFailure();
  await pass(3_100);
  expect(said()).toBe('As of 11:30 AM');
});
