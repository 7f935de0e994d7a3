import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Notice } from '../contract.ts';
import { myNoticesQuery } from './queries.ts';

const SCHEDULE = '/schedule';

/** Shows what changed for this device's places, also on the app's icon. My schedule lists what it was opened with. */
export function News({ zone }: { zone: string }) {
  const { data: notices } = useQuery(myNoticesQuery);
  const [path, navigate] = useLocation();
  const shown = useRef(new Set<string>());
  const isOpened = useRef(false);
  useEffect(() => {
    if (notices === undefined) return;
    const fresh = notices.filter((notice) => !notice.seen && !shown.current.has(keyOf(notice)));
    for (const notice of fresh) shown.current.add(keyOf(notice));
    const [first] = fresh;
    const isListed = path === SCHEDULE && !isOpened.current;
    isOpened.current = true;
    if (first !== undefined && !isListed) {
      void show(first, fresh.length - 1, zone, path === SCHEDULE ? undefined : () => navigate(SCHEDULE));
    }
  }, [notices, path, navigate, zone]);
  const unseen = notices?.filter(({ seen }) => !seen).length;
  useEffect(() => {
    // Only installed apps have an icon to mark; 0 takes the mark away.
    if (unseen !== undefined) navigator.setAppBadge?.(unseen).catch(() => undefined);
  }, [unseen]);
  return null;
}

const keyOf = ({ id, at }: Notice): string => `${id} ${at}`;

async function show(notice: Notice, others: number, zone: string, open?: () => void) {
  // Loaded with the first notice: most pages never show one.
  const { noticeWords, sentenceOf } = await import('../rules.ts');
  const more = others === 0 ? '' : ` And ${others} more.`;
  showToast({
    title: 'Your schedule has changed',
    description: sentenceOf(noticeWords(notice, zone)) + more,
    ...(open && { action: { label: 'My schedule', altText: 'Open My schedule', onPress: open } }),
  });
}
