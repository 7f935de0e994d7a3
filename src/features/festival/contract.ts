import { z } from 'zod';
import { bounded, endpoint } from '#platform/contract.ts';
import { linkProblem } from '#platform/links.ts';

/** Half a character could be drawn, but in no address: the map's link would break the page. */
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max, { abort: true })
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that cannot be shown');
const sentence = words(2000);
const day = z.iso.date();
const address = bounded(500).superRefine((value, context) => {
  const problem = linkProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

export const Mission = z.strictObject({ task: words(300), points: z.union([z.int(), words(40)]) });
export type Mission = z.infer<typeof Mission>;

export const MissionCategory = z.strictObject({ category: words(60), missions: z.array(Mission).min(1).max(30) });
export type MissionCategory = z.infer<typeof MissionCategory>;

/**
 * festival.json: the festival's own facts. Everything a visitor reads that is not an event, a person or a score. Strict,
 * so that a misspelt optional setting is told and not silently without effect; rules.ts holds what a shape can't say.
 */
export const Festival = z.strictObject({
  name: words(60),
  dates: words(60),
  firstDay: day,
  lastDay: day,
  timeZone: z.string(),
  place: words(60),
  address: words(200),
  blurb: sentence,
  links: z.strictObject({ localSpots: address, chatCommunity: address }),
  faq: z.strictObject({
    introduction: sentence,
    what: sentence,
    when: sentence,
    where: sentence,
    who: sentence,
    why: sentence,
  }),
  missions: z.array(MissionCategory),
  checkIn: z
    .strictObject({ opensMinutesBefore: z.int().min(0).max(1440), closesMinutesAfter: z.int().min(0).max(1440) })
    .optional(),
});
export type Festival = z.infer<typeof Festival>;

/** The file itself: what everybody may read, and the badge word, which no answer and no page may hold. */
export const FestivalFile = Festival.extend({ badgeWord: words(60).optional() });

/** What every screen needs of it; the answers and the missions only belong to the two screens that show them. */
export type FestivalFacts = Omit<Festival, 'faq' | 'missions'>;

export const readFestival = endpoint({
  call: 'GET /api/festival',
  summary: 'The festival’s own facts.',
  who: 'anyone',
  answer: Festival,
  status: 200,
  touches: [],
});
