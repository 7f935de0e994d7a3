import { z } from 'zod';
import { TYPES } from '#features/brackets/engine/kinds.ts';
import { endpoint, id, link, moment, name, text, whole } from '#platform/contract.ts';
import { roomKey } from '#platform/names.ts';
import { HELPER_ROLES, HOST } from '#platform/staff.ts';
import { CAPACITY, DURATION, EVENT_POINTS, FORMAT, LATE, LENGTHS, QUESTIONS, RELEASE, TABLES } from './limits.ts';

export const EventType = z.enum(['course', 'board-game', 'card-game', 'video-game']);
export const TournamentType = z.enum(TYPES);
export const EventStatus = z.enum(['upcoming', 'in-progress', 'completed']);
export type EventType = z.infer<typeof EventType>;
export type TournamentType = z.infer<typeof TournamentType>;
export type EventStatus = z.infer<typeof EventStatus>;

/** By rank in the bracket, and for taking part on top. */
export const EventPoints = z.object({
  places: z.array(whole(EVENT_POINTS)).min(1, 'has no place').max(EVENT_POINTS.places, 'has more than 8 places'),
  takingPart: whole(EVENT_POINTS),
});
export type EventPoints = z.output<typeof EventPoints>;

/** What a tournament's format asks; one that it does not know is ignored. Missing ones are as the format suggests. */
export const FormatOptions = z.object({
  rounds: z.int().min(FORMAT.rounds.min).max(FORMAT.rounds.max).exactOptional(),
  /** The largest group of a round robin. */
  groupSize: z.int().min(FORMAT.group.min).max(FORMAT.group.max).exactOptional(),
  /** The largest table of heats. */
  tableSize: z.int().min(FORMAT.table.min).max(FORMAT.table.max).exactOptional(),
  /** Points of a heat by place; the rest 0. */
  tablePoints: z.array(z.int().min(0).max(FORMAT.tablePoints)).min(1).max(FORMAT.table.max).exactOptional(),
  /** How many go on to a knock-out; 'final': the best table of heats. */
  cut: z.union([z.literal([0, 2, 4, 8, 16]), z.literal('final')]).exactOptional(),
  /** Minutes of a round. */
  minutes: z.int().min(FORMAT.minutes.min).max(FORMAT.minutes.max).exactOptional(),
});
export type FormatOptions = z.output<typeof FormatOptions>;

/** Of a round. It runs to `endsAt`, ISO 8601 UTC, or is paused with `left` seconds; the other is null. */
const RoundClock = z.object({ round: z.number(), endsAt: z.string().nullable(), left: z.number().nullable() });
export type RoundClock = z.infer<typeof RoundClock>;

/** Asked of each person who takes a place. `choices` only of the kind `choice`. */
export const Question = z
  .object({
    id: id(),
    label: text(QUESTIONS.label, 1),
    kind: z.enum(['text', 'choice', 'yes-no', 'number']),
    choices: z.array(text(QUESTIONS.label, 1)).exactOptional(),
    required: z.boolean(),
  })
  .refine(({ kind, choices = [] }) => {
    const { min, max } = kind === 'choice' ? QUESTIONS.choices : { min: 0, max: 0 };
    return choices.length >= min && choices.length <= max && new Set(choices).size === choices.length;
  }, `must have ${QUESTIONS.choices.min} to ${QUESTIONS.choices.max} different choices, or none for another kind`);
export type Question = z.output<typeof Question>;

const Questions = z
  .array(Question)
  .max(QUESTIONS.most, `has more than ${QUESTIONS.most} questions`)
  .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'names a question twice');

/** ISO 8601 UTC; `duration` in minutes. */
export const FestivalEvent = z.object({
  id: z.string(),
  title: z.string(),
  eventType: EventType,
  description: z.string(),
  startTime: z.string(),
  duration: z.number(),
  location: z.string(),
  host: z.string(),
  capacity: z.number(),
  currentRegistrations: z.number(),
  /** 0 while a seat is free. */
  waiting: z.number(),
  /** Minutes, as an organiser said of this event or of one before it in its room; 0 as planned. */
  lateMinutes: z.number(),
  googleDocUrl: z.string().nullable(),
  tournamentType: TournamentType.nullable(),
  /** Null where everything is as the format suggests. */
  format: FormatOptions.nullable(),
  roundClock: RoundClock.nullable(),
  /** Players may report their results, where the festival has them too. */
  reports: z.boolean(),
  /** Minutes after the start, when places of people who are not checked in are given to the line; null for never. */
  releaseAfter: z.number().nullable(),
  /** People take numbers in a queue, and no places. */
  queue: z.boolean(),
  questions: z.array(Question),
  /** Only organisers see it. */
  draft: z.boolean(),
  /** Its places are still to be drawn, ten minutes after places open. */
  lottery: z.boolean(),
  queuePaused: z.boolean(),
  status: EventStatus,
  gameType: z.enum(['board', 'video']).nullable(),
  points: EventPoints.nullable(),
  /** Then registration is closed and the tournament type fixed. Places can still be cancelled; the entrants stay. */
  bracketDrawn: z.boolean(),
  bracketDecided: z.boolean(),
  /** While that can be undone. */
  completedAt: z.string().nullable(),
  /** docs/architecture.md "Two organisers at once" */
  editRevision: z.number(),
  /** Rises with every change, so that a screen never replaces an event by an older one. */
  revision: z.number(),
});
export type FestivalEvent = z.infer<typeof FestivalEvent>;

export const NewEvent = z.object({
  title: text(LENGTHS.title, 1),
  eventType: EventType,
  description: text(LENGTHS.description),
  startTime: moment(),
  duration: whole(DURATION),
  location: text(LENGTHS.location, 1),
  host: name(),
  capacity: whole(CAPACITY),
  googleDocUrl: link().nullable().meta({ title: 'Document link' }),
  tournamentType: TournamentType.nullable(),
  points: EventPoints.nullable().exactOptional(),
  format: FormatOptions.nullable().exactOptional(),
  /** A new event is as the festival. */
  reports: z.boolean().exactOptional(),
  releaseAfter: whole(RELEASE).nullable().exactOptional(),
  queue: z.boolean().exactOptional(),
  questions: Questions.exactOptional(),
  draft: z.boolean().exactOptional(),
  lottery: z.boolean().exactOptional(),
});
export type NewEvent = z.output<typeof NewEvent>;

const tableName = text(TABLES.longest, 1);
const Tables = z
  .array(tableName)
  .max(TABLES.most, `has more than ${TABLES.most} tables`)
  .refine((tables) => new Set(tables.map(roomKey)).size === tables.length, 'names a table twice');

const TableSettings = z.object({
  tables: Tables,
  closedTables: z.record(tableName, text(TABLES.longestReason, 1)),
  callsByItself: z.boolean(),
});
export type TableSettings = z.output<typeof TableSettings>;

export const ArchivedEvent = NewEvent.extend({
  id: id(),
  status: EventStatus,
  /** Missing in earlier files. */
  lateMinutes: whole(LATE).default(0),
  tables: Tables.default([]),
  callsByItself: z.boolean().default(false),
  codeGeneration: z.int().min(1).max(1e9),
});
export type ArchivedEvent = z.output<typeof ArchivedEvent>;

const changeOf = <S extends z.ZodType>(option: z.ZodExactOptional<S>) => option.unwrap().nullable().exactOptional();
/** What is named changes; null takes an option away. */
const FormatChange = z.object({
  rounds: changeOf(FormatOptions.shape.rounds),
  groupSize: changeOf(FormatOptions.shape.groupSize),
  tableSize: changeOf(FormatOptions.shape.tableSize),
  tablePoints: changeOf(FormatOptions.shape.tablePoints),
  cut: changeOf(FormatOptions.shape.cut),
  minutes: changeOf(FormatOptions.shape.minutes),
});
export type FormatChange = z.output<typeof FormatChange>;

export const EventChange = NewEvent.partial();
export type EventChange = z.output<typeof EventChange>;

/** `expectedRevision`: the `editRevision` that the form showed. Another is refused; without it the last edit wins. */
export const EventEdit = EventChange.extend(TableSettings.partial().shape).extend({
  expectedRevision: z.int().min(1).optional(),
  format: FormatChange.nullable().optional(),
});
export type EventEdit = z.output<typeof EventEdit>;

const params = z.object({ id: id() });
const touches = ['events'] as const;

export const listEvents = endpoint({
  route: 'GET /api/events',
  summary: 'Every event, by start time.',
  cachedUntil: ['events'],
  who: 'anyone',
  answer: z.array(FestivalEvent),
});

export const listAllEvents = endpoint({
  route: 'GET /api/admin/events',
  summary: 'Every event, also drafts, and all before the programme opens; a helper gets those of the scope.',
  who: 'admin',
  helpers: { roles: HELPER_ROLES, id: 'points' },
  answer: z.array(FestivalEvent),
});

export const createEvent = endpoint({
  route: 'POST /api/events',
  summary: 'Add an event to the programme.',
  who: 'admin',
  body: NewEvent,
  answer: FestivalEvent,
  status: 201,
  touches,
  idempotent: true,
});

export const editEvent = endpoint({
  route: 'PATCH /api/events/{id}',
  summary: 'Change an event.',
  who: 'admin',
  params,
  body: EventEdit,
  /** The list of events has no tables. */
  answer: FestivalEvent.extend(TableSettings.partial().shape),
  touches,
});

export const deleteEvent = endpoint({
  route: 'DELETE /api/events/{id}',
  summary: 'Delete an event with its RSVPs. It is hidden at once, and gone after a minute.',
  who: 'admin',
  params,
  answer: null,
  status: 204,
  touches: ['events', 'rsvps'],
});

export const DeletedEvent = FestivalEvent.extend({ undoUntil: z.string() });
export type DeletedEvent = z.infer<typeof DeletedEvent>;

export const listDeletedEvents = endpoint({
  route: 'GET /api/admin/deleted-events',
  summary: 'Deleted events that can still be restored.',
  who: 'admin',
  answer: z.array(DeletedEvent),
});

export const restoreEvent = endpoint({
  route: 'POST /api/events/{id}/restore',
  summary: 'Undo the deletion of an event, with its RSVPs and matches.',
  who: 'admin',
  params,
  bodiless: true,
  answer: FestivalEvent,
  touches: ['events', 'rsvps'],
});

/** `onlyDecided` refuses to complete a tournament while its bracket is undecided. */
export const StatusChange = z.object({ status: EventStatus, onlyDecided: z.boolean().optional() });
export type StatusChange = z.output<typeof StatusChange>;

export const changeStatus = endpoint({
  route: 'PATCH /api/events/{id}/status',
  summary: 'Start or complete an event: one step forward at a time.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  body: StatusChange,
  answer: FestivalEvent,
  touches,
});

export const undoCompletion = endpoint({
  route: 'POST /api/events/{id}/undo-completion',
  summary: 'Put a completed event back in progress, within a minute.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  bodiless: true,
  answer: FestivalEvent,
  touches,
});

/** Points given, and points if the event were completed now. People without an account get none. */
export const EventAward = z.object({
  /** Null for a person who got points and has no claim to them by now. */
  placeId: z.string().nullable(),
  userId: z.string().nullable(),
  /** The name of an account that an organiser chose for the place. */
  chosen: z.string().nullable(),
  name: z.string(),
  reason: z.string(),
  points: z.number(),
  given: z.number(),
});
export type EventAward = z.infer<typeof EventAward>;

export const EventAwards = z.object({ revision: z.number(), people: z.array(EventAward) });
export type EventAwards = z.infer<typeof EventAwards>;

export const readEventPoints = endpoint({
  route: 'GET /api/events/{id}/points',
  summary: 'Who gets which points of an event, or would if it were completed now.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  answer: EventAwards,
});

/** Of the bracket whose points were shown; another revision is refused. */
export const GivenPoints = z.object({ expectedRevision: z.int().min(0).optional() });

export const giveEventPoints = endpoint({
  route: 'POST /api/events/{id}/points',
  summary: 'Give the points of a completed event as its standings are now, and take back those that differ.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  body: GivenPoints,
  bodyOptional: true,
  answer: EventAwards,
  touches: ['users', 'points', 'events'],
});

export const chooseAccount = endpoint({
  route: 'PUT /api/events/{id}/points',
  summary: 'Say whose account gets the points of a place, because no account of its phone has its name.',
  who: 'admin',
  params,
  body: z.object({ placeId: id(), userId: id() }),
  answer: EventAwards,
  touches: ['points', 'audit'],
});

export const sayLate = endpoint({
  route: 'PUT /api/events/{id}/late',
  summary: 'Say how many minutes late an event is, 0 for as planned. What follows it in its room is late too.',
  who: 'admin',
  helpers: { roles: HOST, id: 'event' },
  params,
  body: z.object({ minutes: whole(LATE) }),
  answer: FestivalEvent,
  touches,
});

/** `link` leads to the part of the dashboard where `text` is done. `id` stays the same while the cause lasts. */
export const Warning = z.object({
  id: z.string(),
  text: z.string(),
  link: z.object({ label: z.string(), to: z.string() }).optional(),
});
export type Warning = z.infer<typeof Warning>;

export const listWarnings = endpoint({
  route: 'GET /api/admin/attention',
  summary: 'What the server noticed that an organiser should act on; empty when all is well.',
  who: 'admin',
  answer: z.array(Warning),
});
