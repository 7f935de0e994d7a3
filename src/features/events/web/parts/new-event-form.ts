/** What the Create New Event dialog holds while it is typed, and how that becomes a request. */
import { parseZoned } from '#platform/time.ts';
import type { EventType, NewEvent, TournamentType } from '../../contract.ts';
import { CAPACITY, DURATION, NEW_EVENT, wholeOr } from '../../rules.ts';

export type NewEventForm = {
  readonly title: string;
  readonly eventType: EventType;
  readonly description: string;
  /** As `<input type="datetime-local">` holds it, in the festival's zone. */
  readonly startTime: string;
  readonly duration: string;
  readonly location: string;
  readonly host: string;
  readonly capacity: string;
  readonly googleDocUrl: string;
  readonly tournamentType: TournamentType | 'none';
};

export const EMPTY_FORM: NewEventForm = {
  title: '',
  eventType: NEW_EVENT.eventType,
  description: '',
  startTime: '',
  duration: String(NEW_EVENT.duration),
  location: '',
  host: '',
  capacity: String(NEW_EVENT.capacity),
  googleDocUrl: '',
  tournamentType: 'none',
};

const REQUIRED = ['title', 'startTime', 'location', 'host'] as const;

export const missingFields = (form: NewEventForm): readonly (keyof NewEventForm)[] =>
  REQUIRED.filter((field) => form[field].trim() === '');

/** The request, or what is wrong with the start time as a sentence. */
export const readForm = (form: NewEventForm, zone: string): { event: NewEvent } | { startTime: string } => {
  const start = parseZoned(form.startTime, zone);
  if ('problem' in start) {
    const instead =
      start.suggestion === '' ? '' : ` The next time that exists is ${start.suggestion.replace('T', ' ')}.`;
    return { startTime: `The start time ${start.problem}.${instead}` };
  }
  const link = form.googleDocUrl.trim();
  return {
    event: {
      title: form.title.trim(),
      eventType: form.eventType,
      description: form.description.trim(),
      startTime: start.iso,
      duration: wholeOr(form.duration, DURATION.fallback),
      location: form.location.trim(),
      host: form.host.trim(),
      capacity: wholeOr(form.capacity, CAPACITY.fallback),
      googleDocUrl: link === '' ? null : link,
      tournamentType: form.tournamentType === 'none' ? null : form.tournamentType,
    },
  };
};
