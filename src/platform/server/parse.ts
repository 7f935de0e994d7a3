/** Reports only the first problem, in one sentence. */

import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { predicate } from '../contract.ts';
import { Refusal } from '../refusal.ts';

/** `JSON.parse` takes 115 ms for 2 MiB of `[[[…`, so JSON from outside has at most `DEEPEST` levels. */
export class JsonProblem extends Error {}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** A festival's export has nine levels. */
export const DEEPEST = 32;

export function checkJson(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new JsonProblem('The body is not valid UTF-8.');
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth++;
      if (depth > DEEPEST) throw new JsonProblem('The body nests lists or objects too deeply.');
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
}

export function parseBody<S extends z.ZodObject>(shape: S, body: unknown): z.output<S> {
  const result = shape.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined || issue.path.length === 0)
    throw new Refusal('BAD_INPUT', 'The request needs a JSON object as its body.');
  throw new Refusal('BAD_INPUT', `${spoken(shape, issue.path)} ${predicate(issue)}.`, { field: issue.path.join('.') });
}

/** A path parameter of the wrong form cannot name anything, so it is NOT_FOUND. */
export function parseParams<S extends z.ZodObject>(shape: S, params: unknown): z.output<S> {
  const result = shape.safeParse(params);
  if (result.success) return result.data;
  throw new Refusal('NOT_FOUND', 'There is nothing at this address.');
}

/** For fields whose name is not plain English. */
const titleOf = (schema: unknown): string | undefined => {
  if (!(schema instanceof z.ZodType)) return undefined;
  const wrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return schema.meta()?.title ?? titleOf(wrapped);
};

/** 'startTime' → 'Start time'; in a list 'Name in row 3'. */
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
