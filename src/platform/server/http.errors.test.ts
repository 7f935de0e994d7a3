import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { Refusal, raced } from '#platform/refusal.ts';
import { errorMapper } from './http.ts';

/** Returns the response and the log lines for an error. */
function answerTo(error: unknown, translate: (error: unknown) => unknown = (raw) => raw) {
  const got = { status: 0, headers: {} as Record<string, unknown>, body: {} as unknown, logged: [] as string[] };
  const reply = {
    code(status: number) {
      got.status = status;
      return reply;
    },
    header(name: string, value: unknown) {
      got.headers[name] = value;
      return reply;
    },
    send(body: unknown) {
      got.body = body;
      return reply;
    },
  };
  const warned = ({ reason }: { reason: string }) => void got.logged.push(`warn: ${reason}`);
  const log = { error: () => void got.logged.push('error'), warn: warned };
  errorMapper(translate)(error as FastifyError, { log } as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return got;
}

const coded = (code: string, statusCode?: number) => Object.assign(new Error('secret detail'), { code, statusCode });
const broken = { code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' };

it('the error handler sends: a refusal with its status and body', () => {
  const refusal = new Refusal('EVENT_FULL', 'This event is full.', { field: 'eventId' });
  expect(answerTo(refusal)).toEqual({ status: 409, headers: {}, body: refusal.body, logged: [] });
});

it.each([
  [3, 3],
  [0.2, 1],
  [2.1, 3],
])('the error handler sends: Retry-After for a wait of %s s as %s', (retryAfter, told) => {
  const refusal = new Refusal('TOO_FAST', 'Wait.', { retryAfter });
  expect(answerTo(refusal)).toMatchObject({ status: 429, headers: { 'retry-after': told } });
});

it.each([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'NOT_JSON'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'TOO_LARGE'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'BAD_JSON'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'BAD_JSON'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'BAD_JSON'],
  ['FST_ERR_BAD_URL', 400, 'BAD_JSON'],
])('the error handler sends: our own message for the library error %s', (library, status, code) => {
  expect(answerTo(coded(library, 400))).toMatchObject({ status, body: { code }, logged: [] });
  expect(JSON.stringify(answerTo(coded(library, 400)).body)).not.toContain('secret');
});

it('the error handler sends: the refusal that the layer below translates the error to', () => {
  const busy = new Refusal('BUSY', 'Away.', { retryAfter: 2 });
  expect(answerTo(new Error('x'), () => busy)).toEqual({
    status: 503,
    headers: { 'retry-after': 2 },
    body: busy.body,
    logged: ['warn: x'],
  });
});

it('the error handler sends logs why two requests met, which the response does not say', () => {
  const { body, logged } = answerTo(raced('the key was rolled back'));
  expect([body, logged]).toEqual([{ code: 'BUSY', message: 'Please try again.' }, ['warn: the key was rolled back']]);
});

it.each([
  new Error('secret detail'),
  coded('SQLITE', 500),
  coded('23505'),
  Object.assign(new Error(), { statusCode: 302 }),
])('the error handler sends: a plain 500 without detail for %o', (error) => {
  expect(answerTo(error)).toEqual({ status: 500, headers: {}, body: broken, logged: ['error'] });
});

it('every code has one status, and the body only the fields that are set', () => {
  expect(new Refusal('KEY_REUSED', 'x')).toMatchObject({ status: 422, body: { code: 'KEY_REUSED', message: 'x' } });
  expect(Object.keys(new Refusal('KEY_REUSED', 'x').body)).toEqual(['code', 'message']);
  expect(Object.keys(new Refusal('BAD_INPUT', 'x', { field: 'f' }).body)).toEqual(['code', 'message', 'field']);
});
