import { useEffect } from 'react';
import { setChallenge } from '#platform/web/api.ts';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { badgeWordChallenge, dropWordDialog, useBadgeWord } from './state.ts';

const BadgeWordDialog = onDemand(() => import('./BadgeWordDialog.tsx').then((module) => module.BadgeWordDialog));

/** Asks for the badge word when the server does, on top of any open dialog. */
export function BadgeWord() {
  const { dialog } = useBadgeWord();
  useEffect(() => setChallenge(badgeWordChallenge), []);
  return (
    <LazyBoundary onMissing={dropWordDialog}>
      {dialog !== 'never' && <BadgeWordDialog open={dialog === 'open'} />}
    </LazyBoundary>
  );
}
