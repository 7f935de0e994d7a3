/** Shapes of stored values, for imported festivals. */
import { z } from 'zod';
import { bounded } from '#platform/contract.ts';
import { predicate } from '#platform/issues.ts';

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
