/** Makes a valid body from its JSON Schema, so that new endpoints need no example. */
import { z } from 'zod';

export type Shape = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
};

export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

const ID = '01890000-0000-7000-8000-000000000000';

/** Returns an example text; `next` makes each different, because names must be unique. */
function exampleText({ format, pattern }: Shape, next: () => number): string {
  if (format === 'date-time') return '2025-11-14T23:00:00.000Z';
  if (format === 'email') return `somebody${next()}@example.org`;
  return pattern === undefined ? `Example ${next()}` : ID;
}

/** Only required fields, and null where it is allowed. */
export function exampleOf(shape: Shape, next: () => number): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) {
    return exampleOf(choices.find(({ type }) => type === 'null') ?? choices[0] ?? {}, next);
  }
  switch (shape.type) {
    case 'object': {
      const wanted = Object.entries(shape.properties ?? {}).filter(([name]) => shape.required?.includes(name));
      return Object.fromEntries(wanted.map(([name, inner]) => [name, exampleOf(inner, next)]));
    }
    case 'array':
      if (shape.prefixItems !== undefined) return shape.prefixItems.map((inner) => exampleOf(inner, next));
      return Array.from({ length: shape.minItems ?? 0 }, () => exampleOf(shape.items ?? {}, next));
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, 0);
    case 'boolean':
      return true;
    case 'string':
      return exampleText(shape, next);
    default:
      return null;
  }
}
