import { useQueryClient } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock-alert';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { Link } from 'wouter';
import { UndoOffer } from '#features/access/web/UndoOffer.tsx';
import { isolated } from '#platform/names.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { focusAncestorOnUnmount } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { FestivalEvent, restoreEvent } from '../../contract.ts';
import { whyNotSayLate } from '../../rules/lateness.ts';
import { CapacityWhileOpen, LateMark, TYPE_COLOUR } from '../EventBadges.tsx';
import { EventKind, EventMoment, EventPageLink, StatusLabel } from '../StaffParts.tsx';
import { deletedEventsQuery, eventsQuery } from '../state.ts';

/** Stands where the row of a deleted event was, for as long as the deletion can be undone. */
export function DeletedEvent({ event, justDeleted }: { event: FestivalEvent; justDeleted: boolean }) {
  const client = useQueryClient();
  const showRestored = () => {
    showToast({ title: 'Event restored', description: event.title });
    void client.invalidateQueries(eventsQuery);
  };
  return (
    <div ref={focusAncestorOnUnmount} className="pb-3">
      <Card as="article" className="grid gap-3 border-dashed p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="grid min-w-0 gap-1">
          <h3 className="text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            <del>{event.title}</del>
          </h3>
          <p className="text-[0.9375rem] text-mute">
            Deleted. For a minute you can undo this; its RSVPs and matches come back with it.
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
  readonly kind: 'people' | 'edit' | 'late' | 'duplicate' | 'delete';
  readonly event: FestivalEvent;
};

type ManagedEventProps = { event: FestivalEvent; zone: string; onAct: (act: EventAct) => void };

export const ManagedEvent = ({ event, zone, onAct }: ManagedEventProps) => (
  <div className="pb-3">
    <Card
      as="article"
      accent={TYPE_COLOUR[event.eventType]}
      edge="left"
      className="grid gap-3 p-4 pl-5 2xl:grid-cols-[minmax(0,1fr)_auto] 2xl:items-center"
    >
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="min-w-0 text-lg leading-tight font-semibold [overflow-wrap:anywhere]">
            <EventPageLink event={event} />
          </h3>
          <StatusLabel event={event} />
        </div>
        <EventKind event={event} />
        <p className="text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
          <strong className="font-semibold text-ink">
            <EventMoment event={event} zone={zone} />
          </strong>
          <LateMark event={event} />
          {` · ${event.duration} min · ${isolated(event.location)} · hosted by ${isolated(event.host)}`}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
          <button
            type="button"
            aria-label={`${event.currentRegistrations} / ${event.capacity} players in ${event.title}`}
            onClick={() => onAct({ kind: 'people', event })}
            className="flex min-h-11 cursor-pointer items-center gap-1.5 underline decoration-edge underline-offset-4 hover:decoration-current"
          >
            <Users aria-hidden="true" className="size-5 text-mute" />
            <strong className="font-semibold">
              {event.currentRegistrations} / {event.capacity}
            </strong>{' '}
            <span className="text-mute">players</span>
          </button>
          <CapacityWhileOpen event={event} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Act kind="edit" event={event} onAct={onAct} />
        <Act kind="duplicate" event={event} onAct={onAct} />
        <PrintLink event={event} />
        <LateAct event={event} onAct={onAct} />
        <Act kind="delete" event={event} onAct={onAct} />
      </div>
    </Card>
  </div>
);

/** The roster; the page offers the event's other sheets. */
const PrintLink = ({ event: { id, title } }: { event: FestivalEvent }) => (
  <Link
    href={`/print?event=${encodeURIComponent(id)}`}
    aria-label={`Print ${title}`}
    className={`${buttonClass('ghost')} px-3`}
  >
    <Printer aria-hidden="true" />
    Print
  </Link>
);

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
      className="px-3"
      aria-label={kind === 'late' ? `${words}: ${event.title}` : `${words} ${event.title}`}
      onClick={() => onAct({ kind, event })}
    >
      <Icon aria-hidden="true" />
      {words}
    </Button>
  );
};
