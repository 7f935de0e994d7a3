/** docs/behaviour.md "Big screens" */
import { z } from 'zod';
import { endpoint, id, maybe, moment, text, whole } from '#platform/contract.ts';
import { MOST_PAGES, SECONDS } from './limits.ts';
import { isScreenName } from './rules/names.ts';

export const ScreenName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'is 1 to 40 of a-z, 0-9 and -')
  .refine(isScreenName, 'is the address of something else');

export const PageKind = z.enum([
  'now-here',
  'now-rooms',
  'tournaments',
  'tournament',
  'standings',
  'messages',
  'open-games',
  'queue',
  'picture',
  'map',
  'app',
  'ceremony',
]);
export type PageKind = z.infer<typeof PageKind>;

/** `tournament` names an event, `picture` a picture. */
export const ScreenPage = z
  .object({
    kind: PageKind,
    seconds: whole(SECONDS),
    eventId: maybe(id()),
    pictureId: maybe(id()),
  })
  .refine(({ kind, eventId }) => (kind === 'tournament') === (eventId !== undefined), {
    error: 'is of a tournament and of nothing else',
    path: ['eventId'],
  })
  .refine(({ kind, pictureId }) => (kind === 'picture') === (pictureId !== undefined), {
    error: 'is of a picture and of nothing else',
    path: ['pictureId'],
  });
export type ScreenPage = z.output<typeof ScreenPage>;

export const ScreenPlan = z.object({
  /** Null or left out for all rooms. */
  location: text(120, 1).nullish(),
  pages: z.array(ScreenPage).min(1, 'has no page').max(MOST_PAGES, `has more than ${MOST_PAGES} pages`),
});
export type ScreenPlan = z.output<typeof ScreenPlan>;

export const Screen = z.object({
  name: z.string(),
  location: z.string().nullable(),
  pages: z.array(ScreenPage),
  now: ScreenPage.nullable(),
  revision: z.number(),
});
export type Screen = z.infer<typeof Screen>;

/** From the wall. Kinds and no words: anybody may speak for a wall. */
export const ShownPage = z.object({
  kind: z.enum([...PageKind.options, 'urgent', 'calm']),
  eventId: maybe(id()),
});
export type ShownPage = z.output<typeof ShownPage>;

/** Of a paired screen only its computer is heard; `strangerSeenAt`: when another one last showed it. */
export const StaffScreen = Screen.extend({
  isPaired: z.boolean(),
  lastSeenAt: moment().nullable(),
  strangerSeenAt: moment().nullable(),
  shows: ShownPage.nullable(),
});
export type StaffScreen = z.infer<typeof StaffScreen>;

export const NamedScreen = z.object({ name: ScreenName });
const params = NamedScreen;
const touches = ['screens'] as const;

export const listScreens = endpoint({
  route: 'GET /api/screens',
  summary: 'Every named screen, by name, with when it was last heard of and what it shows.',
  who: 'admin',
  answer: z.array(StaffScreen),
});

export const readScreen = endpoint({
  route: 'GET /api/screens/{name}',
  summary: 'What a named screen shows.',
  who: 'anyone',
  cachedUntil: ['screens'],
  params,
  answer: Screen,
});

export const putScreen = endpoint({
  route: 'PUT /api/screens/{name}',
  summary: 'Make a named screen, or change its name, its room and its pages.',
  who: 'admin',
  /** The call makes the name, so it refuses another form with the rule. */
  params: z.object({ name: z.string() }),
  body: ScreenPlan.extend({
    /** Walls of the former name go on with it. */
    name: ScreenName.optional(),
    /** 0 for a new screen. 409 CHANGED_MEANWHILE when it is not the present one; without it the last plan wins. */
    expectedRevision: z.int().min(0).optional(),
  }),
  answer: StaffScreen,
  touches,
});

export const removeScreen = endpoint({
  route: 'DELETE /api/screens/{name}',
  summary: 'Remove a named screen.',
  who: 'admin',
  params,
  answer: null,
  status: 204,
  touches,
});

export const showNow = endpoint({
  route: 'PUT /api/screens/{name}/now',
  summary: 'Show one page on a screen instead of its playlist; null ends that.',
  who: 'admin',
  params,
  body: z.object({ page: ScreenPage.nullable() }),
  answer: StaffScreen,
  touches,
});

export const tellScreen = endpoint({
  route: 'POST /api/screens/{name}/seen',
  summary: 'A wall says which page it shows; organisers see when it was last heard of.',
  who: 'anyone',
  params,
  body: z.object({
    shows: ShownPage,
    /** What the computer got with its code. */
    token: text(200, 1).optional(),
  }),
  routine: true,
  answer: null,
  status: 204,
  touches: [],
});

const code = () => z.string().regex(/^[A-Z0-9]{5}$/, 'is not the code of a wall');

export const makeScreenCode = endpoint({
  route: 'POST /api/screen-codes',
  summary:
    'A code that a wall without a name shows for ten minutes, with a token for this computer alone to say that it is the wall.',
  who: 'anyone',
  bodiless: true,
  answer: z.object({ code: z.string(), token: z.string() }),
  status: 201,
  touches: [],
});

export const readScreenCode = endpoint({
  route: 'GET /api/screen-codes/{code}',
  summary: 'The name that an organiser gave the wall with this code; null while nobody did.',
  who: 'anyone',
  params: z.object({ code: code() }),
  answer: z.object({ name: z.string().nullable() }),
});

export const nameScreen = endpoint({
  route: 'PUT /api/screen-codes/{code}',
  summary: 'Make the wall that shows this code a named screen.',
  who: 'admin',
  params: z.object({ code: code() }),
  body: z.object({ name: ScreenName }),
  answer: null,
  status: 204,
  touches,
});

export const ArchivedScreen = ScreenPlan.extend({ name: ScreenName });
export type ArchivedScreen = z.output<typeof ArchivedScreen>;
