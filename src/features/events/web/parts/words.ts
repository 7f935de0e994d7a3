/** The word for each event type. */
import type { Colour } from '#platform/web/ui/colours.ts';
import type { EventType } from '../../contract.ts';
import type { capacityState } from '../../rules/seats.ts';

export const TYPE_LABEL: Readonly<Record<EventType, string>> = {
  course: 'Course',
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

export const STATE_COLOUR: Readonly<Record<ReturnType<typeof capacityState>, Colour>> = {
  OPEN: 'sea',
  'ALMOST FULL': 'sun',
  FULL: 'coral',
};
