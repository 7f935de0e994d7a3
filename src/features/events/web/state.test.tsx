import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient } from '#platform/web/query-client.ts';
import { answerCalls } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import type { FirstEvents } from '../rules/first-events.ts';
import { seedEvents, useEvents } from './state.ts';

const event = (id: string) => shownEvent({ id, title: id });

it.each([
  ['adds what the page has and an older offline copy lacks', '2025-11-13T15:00:00.000Z', ['new', 'old']],
  ['leaves out what the server has no more', undefined, ['old']],
])('%s', async (_, copiedAt, ids) => {
  answerCalls({ 'GET /api/events': () => ({ body: [event('old')], ...(copiedAt === undefined ? {} : { copiedAt }) }) });
  const client = createQueryClient();
  seedEvents(client, { events: [event('new')], count: 9 } as unknown as FirstEvents);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useEvents, { wrapper });
  expect(result.current.known?.map(({ id }) => id)).toEqual(['new']);
  await waitFor(() => expect(result.current.all?.map(({ id }) => id).sort()).toEqual(ids));
});
