import { expect, it } from 'vitest';
import { testApp } from '#testing/app.ts';

type Operation = {
  summary: string;
  'x-who': string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[] } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};
type Page = { openapi: string; info: object; paths: Record<string, Record<string, Operation>>; components: object };

async function readPage() {
  const app = await testApp();
  const page = (await app.browser().send('GET /api/openapi.json')).json<Page>();
  const operations = Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  );
  return { app, page, operations };
}

it('lists every endpoint of the contracts, with its callers and responses', async () => {
  const { app, page, operations } = await readPage();
  expect([page.openapi, page.info]).toEqual(['3.1.0', { title: expect.any(String), version: expect.any(String) }]);
  expect(
    operations.map(({ call, operation }) => ({
      call,
      who: operation['x-who'],
      statuses: Object.keys(operation.responses),
    })),
  ).toEqual(
    expect.arrayContaining(
      app.endpoints.map(({ route, who, status, accepted }) => ({
        ...{ call: route, who },
        statuses: [`${status}`, ...(accepted === undefined ? [] : ['202']), 'default'],
      })),
    ),
  );
  expect(operations).toHaveLength(app.endpoints.length);
});

it('is valid OpenAPI: every path parameter declared, every operation described, every shape a JSON Schema', async () => {
  const { app, operations } = await readPage();
  for (const { call, operation } of operations) {
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(declared, call).toEqual([...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const parameter of operation.parameters) {
      expect(parameter).toEqual({
        name: expect.any(String),
        in: expect.stringMatching(/^(path|query|header)$/),
        required: expect.any(Boolean),
        schema: expect.objectContaining({ type: expect.stringMatching(/^(string|integer)$/) }),
      });
    }
    expect(operation.summary, call).toMatch(/^[A-Z].+\.$/);
    const endpoint = app.endpoints.find((one) => one.route === call) ?? {};
    expect(operation.requestBody !== undefined, call).toBe('body' in endpoint || 'bytes' in endpoint);
    for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
    expect(JSON.stringify(operation)).not.toMatch(/"\$ref"|"\$schema"/);
  }
});

it('describes pictures as bytes', async () => {
  const { page } = await readPage();
  const sent = page.paths['/api/pictures']?.post?.requestBody;
  expect(sent).toEqual({ required: true, content: { 'image/png': {}, 'image/jpeg': {}, 'image/webp': {} } });
  expect(page.paths['/pictures/{id}']?.get?.responses[200]?.content).toEqual({ 'image/*': {} });
});

it('describes a registration and an event', async () => {
  const { page } = await readPage();
  expect(page.paths['/api/rsvps']?.post).toMatchObject({
    parameters: [
      { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              eventId: { type: 'string' },
              playerName: { type: 'string' },
              playerEmail: { type: 'string' },
              playerNames: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 6 },
            },
            required: ['eventId'],
          },
        },
      },
    },
  });
  expect(page.paths['/api/events']?.get?.responses['200']).toMatchObject({
    content: {
      'application/json': {
        schema: {
          type: 'array',
          items: { type: 'object', properties: { capacity: { type: 'number' }, googleDocUrl: {}, status: {} } },
        },
      },
    },
  });
});

it('says which helpers may make an organiser’s call, and which cookies count', async () => {
  const { page } = await readPage();
  expect(page.paths['/api/events/{id}/late']?.put).toMatchObject({
    description: 'Needs an admin session. Also for helpers at an event of their scope: host.',
    'x-helpers': ['host'],
    security: [{ admin: [] }, { helper: [] }],
  });
  expect(page.paths['/api/helpers']?.get).not.toHaveProperty('x-helpers');
  expect(page.components).toMatchObject({ securitySchemes: { helper: { in: 'cookie', name: 'fest_helper' } } });
});
