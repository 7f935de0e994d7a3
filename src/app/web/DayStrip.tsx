import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link } from 'wouter';
import { myNamesQuery } from '#features/names/web/queries.ts';
import { hasMine, noteMine, useTypedNames } from '#features/names/web/state.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { useMyEntries } from '#features/waiting/web/queries.ts';
import { ErrorBoundary } from '#platform/web/ErrorBoundary.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { onDemand, PromptSuspense } from '#platform/web/on-demand.tsx';

const DayTiles = onDemand(() => import('./DayTiles.tsx').then((module) => module.DayTiles));

/**
 * The visitor's own day above the hero. In the page of everybody, and shown by CSS where early.js found the mark of this
 * device, so that its room is there from the first paint. A mark that changes counts from the next visit on: nothing moves.
 */
export function DayStrip({ zone }: { zone: string }) {
  const [isMine] = useState(hasMine);
  useLayoutEffect(() => void document.documentElement.toggleAttribute('data-mine', isMine), [isMine]);
  return (
    <section
      aria-label="Your day"
      className="day-strip no-print mx-auto hidden h-52 max-w-[75rem] px-[var(--page-edge)] py-2 lg:h-26 in-[[data-mine]]:block"
    >
      {useHydrated() && isMine && (
        <ErrorBoundary fallback={() => <Link to="/schedule">My schedule</Link>}>
          <PromptSuspense>
            <DayTiles zone={zone} />
          </PromptSuspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

/** Marks this device for its next visit when it has places, waiting entries, accounts or games. */
export function useNoteMine(): void {
  const { data: places } = useQuery(myRsvpsQuery);
  const waits = useMyEntries().length > 0;
  const isAsked = useTypedNames().length > 0 || hasMine();
  const { data: names } = useQuery({ ...myNamesQuery, enabled: useHydrated() && isAsked });
  useEffect(() => {
    if (waits || places?.length || names?.length) noteMine(true);
    else if (places && names) noteMine(false);
  }, [waits, places, names]);
}
