/** Parses requests by their contracts, or reports the first problem in one sentence. */
import { z } from 'zod';
import { predicate } from '#platform/issues.ts';
import { Refusal } from '#platform/refusal.ts';

/** @throws Refusal BAD_INPUT naming the field. */
export function parseBody<S extends z.ZodObject>(shape: S, body: unknown): z.output<S> {
  const result = shape.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined || issue.path.length === 0)
    throw new Refusal('BAD_INPUT', 'The request needs a JSON object as its body.');
  throw new Refusal('BAD_INPUT', `${spoken(shape, issue.path)} ${predicate(issue)}.`, { field: issue.path.join('.') });
}

/** A path parameter of the wrong form cannot name anything. @throws Refusal NOT_FOUND. */
export function parseParams<S extends z.ZodObject>(shape: S, params: unknown): z.output<S> {
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  throw new Refusal('NOT_FOUND', 'There is nothing at this address.');
}

/** The title a contract gives a field whose name is not plain English. */
const titleOf = (schema: unknown): string | undefined => {
  if (!(schema instanceof z.ZodType)) return undefined;
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return schema.meta()?.title ?? titleOf(wrapped);
};

/** 'startTime' becomes 'Start time'; inside a list it is 'Name in row 3'. */
function spoken(shape: z.ZodObject, path: readonly PropertyKey[]): string {
  const [field, row, ...inner] = path;
  const called = path.length === 1 ? titleOf(shape.shape[String(field)]) : undefined;
  if (called !== undefined) return called;
  if (typeof row !== 'number') return asWords(path.join('.'));
  return inner.length === 0 ? `Row ${row + 1}` : `${asWords(inner.join('.'))} in row ${row + 1}`;
}

const asWords = (field: string): string => {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
