/** Parses requests by their contracts, or reports the first problem in one sentence. */
import { z } from 'zod';
import { predicate } from '#platform/issues.ts';
import { Refusal } from '#platform/refusal.ts';

/** @throws Refusal BAD_INPUT naming the field. */
export function parseBody<S extends z.ZodObject>(shape: S, body: unknown): z.output<S> {
  const result = shape.safeParse(body, { reportInput: true });
  if (result.success) return result.data;
  throw badInput(shape, [], result.error);
}

/** `path` leads to the part of the body that the error is about. */
function badInput(shape: z.ZodObject, path: readonly PropertyKey[], { issues: [issue] }: z.ZodError): Refusal {
  const whole = [...path, ...(issue?.path ?? [])];
  if (issue === undefined || whole.length === 0) {
    return new Refusal('BAD_INPUT', 'The request needs a JSON object as its body.');
  }
  return new Refusal('BAD_INPUT', `${spoken(shape, whole)} ${predicate(issue)}.`, { field: whole.join('.') });
}

/** List elements parsed between two yields. */
const ELEMENTS = 50;

/**
 * Like `parseBody`, but parses the elements of long lists one by one, and refuses a list of the wrong length first.
 * Yields between elements. @throws Refusal BAD_INPUT naming the field.
 */
export function* bodyInSteps<S extends z.ZodObject>(shape: S, body: unknown): Generator<void, z.output<S>, void> {
  return (yield* read(body, shape, [])) as z.output<S>;

  function* read(value: unknown, schema: z.ZodType, path: readonly PropertyKey[]): Generator<void, unknown, void> {
    if (schema instanceof z.ZodDefault && value !== undefined) return yield* read(value, typeOf(schema.unwrap()), path);
    if (schema instanceof z.ZodArray && Array.isArray(value)) {
      parsed(withoutElements(schema), counted(schema, value), path);
      const element = typeOf(schema.element);
      const inner = listsIn(element).length > 0;
      const items: unknown[] = [];
      for (const [index, item] of value.entries()) {
        if (index % ELEMENTS === 0) yield;
        items.push(inner ? yield* read(item, element, [...path, index]) : parsed(element, item, [...path, index]));
      }
      return items;
    }
    const lists = schema instanceof z.ZodObject ? listsIn(schema) : [];
    if (!(schema instanceof z.ZodObject) || lists.length === 0 || typeof value !== 'object' || value === null) {
      return parsed(schema, value, path);
    }
    const whole = parsed(withoutLists(schema, lists), value, path) as Record<string, unknown>;
    for (const [key, list] of lists) {
      whole[key] = yield* read((value as Record<string, unknown>)[key], list, [...path, key]);
    }
    return whole;
  }

  function parsed(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): unknown {
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    throw badInput(shape, path, result.error);
  }
}

/** Zod types the parts of a schema by its core; all of ours are made by `z`. */
const typeOf = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

/** Returns the fields of an object that hold lists. */
const listsIn = (schema: z.ZodType): [string, z.ZodType][] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape as Record<string, z.ZodType>).filter(
        ([, field]) => (field instanceof z.ZodDefault ? field.unwrap() : field) instanceof z.ZodArray,
      )
    : [];

const withoutLists = memo((schema: z.ZodObject, lists: readonly [string, z.ZodType][]): z.ZodType => {
  const fields = Object.entries(schema.shape as z.ZodRawShape);
  return z.object(Object.fromEntries(fields.filter(([key]) => !lists.some(([list]) => list === key))));
});

/** Returns the list schema with its length checks and without its element schema. */
const withoutElements = memo((schema: z.ZodArray): z.ZodType => {
  const checks = (schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
  return z.array(z.unknown()).check(...checks);
});

/** Returns as many elements as the length check needs. */
const counted = (schema: z.ZodArray, value: readonly unknown[]): readonly unknown[] => {
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) => {
    const { maximum, minimum } = def as { maximum?: number; minimum?: number };
    return maximum ?? minimum ?? 0;
  });
  return value.slice(0, Math.max(0, ...limits) + 1);
};

function memo<K extends z.ZodType, R extends unknown[]>(make: (key: K, ...rest: R) => z.ZodType) {
  const made = new WeakMap<K, z.ZodType>();
  return (key: K, ...rest: R): z.ZodType => {
    const known = made.get(key) ?? make(key, ...rest);
    made.set(key, known);
    return known;
  };
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
