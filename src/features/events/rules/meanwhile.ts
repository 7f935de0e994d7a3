/** Two organisers with the same event open: what one saved must not be undone by what the other did not even touch. */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventChange, FestivalEvent, NewEvent } from '../contract.ts';

/** What an organiser may type of an event, in the form's order, as people call it. */
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
  description: 'description',
};

const FIELDS = Object.keys(FIELD_WORDS) as (keyof NewEvent)[];

/** The part of an event that an organiser types. */
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
});

/** The fields of `was` that are not so any more. */
export const changedSince = (present: NewEvent, was: EventChange): (keyof NewEvent)[] =>
  FIELDS.filter((field) => was[field] !== undefined && was[field] !== present[field]);

export const canEditSince = (present: FestivalEvent, was: EventChange | undefined): Verdict => {
  const changed = was === undefined ? [] : changedSince(present, was);
  if (changed.length === 0) return null;
  const fields = changed.map((field) => FIELD_WORDS[field]).join(', ');
  return new Refusal('CHANGED_MEANWHILE', `Another organiser has changed this event meanwhile: ${fields}.`);
};
