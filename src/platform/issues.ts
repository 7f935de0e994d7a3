/** Zod issues in the program's own words. */
import type { z } from 'zod';

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
