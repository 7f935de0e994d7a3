import { queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import type * as contract from '../contract.ts';

export const myFeedbackQuery = queryOptions({
  queryKey: ['feedback', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyFeedback>('GET /api/feedback/my', { signal }),
  meta: { topic: MINE },
});

export const feedbackQuery = (id: string) =>
  queryOptions({
    queryKey: ['feedback', id],
    queryFn: ({ signal }) =>
      request<typeof contract.readFeedback>('GET /api/events/{id}/feedback', { params: { id }, signal }),
  });
