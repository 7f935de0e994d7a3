import { z } from 'zod';
import { bounded, endpoint } from '#platform/contract.ts';
import { linkProblem } from '#platform/links.ts';

/** Refuses lone surrogates: an address cannot encode them, so the map's link would throw. */
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

export const Mission = z.strictObject({
  task: words(300),
  points: z.union([z.int().min(1).max(1_000_000), words(40)]),
});
export type Mission = z.infer<typeof Mission>;

export const MissionCategory = z.strictObject({ category: words(60), missions: z.array(Mission).min(1).max(30) });
export type MissionCategory = z.infer<typeof MissionCategory>;

/**
 * festival.json: the festival's facts, everything a visitor reads that is not an event, a person or a score. Strict, so
 * that a misspelt optional setting is reported and not ignored. rules.ts checks what a shape cannot express.
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
  missions: z.array(MissionCategory).min(1).max(12),
  checkIn: z
    .strictObject({ opensMinutesBefore: z.int().min(0).max(1440), closesMinutesAfter: z.int().min(0).max(1440) })
    .optional(),
});
export type Festival = z.infer<typeof Festival>;

/** The whole file: the public facts, and the badge word, which no response and no page may contain. */
export const FestivalFile = Festival.extend({ badgeWord: words(60).optional() });

/** What every screen needs. The FAQ and the missions are sent only to their screens. */
export type FestivalFacts = Omit<Festival, 'faq' | 'missions'>;

export const readFestival = endpoint({
  call: 'GET /api/festival',
  summary: 'The festival’s own facts.',
  who: 'anyone',
  answer: Festival,
  status: 200,
  touches: [],
});
