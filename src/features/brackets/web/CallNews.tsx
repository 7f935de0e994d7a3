import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { request as send } from '#platform/web/api.ts';
import { useVisible } from '#platform/web/hydrated.ts';
import { dismissToast, showToast } from '#platform/web/ui/toast.ts';
import type { sawCall } from '../contract.ts';
import type { MyCall } from '../rules/shapes.ts';
import { calledWords } from '../rules/tables.ts';
import { useMyCalls } from './queries.ts';

const SCHEDULE = '/schedule';
const SEEN_AT_TABLE = 'POST /api/matches/{id}/call/seen';
const SEEN_IN_QUEUE = 'POST /api/queue/{id}/seen';
/** Milliseconds of the toast: time to take the phone out of a pocket. */
const SHOWN_MS = 30_000;
const VIBRATION = [300, 150, 300];

/** Shows calls of this phone’s people to a table on every page, and tells the desk that the phone showed them. */
export function CallNews() {
  const calls = useMyCalls();
  const { mutate: tellSeen } = useMutation({
    mutationFn: ({ matchId, entrantId }: MyCall) =>
      send<typeof sawCall>(
        // Of a queue the call is of the same shape.
        matchId === null ? (SEEN_IN_QUEUE as typeof SEEN_AT_TABLE) : SEEN_AT_TABLE,
        { params: { id: matchId ?? entrantId } },
      ),
  });
  const [path, navigate] = useLocation();
  const isVisible = useVisible();
  const shown = useRef(new Set<string>());
  /** The toast, and the calls that it tells of. */
  const told = useRef<{ readonly toast: number; readonly keys: readonly string[] } | null>(null);
  useEffect(() => {
    const standing = new Set(calls.map(keyOf));
    if (told.current === null || told.current.keys.some((key) => standing.has(key))) return;
    // Somebody else is called now, or the match is over.
    dismissToast(told.current.toast);
    told.current = null;
  }, [calls]);
  useEffect(() => {
    // A phone in a pocket has shown nothing yet.
    if (!isVisible) return;
    const fresh = calls.filter((call) => !call.seen && !shown.current.has(keyOf(call)));
    for (const call of fresh) {
      shown.current.add(keyOf(call));
      tellSeen(call);
    }
    const [first, ...more] = fresh;
    if (first === undefined) return;
    // A browser refuses before the first tap on the page, and says so in its console.
    if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(VIBRATION);
    const toast = showToast({
      title: calledWords(first.table, first.opponents),
      description: [
        `${first.playerName} in ${first.eventTitle}, ${first.location}`,
        // The desk counts all of them as seen.
        ...more.map(({ playerName, table, opponents }) => `${playerName}: ${calledWords(table, opponents)}`),
      ].join('. '),
      duration: SHOWN_MS,
      shownAt: SCHEDULE,
      ...(path !== SCHEDULE && {
        action: { label: 'My schedule', altText: 'Open My schedule', onPress: () => navigate(SCHEDULE) },
      }),
    });
    told.current = { toast, keys: fresh.map(keyOf) };
  }, [calls, isVisible, tellSeen, path, navigate]);
  return null;
}

const keyOf = ({ entrantId, calledAt }: MyCall): string => `${entrantId} ${calledAt}`;
