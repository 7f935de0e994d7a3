/** A page with a live stream, for tests of the browser's part of it. */
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetConnection } from '#platform/web/connection.ts';
import { openLive, type Stream } from '#platform/web/live.ts';
import { forgetLive, startAt } from '#platform/web/live-list.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { Wire } from './event-source.ts';
import { fakeServer } from './fetch.ts';

/** Makes a page before each test. Without a channel no other page of the browser shares its stream, as in a browser that has none. */
export function livePage(channel: unknown) {
  let hidden = false;
  const page = {
    client: undefined as unknown as QueryClient,
    live: undefined as unknown as Stream,
    open() {
      page.live = openLive(page.client);
    },
    hide() {
      hidden = true;
    },
    look(away: boolean) {
      hidden = away;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    /** Mounts a component that uses the query. */
    show: (query: { readonly queryKey: readonly unknown[] }) =>
      new QueryObserver(page.client, query as never).subscribe(() => undefined),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', Wire);
    vi.stubGlobal('BroadcastChannel', channel);
    fakeServer(async () => new Response());
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    Wire.all = [];
    hidden = false;
    page.client = createQueryClient();
    startAt(100);
  });
  afterEach(() => {
    page.live.stop();
    page.client.clear();
    forgetLive();
    forgetConnection();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return page;
}
