/** The messages in force for this device, and which of them were read or understood on it. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { channel } from '#platform/web/channel.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useVisible } from '#platform/web/hydrated.ts';
import { liveList } from '#platform/web/live-list.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type * as contract from '../contract.ts';
import type { Message } from '../contract.ts';
import { MOST_SHOWN } from '../limits.ts';
import { inForce, newestFirst } from '../rules.ts';

const REFRESH = 30_000;

/** Those to everybody. Every page carries them, and the stream brings the changes: no phone asks. */
export const publicMessagesQuery = liveList({
  queryKey: ['messages', 'public'],
  topic: 'messages',
  order: newestFirst,
  poll: REFRESH,
  read: (sending) => request<typeof contract.listPublicMessages>('GET /api/messages/public', sending),
});

/** Those to the people of this device's events. */
const myMessagesQuery = queryOptions({
  queryKey: ['messages', 'my'],
  queryFn: ({ signal }) => request<typeof contract.listMyMessages>('GET /api/messages/my', { signal }),
  meta: { topic: MINE },
});

/** Every message that staff may read. */
const staffMessagesQuery = queryOptions({
  queryKey: ['messages'],
  queryFn: ({ signal }) => request<typeof contract.listMessages>('GET /api/messages', { signal }),
  refetchOnMount: 'always',
  meta: { topic: 'staff', poll: REFRESH },
});

const NONE: readonly Message[] = [];

/** Newest first. */
export function useMessages(): readonly Message[] {
  const now = useNow();
  const { on, desk } = useAdminMode();
  const works = on || desk !== null;
  const { data: toAll = NONE } = useQuery(publicMessagesQuery);
  const { data: toMe = NONE } = useQuery(myMessagesQuery);
  const { data: toStaff = NONE } = useQuery({ ...staffMessagesQuery, enabled: works });
  return useMemo(() => inForce([works ? toStaff : NONE, toAll, toMe], now), [toAll, toMe, toStaff, works, now]);
}

/** Those to everybody, for a big screen. */
export function usePublicMessages(): readonly Message[] {
  const now = useNow();
  const { data: toAll = NONE } = useQuery(publicMessagesQuery);
  return useMemo(() => inForce([toAll], now), [toAll, now]);
}

/** Marks of messages on this device: 'ID REVISION', comma separated. */
const KEYS = { read: 'messages read', understood: 'messages understood', shown: 'messages shown' } as const;
type Mark = keyof typeof KEYS;
/** More are not in force at once. */
const MOST = 200;
const changes = channel();

const textOf = (mark: Mark): string => safeStorage.get(KEYS[mark]) ?? '';
const markOf = ({ id, revision }: Message): string => `${id} ${revision}`;
const setOf = (text: string): ReadonlySet<string> => new Set(text.split(','));

function note(mark: Mark, messages: readonly Message[]): void {
  const marks = setOf(textOf(mark));
  const fresh = messages.map(markOf).filter((one) => !marks.has(one));
  if (fresh.length === 0) return;
  safeStorage.set(KEYS[mark], [...marks, ...fresh].slice(-MOST).join());
  changes.tell();
}

export const understand = (message: Message): void => {
  note('understood', [message]);
  note('read', [message]);
};

function listen(listener: () => void): () => void {
  const stop = changes.listen(listener);
  // Another tab.
  addEventListener('storage', listener);
  return () => {
    stop();
    removeEventListener('storage', listener);
  };
}

/** Returns those without the mark; none until the page is hydrated, because only the device knows. */
function useUnmarked(mark: Mark, messages: readonly Message[]): readonly Message[] {
  const text = useSyncExternalStore(
    listen,
    () => textOf(mark),
    () => null,
  );
  return useMemo(() => {
    if (text === null) return NONE;
    const marks = setOf(text);
    return messages.filter((message) => !marks.has(markOf(message)));
  }, [messages, text]);
}

/** Returns the messages that nobody has understood on this device, newest first. */
export const useNotUnderstood = (): readonly Message[] => useUnmarked('understood', useMessages());

/** Returns the messages that nobody has read on this device, newest first. */
export const useUnreadMessages = (): readonly Message[] => useUnmarked('read', useMessages());

/** Marks what the screen shows as read, unless the page is hidden. */
export function useReading(messages: readonly Message[]): void {
  const isVisible = useVisible();
  useEffect(() => {
    if (isVisible) note('read', messages);
  }, [isVisible, messages]);
}

/** A thousand phones show an urgent message at once, and need not say so at once. */
const SAID_WITHIN_MS = 8_000;

/** Says to the server that this page shows these, each once; for the desk, which counts phones. */
export function useSayShown(messages: readonly Message[]): void {
  const isVisible = useVisible();
  const unsaid = useUnmarked('shown', messages).slice(0, MOST_SHOWN);
  const { mutate } = useMutation({
    mutationFn: (shown: Pick<Message, 'id' | 'revision'>[]) =>
      request<typeof contract.noteShown>('POST /api/messages/shown', { body: { messages: shown } }),
  });
  const say = useEffectEvent(() =>
    mutate(
      unsaid.map(({ id, revision }) => ({ id, revision })),
      { onSuccess: () => note('shown', unsaid) },
    ),
  );
  const marks = isVisible ? unsaid.map(markOf).join() : '';
  useEffect(() => {
    if (marks === '') return;
    const timer = setTimeout(() => say(), Math.random() * SAID_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [marks]);
}
