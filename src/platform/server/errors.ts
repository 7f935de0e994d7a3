/** The one place where what went wrong becomes an answer. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';

/** What the server library refuses by itself, in our words. */
const LIBRARY: Record<string, () => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal('NOT_JSON', 'Send the body as JSON (Content-Type: application/json).'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('TOO_LARGE', 'That is more than this call accepts.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Refusal('BAD_JSON', 'The body is announced as JSON but is empty.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Refusal('BAD_JSON', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('BAD_JSON', 'The body is not as long as announced.'),
};

/** `translate` turns errors of lower layers (a database that is away) into refusals, or hands them back. */
export function errorMapper(translate: (error: unknown) => unknown) {
  return (raw: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = refusalOf(raw, translate);
    if (error === null) {
      request.log.error({ err: tellable(raw) }, 'unexpected error');
      void reply.code(500).send({ code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' });
      return;
    }
    if (error.status >= 500) request.log.warn({ reason: raw.message }, 'cannot serve just now');
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
    void reply.code(error.status).send(error.body);
  };
}

/**
 * What the log may know of an error. PostgreSQL's carry the row that a constraint refused, with names and e-mails in it, so
 * that only what is listed here is told.
 */
function tellable(error: Error & { code?: unknown }): object {
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause instanceof Error ? { cause: tellable(cause) } : {}) };
}

function refusalOf(raw: FastifyError, translate: (error: unknown) => unknown): Refusal | null {
  if (raw instanceof Refusal) return raw;
  const known = LIBRARY[raw.code];
  if (known !== undefined) return known();
  // Anything else the library found wrong with the request itself: malformed JSON, a bad address, an aborted body.
  if (raw.statusCode !== undefined && raw.statusCode >= 400 && raw.statusCode < 500) {
    return new Refusal('BAD_JSON', 'The request could not be read.');
  }
  const translated = translate(raw);
  return translated instanceof Refusal ? translated : null;
}
