import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { TOURNAMENT_LABEL } from '#features/events/rules/status.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { BigScreenLink, PrintLink } from './BracketLinks.tsx';
import { BracketLoading, BracketView, NoBracket } from './parts/BracketView.tsx';
import { Champion } from './parts/Champion.tsx';
import { RoundTime } from './parts/RoundTime.tsx';
import { matchesQuery } from './queries.ts';

/** A tournament's bracket for visitors, updated live. */
export function BracketDialog({ event, onClose }: { event: FestivalEvent; onClose: () => void }) {
  const { on } = useAdminMode();
  const { data: rsvps } = useQuery(myRsvpsQuery);
  const mine = useMemo(() => new Set(rsvps?.map(({ id }) => id)), [rsvps]);
  const { data: matches, isError, refetch } = useQuery(matchesQuery(event.id));
  const kind = event.tournamentType && `${TOURNAMENT_LABEL[event.tournamentType]} · ${event.location}`;
  return (
    <Dialog open hasOwnAddress wide="full" onClose={onClose} title={event.title} description={kind}>
      {matches === undefined ? (
        <BracketLoading failed={isError} onRetry={() => void refetch()} />
      ) : matches.length === 0 ? (
        <NoBracket />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {on && (
            <p className="flex flex-wrap gap-2">
              <BigScreenLink event={event} />
              <PrintLink event={event} />
            </p>
          )}
          {event.roundClock && (
            <p className="text-xl">
              <RoundTime clock={event.roundClock} />
            </p>
          )}
          <Champion matches={matches} />
          {/* Remounted when this device's places are known, because they decide the round it opens at. */}
          <BracketView key={String(rsvps !== undefined)} matches={matches} mine={mine} />
        </div>
      )}
    </Dialog>
  );
}
