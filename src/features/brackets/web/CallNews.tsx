import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { showToast } from '#platform/web/ui/toast.ts';
import { useVisible } from '#platform/web/visible.ts';
import { calledWords } from '../rules/called.ts';
import { sawCallMutation, useMyCalls } from './queries.ts';

const SCHEDULE = '/schedule';
/** Milliseconds of the toast: time to take the phone out of a pocket. */
const SHOWN_MS = 30_000;
const VIBRATION = [300, 150, 300];

/** Shows calls of this phone’s people to a table on every page, and tells the desk that the phone showed them. */
export function CallNews() {
  const calls = useMyCalls();
  const { mutate: tellSeen } = useMutation(sawCallMutation);
  const [path, navigate] = useLocation();
  const isVisible = useVisible();
  const shown = useRef(new Set<string>());
  useEffect(() => {
    // A phone in a pocket has shown nothing yet.
    if (!isVisible) return;
    const fresh = calls.filter(
      ({ seen, entrantId, calledAt }) => !seen && !shown.current.has(`${entrantId} ${calledAt}`),
    );
    for (const { entrantId, calledAt, matchId } of fresh) {
      shown.current.add(`${entrantId} ${calledAt}`);
      tellSeen(matchId);
    }
    const [first, ...more] = fresh;
    if (first === undefined) return;
    navigator.vibrate?.(VIBRATION);
    showToast({
      title: calledWords(first.table, first.opponents),
      description: [
        `${first.playerName} in ${first.eventTitle}, ${first.location}`,
        // The desk counts all of them as seen.
        ...more.map(({ playerName, table, opponents }) => `${playerName}: ${calledWords(table, opponents)}`),
      ].join('. '),
      duration: SHOWN_MS,
      ...(path !== SCHEDULE && {
        action: { label: 'My schedule', altText: 'Open My schedule', onPress: () => navigate(SCHEDULE) },
      }),
    });
  }, [calls, isVisible, tellSeen, path, navigate]);
  return null;
}
