import { useQuery } from '@tanstack/react-query';
import CloudOff from 'lucide-react/icons/cloud-off';
import Network from 'lucide-react/icons/network';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import type { Match } from '../contract.ts';
import { roundsIn, titlesIn } from '../rules/rounds.ts';
import { BracketButtons } from './BracketButtons.tsx';
import { BracketView } from './parts/BracketView.tsx';
import { Champion } from './parts/Champion.tsx';
import { ReadyLists } from './parts/ReadyLists.tsx';
import { ScoreDialog } from './parts/ScoreDialog.tsx';
import { UndoButton } from './parts/UndoButton.tsx';
import { matchesQuery } from './queries.ts';

const NOBODY: ReadonlySet<string> = new Set();

type BracketDeskProps = {
  event: FestivalEvent;
  /** The way back to where it was opened. */
  back: ReactNode;
};

/** An organiser's view of one tournament: who is to be called, the bracket, and a press on a match for its result. */
export function BracketDesk({ event, back }: BracketDeskProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { data: matches, isError, refetch } = useQuery(matchesQuery(event.id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {back}
      <header className="flex flex-wrap items-start justify-between gap-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="font-display text-3xl leading-none outline-none [overflow-wrap:anywhere]"
        >
          {event.title}
        </h2>
        <BracketButtons event={event} />
      </header>
      {matches !== undefined ? (
        <Drawn eventId={event.id} matches={matches} />
      ) : isError ? (
        <NotLoaded onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the bracket</span>
          <Skeleton className="h-96 rounded-2xl" />
        </div>
      )}
    </div>
  );
}

function Drawn({ eventId, matches }: { eventId: string; matches: readonly Match[] }) {
  const [openId, open] = useState<string | null>(null);
  const [lastId, setLastId] = useState<string | null>(null);
  const titles = useMemo(() => titlesIn(roundsIn(matches)), [matches]);
  const opened = useOpened(matches, openId);
  if (matches.length === 0) return <NotDrawn />;
  const close = () => open(null);
  return (
    <>
      <Champion matches={matches} />
      <ReadyLists matches={matches} titles={titles} onOpen={open} />
      <UndoButton
        eventId={eventId}
        matches={matches}
        titles={titles}
        lastId={lastId}
        onUndone={() => setLastId(null)}
      />
      <BracketView matches={matches} mine={NOBODY} onOpen={open} />
      {opened && (
        <ScoreDialog
          key={opened.id}
          match={opened}
          title={titles.get(opened.id) ?? opened.label}
          onClose={close}
          onSaved={({ id }) => {
            setLastId(id);
            close();
          }}
        />
      )}
    </>
  );
}

/** The match whose dialog is open; as it was last where it is gone, so that nothing typed is lost before that is told. */
function useOpened(matches: readonly Match[], id: string | null): Match | undefined {
  const found = matches.find((match) => match.id === id);
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return id === null ? undefined : (found ?? (last?.id === id ? last : undefined));
}

const NotDrawn = () => (
  <EmptyState
    icon={<Network />}
    title="No bracket yet"
    text="Once players are checked in, Generate Bracket seeds them by their scores; Random Seed draws lots."
  />
);

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    icon={<CloudOff />}
    title="The bracket didn’t load"
    text="The connection may have dropped. Every result that was saved is safe."
    action={
      <Button tone="sea" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
