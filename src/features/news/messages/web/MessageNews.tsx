import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useVisible } from '#platform/web/hydrated.ts';
import { notSaid } from '#platform/web/safe-storage.ts';
import { dismissToast, showToast } from '#platform/web/ui/toast.ts';
import type { Message } from '../contract.ts';
import { plainText } from '../rules.ts';
import { useNotUnderstood, useUnreadMessages } from './state.ts';

const LIST = '/announcements';
/** A message is longer than what other toasts say. */
const SHOWN_MS = 12_000;

/** Says each ordinary message once on this device, politely. Urgent ones are in the band. */
export function MessageNews({ mayLeave = true }: { mayLeave?: boolean }) {
  const [path, navigate] = useLocation();
  const unread = useUnreadMessages();
  const isUrgent = useNotUnderstood().some(({ urgent }) => urgent);
  const isVisible = useVisible();
  /** The toast that is shown. */
  const toast = useRef<number | null>(null);
  useEffect(() => {
    if (isUrgent && toast.current !== null) dismissToast(toast.current);
  }, [isUrgent]);
  const shown = useRef(new Set<string>());
  useEffect(() => {
    // Below the band of an urgent one nothing else is said: it waits.
    if (!isVisible || path === LIST || isUrgent) return;
    const unsaid = unread.filter((message) => !message.urgent && !shown.current.has(keyOf(message)));
    // Where nothing can be stored, each page says it once.
    for (const message of unsaid) shown.current.add(keyOf(message));
    const [newest, ...others] = notSaid(unsaid, keyOf);
    if (newest === undefined) return;
    toast.current = showToast({
      title: 'From the festival',
      description: plainText(newest.text) + (others.length === 0 ? '' : ` And ${others.length} more.`),
      isPolite: true,
      isShort: true,
      shownAt: LIST,
      duration: SHOWN_MS,
      ...(mayLeave && {
        action: { label: 'Read', altText: 'Read it in Announcements', onPress: () => navigate(LIST) },
      }),
    });
  }, [unread, isVisible, isUrgent, path, navigate, mayLeave]);
  return null;
}

const keyOf = ({ id, revision }: Message): string => `${id} ${revision}`;
