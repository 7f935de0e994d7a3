/** Differences between the two sides of a change, in words. */
import type { AuditEntry } from '../contract.ts';

/** One changed field; null on the side where it did not exist. */
export type Difference = { readonly field: string; readonly before: string | null; readonly after: string | null };

const NEVER_SAID = new Set(['id', 'eventId', 'matchId', 'gameType', 'mine', 'completedAt', 'editRevision', 'revision']);
const LONGEST = 120;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** 'startTime' as people say it: 'start time'. */
const wordsOf = (field: string): string =>
  field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

const partsOf = (value: unknown): Record<string, unknown> => {
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  return { value };
};

const sayWith =
  (sayMoment: (iso: string) => string) =>
  (value: unknown): string => {
    if (value === null || value === undefined || value === '') return 'none';
    if (value === true) return 'yes';
    if (value === false) return 'no';
    if (typeof value === 'number') return value.toLocaleString('en-US');
    const isList = Array.isArray(value) && value.every((part) => typeof part === 'string');
    const text = typeof value === 'string' ? value : isList ? value.join(', ') : JSON.stringify(value);
    if (MOMENT.test(text)) return sayMoment(text);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  };

/** Returns the fields that differ between before and after; all fields of what is new or deleted. */
export const differences = (
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  sayMoment: (iso: string) => string,
): Difference[] => {
  const [was, is] = [partsOf(before), partsOf(after)];
  const say = sayWith(sayMoment);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !NEVER_SAID.has(field));
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({
      field: wordsOf(field),
      before: field in was ? say(was[field]) : null,
      after: field in is ? say(is[field]) : null,
    }));
};
