/** docs/decisions/0010-revisions.md */

import { isolated } from '#platform/names.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventAward, EventChange, EventPoints, FestivalEvent, FormatOptions, NewEvent } from '../contract.ts';
import { EVENT_POINTS } from '../limits.ts';

export const differing = (people: readonly EventAward[]): EventAward[] =>
  people.filter(({ userId, points, given }) => userId !== null && points !== given);

/** 'Rosa 10 → 5' */
export const changeWords = ({ name, given, points }: EventAward): string => `${isolated(name)} ${given} → ${points}`;

/** As typed: `points` by place, `10, 5, 3`. */
export type TypedPoints = { readonly points: string; readonly takingPart: string };

export const typedPoints = (points: EventPoints | null | undefined): TypedPoints => ({
  points: points?.places.join(', ') ?? '',
  takingPart: String(points?.takingPart ?? ''),
});

/** 1,000 or 1 500: points by place do not rise, so the second part is no place's. */
const isRestOfThousands = (part: string, index: number, places: readonly string[]): boolean =>
  index > 0 && part.length === 3 && (part.startsWith('0') || Number(part) > Number(places[index - 1]));

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

const OPTION_WORDS: Readonly<Record<keyof FormatOptions, string>> = {
  rounds: 'rounds',
  groupSize: 'a group at most',
  tableSize: 'a table at most',
  tablePoints: 'points of a table',
  cut: 'to the knock-out',
  minutes: 'minutes a round',
};

/** '5 rounds, 8 to the knock-out' */
export const formatWords = (format: FormatOptions): string =>
  (Object.keys(OPTION_WORDS) as (keyof FormatOptions)[])
    .flatMap((option) => (format[option] === undefined ? [] : `${format[option]} ${OPTION_WORDS[option]}`))
    .join(', ');

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
  format: 'format',
  reports: 'results by players',
  queue: 'queue',
  questions: 'questions',
  draft: 'draft',
  lottery: 'draw of places',
  releaseAfter: 'places of people who do not come',
  description: 'description',
};

const FIELDS = Object.keys(FIELD_WORDS) as (keyof NewEvent)[];

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
  format: event.format,
  reports: event.reports,
  queue: event.queue,
  questions: event.questions,
  draft: event.draft,
  lottery: event.lottery,
  releaseAfter: event.releaseAfter,
});

export const changedSince = (present: NewEvent, was: EventChange): (keyof NewEvent)[] =>
  FIELDS.filter((field) => was[field] !== undefined && JSON.stringify(was[field]) !== JSON.stringify(present[field]));

/** `seen` is undefined when the request named no revision. */
export const whyNotEditSince = ({ editRevision }: FestivalEvent, seen: number | undefined): Verdict =>
  seen === undefined || seen === editRevision
    ? null
    : new Refusal('CHANGED_MEANWHILE', 'Another organiser has just changed this event. Look at it again, then save.');

/** The title after the edit, with changes that the organiser did not type. */
export function editedWords(before: FestivalEvent, typed: Pick<EventChange, 'capacity'>, after: FestivalEvent): string {
  const more = after.capacity - (typed.capacity ?? after.capacity);
  const late = before.lateMinutes > 0 && after.lateMinutes === 0 ? '. It is not late any more' : '';
  return `${after.title}${late}${more > 0 ? `. Extra places that stay until their people leave: ${more}` : ''}`;
}

/** With every change that calendars show. */
export const edited = (now: Date) => ({ editedAt: now.toISOString() });
