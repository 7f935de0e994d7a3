import { z } from 'zod';
import { bounded, endpoint, id, isWritable, moment } from '#platform/contract.ts';
import { linkProblem } from '#platform/links.ts';
import { freeSlug, isVisible } from '#platform/names.ts';
import { LENGTHS, MOST_CATEGORIES, MOST_ROOMS, MOST_THANKS_PICTURES } from './limits.ts';

/** The same for the file and for an edit; they follow the field's name. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'is empty', abort: true })
    .max(max, { error: `is longer than ${max} characters`, abort: true })
    .refine(isWritable, { error: 'holds characters that cannot be shown', abort: true })
    .refine(isVisible, 'is empty');
const line = words(LENGTHS.line);
const text = words(LENGTHS.text);
const day = z.iso.date('is not a day written like 2025-11-13');
const upTo = <S extends z.ZodType>(one: S, most: number) => z.array(one).max(most, `holds more than ${most}`);
const some = <S extends z.ZodType>(one: S, most: number) => upTo(one, most).min(1, 'is empty');
const address = bounded(LENGTHS.link).superRefine((value, context) => {
  const problem = linkProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const Mission = z.strictObject({
  /** Made from the task where it is missing. */
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/, 'holds more than small letters, digits and hyphens')
    .optional(),
  task: words(300),
  points: z.union([z.int().min(1, 'must be 1 or more').max(1_000_000, 'must be 1000000 or less'), words(40)]),
  /** Times that one person may do it; null for no limit. */
  limit: z.int().min(1, 'must be 1 or more').max(1000, 'must be 1000 or less').nullable().default(1),
});
const MissionCategory = z.strictObject({ category: line, missions: some(Mission, 30) });

export function withMissionIds(categories: readonly z.input<typeof MissionCategory>[]) {
  const taken = new Set<string | undefined>(categories.flatMap(({ missions }) => missions.map(({ id }) => id)));
  return categories.map(({ category, missions }) => ({
    category,
    missions: missions.map(({ id, task, points, limit = 1 }) => ({
      id: id ?? freeSlug(task, taken),
      task,
      points,
      limit,
    })),
  }));
}
export type MissionCategory = ReturnType<typeof withMissionIds>[number];
export type Mission = MissionCategory['missions'][number];

const percent = z.number().min(0, 'must be 0 or more').max(100, 'must be 100 or less');
export const Room = z.strictObject({
  name: words(LENGTHS.room),
  /** How to get there, in words; may be empty. */
  way: z
    .string()
    .trim()
    .max(LENGTHS.way, { error: `is longer than ${LENGTHS.way} characters`, abort: true })
    .refine(isWritable, 'holds characters that cannot be shown')
    .default(''),
  /** On the map, in per cent of its width and height from the top left; null where the map does not show it. */
  pin: z.strictObject({ x: percent, y: percent }).nullable().default(null),
});
export type Room = z.infer<typeof Room>;

/** festival.json. Strict, so that a misspelt setting is reported. rules.ts checks what a shape cannot express. */
export const Festival = z.strictObject({
  name: line,
  dates: line,
  firstDay: day,
  lastDay: day,
  timeZone: z.string(),
  place: line,
  address: words(LENGTHS.address),
  blurb: text,
  links: z.strictObject({ localSpots: address, chatCommunity: address }),
  faq: z.strictObject({
    introduction: text,
    what: text,
    when: text,
    where: text,
    who: text,
    why: text,
  }),
  missions: some(MissionCategory, MOST_CATEGORIES).transform(withMissionIds),
  /** People with an account claim the points of missions on their phones. */
  claims: z.boolean('is not true or false').optional(),
  /** Players report results of tournaments on their phones. An event can be without. */
  reports: z.boolean('is not true or false').optional(),
  /** A helper who gives more points at once is asked, and organisers see it. */
  askAbovePoints: z
    .int('is not a whole number')
    .min(1, 'must be 1 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .optional(),
  /** 'here': Discord is not asked, and News shows the organisers' messages alone. */
  announcementsFrom: z.enum(['discord', 'here'], "is not 'discord' or 'here'").optional(),
  rooms: upTo(Room, MOST_ROOMS).optional(),
  /** The id of one of the pictures; null or missing for none. */
  mapPicture: id().nullable().optional(),
  /** Until then visitors see no event. Null or missing: open. */
  opensAt: moment().nullable().optional(),
  /** The organisers' words once the festival is over. */
  thanks: text.nullable().optional(),
  /** Shown below these words, in this order, each named as when it was chosen. One that is gone is left out. */
  thanksPictures: upTo(z.strictObject({ id: id(), name: line }), MOST_THANKS_PICTURES).optional(),
  /** From when visitors can take places. */
  registrationOpensAt: moment().nullable().optional(),
  /** In progress from the start, late as it is, without Start Event. */
  startsByItself: z.boolean('is not true or false').optional(),
  /** Completed a quarter of an hour after the end, without Complete Event. */
  endsByItself: z.boolean('is not true or false').optional(),
  checkIn: z
    .strictObject({ opensMinutesBefore: z.int().min(0).max(1440), closesMinutesAfter: z.int().min(0).max(1440) })
    .optional(),
});
export type Festival = z.infer<typeof Festival>;

/** Only organisers may read the badge word. */
export const FestivalFile = Festival.extend({ badgeWord: line.optional() });

/** For every screen. FAQ and missions are sent only to their screens. */
export type FestivalFacts = Omit<Festival, 'faq' | 'missions'>;

/**
 * In the dashboard. Events are stored in UTC, so another time zone would move them all, and the check-in window belongs
 * to the server's configuration.
 */
export const EditedFacts = Festival.omit({ timeZone: true, checkIn: true });
export type EditedFacts = z.infer<typeof EditedFacts>;

export const ArchivedFacts = z.array(EditedFacts).max(1, 'holds more than one');

/** Null facts: those of the file. `before`: for an undo. */
export const StoredFacts = z.strictObject({
  revision: z.int().min(1),
  facts: EditedFacts.nullable(),
  before: EditedFacts.nullable(),
  editedAt: z.string().nullable(),
});
export type StoredFacts = z.infer<typeof StoredFacts>;

export const FactsDesk = z.object({
  facts: EditedFacts,
  revision: z.number(),
  isEdited: z.boolean(),
  undoUntil: z.string().nullable(),
  /** The last day when the file is used again. */
  fileLastDay: z.string(),
});
export type FactsDesk = z.infer<typeof FactsDesk>;

/** 409 CHANGED_MEANWHILE when it is not the present revision; without it the last edit wins. */
const expectedRevision = z.int().min(0).optional();
const desk = { who: 'admin', answer: FactsDesk } as const;
const touches = ['festival', 'audit'] as const;

export const readFacts = endpoint({
  route: 'GET /api/admin/festival',
  summary: 'The facts that can be edited, and whether they are those of the file.',
  ...desk,
});

export const saveFacts = endpoint({
  route: 'PUT /api/admin/festival',
  summary: 'Edit the festival’s facts, which replace those of festival.json.',
  ...desk,
  body: z.object({ facts: EditedFacts, expectedRevision }),
  bodyLimit: 1024 * 1024,
  touches,
});

export const useFile = endpoint({
  route: 'POST /api/admin/festival/use-file',
  summary: 'Drop the edited facts: those of festival.json hold again.',
  ...desk,
  body: z.object({ expectedRevision }),
  touches,
});

export const undoFacts = endpoint({
  route: 'POST /api/admin/festival/undo',
  summary: 'Undo the last edit of the facts, within a minute.',
  ...desk,
  body: z.object({ expectedRevision }),
  touches,
});

export const exportFacts = endpoint({
  route: 'GET /api/admin/exports/facts.json',
  summary: 'The facts as a festival.json, with what only the file has: time zone, check-in window, badge word.',
  who: 'admin',
  answer: z.string(),
  mediaType: 'application/json; charset=utf-8',
});

export const readFestival = endpoint({
  route: 'GET /api/festival',
  summary: 'The festival’s own facts.',
  cachedUntil: ['festival'],
  who: 'anyone',
  answer: Festival,
});
