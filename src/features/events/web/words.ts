/** How events are spoken of on screen: one word and one colour for each kind. */
import type { Colour } from '#platform/web/ui/colours.ts';
import type { EventType, TournamentType } from '../contract.ts';
import type { capacityState } from '../rules.ts';

export const TYPE_LABEL: Readonly<Record<EventType, string>> = {
  course: 'Course',
  'board-game': 'Board game',
  'card-game': 'Card game',
  'video-game': 'Video game',
};

export const TYPE_COLOUR: Readonly<Record<EventType, Colour>> = {
  course: 'lime',
  'board-game': 'sea',
  'card-game': 'sky',
  'video-game': 'violet',
};

export const TOURNAMENT_LABEL: Readonly<Record<TournamentType, string>> = {
  'single-elimination': 'Single elimination',
  'double-elimination': 'Double elimination',
};

export const STATE_COLOUR: Readonly<Record<ReturnType<typeof capacityState>, Colour>> = {
  OPEN: 'sea',
  'ALMOST FULL': 'sun',
  FULL: 'coral',
};

/** The type filter's choices, in the specification's order and words. */
export const TYPE_CHOICES = [
  { value: '', label: 'All Types' },
  { value: 'course', label: 'Courses' },
  { value: 'board-game', label: 'Board Games' },
  { value: 'card-game', label: 'Card Games' },
  { value: 'video-game', label: 'Video Games' },
] as const;

/** A type as it stands in an address or a select; null for every type and for anything unknown. */
export const readType = (value: string | null): EventType | null =>
  TYPE_CHOICES.find((choice) => choice.value !== '' && choice.value === value)?.value || null;
