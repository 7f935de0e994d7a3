/** State of the event form, made from an event and converted to a request. */

import { useState } from 'react';
import { linkProblem } from '#platform/links.ts';
import { limitProblem, readWhole } from '#platform/numbers.ts';
import { cardDate, clockTime, parseZoned, zonedInput } from '#platform/time.ts';
import { ApiError } from '#platform/web/api.ts';
import { useDraft } from '#platform/web/forms.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { EventType, NewEvent, TournamentType } from '../../contract.ts';
import { CAPACITY, DURATION, RELEASE } from '../../limits.ts';
import { readPoints, type TypedPoints, typedPoints } from '../../rules/edits.ts';
import { formatProblems, readFormat, type TypedFormat, typedFormat } from '../../rules/format.ts';
import { questionsIn, readQuestions, typedQuestions } from '../../rules/questions.ts';
import { TOURNAMENT_LABEL } from '../../rules/status.ts';
import { TYPE_LABEL } from '../EventBadges.tsx';

export type EventForm = TypedPoints &
  TypedFormat & {
    readonly title: string;
    readonly eventType: EventType;
    readonly description: string;
    /** In the format of `<input type="datetime-local">`, in the festival's zone. */
    readonly startTime: string;
    readonly duration: string;
    readonly location: string;
    readonly host: string;
    readonly capacity: string;
    readonly googleDocUrl: string;
    readonly tournamentType: TournamentType | 'none';
    /** '': as the festival. */
    readonly reports: '' | 'yes' | 'no';
    readonly releaseAfter: string;
    readonly queue: 'places' | 'queue';
    readonly draft: 'yes' | 'no';
    readonly lottery: 'yes' | 'no';
    /** JSON, '' for none. */
    readonly questions: string;
  };

/** A sentence per field. */
export type FieldNotes = Partial<Record<keyof EventForm, string>>;

export const EMPTY_FORM: EventForm = {
  title: '',
  eventType: 'video-game',
  description: '',
  startTime: '',
  duration: String(DURATION.fallback),
  location: '',
  host: '',
  capacity: String(CAPACITY.fallback),
  googleDocUrl: '',
  tournamentType: 'none',
  reports: '',
  releaseAfter: '',
  queue: 'places',
  questions: '',
  draft: 'no',
  lottery: 'no',
  points: '',
  takingPart: '',
  ...typedFormat(null),
};

const wholeOr = (typed: string, fallback: number): number => readWhole(typed) ?? fallback;

export const formOf = (event: NewEvent, zone: string): EventForm => ({
  title: event.title,
  eventType: event.eventType,
  description: event.description,
  startTime: zonedInput(event.startTime, zone),
  duration: String(event.duration),
  location: event.location,
  host: event.host,
  capacity: String(event.capacity),
  googleDocUrl: event.googleDocUrl ?? '',
  tournamentType: event.tournamentType ?? 'none',
  reports: event.reports === undefined ? '' : event.reports ? 'yes' : 'no',
  releaseAfter: String(event.releaseAfter ?? ''),
  queue: event.queue ? 'queue' : 'places',
  questions: typedQuestions(event.questions),
  draft: event.draft ? 'yes' : 'no',
  lottery: event.lottery ? 'yes' : 'no',
  ...typedPoints(event.points),
  ...typedFormat(event.format),
});

/** A tournament has no queue. */
export const isQueue = ({ queue, tournamentType }: Pick<EventForm, 'queue' | 'tournamentType'>): boolean =>
  queue === 'queue' && tournamentType === 'none';

const REQUIRED = ['title', 'startTime', 'location', 'host'] as const;

const missingFields = (form: EventForm): readonly (keyof EventForm)[] =>
  REQUIRED.filter((field) => form[field].trim() === '');

/** Returns what the server would refuse of the numbers and the link, in its words. */
export const wrongFields = (form: EventForm): FieldNotes => {
  const link = form.googleDocUrl.trim();
  const problems = {
    duration: ['Duration', limitProblem(wholeOr(form.duration, DURATION.fallback), DURATION)],
    capacity: ['Capacity', limitProblem(wholeOr(form.capacity, CAPACITY.fallback), CAPACITY)],
    releaseAfter: [
      'Minutes',
      form.releaseAfter.trim() === '' || isQueue(form) ? null : limitProblem(wholeOr(form.releaseAfter, 0), RELEASE),
    ],
    googleDocUrl: ['Document link', link === '' ? null : linkProblem(link)],
  };
  const wrong = Object.entries(problems).filter(([, [, problem]]) => problem !== null);
  const [points, questions] = [readPoints(form), readQuestions(form.questions)];
  return {
    ...Object.fromEntries(wrong.map(([field, phrases]) => [field, `${phrases.join(' ')}.`])),
    ...(typeof points === 'string' && { points }),
    ...(typeof questions === 'string' && { questions }),
    ...formatProblems(form, form.tournamentType),
  };
};

/**
 * Returns the request, or what is wrong with the start time. A start that was not edited keeps its exact time: the
 * field has only minutes, and shows an ambiguous hour once.
 */
export const readForm = (
  form: EventForm,
  zone: string,
  was?: NewEvent,
): { event: NewEvent } | { startTime: string } => {
  const untouched = was !== undefined && form.startTime === zonedInput(was.startTime, zone);
  const start = untouched ? { iso: was.startTime } : parseZoned(form.startTime, zone);
  if ('problem' in start) {
    const instead =
      start.suggestion === '' ? '' : ` The next time that exists is ${start.suggestion.replace('T', ' ')}.`;
    return { startTime: `The start time ${start.problem}.${instead}` };
  }
  const link = form.googleDocUrl.trim();
  const [points, questions] = [readPoints(form), readQuestions(form.questions)];
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
      points: typeof points === 'string' ? null : points,
      format: readFormat(form, form.tournamentType),
      releaseAfter: form.releaseAfter.trim() === '' || isQueue(form) ? null : wholeOr(form.releaseAfter, RELEASE.min),
      queue: isQueue(form),
      questions: typeof questions === 'string' ? [] : questions,
      draft: form.draft === 'yes',
      lottery: form.lottery === 'yes',
      ...(form.reports !== '' && { reports: form.reports === 'yes' }),
    },
  };
};

/** Returns a field as it is read, not as it is stored. */
const asSaid = (event: NewEvent, field: keyof EventForm, zone: string): string => {
  if (field === 'startTime') return `${cardDate(event.startTime, zone)}, ${clockTime(event.startTime, zone)}`;
  if (field === 'eventType') return TYPE_LABEL[event.eventType];
  if (field === 'tournamentType')
    return event.tournamentType === null ? 'None' : TOURNAMENT_LABEL[event.tournamentType];
  const said = formOf(event, zone)[field] || 'nothing';
  if (field !== 'questions' || !event.questions?.length) return said;
  return questionsIn(said)
    .map(({ label }) => label)
    .join(', ');
};

/**
 * Returns the form after another organiser changed the event from `was` to `present`: fields not edited here take the
 * new value, edited ones stay, and each changed field gets a note.
 */
export const rebase = (
  form: EventForm,
  was: NewEvent,
  present: NewEvent,
  zone: string,
): { form: EventForm; notes: FieldNotes } => {
  const [before, after] = [formOf(was, zone), formOf(present, zone)];
  const fields = Object.keys(before) as (keyof EventForm)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  const taken = changed.filter((field) => form[field] === before[field]);
  const note = (field: keyof EventForm) =>
    form[field] === before[field]
      ? 'Another organiser has just changed this.'
      : `Another organiser has just changed this to: ${asSaid(present, field, zone)}`;
  return {
    form: { ...form, ...Object.fromEntries(taken.map((field) => [field, after[field]])) },
    notes: Object.fromEntries(changed.map((field) => [field, note(field)])),
  };
};

/** The form's values and problems. With a key they are kept as a draft when the form is closed. */
export function useEventForm(initial: EventForm, zone: string, draftKey: string | null = null) {
  const [form, setForm, draft] = useDraft(draftKey, initial);
  const [problems, setProblems] = useState<FieldNotes>({});
  const [confirmedLink, setConfirmedLink] = useState<string>();

  return {
    form,
    draft,
    problems,
    setForm,

    change(name: keyof EventForm, value: string) {
      setForm({ ...form, [name]: value });
      setProblems({ ...problems, [name]: undefined });
    },

    /** Returns the request, or null after showing what is missing or wrong. */
    read(was?: NewEvent): NewEvent | null {
      const missing = missingFields(form);
      const wrong = wrongFields(form);
      if (missing.length > 0) {
        setProblems({ ...wrong, ...Object.fromEntries(missing.map((name) => [name, 'This is needed.'])) });
        showError('Please fill in all required fields.', 'Missing Fields');
        return null;
      }
      const read = readForm(form, zone, was);
      if ('event' in read && Object.keys(wrong).length === 0) {
        const link = read.event.googleDocUrl ?? undefined;
        if (was?.googleDocUrl !== null || link === undefined || link === confirmedLink) return read.event;
        setConfirmedLink(link);
        setProblems({
          googleDocUrl: 'Nobody can take a place in this event any more. Press the button again to save it so.',
        });
        return null;
      }
      setProblems('event' in read ? wrong : { ...wrong, ...read });
      showError('Check the marked fields.');
      return null;
    },

    /** Shows a refusal at its field; returns its sentence when it names no field. */
    showAtField(error: unknown): string | undefined {
      if (!(error instanceof ApiError)) return undefined;
      if (error.field === undefined || !(error.field in form)) return error.sentence;
      setProblems({ [error.field]: error.sentence });
      return undefined;
    },
  };
}
