import { z } from 'zod';
import { endpoint } from '#platform/contract.ts';

const https = z.url({ protocol: /^https?$/ });
const day = z.iso.date();
const sentence = z.string().trim().min(1).max(2000);

export const Mission = z.object({
  task: z.string().trim().min(1).max(300),
  points: z.union([z.int(), z.string().trim().min(1).max(40)]),
});

/** festival.json: the festival's own facts. Everything a visitor reads that is not an event, a person or a score. */
export const Festival = z.object({
  name: z.string().trim().min(1).max(60),
  dates: z.string().trim().min(1).max(60),
  firstDay: day,
  lastDay: day,
  timeZone: z.string(),
  place: z.string().trim().min(1).max(60),
  address: z.string().trim().min(1).max(200),
  blurb: sentence,
  links: z.object({ localSpots: https, chatCommunity: https }),
  faq: z.object({
    introduction: sentence,
    what: sentence,
    when: sentence,
    where: sentence,
    who: sentence,
    why: sentence,
  }),
  missions: z
    .array(z.object({ category: z.string().trim().min(1).max(60), missions: z.array(Mission).min(1).max(30) }))
    .length(6),
  checkIn: z
    .object({ opensMinutesBefore: z.int().min(0), closesMinutesAfter: z.int().min(0) })
    .optional(),
});
export type Festival = z.infer<typeof Festival>;

/** What every page of a visitor needs to know; `sample` is true while the sample festival is loaded. */
export const readFestival = endpoint({
  call: 'GET /api/festival',
  summary: 'The festival’s own facts.',
  cachedUntil: [],
  who: 'anyone',
  answer: Festival,
  status: 200,
  touches: [],
});
