import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { mayWait } from '#features/events/rules/clock.ts';
import { counted } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { LoadError } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { promoteByHand, StaffEntry } from '../contract.ts';
import { togetherWords } from '../rules.ts';
import { lineQuery } from './queries.ts';

const ROW_HEIGHT = 68;

/** Organisers' view of an event's line, under its staff list; renders nothing while nobody waits, and once it has ended. */
export function StaffLine({ event }: { event: FestivalEvent }) {
  const isShown = mayWait(event, useNow());
  const { data: line, isError, refetch } = useQuery({ ...lineQuery(event.id), enabled: isShown });
  const [chosen, choose] = useState<StaffEntry | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    choose(null);
    // Meanwhile somebody else may have given this place.
    if (opener.current?.isConnected) opener.current.focus();
    else focusMain();
  };
  const { lottery } = event;
  // How many asked is in no event: before the list has come nobody knows.
  if (!isShown || (lottery && !isError && !line?.length)) return null;
  return (
    <Card
      as="section"
      aria-labelledby="waiting-list"
      className="@container grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
    >
      <h3 id="waiting-list" className="text-xl font-semibold">
        {lottery ? 'Places asked for' : 'Waiting list'}
      </h3>
      <p className="text-mute">
        {lottery
          ? `${line === undefined ? '' : `${counted(line.length, 'person asks', 'people ask')}. `}The places are drawn ten minutes after they open.`
          : `${counted(event.waiting, 'person waits', 'people wait')}. A place that becomes free goes to the first.`}
      </p>
      {chosen && <AddSeat key={chosen.id} entry={chosen} event={event} onClose={close} />}
      {line === undefined && isError && (
        <LoadError title="The waiting list didn’t load" onRetry={() => void refetch()} />
      )}
      {line && line.length > 0 && (
        <LongList label="People who wait" items={line} keyOf={({ id }) => id} rowHeight={ROW_HEIGHT}>
          {(entry) => (
            <Row
              entry={entry}
              isAsked={lottery}
              together={togetherWords(entry, line)}
              onChoose={(button) => {
                opener.current = button;
                choose(entry);
              }}
            />
          )}
        </LongList>
      )}
    </Card>
  );
}

type RowProps = {
  entry: StaffEntry;
  isAsked: boolean;
  together: string;
  onChoose: (button: HTMLButtonElement) => void;
};

const Row = ({ entry, isAsked, together, onChoose }: RowProps) => (
  <div className="pb-2">
    <div className="flex min-h-15 items-center gap-3 rounded-xl border border-line bg-deep px-3.5 py-2">
      <span className="w-7 shrink-0 text-right text-mute">{entry.rank}</span>
      <span className="grid min-w-0 flex-1">
        <span className="[overflow-wrap:anywhere]">
          <strong className="font-semibold">{entry.playerName}</strong>
          <span className="text-mute">{together}</span>
        </span>
        {entry.playerEmail && <span className="text-sm text-mute [overflow-wrap:anywhere]">{entry.playerEmail}</span>}
      </span>
      {!isAsked && (
        <Button
          tone="ghost"
          aria-label={`Give a place: ${entry.playerName}`}
          onClick={(click) => onChoose(click.currentTarget)}
        >
          Give a place
        </Button>
      )}
    </div>
  </div>
);

type AddSeatProps = { entry: StaffEntry; event: FestivalEvent; onClose: () => void };

/** Asks before a seat is added. */
function AddSeat({ entry: { id, playerName }, event, onClose }: AddSeatProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const promote = useAct(
    () => request<typeof promoteByHand>('POST /api/admin/waiting/{id}/promote', { params: { id } }),
    {
      fails: 'Failed to give the place. Please try again.',
      busy: 'The place is being given.',
      done: () => {
        showToast({ title: 'Place given', description: `${playerName} has a place in ${event.title}.` });
        onClose();
        focusMain();
      },
    },
  );
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-line p-4">
      <legend className="px-1.5 font-semibold [overflow-wrap:anywhere]">
        Give {playerName} a place before the others?
      </legend>
      <p className="text-pretty">
        All {event.capacity} places are taken, so the event gets place {event.capacity + 1}. It goes when they leave.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button ref={keep} onClick={onClose}>
          Not now
        </Button>
        <ActButton act={promote} tone="sun">
          {promote.isBusy ? 'Adding...' : 'Add a place'}
        </ActButton>
      </div>
    </fieldset>
  );
}
