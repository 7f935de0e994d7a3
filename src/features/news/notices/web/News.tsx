import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { eventsQuery } from '#features/events/web/state.ts';
import {
  type EndedPlace,
  leadsToLine,
  titleOf,
  useUnsentPlaces,
  wordsOf,
} from '#features/rsvps/web/unsent/place-writes.ts';
import { MINE } from '#platform/live.ts';
import { useVisible } from '#platform/web/hydrated.ts';
import { notSaid } from '#platform/web/safe-storage.ts';
import { showToast, type ToastAction } from '#platform/web/ui/toast.ts';
import type { Notice } from '../contract.ts';
import { myNoticesQuery } from './queries.ts';

const SCHEDULE = '/schedule';

/** Shows what changed for this device's places, also on the app's icon. My schedule lists what it was opened with. */
export function News({ zone }: { zone: string }) {
  const { data: notices } = useQuery(myNoticesQuery);
  const [path, navigate] = useLocation();
  const shown = useRef(new Set<string>());
  const isOpened = useRef(false);
  // In a hidden tab a toast would be over before anybody looks.
  const isVisible = useVisible();
  useEffect(() => {
    if (notices === undefined || !isVisible) return;
    // Where nothing can be stored, each page says it once.
    const unsaid = notices.filter((notice) => !notice.seen && !shown.current.has(keyOf(notice)));
    const fresh = notSaid(unsaid, keyOf);
    for (const notice of fresh) shown.current.add(keyOf(notice));
    const [first] = fresh;
    const isListed = path === SCHEDULE && !isOpened.current;
    isOpened.current = true;
    if (first !== undefined && !isListed) {
      void show(first, fresh.length - 1, zone, path === SCHEDULE ? undefined : () => navigate(SCHEDULE));
    }
  }, [notices, path, navigate, zone, isVisible]);
  const ended = useEnded(path, navigate, isVisible);
  const unseen = notices && notices.filter(({ seen }) => !seen).length + ended;
  useEffect(() => {
    // Only installed apps have an icon to mark; 0 takes the mark away.
    if (unseen !== undefined) navigator.setAppBadge?.(unseen).catch(() => undefined);
  }, [unseen]);
  return null;
}

/** Tells how writes ended that had waited for the network, each once. Returns how many nobody has seen in My schedule. */
function useEnded(path: string, navigate: (to: string) => void, isVisible: boolean): number {
  const { ended } = useUnsentPlaces();
  const client = useQueryClient();
  const announced = useRef(new Set<string>());
  useEffect(() => {
    const fresh = ended.filter(({ id }) => !announced.current.has(id));
    for (const { id } of fresh) announced.current.add(id);
    if (fresh.length === 0) return;
    // Another tab may have sent it, and with the first place even the visitor is new to this one.
    void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === MINE });
  }, [ended, client]);
  const told = useRef(new Set<string>());
  useEffect(() => {
    if (!isVisible) return;
    const unsaid = ended.filter(({ id }) => !told.current.has(id));
    for (const { id } of unsaid) told.current.add(id);
    const fresh = notSaid(unsaid, ({ id }) => id);
    const last = fresh.at(-1);
    if (last !== undefined) showEnd(client, last, fresh.length - 1, navigate, path === SCHEDULE);
  }, [ended, navigate, path, isVisible, client]);
  return ended.length;
}

const keyOf = ({ id, at }: Notice): string => `${id} ${at}`;
const andMore = (others: number): string => (others === 0 ? '' : ` And ${others} more.`);
const toSchedule = (open: () => void): ToastAction => ({
  label: 'My schedule',
  altText: 'Open My schedule',
  onPress: open,
});

async function show(notice: Notice, others: number, zone: string, open?: () => void) {
  // Loaded with the first notice: most pages never show one. Where the network went away meanwhile, My schedule has it.
  const rules = await import('../rules.ts').catch(() => null);
  if (rules === null) return;
  const { noticeWords, sentenceOf } = rules;
  showToast({
    title: 'Your schedule has changed',
    description: sentenceOf(noticeWords(notice, zone)) + andMore(others),
    shownAt: SCHEDULE,
    ...(open && { action: toSchedule(open) }),
  });
}

function showEnd(
  client: QueryClient,
  write: EndedPlace,
  others: number,
  navigate: (to: string) => void,
  isListed: boolean,
) {
  const toLine = {
    label: 'Waiting list',
    altText: 'Open the event to join its waiting list',
    onPress: () => navigate(eventAddress(write.body.eventId)),
  };
  showToast({
    title: titleOf(write),
    description: wordsOf(write) + andMore(others),
    shownAt: SCHEDULE,
    ...(leadsToLine(write, client.getQueryData(eventsQuery.queryKey))
      ? { action: toLine }
      : !isListed && { action: toSchedule(() => navigate(SCHEDULE)) }),
  });
}
