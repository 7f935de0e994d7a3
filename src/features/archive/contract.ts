import { z } from 'zod';
import { ArchivedEntry } from '#features/audit/contract.ts';
import { ArchivedBracket } from '#features/brackets/rules/stored.ts';
import { ArchivedEvent, NewEvent } from '#features/events/contract.ts';
import { ArchivedFacts } from '#features/festival/contract.ts';
import { ArchivedGame } from '#features/inventory/contract.ts';
import { ArchivedUser } from '#features/people/users/contract.ts';
import { ArchivedClaim } from '#features/points/claims/contract.ts';
import { ArchivedFreeze, ArchivedPointEntry } from '#features/points/contract.ts';
import { ArchivedUpload } from '#features/points/scores/contract.ts';
import { ArchivedRsvp } from '#features/rsvps/contract.ts';
import { ArchivedFeedback } from '#features/rsvps/feedback/contract.ts';
import { ArchivedScreen } from '#features/screens/contract.ts';
import { ArchivedPicture } from '#features/screens/pictures/contract.ts';
import { ArchivedWaiting } from '#features/waiting/contract.ts';
import { CSV_EXPORT, endpoint, id, moment, storable, text } from '#platform/contract.ts';
import { firstTwice } from '#platform/lists.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import { LARGEST_FESTIVAL_MIB, LARGEST_PROGRAMME_MB, MOST_PROGRAMME_ROWS } from './limits.ts';

const MIB = 1024 * 1024;
const EVERYTHING = [
  'events',
  'festival',
  'rsvps',
  'waiting',
  'users',
  'inventory',
  'open-games',
  'uploads',
  'matches',
  'leaderboard',
  'audit',
  'sample',
];
const PEOPLE = ['visitor', 'messages', 'queue', 'helpers', 'claims', 'notices', 'pictures', 'screens', 'standings'];

export const readSample = endpoint({
  route: 'GET /api/admin/sample',
  summary: 'Whether what is here is the sample festival.',
  who: 'anyone',
  answer: z.object({ sample: z.boolean() }),
});

export const clearSample = endpoint({
  route: 'DELETE /api/admin/sample',
  summary: 'Empty the festival, while it is the sample one: events, RSVPs, users, games, uploads and audit.',
  who: 'admin',
  answer: null,
  status: 204,
  touches: EVERYTHING,
});

export const loadSample = endpoint({
  route: 'POST /api/admin/sample',
  summary: 'Fill an empty festival with the sample one.',
  who: 'admin',
  bodiless: true,
  answer: null,
  status: 204,
  touches: EVERYTHING,
});

export const exportEverything = endpoint({
  route: 'GET /api/admin/exports/everything.zip',
  summary: 'All exports and pictures in one archive, with emails.',
  who: 'admin',
  answer: z.instanceof(Uint8Array),
  mediaType: 'application/zip',
});

export const erase = endpoint({
  route: 'POST /api/admin/erase',
  summary: 'Erase the festival’s people, or everything but its facts, for good. `confirm`: the festival’s name.',
  who: 'admin',
  body: z.object({ what: z.enum(['people', 'everything']), confirm: text(500, 1) }),
  /** The file of the backup made before, which is deleted after seven days; null on PostgreSQL. */
  answer: z.object({ backup: z.string().nullable() }),
  touches: [...EVERYTHING, ...PEOPLE],
});

const inYears = (day: string) => day >= '2000' && day < '2199';

export const beginNextYear = endpoint({
  route: 'POST /api/admin/next-year',
  summary: 'Move the festival to a new first day: its events become drafts on the same weekdays.',
  who: 'admin',
  body: z.object({ firstDay: z.iso.date('is not a day').refine(inYears, 'must be in the years 2000 to 2198') }),
  answer: z.object({ events: z.number() }),
  touches: ['festival', 'events', 'audit'],
});

export const ARCHIVE_VERSION = 1;

/** The only export with emails; none has sessions or secrets. Raise the version when the form changes. */
export const FestivalFile = z.object({
  format: z.string().refine((format) => format === 'boardwalk festival', 'does not say that this is a festival'),
  version: z.int().refine((version) => version === ARCHIVE_VERSION, 'is one that this program does not know'),
  exportedAt: moment(),
  festival: storable(200),
  sample: z.boolean(),
  /** Its rows go by the clock of a rehearsal. Missing in files from before rehearsals. */
  rehearsal: z.boolean().default(false),
  events: z.array(ArchivedEvent),
  users: z.array(ArchivedUser),
  /** Missing in files from before facts could be edited. */
  facts: ArchivedFacts.default([]),
  /** Missing in files from before waiting lists. */
  waiting: z.array(ArchivedWaiting).default([]),
  rsvps: z.array(ArchivedRsvp),
  games: z.array(ArchivedGame),
  /** Missing in files from before brackets. */
  brackets: z.array(ArchivedBracket).default([]),
  /** Missing in files from before the ledger. */
  points: z.array(ArchivedPointEntry).default([]),
  freeze: z.array(ArchivedFreeze).max(1, 'holds more than one').default([]),
  /** Missing in files from before claims. */
  claims: z.array(ArchivedClaim).default([]),
  feedback: z.array(ArchivedFeedback).default([]),
  /** Missing in files from before named screens. */
  pictures: z.array(ArchivedPicture).default([]),
  screens: z.array(ArchivedScreen).default([]),
  uploads: z.array(ArchivedUpload),
  audit: z.array(ArchivedEntry),
});
export type FestivalFile = z.output<typeof FestivalFile>;

export const exportFestival = endpoint({
  route: 'GET /api/admin/exports/festival.json',
  summary: 'The whole festival as one file, with emails.',
  who: 'admin',
  answer: FestivalFile,
});

const Imported = z.object({ events: z.number(), rsvps: z.number(), users: z.number(), games: z.number() });
export type Imported = z.infer<typeof Imported>;

export const importedFrom = (file: FestivalFile): Imported =>
  Object.fromEntries(Imported.keyof().options.map((list) => [list, file[list].length])) as Imported;

export const importFestival = endpoint({
  route: 'POST /api/admin/imports/festival',
  summary: 'Bring a festival from its file into a database without one.',
  who: 'admin',
  body: FestivalFile,
  bodyLimit: LARGEST_FESTIVAL_MIB * MIB,
  answer: Imported,
  status: 201,
  touches: EVERYTHING,
});

/** `line` counts from 1; `field` is the column's name, empty for the whole row or file. */
export const Problem = z.object({ line: z.number(), field: z.string(), message: z.string() });
export type Problem = z.infer<typeof Problem>;

const LINE = z.int().min(1);
const TOO_MANY = `holds more than ${MOST_PROGRAMME_ROWS}`;
const Lines = z.array(LINE).max(MOST_PROGRAMME_ROWS, TOO_MANY);
const Programme = z.object({
  csv: z.string().max(LARGEST_PROGRAMME_MB * MIB, 'is too long'),
  /** Lines of `questions` that are new events. By default each is what `isSame` of the check says. */
  apart: Lines.optional(),
});

const Outline = z.object({ title: z.string(), startTime: z.string(), duration: z.number(), location: z.string() });
const Line = Outline.extend({ line: z.number() });
const Value = z.union([z.string(), z.number(), z.null()]);

const ChangedEvent = Line.extend({
  id: z.string(),
  revision: z.number(),
  /** Devices that would get a notice. */
  told: z.number(),
  changes: z.array(z.object({ field: NewEvent.keyof(), was: Value, is: Value })),
});
export type ChangedEvent = z.infer<typeof ChangedEvent>;

export const ProgrammeCheck = z.object({
  events: z.array(Line),
  changed: z.array(ChangedEvent),
  /** Lines that may be an event without a line, moved or renamed: they change it, or with `apart` are new. */
  questions: z.array(Line.extend({ id: z.string(), was: Outline, isSame: z.boolean() })),
  clashes: z.array(z.tuple([Outline, Outline])),
  unchanged: z.number(),
  /** An import leaves them alone. */
  untouched: z.array(Outline),
  problems: z.array(Problem),
  ignored: z.array(z.string()),
});
export type ProgrammeCheck = z.infer<typeof ProgrammeCheck>;

export const exportProgramme = endpoint({
  route: 'GET /api/admin/exports/programme.csv',
  summary: 'The programme with the id of each event; such a file can be imported again.',
  ...CSV_EXPORT,
});

export const checkProgramme = endpoint({
  route: 'POST /api/admin/imports/programme/check',
  summary: 'Read a programme from CSV: what it would add and change, and each bad row. Writes nothing.',
  who: 'admin',
  body: Programme,
  bodyLimit: 2 * LARGEST_PROGRAMME_MB * MIB,
  answer: ProgrammeCheck,
  touches: [],
});

/** With the edit revision that was shown. Other changes answer 409. */
const SeenEvent = z.object({ id: id(), revision: z.int().min(1), line: LINE.optional() });
export type SeenEvent = z.infer<typeof SeenEvent>;
export type Shown = {
  readonly seen: readonly SeenEvent[];
  readonly added?: readonly number[] | undefined;
  readonly apart?: readonly number[] | undefined;
};

export const importProgramme = endpoint({
  route: 'POST /api/admin/imports/programme',
  summary: 'Add the events of a CSV to the programme and change those it has: all of them, or none when one is bad.',
  who: 'admin',
  body: Programme.extend({
    seen: z.array(SeenEvent).max(MOST_PROGRAMME_ROWS, TOO_MANY).default([]),
    /** Lines shown as new events; others answer 409. By default no lines are compared. */
    added: Lines.optional(),
  }),
  bodyLimit: 2 * LARGEST_PROGRAMME_MB * MIB,
  answer: z.object({ imported: z.number(), changed: z.number() }),
  status: 201,
  touches: ['events', 'audit'],
});

type Lists = Readonly<Record<string, readonly { readonly id?: string }[]>>;
type ListToCheck = {
  readonly key: string;
  check?(file: FestivalFile): Verdict;
};

export function checkFestivalFile(file: FestivalFile, lists: readonly ListToCheck[]): Verdict {
  for (const { key } of lists) {
    const ids = (file as unknown as Lists)[key]?.flatMap(({ id }) => id ?? []) ?? [];
    const id = firstTwice(ids, (one) => one);
    if (id !== null) {
      return new Refusal('BAD_INPUT', `The file holds the id ${id} twice among its ${key}.`, { field: key });
    }
  }
  for (const { check } of lists) {
    const verdict = check === undefined ? null : check(file);
    if (verdict !== null) return verdict;
  }
  return null;
}
