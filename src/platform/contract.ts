/**
 * One declaration feeds the route, its permission, parsing, live messages, the browser's refresh and the OpenAPI page.
 * The browser imports contracts as types only, so that zod never reaches a phone.
 */
import { z } from 'zod';
import { LINK_LIMIT, linkProblem } from './links.ts';
import { cleanName, isVisible } from './names.ts';
import { atLeast, atMost, type Limits } from './numbers.ts';
import type { HelperRole } from './staff.ts';

const KIND: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** A phrase that follows the field's name. The shape must be parsed with `reportInput`. */
export function predicate(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${KIND[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_union') return 'does not have the right form';
  return issue.message;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `owner`: a visitor; the command checks that the thing is theirs. `admin`: an organiser, or a helper in `helpers`. */
export type Who = 'anyone' | 'visitor' | 'owner' | 'admin';

type Route<M extends Method> = `${M} /${string}`;

type CallAndBody =
  | { readonly route: Route<'GET' | 'DELETE'>; readonly body?: z.ZodObject }
  | { readonly route: Route<'POST' | 'PUT' | 'PATCH'>; readonly body: z.ZodObject }
  | { readonly route: Route<'POST' | 'PUT' | 'PATCH'>; readonly body?: never; readonly bodiless: true }
  | { readonly route: Route<'POST'>; readonly body?: never; readonly bytes: readonly PictureType[] };

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/**
 * `cachedUntil`: topics whose touch ends the cached answer: `/api/matches?eventId=7` until `matches:{eventId}`. Only
 * for `anyone`, because everybody gets the same bytes, and with no query but an event: with `?q=…` anybody could fill
 * the cache.
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

/** `points` and `game` lead to no event. */
export type LeadsTo = 'event' | 'place' | 'match' | 'message' | 'points' | 'game' | 'queue';

/**
 * In a helper's scope. `id`: what the parameter `id` names, or the body's `eventId`, which only organisers may omit.
 */
export type ForHelpers = { readonly roles: readonly HelperRole[]; readonly id: LeadsTo; readonly in?: 'body' };

type Declaration = CallAndBody &
  WhoAndCached &
  ({ readonly route: Route<'GET'> } | { readonly touches: readonly string[] }) & {
    readonly summary: string;
    readonly helpers?: ForHelpers;
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    /** A missing body counts as an empty object. */
    readonly bodyOptional?: true;
    /** Null for 204. */
    readonly answer: z.ZodType | null;
    /** 200 by default. */
    readonly status?: 200 | 201 | 204;
    /** Which of the answers are sent with 202: what was asked is done later. */
    readonly accepted?: z.ZodType;
    /** Topics whose data a success changes. Those that have rows are published by their rows (`noteChange`). */
    readonly touches?: readonly string[];
    /** Not logged when it succeeds, because it comes all day. */
    readonly routine?: true;
    /** So that a phone can retry without writing twice. */
    readonly idempotent?: true;
    readonly mediaType?: string;
    /** Bytes; 16 KiB by default. */
    readonly bodyLimit?: number;
  };

type Filled = Required<Pick<Declaration, 'status' | 'touches'>>;
export type Endpoint = Declaration & Filled;

type NamedIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamedIn<Rest> : never;
type Declared<P> = P extends z.ZodObject<infer Shape> ? keyof Shape : never;
/** The path is the key of cached responses, so it names exactly the declared parameters. */
type NamesParams<E extends Declaration> = [Declared<E['params']>, NamedIn<E['route']>] extends [
  NamedIn<E['route']>,
  Declared<E['params']>,
]
  ? unknown
  : { readonly mistake: 'The path must name each declared parameter as {name}, and no other' };

export const endpoint = <const E extends Declaration>(declaration: E & NamesParams<E>): E & Filled => ({
  status: 200,
  touches: [],
  ...declaration,
});

export const CSV_EXPORT = {
  who: 'admin',
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
} as const;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
export type Input<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
};
export type Request<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Sent<E[K]>;
};
export type Answer<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;

/** Code points. `abort` keeps zod from running later checks on a text that is too long. */
export const bounded = (max: number, error = `is longer than ${max} characters`) =>
  z.string().max(max, { error, abort: true });

/** Null counts as left out: some programs send every field that they know. */
export const maybe = <S extends z.ZodType>(shape: S) =>
  shape
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

export const whole = ({ min, max }: Limits) =>
  z.int('must be a whole number').min(min, atLeast(min)).max(max, atMost(max));

/** As `cleanName` stores it. Checks the length before cleaning. */
export const name = () =>
  z.string().transform((raw, context) => {
    const verdict = cleanName(raw);
    if ('name' in verdict) return verdict.name;
    context.addIssue({ code: 'custom', message: verdict.problem });
    return z.NEVER;
  });

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** No control characters, changes of writing direction or half surrogates. */
export const isWritable = (text: string): boolean => text.isWellFormed() && !UNWRITABLE.test(text);

/** White space allowed around a text beyond its limit, in characters: pasted text often has some. */
const AROUND = 500;

/** Trimmed; `max` in code points; visible when `min` is above 0. */
export const text = (max: number, min = 0) =>
  bounded(max + AROUND, `is longer than ${max} characters`)
    .transform((raw) => raw.trim())
    .pipe(
      bounded(max)
        .min(min, { error: 'is missing', abort: true })
        .refine(isWritable, { error: 'holds characters that cannot be shown', abort: true })
        .refine((value) => min === 0 || isVisible(value), 'is missing'),
    );

/** http or https, at most 500 characters, no user name. */
export const link = () =>
  text(LINK_LIMIT, 1).superRefine((value, context) => {
    const problem = linkProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

/** Longer than the longest valid form: 2025-11-14T17:00:00.000000000+00:00 has 35 characters. */
const LONGEST_MOMENT = 40;

/** ISO 8601 with offset or Z; stored as UTC with milliseconds and a four-digit year, so that texts sort by time. */
export const moment = () =>
  bounded(LONGEST_MOMENT, 'is not an ISO 8601 time')
    // For the OpenAPI page, which shows the first part of a pipe.
    .meta({ format: 'date-time' })
    .pipe(z.iso.datetime({ offset: true, error: 'is not an ISO 8601 time' }))
    .transform((value) => new Date(value).toISOString())
    .refine((value) => value >= '2000' && value < '2200', 'must be in the years 2000 to 2199');

/** At most 254 characters (RFC 5321), checked before the pattern. */
export const email = () => bounded(254).meta({ format: 'email' }).pipe(z.email('is not an email address'));

/** Refuses NUL, which PostgreSQL cannot store in text. */
export const id = () => bounded(64, 'is not an id').regex(/^[\w-]+$/, 'is not an id');

export const storable = (max: number) =>
  bounded(max).refine((text) => text.isWellFormed() && !text.includes('\0'), 'holds characters that cannot be stored');

/** Serialising recurses as deep as the value. */
export const shallowJson = (levels: number) =>
  z.unknown().refine((value) => isShallow(value, levels), {
    error: `is nested more than ${levels} levels deep`,
    abort: true,
  });

const isShallow = (value: unknown, levels: number): boolean =>
  !isObject(value) || (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

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

/** Parsing must leave a stored value unchanged: a shape that trims refuses an untrimmed text. */
function problemsIn(shape: z.ZodType, value: unknown): Problem[] {
  const read = shape.safeParse(value, { reportInput: true });
  if (!read.success) return read.error.issues.map((issue) => ({ path: issue.path, message: predicate(issue) }));
  const path = firstDifference(read.data, value);
  return path === null ? [] : [{ path, message: 'is not as Boardwalk writes it' }];
}

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
