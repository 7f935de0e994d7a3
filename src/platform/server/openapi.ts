import { z } from 'zod';
import type { Endpoint } from '#platform/contract.ts';

type Shape = Record<string, unknown>;

const jsonShape = (schema: z.ZodType, io: 'input' | 'output'): Shape => {
  // Cleaned names and times are transforms; both sides are strings on the wire.
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return shape;
};

const REFUSAL: Shape = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    field: { type: 'string' },
    clears: { type: 'array', items: { type: 'string' } },
    missing: { type: 'array', items: { type: 'string' } },
  },
  required: ['code', 'message'],
};

const json = (schema: Shape): Shape => ({ 'application/json': { schema } });
/** In OpenAPI 3.1 responses of bytes have a media type and no schema. */
const content = ({ mediaType }: Endpoint, answer: z.ZodType): Shape =>
  mediaType === undefined ? json(jsonShape(answer, 'output')) : { [mediaType]: {} };

const PERMISSION = {
  anyone: 'Anyone may call.',
  visitor: 'Needs the device cookie.',
  owner: 'Needs the device cookie of the owner, or an admin session.',
  admin: 'Needs an admin session.',
} as const;

function parameters(endpoint: Endpoint): Shape[] {
  const of = (schema: z.ZodObject | undefined, location: 'path' | 'query') => {
    const { properties = {}, required = [] } =
      schema === undefined ? {} : (jsonShape(schema, 'input') as { properties?: Shape; required?: string[] });
    return Object.entries(properties).map(([name, shape]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema: shape,
    }));
  };
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } };
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...(endpoint.idempotent ? [key] : [])];
}

const forHelpers = ({ helpers }: Endpoint): string[] =>
  helpers === undefined ? [] : [`Also for helpers at an event of their scope: ${helpers.roles.join(', ')}.`];

/** Any of these cookies will do. */
const cookiesOf = ({ who, helpers }: Endpoint): string[] => [
  who === 'admin' ? 'admin' : 'visitor',
  ...(helpers === undefined ? [] : ['helper']),
];

function requestBody(endpoint: Endpoint): Shape {
  if ('bytes' in endpoint)
    return { requestBody: { required: true, content: Object.fromEntries(endpoint.bytes.map((type) => [type, {}])) } };
  const { body, bodyOptional } = endpoint;
  if (body === undefined) return {};
  return { requestBody: { required: bodyOptional !== true, content: json(jsonShape(body, 'input')) } };
}

function operation(endpoint: Endpoint): Shape {
  const success =
    endpoint.answer === null
      ? { description: 'Done' }
      : { description: 'Done', content: content(endpoint, endpoint.answer) };
  return {
    summary: endpoint.summary,
    description: [PERMISSION[endpoint.who], ...forHelpers(endpoint)].join(' '),
    'x-who': endpoint.who,
    ...(endpoint.helpers === undefined ? {} : { 'x-helpers': endpoint.helpers.roles }),
    ...(endpoint.who === 'anyone' ? {} : { security: cookiesOf(endpoint).map((cookie) => ({ [cookie]: [] })) }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: {
      [endpoint.status]: success,
      ...(endpoint.accepted && { 202: { description: 'Done later', content: content(endpoint, endpoint.accepted) } }),
      default: { description: 'Refused', content: json(REFUSAL) },
    },
  };
}

export function openApi(title: string, version: string, endpoints: readonly Endpoint[]): Shape {
  const paths: Record<string, Shape> = {};
  for (const endpoint of endpoints) {
    const [method, path] = endpoint.route.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) };
  }
  const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name });
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: {
      securitySchemes: { visitor: cookie('fest_id'), admin: cookie('fest_admin'), helper: cookie('fest_helper') },
    },
  };
}
