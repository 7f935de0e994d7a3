/** Two organisers edit one event: neither undoes what the other saved (docs/decisions/0010-revisions.md). */

import { isolated } from '#platform/names.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventAward, EventChange, EventPoints, FestivalEvent, NewEvent } from '../contract.ts';
import { EVENT_POINTS } from '../limits.ts';

/** What organisers read of the points of an event. */

/** Those whose points differ from what they got. Who has no account gets none. */
export const differing = (people: readonly EventAward[]): EventAward[] =>
  people.filter(({ userId, points, given }) => userId !== null && points !== given);

/** 'Rosa 10 → 5' */
export const changeWords = ({ name, given, points }: EventAward): string => `${isolated(name)} ${given} → ${points}`;

/** Points as they are typed: `points` by place, `10, 5, 3`. */
export type TypedPoints = { readonly points: string; readonly takingPart: string };

export const typedPoints = (points: EventPoints | null | undefined): TypedPoints => ({
  points: points?.places.join(', ') ?? '',
  takingPart: String(points?.takingPart ?? ''),
});

/** Whether 1,000 or 1 500 was typed: its second part is no place's points, which do not rise. */
const isRestOfThousands = (part: string, index: number, places: readonly string[]): boolean =>
  index > 0 && part.length === 3 && (part.startsWith('0') || Number(part) > Number(places[index - 1]));

/** Returns the points, null for none, or what is wrong with them. */
export const readPoints = ({ points, takingPart }: TypedPoints): EventPoints | null | string => {
  const places = points.split(/[,;\s]+/).filter((part) => part !== '');
  if (places.length === 0 && takingPart === '') return null;
  const [last = 0, ...rest] = [takingPart || '0', ...places].map((part) => readWhole(part) ?? -1);
  if (places.some(isRestOfThousands)) return 'Write thousands without a comma or a space: 1000.';
  const isRight = [last, ...rest].every((number) => limitProblem(number, EVENT_POINTS) === null);
  if (!isRight || places.length > EVENT_POINTS.places)
    return `Points must be whole numbers up to 10,000, for at most ${EVENT_POINTS.places} places.`;
  return { places: rest.length === 0 ? [0] : rest, takingPart: last };
};

/** '10, 5, 3 by place, 1 for taking part' */
export const pointsWords = (points: EventPoints): string =>
  `${typedPoints(points).points} by place, ${points.takingPart} for taking part`;

/** Label of each field that an organiser types, in the form's order. */
export const FIELD_WORDS: Readonly<Record<keyof NewEvent, string>> = {
  title: 'title',
  eventType: 'event type',
  tournamentType: 'tournament type',
  startTime: 'start time',
  duration: 'duration',
  location: 'location',
  host: 'host',
  capacity: 'capacity',
  googleDocUrl: 'document link',
  points: 'points',
  description: 'description',
};

const FIELDS = Object.keys(FIELD_WORDS) as (keyof NewEvent)[];

/** Returns the fields of an event that an organiser types. */
export const typedPart = (event: FestivalEvent): NewEvent => ({
  title: event.title,
  eventType: event.eventType,
  description: event.description,
  startTime: event.startTime,
  duration: event.duration,
  location: event.location,
  host: event.host,
  capacity: event.capacity,
  googleDocUrl: event.googleDocUrl,
  tournamentType: event.tournamentType,
  points: event.points,
});

/** Returns the names of the fields that differ. */
export const changedSince = (present: NewEvent, was: EventChange): (keyof NewEvent)[] =>
  FIELDS.filter((field) => was[field] !== undefined && JSON.stringify(was[field]) !== JSON.stringify(present[field]));

/** Refuses an edit by an organiser who saw another revision; undefined: the request named none. */
export const whyNotEditSince = ({ editRevision }: FestivalEvent, seen: number | undefined): Verdict =>
  seen === undefined || seen === editRevision
    ? null
    : new Refusal('CHANGED_MEANWHILE', 'Another organiser has just changed this event. Look at it again, then save.');

/** Returns the title of an event as an edit left it, and what the organiser did not type. */
export function editedWords(before: FestivalEvent, typed: EventChange, after: FestivalEvent): string {
  const more = after.capacity - (typed.capacity ?? after.capacity);
  const late = before.lateMinutes > 0 && after.lateMinutes === 0 ? '. It is not late any more' : '';
  return `${after.title}${late}${more > 0 ? `. Extra seats that stay until their people leave: ${more}` : ''}`;
}

/** What every change that calendars show brings along. */
export const edited = (now: Date) => ({ editedAt: now.toISOString() });
