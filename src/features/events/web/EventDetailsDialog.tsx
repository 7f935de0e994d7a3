import type { ReactNode } from 'react';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { counted } from '#platform/numbers.ts';
import { cardDate, timeRange } from '#platform/time.ts';
import { useMayBeOld } from '#platform/web/data-age.tsx';
import { EnergyBar } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { ShareButton } from '#platform/web/ui/share-button.tsx';
import type { FestivalEvent } from '../contract.ts';
import { percentFull, spotsRemaining } from '../rules/status.ts';
import { CapacityWhileOpen, EventBadges, LateMark, TYPE_COLOUR } from './EventBadges.tsx';
import { eventAddress } from './EventCard.tsx';
import { eventsQuery } from './state.ts';

type EventDetailsDialogProps = {
  /** Undefined when the link names an unknown event. */
  event: FestivalEvent | undefined;
  zone: string;
  onClose: () => void;
  /** The same button as on the card. */
  action: ReactNode;
  /** This device's places in the event. */
  mine: ReactNode;
};

export function EventDetailsDialog({ event, zone, onClose, action, mine }: EventDetailsDialogProps) {
  if (event === undefined) return <UnknownEvent onClose={onClose} />;
  return (
    <Dialog
      open
      hasOwnAddress
      wide
      onClose={onClose}
      title={event.title}
      footer={
        <>
          <Button tone="ghost" onClick={onClose}>
            Close
          </Button>
          {action}
        </>
      }
    >
      <div className="grid gap-5">
        <div className="-my-2 flex items-center justify-between gap-3">
          <EventBadges event={event} />
          <ShareButton title={event.title} path={eventAddress(event.id)} />
        </div>
        {event.description !== '' && (
          <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{event.description}</p>
        )}
        <EventFacts event={event} zone={zone} />
        {!event.queue && <Capacity event={event} />}
        {mine}
      </div>
    </Dialog>
  );
}

function UnknownEvent({ onClose }: { onClose: () => void }) {
  const mayBeNew = useMayBeOld(eventsQuery.queryKey);
  return (
    <Dialog
      open
      hasOwnAddress
      onClose={onClose}
      title="Event not found"
      description={
        mayBeNew
          ? 'This phone doesn’t have this event yet. Connect to see it.'
          : 'This event isn’t in the programme, any more or yet. The list has everything that is.'
      }
      footer={
        <Button tone="sea" onClick={onClose}>
          Browse events
        </Button>
      }
    />
  );
}

function EventFacts({ event, zone }: { event: FestivalEvent; zone: string }) {
  const { startTime, duration, location, host } = event;
  const facts: [string, ReactNode][] = [
    ['Date', cardDate(startTime, zone)],
    [
      'Time',
      <>
        {`${timeRange(startTime, duration, zone)} · ${duration} min`}
        <LateMark event={event} />
      </>,
    ],
    ['Location', <RoomName key="room" name={location} />],
    ['Host', host],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      {facts.map(([name, fact]) => (
        <div key={name} className="contents">
          <dt className="text-mute">{name}</dt>
          <dd className="font-semibold [overflow-wrap:anywhere]">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

function Capacity({ event }: { event: FestivalEvent }) {
  const percent = `${percentFull(event)}% full`;
  return (
    <div className="grid gap-2.5 rounded-xl border border-line bg-deep p-4">
      <p className="flex items-center justify-between gap-2">
        <span>
          <strong className="font-semibold">
            {event.currentRegistrations} / {event.capacity}
          </strong>{' '}
          <span className="text-mute">players</span>
        </span>
        <CapacityWhileOpen event={event} />
      </p>
      <EnergyBar
        value={event.currentRegistrations}
        max={event.capacity}
        colour={TYPE_COLOUR[event.eventType]}
        label={percent}
      />
      <p className="flex justify-between gap-2 text-mute">
        <span>{percent}</span>
        <span>{counted(spotsRemaining(event), 'spot')} remaining</span>
      </p>
    </div>
  );
}
