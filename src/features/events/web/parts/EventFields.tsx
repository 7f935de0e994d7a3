import type { ChangeEvent } from 'react';
import { useFestival } from '#features/festival/web/queries.ts';
import { LINK_LIMIT } from '#platform/links.ts';
import { NAME_LIMIT } from '#platform/names.ts';
import { useNow } from '#platform/web/clock.tsx';
import { NumberField, SelectField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { CAPACITY, DURATION, LENGTHS, RELEASE } from '../../limits.ts';
import { clashesOf } from '../../rules/attention.ts';
import { timesOf } from '../../rules/clock.ts';
import { TOURNAMENT_LABEL } from '../../rules/status.ts';
import { TYPE_LABEL } from '../EventBadges.tsx';
import { useAllEvents } from '../state.ts';
import { type EventForm, type FieldNotes, isQueue, readForm } from './event-form.ts';
import { FormatFields } from './FormatFields.tsx';
import { PointsFields } from './PointsFields.tsx';
import { QuestionFields } from './QuestionFields.tsx';

type RoomClashProps = { form: EventForm; zone: string; eventId: string | undefined };

/**
 * Names what else is in the room at the time that the form says. Beside two columns its two lines are kept free, so that no field
 * moves; on phones none is.
 */
function RoomClash({ form, zone, eventId }: RoomClashProps) {
  const { data: all = [] } = useAllEvents();
  const read = form.location.trim() === '' ? null : readForm(form, zone);
  const clashes = read !== null && 'event' in read ? clashesOf({ ...read.event, id: eventId ?? null }, all) : [];
  return (
    <p
      role="status"
      className="-mt-2.5 line-clamp-2 text-sm sm:min-h-10 max-sm:empty:-mt-4 font-semibold text-sun sm:col-span-2 [overflow-wrap:anywhere]"
    >
      {clashes.length > 0 && `Room taken (you can save anyway): ${timesOf(clashes, zone)}`}
    </p>
  );
}

const TYPES = Object.entries(TYPE_LABEL).map(([value, label]) => ({ value, label }));
const TOURNAMENTS = [
  { value: 'none', label: 'None' },
  ...Object.entries(TOURNAMENT_LABEL).map(([value, label]) => ({ value, label })),
];

const WAYS = [
  { value: 'places', label: 'With a place' },
  { value: 'queue', label: 'In a queue, by number' },
];

const SHOWN = [
  { value: 'no', label: 'In the programme' },
  { value: 'yes', label: 'A draft' },
];

const GIVEN = [
  { value: 'no', label: 'At once' },
  { value: 'yes', label: 'Drawn, ten minutes after places open' },
];

const REPORTERS = [
  { value: 'yes', label: 'Players and judges' },
  { value: 'no', label: 'Judges only' },
];

type EventFieldsProps = {
  form: EventForm;
  problems: FieldNotes;
  /** A note per field, whether or not it is wrong. */
  notes?: FieldNotes;
  zone: string;
  /** Of an event that is edited. */
  eventId?: string | undefined;
  onChange: (name: keyof EventForm, value: string) => void;
};

/** The one form of an event, for creating, editing and duplicating it. */
export function EventFields({ form, problems, notes = {}, zone, eventId, onChange }: EventFieldsProps) {
  const shown = (name: keyof EventForm) => ({ value: form[name], error: problems[name], hint: notes[name] });
  const field = (name: keyof EventForm) => ({
    ...shown(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(name, event.target.value),
  });
  const number = (name: keyof EventForm) => ({ ...shown(name), onType: (typed: string) => onChange(name, typed) });
  const isPast = useIsPast(form, zone, eventId);
  const { reports = false } = useFestival();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-flow-dense sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField label="Title" required maxLength={LENGTHS.title} {...field('title')} />
      </div>
      <SelectField label="Event Type" options={TYPES} {...field('eventType')} />
      <SelectField label="Tournament Type" options={TOURNAMENTS} {...field('tournamentType')} />
      <TextField
        label="Start Time"
        required
        type="datetime-local"
        {...field('startTime')}
        hint={
          <>
            {isPast && <span className="font-semibold text-sun">This is in the past. </span>}
            {notes.startTime && `${notes.startTime} `}In the festival’s zone, {zone.replaceAll('_', ' ')}.
          </>
        }
      />
      <NumberField label="Duration (minutes)" {...DURATION} {...number('duration')} />
      <TextField label="Location" required maxLength={LENGTHS.location} {...field('location')} />
      <RoomClash form={form} zone={zone} eventId={eventId} />
      <TextField label="Host" required limit={NAME_LIMIT} {...field('host')} />
      <NumberField label="Capacity" {...CAPACITY} {...number('capacity')} />
      <TextField
        label="Document Link"
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={LINK_LIMIT}
        {...field('googleDocUrl')}
        hint={notes.googleDocUrl ?? 'With a link, JOIN EVENT opens it in place of RSVP.'}
      />
      <SelectField
        label="Who sees it"
        options={SHOWN}
        {...field('draft')}
        hint={notes.draft ?? 'Only organisers see a draft, and helpers who work at it.'}
      />
      {!isQueue(form) && (
        <SelectField
          label="How places are given"
          options={GIVEN}
          {...field('lottery')}
          hint={notes.lottery ?? 'A draw is fair where an event is full at once.'}
        />
      )}
      <FormatFields type={form.tournamentType} field={field} number={number} />
      {reports && form.tournamentType !== 'none' && (
        <SelectField
          label="Who says results"
          options={REPORTERS}
          {...field('reports')}
          value={form.reports || 'yes'}
          hint={notes.reports ?? 'What both players say the same counts.'}
        />
      )}
      {form.tournamentType === 'none' && (
        <SelectField
          label="How people take part"
          options={WAYS}
          {...field('queue')}
          hint={notes.queue ?? 'A queue calls one after the other, as for karaoke.'}
        />
      )}
      {!isQueue(form) && (
        <NumberField
          label="Give places away after (minutes)"
          {...RELEASE}
          {...number('releaseAfter')}
          hint={notes.releaseAfter ?? 'Of who is not checked in so long after the start. Empty: never.'}
        />
      )}
      {!isQueue(form) && (
        <QuestionFields {...shown('questions')} onChange={(questions) => onChange('questions', questions)} />
      )}
      <PointsFields points={field('points')} takingPart={number('takingPart')} />
      <div className="sm:col-span-2">
        <TextArea label="Description" maxLength={LENGTHS.description} {...field('description')} />
      </div>
    </div>
  );
}

/** Whether the typed start is in the past. False while an edited event keeps its start. */
function useIsPast(form: EventForm, zone: string, eventId: string | undefined): boolean {
  const now = useNow();
  const { data: all = [] } = useAllEvents();
  const edited = all.find(({ id }) => id === eventId);
  const read = readForm(form, zone, edited);
  return 'event' in read && read.event.startTime !== edited?.startTime && read.event.startTime < now;
}
