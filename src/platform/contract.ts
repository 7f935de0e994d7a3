/**
 * Types for endpoint declarations, and the field shapes all contracts share. One declaration feeds the route, its
 * permission, the parsing, the live message, the browser's refresh and the OpenAPI page. The browser imports this and
 * every contract.ts as types only, so no validation library reaches a visitor's phone.
 */
import { z } from 'zod';
import { LINK_LIMIT, linkProblem } from './links.ts';
import { cleanName, isVisible } from './names.ts';
import { atLeast, atMost, type Limits } from './numbers.ts';
import type { HelperRole } from './staff.ts';

/** Zod issues in the program's own words. */
const KIND: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Returns what is wrong, as a phrase that follows the field's name. The shape must be parsed with `reportInput`. */
export function predicate(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${KIND[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union') return 'does not have the right form';
  return issue.message;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `visitor`: a device with a cookie. `owner`: a visitor, and the command checks that the thing is theirs
 * (an admin passes too). `admin`: an organiser, and the `helpers` that the endpoint names.
 */
export type Who = 'anyone' | 'visitor' | 'owner' | 'admin';

type Call<M extends Method> = `${M} /${string}`;

/**
 * Method and path as one literal, OpenAPI style: `'DELETE /api/rsvps/{id}'`. A call that may send a body declares the
 * body's shape, or `bodiless`.
 */
type CallAndBody =
  | { readonly call: Call<'GET' | 'DELETE'>; readonly body?: z.ZodObject }
  | { readonly call: Call<'POST' | 'PUT' | 'PATCH'>; readonly body: z.ZodObject }
  | { readonly call: Call<'POST' | 'PUT' | 'PATCH'>; readonly body?: never; readonly bodiless: true }
  | { readonly call: Call<'POST'>; readonly body?: never; readonly bytes: readonly PictureType[] };

/** Bodies that are taken as bytes. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/**
 * `cachedUntil`: the answer stays cached, by its address, until one of these topics is touched: that of
 * `/api/matches?eventId=7` with `matches:{eventId}` until a result of event 7. Only for `anyone`, because everybody gets the
 * same bytes. A query can only name an event: with `?q=…` anybody could fill the cache.
 */
type WhoAndCached =
  | { readonly who: Who; readonly cachedUntil?: never }
  | {
      readonly who: 'anyone';
      readonly cachedUntil: readonly string[];
      readonly query?: EventQuery;
      readonly helpers?: never;
    };

type EventQuery = z.ZodObject<{ eventId: z.ZodType }>;

/** What the id of a call names, which leads to the event that it is about; `points` lead to none. */
export type LeadsTo = 'event' | 'place' | 'match' | 'message' | 'points';

/**
 * The helpers who may make an organisers' call, at the events of their scope. `id` is of the call's parameter `id`, or of the body's
 * `eventId`, without which the call is for organisers alone.
 */
export type ForHelpers = { readonly roles: readonly HelperRole[]; readonly id: LeadsTo; readonly in?: 'body' };

type Declaration = CallAndBody &
  WhoAndCached &
  ({ readonly call: Call<'GET'> } | { readonly touches: readonly string[] }) & {
    readonly summary: string;
    /** Only of an `admin` or `owner` call with a parameter `id` or `code`, or with `eventId` in its body. */
    readonly helpers?: ForHelpers;
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    /** Treats a missing body as an empty object; otherwise a missing body is refused. */
    readonly bodyOptional?: true;
    /** Shape of the response; null for 204. */
    readonly answer: z.ZodType | null;
    /** 200 where it is left out. */
    readonly status?: 200 | 201 | 204;
    /**
     * Topics (query key heads) whose data a success changes, for the browser that wrote. After the commit those without rows
     * of their own are also published; the others are by their rows (`noteChange`). A read leaves it out.
     */
    readonly touches?: readonly string[];
    /** Comes all day by itself, so its successes are not in the log. */
    readonly routine?: true;
    /** Accepts an Idempotency-Key, so that a phone can retry without writing twice. */
    readonly idempotent?: true;
    /** Content type of a response that is not JSON. */
    readonly mediaType?: string;
    /** Body limit in bytes where it differs from the usual 16 KiB. */
    readonly bodyLimit?: number;
  };

type Filled = Required<Pick<Declaration, 'status' | 'touches'>>;
export type Endpoint = Declaration & Filled;

type NamedIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamedIn<Rest> : never;
type Declared<P> = P extends z.ZodObject<infer Shape> ? keyof Shape : never;
/** The path names exactly the declared parameters: it is the key of cached responses. */
type NamesParams<E extends Declaration> = [Declared<E['params']>, NamedIn<E['call']>] extends [
  NamedIn<E['call']>,
  Declared<E['params']>,
]
  ? unknown
  : { readonly mistake: 'The path must name each declared parameter as {name}, and no other' };

export const endpoint = <const E extends Declaration>(declaration: E & NamesParams<E>): E & Filled => ({
  status: 200,
  touches: [],
  ...declaration,
});

/** What every table for spreadsheets answers. */
export const CSV_EXPORT = {
  who: 'admin',
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
} as const;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
/** What a handler receives after parsing. */
export type Input<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};
/** What a caller sends: only the parts the endpoint declares. */
export type Request<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Sent<E[K]>;
};
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

/**
 * Text of at most `max` code points. `abort` stops zod from running later checks on a text that is too long. Texts of
 * up to `max` UTF-16 code units pass without being read.
 */
export const bounded = (max: number, error = `is longer than ${max} characters`) =>
  z.string().max(max, { error, abort: true });

/** A field that may be left out. Null counts as left out: some programs send every field that they know. */
export const maybe = <S extends z.ZodType>(shape: S) =>
  shape
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** A whole number within limits, for example those a form offers. */
export const whole = ({ min, max }: Limits) =>
  z.int('must be a whole number').min(min, atLeast(min)).max(max, atMost(max));

/** A person's or thing's name as `cleanName` stores it: 1 to 60 characters once clean. Checks the length first. */
export const name = () =>
  z.string().transform((raw, context) => {
    const verdict = cleanName(raw);
    if ('name' in verdict) return verdict.name;
    context.addIssue({ code: 'custom', message: verdict.problem });
    return z.NEVER;
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** Returns whether a text has no control characters, characters that change the direction of writing or half surrogates. */
export const isWritable = (text: string): boolean => text.isWellFormed() && !UNWRITABLE.test(text);

/** White space allowed around a text beyond its limit, in characters: pasted text often has some. */
const AROUND = 500;

/** Free text: trimmed, no control characters or half surrogates, at most `max` code points, and visible when `min` is above 0. */
export const text = (max: number, min = 0) =>
  bounded(max + AROUND, `is longer than ${max} characters`)
    .transform((raw) => raw.trim())
    .pipe(
      bounded(max)
        .min(min, { error: 'is missing', abort: true })
        .refine(isWritable, { error: 'holds characters that cannot be shown', abort: true })
        .refine((value) => min === 0 || isVisible(value), 'is missing'),
    );

/** An http or https address of at most 500 characters, without a user name. */
export const link = () =>
  text(LINK_LIMIT, 1).superRefine((value, context) => {
    const problem = linkProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** Longer than the longest valid form: 2025-11-14T17:00:00.000000000+00:00 has 35 characters. */
const LONGEST_MOMENT = 40;

/**
 * A moment as ISO 8601 with offset or Z; stored and sent as UTC with milliseconds. Four-digit years, so that stored
 * texts sort by time.
 */
export const moment = () =>
  bounded(LONGEST_MOMENT, 'is not an ISO 8601 time')
    // For the OpenAPI page, which shows the first part of a pipe.
    .meta({ format: 'date-time' })
    .pipe(z.iso.datetime({ offset: true, error: 'is not an ISO 8601 time' }))
    .transform((value) => new Date(value).toISOString())
    .refine((value) => value >= '2000' && value < '2200', 'must be in the years 2000 to 2199');

/** At most 254 characters (RFC 5321), checked before the pattern. */
export const email = () => bounded(254).meta({ format: 'email' }).pipe(z.email('is not an email address'));

/** An id. Refuses NUL, which PostgreSQL cannot store in text. */
export const id = () => bounded(64, 'is not an id').regex(/^[\w-]+$/, 'is not an id');

/** Shapes of stored values, for imported festivals. */

/** Text that both databases can store. */
export const storable = (max: number) =>
  bounded(max).refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that cannot be stored');

/** JSON of at most this many levels: serialising recurses as deep as the value. */
export const shallowJson = (levels: number) =>
  z.unknown().refine((value) => isShallow(value, levels), {
    error: `is nested more than ${levels} levels deep`,
    abort: true,
  });

const isShallow = (value: unknown, levels: number): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** Text of at most `max` characters that is JSON of this shape. */
export const json = (shape: z.ZodType, max: number) =>
  storable(max).superRefine((text, context) => {
    const read = parse(text);
    if ('problem' in read) return context.addIssue({ code: 'custom', message: read.problem });
    for (const { path, message } of problemsIn(shape, read.value)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'is not JSON' };
  }
}

type Problem = { readonly path: PropertyKey[]; readonly message: string };

/**
 * Returns what shows that the value was not written through this shape. Parsing must leave the value unchanged: a shape
 * that trims refuses an untrimmed text.
 */
function problemsIn(shape: z.ZodType, value: unknown): Problem[] {
  const read = shape.safeParse(value, { reportInput: true });
  if (!read.success) return read.error.issues.map((issue) => ({ path: issue.path, message: predicate(issue) }));
  const path = firstDifference(read.data, value);
  return path === null ? [] : [{ path, message: 'is not as Boardwalk writes it' }];
}

/** Returns the path of the first difference between two JSON values; null when they are equal. */
function firstDifference(one: unknown, other: unknown): string[] | null {
  if (Object.is(one, other)) return null;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [];
  for (const key of Object.keys({ ...one, ...other })) {
    const path = firstDifference(one[key], other[key]);
    if (path !== null) return [key, ...path];
  }
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
