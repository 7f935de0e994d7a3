import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { HOUR } from '#platform/durations.ts';
import { now } from '#platform/web/clock.tsx';
import { notSaid } from '#platform/web/safe-storage.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { claimWords } from '../rules.ts';
import { useMyClaims } from './state.ts';

const TOP_GUN = '/top-gun';

/** Says once on each device what became of its claims, on whatever page is open. */
export function ClaimNews() {
  const claims = useMyClaims({ onlyIfAny: true })?.claims;
  const [path, navigate] = useLocation();
  useEffect(() => {
    const isNew = (decidedAt: string | null) => decidedAt !== null && now() - Date.parse(decidedAt) < HOUR;
    const decided = (claims ?? []).filter(({ state, decidedAt }) => state !== 'undone' && isNew(decidedAt));
    const [first, ...others] = notSaid(decided, ({ id, decidedAt }) => `${id} ${decidedAt}`);
    if (first === undefined) return;
    showToast({
      title: claimWords(first),
      description: first.task,
      shownAt: TOP_GUN,
      ...(others.length > 0 && { detail: `And ${others.length} more.` }),
      ...(path !== TOP_GUN && {
        action: { label: 'Missions', altText: 'Open the missions', onPress: () => navigate(TOP_GUN) },
      }),
    });
  }, [claims, path, navigate]);
  return null;
}
