import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { MINE } from '#platform/live.ts';
import { call } from '#platform/web/api.ts';
import { liveList } from '#platform/web/live-list.ts';
import type * as contract from '../contract.ts';
import { newestFirst } from '../rules.ts';

const REFRESH = 30_000;

/** Those to everybody. Every page carries them, and the stream brings the changes: no phone asks. */
export const publicMessagesQuery = liveList({
  queryKey: ['messages', 'public'],
  topic: 'messages',
  order: newestFirst,
  poll: REFRESH,
  read: (sending) => call<typeof contract.listPublicMessages>('GET /api/messages/public', sending),
});

/** Those to the people of this device's events. */
export const myMessagesQuery = queryOptions({
  queryKey: ['messages', 'my'],
  queryFn: ({ signal }) => call<typeof contract.listMyMessages>('GET /api/messages/my', { signal }),
  meta: { topic: MINE },
});

/** Every message that staff may read. */
export const staffMessagesQuery = queryOptions({
  queryKey: ['messages'],
  queryFn: ({ signal }) => call<typeof contract.listMessages>('GET /api/messages', { signal }),
  refetchOnMount: 'always',
  meta: { topic: 'staff', poll: REFRESH },
});

export const writeMessageMutation = mutationOptions({
  mutationKey: ['messages', 'write'],
  mutationFn: ({ idempotencyKey, ...body }: contract.NewMessage & { idempotencyKey: string }) =>
    call<typeof contract.writeMessage>('POST /api/messages', { body, idempotencyKey }),
});

export const editMessageMutation = mutationOptions({
  mutationFn: ({ id, text }: { id: string; text: string }) =>
    call<typeof contract.editMessage>('PATCH /api/messages/{id}', { params: { id }, body: { text } }),
});

export const noteShownMutation = mutationOptions({
  mutationFn: (ids: string[]) => call<typeof contract.noteShown>('POST /api/messages/shown', { body: { ids } }),
});

export const withdrawMessageMutation = mutationOptions({
  mutationFn: (id: string) => call<typeof contract.withdrawMessage>('DELETE /api/messages/{id}', { params: { id } }),
});
