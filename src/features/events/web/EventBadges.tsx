import { useNow } from '#platform/web/clock.tsx';
import { Badge, type Colour, LiveDot, StateLabel } from '#platform/web/ui/badge.tsx';
import type { EventType, FestivalEvent } from '../contract.ts';
import { closedWord, lateWords, phaseOf } from '../rules/clock.ts';
import { capacityState, TOURNAMENT_LABEL } from '../rules/status.ts';

/** The word for each event type. */
export const TYPE_LABEL: Readonly<Record<EventType, string>> = {
  course: 'Course',
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

const STATE_COLOUR: Readonly<Record<ReturnType<typeof capacityState>, Colour>> = {
  OPEN: 'sea',
  'ALMOST FULL': 'sun',
  FULL: 'coral',
};

/** Colour of each event type. */
export const TYPE_COLOUR: Readonly<Record<EventType, Colour>> = {
  course: 'lime',
  'board-game': 'sea',
  'card-game': 'sky',
  'video-game': 'violet',
};

type StateProps = {
  event: FestivalEvent;
  /** Of this device: where the draw is made, the card says what is next instead. */
  isPlayer?: boolean;
};

export const EventBadges = ({ event, isPlayer = false }: StateProps) => (
  <div className="event-badges">
    <KindBadges event={event} />
    <EventState event={event} isPlayer={isPlayer} />
  </div>
);

/** Type and tournament type. */
export const KindBadges = ({ event }: { event: FestivalEvent }) => (
  <>
    <Badge colour={TYPE_COLOUR[event.eventType]}>{TYPE_LABEL[event.eventType]}</Badge>
    {event.tournamentType !== null && <Badge colour="sun">{TOURNAMENT_LABEL[event.tournamentType]}</Badge>}
  </>
);

/** LIVE, Ended, Finished or Started; nothing for an event that is to come. */
export const EventState = ({ event, isPlayer = false }: StateProps) => {
  const now = useNow();
  if (phaseOf(event, now) === 'in-progress') return <LiveDot />;
  const closed = closedWord(event, now);
  if (isPlayer && closed === 'Started') return null;
  return closed && <StateLabel colour="mute">{closed}</StateLabel>;
};

/** "· about 25 min late", beside the planned time. */
export const LateMark = ({ event }: { event: FestivalEvent }) => {
  const words = lateWords(event);
  if (words === null) return null;
  return (
    <>
      {' · '}
      <span className="font-semibold whitespace-nowrap text-sun">{words}</span>
    </>
  );
};

/** OPEN, ALMOST FULL or FULL; nothing for an event that takes no more places. */
export const CapacityWhileOpen = ({ event }: { event: FestivalEvent }) =>
  closedWord(event, useNow()) === null && <CapacityLabel event={event} />;

/** The badge of a card: OPEN, ALMOST FULL or FULL. */
export const CapacityLabel = ({ event }: { event: FestivalEvent }) => {
  const state = capacityState(event);
  return <StateLabel colour={STATE_COLOUR[state]}>{state}</StateLabel>;
};
