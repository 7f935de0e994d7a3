/** The one place that turns errors into responses. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Code, Refusal } from '#platform/refusal.ts';

/** Fastify's own errors in our words. */
const LIBRARY: Record<string, () => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Refusal(
      'NOT_JSON',
      'Send the body as JSON (Content-Type: application/json), a picture as PNG, JPEG or WebP (image/png, image/jpeg or image/webp).',
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('TOO_LARGE', 'That is larger than the server accepts here.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Refusal('BAD_JSON', 'The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('BAD_JSON', 'The body is not as long as announced.'),
};

/**
 * `translate` turns errors of lower layers (the database is unavailable) into refusals, or returns them unchanged.
 * `count` gets each refusal's code.
 */
export function errorMapper(
  translate: (error: unknown) => unknown,
  count: (code: Code | 'BROKEN', request: FastifyRequest) => void = () => undefined,
) {
  return (raw: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = refusalOf(raw, translate);
    count(error?.code ?? 'BROKEN', request);
    if (error === null) {
      request.log.error({ err: loggedFields(raw) }, 'unexpected error');
      void reply.code(500).send({ code: 'BROKEN', message: 'Something went wrong on our side. Please try again.' });
      return;
    }
    if (error.isFailure) request.log.warn({ reason: error.reason ?? raw.message }, 'temporarily unavailable');
    if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)));
    void reply.code(error.status).send(error.body);
  };
}

/**
 * Returns the fields of an error that may be logged. PostgreSQL errors carry the refused row, with names and emails,
 * so only the fields listed here are logged.
 */
function loggedFields(error: Error & { code?: unknown }): object {
  const { name, message, code, stack, cause } = error;
  return { type: name, message, code, stack, ...(cause instanceof Error ? { cause: loggedFields(cause) } : {}) };
}

function refusalOf(raw: FastifyError, translate: (error: unknown) => unknown): Refusal | null {
  if (raw instanceof Refusal) return raw;
  const refuse = LIBRARY[raw.code];
  if (refuse !== undefined) return refuse();
  // Any other 4xx of the library: a malformed URL, an aborted body.
  if (raw.statusCode !== undefined && raw.statusCode >= 400 && raw.statusCode < 500) {
    return new Refusal('BAD_JSON', 'The request could not be read.');
  }
  const translated = translate(raw);
  return translated instanceof Refusal ? translated : null;
}
