import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Network from 'lucide-react/icons/network';
import Undo from 'lucide-react/icons/undo-2';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { guarded, isLocked, ownName, useIsHelper, useMayWork } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isolated } from '#platform/names.ts';
import { JUDGE } from '#platform/staff.ts';
import { ApiError, request, sentenceOf } from '#platform/web/api.ts';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/loading.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Entrant, Match, undoResult } from '../../contract.ts';
import { BigScreenLink, PrintLink } from '../BracketLinks.tsx';
import { BracketLoading, BracketView } from '../parts/BracketView.tsx';
import { Champion } from '../parts/Champion.tsx';
import { firstChangedResult, revisionOf, roundsIn, titlesIn } from '../parts/rounds.ts';
import { matchSentence } from '../parts/sentence.ts';
import { callsQuery, matchesQuery, showWritten } from '../queries.ts';
import { type Absent, BracketButtons } from './BracketButtons.tsx';
import { GaveUp } from './GaveUp.tsx';
import { MatchCall } from './MatchCall.tsx';
import type { Way } from './outcome.ts';
import type { Place } from './players-change.ts';
import { ReadyLists } from './ReadyLists.tsx';
import { RoundPanel } from './RoundPanel.tsx';
import { ScoreDialog } from './ScoreDialog.tsx';

type UndoOptions = {
  eventId: string;
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  /** Revision after this desk's last result, which an undo reverts. Null: undo the bracket's last entry. */
  own: number | null;
  /** Called when it was undone, or is not the last one any more. */
  onUndone: () => void;
};

const UNDO_KEY = ['matches', 'undo'];
const FAILED = 'The last result could not be taken back. Please try again.';

function useUndo({ eventId, matches, titles, own, onUndone }: UndoOptions) {
  const client = useQueryClient();
  /**
   * Expected revision of an undo whose answer was lost. It is sent again, so that the server refuses where it has undone
   * already, unless this desk has entered a result since.
   */
  const [unanswered, setUnanswered] = useState<number | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationKey: UNDO_KEY,
    mutationFn: (body: { expectedRevision: number }) =>
      request<typeof undoResult>('POST /api/events/{id}/undo-result', { params: { id: eventId }, body }),
    onSuccess: (after: Match[]) => {
      // A toast may have been shown before what is undone was read.
      const before = client.getQueryData(matchesQuery(eventId).queryKey) ?? matches;
      // A second undo right after this one must not wait for a refetch.
      showWritten(client, eventId, after);
      const changed = firstChangedResult(before, after);
      const description = changed && matchSentence(titles.get(changed.id) ?? changed.label, changed);
      const by = ownName();
      showToast({ title: by === '' ? 'Result taken back' : `${isolated(by)} took back a result`, description });
      setUnanswered(null);
      onUndone();
    },
    onError: (error, { expectedRevision }) => {
      if (isLocked(error)) return;
      showError(sentenceOf(error, FAILED));
      void client.invalidateQueries(matchesQuery(eventId));
      setUnanswered(error instanceof ApiError ? null : expectedRevision);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') onUndone();
    },
  });
  // A result that this desk has just cleared can be restored, even when no other exists.
  const none = own === null && !matches.some(({ status }) => status === 'done');
  const again = unanswered !== null && (own ?? 0) <= unanswered ? unanswered : null;
  const expectedRevision = again ?? own ?? revisionOf(matches);
  // The second click of a double click comes before the button is disabled.
  const isSending = () => client.isMutating({ mutationKey: UNDO_KEY }) > 0;
  const waits = isPending ? 'The last result is being taken back.' : none ? 'No result is entered yet.' : undefined;
  const undo = (revision = expectedRevision) =>
    isSending() || guarded(() => mutateAsync({ expectedRevision: revision }));
  return { undo, waits };
}

// Loaded when it is opened, with the library for drag and drop.
const TablesDialog = onDemand(() => import('./TablesDialog.tsx').then((m) => m.TablesDialog));
const PlayersDialog = onDemand(() => import('./PlayersDialog.tsx').then((m) => m.PlayersDialog));

const NOBODY: ReadonlySet<string> = new Set();

/** Returns the places of the event; undefined until they are read. */
type UsePlaces = (eventId: string) => readonly Place[] | undefined;
const NO_PLACES: readonly Place[] = [];

type BracketDeskProps = {
  event: FestivalEvent;
  zone: string;
  /** The staff list, passed in by the app. */
  usePlaces: UsePlaces;
  absent?: Absent | undefined;
};

/** An organiser's view of one tournament: ready matches, and the bracket with a button per match to enter its result. */
export function BracketDesk({ event, zone, usePlaces, absent }: BracketDeskProps) {
  const isHelper = useIsHelper();
  const { data: matches, isError, refetch } = useQuery(matchesQuery(event.id));
  const titles = useMemo(() => titlesIn(roundsIn(matches ?? [])), [matches]);
  const [own, setOwn] = useState<number | null>(null);
  const drawn = matches !== undefined && matches.length > 0;
  const undo = useUndo({ eventId: event.id, matches: matches ?? [], titles, own, onUndone: () => setOwn(null) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">Bracket</h2>
      {matches === undefined ? (
        <BracketLoading failed={isError} onRetry={() => void refetch()} />
      ) : drawn ? (
        <DrawnDesk
          event={event}
          zone={zone}
          usePlaces={usePlaces}
          absent={absent}
          matches={matches}
          titles={titles}
          undo={undo}
          onEntered={({ revision }) => setOwn(revision)}
        />
      ) : (
        <>
          <NotDrawn event={event} absent={absent} />
          {!isHelper && <BigScreenLink event={event} />}
        </>
      )}
    </div>
  );
}

type DrawnDeskProps = {
  event: FestivalEvent;
  zone: string;
  usePlaces: UsePlaces;
  absent: Absent | undefined;
  matches: readonly Match[];
  titles: ReadonlyMap<string, string>;
  undo: ReturnType<typeof useUndo>;
  onEntered: (match: Match) => void;
};

function DrawnDesk({ event, zone, usePlaces, absent, matches, titles, undo, onEntered }: DrawnDeskProps) {
  const isHelper = useIsHelper();
  const places = usePlaces(event.id);
  /** The player for whom a substitute is wanted. */
  const players = useDialog<Entrant | null>();
  const tables = useDialog();
  const [openId, setOpenId] = useState<string | null>(null);
  const [way, setWay] = useState<Way>();
  const mayCall = useMayWork(JUDGE, event) && event.status !== 'completed';
  const { data: calls } = useQuery({ ...callsQuery(event.id), enabled: mayCall });
  const desk = useRef<HTMLDivElement>(null);
  const { pressed, willMove } = useFocusOnward(desk, matches);
  const opened = useOpened(matches, openId);
  const openFromHere = (id: string, first?: Way) => {
    pressed();
    setWay(first);
    setOpenId(id);
  };
  const close = () => setOpenId(null);
  return (
    <div ref={desk} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-2">
        {!isHelper && calls && mayCall && <Button onClick={() => tables.open()}>Tables</Button>}
        {!isHelper && event.status !== 'completed' && <Button onClick={() => players.open(null)}>Players</Button>}
        <Button onClick={() => undo.undo()} disabledReason={undo.waits}>
          <Undo aria-hidden="true" />
          Undo last result
        </Button>
        {!isHelper && <BigScreenLink event={event} />}
        {!isHelper && <PrintLink event={event} />}
      </header>
      {event.status === 'completed' && (
        <p className="rounded-xl border border-line bg-panel px-4 py-3">
          This event is over. You can still enter and correct results.
        </p>
      )}
      <Champion matches={matches} />
      {mayCall && <RoundPanel event={event} matches={matches} />}
      {!isHelper && places && (
        <GaveUp
          event={event}
          matches={matches}
          places={places}
          withoutMatch={calls?.withoutMatch ?? []}
          onSubstitute={players.open}
        />
      )}
      <ReadyLists
        matches={matches}
        titles={titles}
        onOpen={openFromHere}
        below={(match) =>
          calls &&
          mayCall && <MatchCall match={match} calls={calls} onForfeit={(first) => openFromHere(match.id, first)} />
        }
      />
      <BracketView matches={matches} mine={NOBODY} onOpen={(id) => openFromHere(id)} />
      {!isHelper && (
        <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="max-w-prose text-mute">
            A new draw makes another bracket from everybody who is checked in now.
          </p>
          <BracketButtons event={event} absent={absent} />
        </footer>
      )}
      {players.show((leaving) => (
        <PlayersDialog
          event={event}
          matches={matches}
          places={places ?? NO_PLACES}
          withoutMatch={calls?.withoutMatch ?? []}
          leaving={leaving}
          onClose={players.close}
        />
      ))}
      {calls &&
        tables.show(() => <TablesDialog event={event} calls={calls} matches={matches} onClose={tables.close} />)}
      {opened && (
        <ScoreDialog
          key={opened.id}
          way={way}
          match={opened}
          title={titles.get(opened.id) ?? opened.label}
          matches={matches}
          titles={titles}
          zone={zone}
          onClose={close}
          onUndo={undo.undo}
          onSaved={(saved) => {
            onEntered(saved);
            willMove();
          }}
        />
      )}
    </div>
  );
}

type Onward = { readonly pressed: () => void; readonly willMove: () => void };

/**
 * A result removes its match and the focused row from the ready list: the focus moves to the next row, or to the
 * bracket when none is left. Otherwise the row gets the focus back when the dialog closes. `pressed` is called when a
 * dialog opens, `willMove` before its result removes the row.
 */
function useFocusOnward(desk: RefObject<HTMLDivElement | null>, matches: readonly Match[]): Onward {
  const from = useRef<Element | null>(null);
  const moving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the matches removes the row
  useEffect(() => {
    const here = document.activeElement;
    const lost = here === document.body || here === document.getElementById('main');
    const gone = !from.current?.isConnected;
    if (moving.current && lost && gone) desk.current?.querySelector<HTMLElement>('.ready-row, .bracket-box')?.focus();
    moving.current = false;
  }, [desk, matches]);
  return {
    pressed: () => {
      from.current = document.activeElement === document.body ? null : document.activeElement;
    },
    willMove: () => {
      moving.current = true;
    },
  };
}

/** The match whose dialog is open; its last state when it is gone, so that the input stays until the message. */
function useOpened(matches: readonly Match[], id: string | null): Match | undefined {
  const found = matches.find((match) => match.id === id);
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return id === null ? undefined : (found ?? (last?.id === id ? last : undefined));
}

const NotDrawn = ({ event, absent }: { event: FestivalEvent; absent: Absent | undefined }) => (
  <EmptyState
    icon={<Network />}
    title="No bracket yet"
    text="Once players are checked in, Generate Bracket seeds them by their scores; Random Seed shuffles them."
    action={<BracketButtons event={event} absent={absent} />}
  />
);
