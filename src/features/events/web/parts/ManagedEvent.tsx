import { useQueryClient } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock-alert';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { focusAncestorOnUnmount } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent, restoreEvent } from '../../contract.ts';
import { whyNotSayLate } from '../../rules/lateness.ts';
import { CapacityWhileOpen, KindBadges, LateMark } from '../EventBadges.tsx';
import { EventMoment, EventPageLink, StatusLabel } from '../StaffParts.tsx';
import { deletedEventsQuery, eventsQuery } from '../state.ts';

/** Stands where the row of a deleted event was, for as long as the deletion can be undone. */
export function DeletedEvent({ event, justDeleted }: { event: FestivalEvent; justDeleted: boolean }) {
  const client = useQueryClient();
  const showRestored = () => {
    showToast({ title: 'Event restored', description: event.title });
    void client.invalidateQueries(eventsQuery);
  };
  return (
    <div ref={focusAncestorOnUnmount} className="py-1">
      <Card as="article" className="grid gap-3 border-dashed p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="grid min-w-0 gap-1">
          <h3 className="text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            <del>{event.title}</del>
          </h3>
          <p className="text-[0.9375rem] text-mute">
            Deleted. For a minute you can undo this; its places and matches come back with it.
          </p>
        </div>
        <UndoOffer
          undo={(id) => request<typeof restoreEvent>('POST /api/events/{id}/restore', { params: { id } })}
          of={event.id}
          label={`Undo: bring back ${event.title}`}
          justDone={justDeleted}
          onUndone={showRestored}
          onFailed={() => void client.invalidateQueries(deletedEventsQuery)}
        />
      </Card>
    </div>
  );
}

export type EventAct = {
  readonly kind: 'edit' | 'late' | 'duplicate' | 'delete';
  readonly event: FestivalEvent;
};

type ManagedEventProps = {
  event: FestivalEvent;
  zone: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onAct: (act: EventAct) => void;
};

/** One event as a row: two lines, and what can be done with it. On a phone all but Edit is behind a button. */
export function ManagedEvent({ event, zone, isChosen, onChoose, onAct }: ManagedEventProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article className={`flex flex-wrap items-center gap-x-2 border-b border-line py-0.5 ${isChosen ? 'bg-here' : ''}`}>
      <label className="grid size-9 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${event.title}`}
          className="size-5 accent-sea-fill"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </label>
      <div className="grid min-w-0 flex-1 basis-52">
        <div className="flex min-w-0 items-center gap-x-2">
          <h3 className="min-w-0 leading-snug font-semibold *:block *:truncate" title={event.title}>
            <EventPageLink event={event} />
          </h3>
          <StatusLabel event={event} />
          <span className="flex min-w-0 gap-1.5 overflow-hidden whitespace-nowrap max-sm:hidden sm:shrink-[9]">
            <KindBadges event={event} />
          </span>
        </div>
        <p className="truncate text-sm leading-snug text-mute">
          <strong className="font-semibold text-ink">
            <EventMoment event={event} zone={zone} />
          </strong>
          <LateMark event={event} />
          {` · ${event.duration} min · ${isolated(event.location)} · hosted by ${isolated(event.host)}`}
        </p>
      </div>
      <EventPageLink
        event={event}
        label={`${event.currentRegistrations} / ${event.capacity} players in ${event.title}`}
      >
        <span className="grid min-h-9 place-content-center px-1 text-sm whitespace-nowrap max-sm:min-h-11">
          {`${event.currentRegistrations} / ${event.capacity} players`}
        </span>
      </EventPageLink>
      <CapacityWhileOpen event={event} />
      <div className="ml-auto flex flex-wrap">
        <Act kind="edit" event={event} onAct={onAct} />
        <span className={`flex ${isOpen ? '' : 'max-sm:hidden'}`}>
          <Act kind="duplicate" event={event} onAct={onAct} />
          <LateAct event={event} onAct={onAct} />
          <Act kind="delete" event={event} onAct={onAct} />
        </span>
        {!isOpen && (
          <Button
            tone="ghost"
            className={`${ACT} sm:hidden`}
            aria-label={`More for ${event.title}`}
            onClick={() => setOpen(true)}
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        )}
      </div>
    </article>
  );
}

/** Low where a mouse points; the words of all but Edit are shown where there is room. */
const ACT = 'border-0 px-2 pointer-fine:min-h-9';
const WORDS = 'sr-only wide:not-sr-only';

/** Only for what is live or near: the plan of other events can be edited. */
const LateAct = (props: Omit<ActProps, 'kind'>) =>
  whyNotSayLate(props.event, useNow()) === null && <Act kind="late" {...props} />;

const ACTS = {
  edit: { words: 'Edit', Icon: Pencil },
  late: { words: 'Running late', Icon: Clock },
  duplicate: { words: 'Duplicate', Icon: Copy },
  delete: { words: 'Delete', Icon: Trash },
} as const;

type ActProps = { kind: keyof typeof ACTS; event: FestivalEvent; onAct: (act: EventAct) => void };

const Act = ({ kind, event, onAct }: ActProps) => {
  const { words, Icon } = ACTS[kind];
  return (
    <Button
      tone="ghost"
      className={kind === 'delete' ? `${ACT} max-sm:order-first` : ACT}
      title={words}
      aria-label={kind === 'late' ? `${words}: ${event.title}` : `${words} ${event.title}`}
      onClick={() => onAct({ kind, event })}
    >
      <Icon aria-hidden="true" />
      <span className={kind === 'edit' ? '' : WORDS}>{words}</span>
    </Button>
  );
};
