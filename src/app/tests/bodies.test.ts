import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { seen, sharedApp } from '#testing/app.ts';
import { DIALECTS, everyRow } from '#testing/database.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const notAnObject = { code: 'BAD_INPUT', message: 'The request needs a JSON object as its body.' };
const notJson = {
  code: 'NOT_JSON',
  message:
    'Send the body as JSON (Content-Type: application/json), a picture as PNG, JPEG or WebP (image/png, image/jpeg or image/webp).',
};
const invalid = { code: 'BAD_JSON', message: 'The body is not valid JSON.' };
const tooLarge = { code: 'TOO_LARGE', message: 'That is larger than the server accepts here.' };

const tooDeep = { code: 'BAD_JSON', message: 'The body nests lists or objects too deeply.' };

/** Bodies that no endpoint accepts: description, bytes, headers and response. */
const NEVER: [what: string, sent: string | Buffer | undefined, headers: Record<string, string>, answer: object][] = [
  ['no body at all', undefined, {}, { status: 400, body: notAnObject }],
  ['an empty body said to be JSON', '', JSON_TYPE, { status: 400, body: notAnObject }],
  ['half an object', '{"a":', JSON_TYPE, { status: 400, body: invalid }],
  ['a comma too many', '{"a":1,}', JSON_TYPE, { status: 400, body: invalid }],
  ['NaN', '{"a":NaN}', JSON_TYPE, { status: 400, body: invalid }],
  ['null', 'null', JSON_TYPE, { status: 400, body: notAnObject }],
  ['a list', '[]', JSON_TYPE, { status: 400, body: notAnObject }],
  ['a list of an object', '[{}]', JSON_TYPE, { status: 400, body: notAnObject }],
  ['a text', '"text"', JSON_TYPE, { status: 400, body: notAnObject }],
  ['a number', '16', JSON_TYPE, { status: 400, body: notAnObject }],
  ['a very deep list', '['.repeat(8000) + ']'.repeat(8000), JSON_TYPE, { status: 400, body: tooDeep }],
  ['a deep list in an object', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, JSON_TYPE, { status: 400, body: tooDeep }],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    JSON_TYPE,
    { status: 400, body: { code: 'BAD_JSON', message: 'The body is not valid UTF-8.' } },
  ],
  ['plain text', '{}', { 'content-type': 'text/plain' }, { status: 415, body: notJson }],
  ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, { status: 415, body: notJson }],
  ['a form with files', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }, { status: 415, body: notJson }],
  ['an invalid type', '{}', { 'content-type': 'json' }, { status: 415, body: notJson }],
];

const POISON: [what: string, sent: string][] = [
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{"isAdmin":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['__proto__ further in', '{"title":{"__proto__":{"isAdmin":true}}}'],
];

const shared = sharedApp();

/** Every endpoint with a body, on existing things, by a browser that may call it. */
async function callsWithBody() {
  const app = shared();
  const id = await app.event();
  const admin = await app.admin();
  const calls = app.endpoints.filter(({ body }) => body !== undefined);
  const send = ({ route }: Endpoint, sent: unknown, headers: Record<string, string>): Promise<LightMyRequestResponse> =>
    admin.send(route.replace('{id}', id).replace('{name}', 'arcade').replace('{code}', 'K7QPX'), sent, headers);
  return { calls, send, rows: () => everyRow(app.context.db) };
}

it.each(NEVER)('every call with a body refuses: %s', async (_, sent, headers, answer) => {
  const { calls, send, rows } = await callsWithBody();
  const before = await rows();
  expect(calls.length).toBeGreaterThan(4);
  const refused = sent ? calls : calls.filter((call) => !call.bodyOptional);
  for (const call of refused) expect(seen(await send(call, sent, headers)), call.route).toEqual(answer);
  expect(await rows()).toEqual(before);
});

it('every call with a body refuses: one byte more than allowed', async () => {
  const { calls, send, rows } = await callsWithBody();
  const before = await rows();
  expect(calls.filter(({ bodyLimit }) => bodyLimit === undefined).length).toBeGreaterThan(4);
  for (const call of calls) {
    const sent = `{"a":"${'a'.repeat((call.bodyLimit ?? 16 * 1024) - 7)}"}`;
    expect(seen(await send(call, sent, JSON_TYPE)), call.route).toEqual({ status: 413, body: tooLarge });
  }
  expect(await rows()).toEqual(before);
});

it.each(POISON)('every call with a body refuses keys that could pollute prototypes: %s', async (_, sent) => {
  const { calls, send, rows } = await callsWithBody();
  const before = await rows();
  for (const call of calls) {
    expect(seen(await send(call, sent, JSON_TYPE)), call.route).toEqual({ status: 400, body: invalid });
  }
  expect(await rows()).toEqual(before);
  expect('isAdmin' in {}).toBe(false);
});

it('every call with a body refuses: an event behind a foreign address, before it looks at it', async () => {
  const { calls, rows } = await callsWithBody();
  const before = await rows();
  for (const { route } of calls.filter(({ who }) => who === 'admin')) {
    const answer = await shared().browser().send(route.replace('{id}', 'x'), { title: 7 });
    expect(seen(answer)).toEqual({ status: 401, body: { code: 'LOCKED', message: 'Unlock admin mode first.' } });
  }
  expect(await rows()).toEqual(before);
});

it('takes an empty body said to be JSON for none, where a call needs none', async () => {
  const admin = await shared().admin();
  const { id } = (await admin.send('POST /api/users', { name: 'Empty' })).json<{ id: string }>();
  expect((await admin.send(`DELETE /api/users/${id}`, '', JSON_TYPE)).statusCode).toBe(204);
  expect((await admin.send('POST /api/admin/logout', '', JSON_TYPE)).statusCode).toBe(204);
});

it('accepts a body of exactly 16 KiB, and charset and case in its type', async () => {
  const padding = 'a'.repeat(16 * 1024 - JSON.stringify({ name: 'Alex', more: '' }).length);
  const answer = await shared()
    .browser()
    .send('POST /api/users', JSON.stringify({ name: 'Alex', more: padding }), {
      'content-type': 'Application/JSON; charset=utf-8',
    });
  expect(seen(answer)).toEqual({ status: 201, body: { id: expect.any(String), name: 'Alex', score: 0, revision: 1 } });
});

it('checks a larger body in the same way', async () => {
  const admin = await shared().admin();
  const send = async (updates: string) =>
    seen(
      await admin.send(
        'POST /api/users/bulk-scores',
        `{"fileName":"a.csv","fileType":"csv","updates":[${updates}]}${' '.repeat(20_000)}`,
        JSON_TYPE,
      ),
    );
  expect(await send('{"name":"Bo","score":5}')).toEqual({ status: 200, body: { updated: 0, created: 1, failed: 0 } });
  expect(await send('{"name":"Alex","score":}')).toEqual({ status: 400, body: invalid });
  expect(await send(`${'['.repeat(40)}${']'.repeat(40)}`)).toEqual({ status: 400, body: tooDeep });
  expect(await send('{"name":"Alex","score":5},{"name":"Bo"}')).toEqual({
    status: 400,
    body: { code: 'BAD_INPUT', message: 'Score in row 2 is missing.', field: 'updates.1.score' },
  });
  expect(await send('')).toEqual({
    status: 400,
    body: { code: 'BAD_INPUT', message: 'Updates has no rows.', field: 'updates' },
  });
  const rows = Array(5001).fill('{"name":"Alex","score":5}').join(',');
  expect(await send(rows)).toMatchObject({ status: 400, body: { field: 'updates' } });
});

describe('an address of the wrong form', () => {
  const gone = { status: 404, body: { code: expect.any(String), message: expect.any(String) } };

  const IDS = {
    'too long': 'x'.repeat(65),
    'longer than any router takes': 'x'.repeat(3000),
    NUL: '%00',
    'NUL inside': 'a%00b',
    dots: '..%2f..%2fetc',
    quotes: "'%20or%201=1--",
    'a bidi override': '%E2%80%AE',
  };

  it.each(DIALECTS)('names nothing, on %s', async () => {
    const admin = await shared().admin();
    for (const [what, id] of Object.entries(IDS)) {
      expect(seen(await admin.send(`DELETE /api/rsvps/${id}`)), what).toEqual(gone);
      expect(seen(await admin.send(`DELETE /api/events/${id}`)), what).toEqual(gone);
      expect(seen(await admin.send(`PATCH /api/events/${id}`, { title: 'x' })), what).toEqual(gone);
      expect(seen(await admin.send(`PATCH /api/events/${id}/status`, { status: 'completed' })), what).toEqual(gone);
    }
  });

  it.each(['%E0%A4%A', '%ED%A0%80', '%', '%zz'])('cannot be read with broken escapes: %s', async (broken) => {
    const answer = await shared().browser().send(`GET /api/${broken}`);
    const unreadable = { status: 400, body: { code: 'BAD_JSON', message: 'The request could not be read.' } };
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(seen(answer)).toEqual(unreadable);
  });
});
