/** Two organisers edit one event: neither undoes what the other saved (docs/decisions/0010-revisions.md). */
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { EventChange, FestivalEvent, NewEvent } from '../contract.ts';

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
