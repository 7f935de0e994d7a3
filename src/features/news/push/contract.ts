import { z } from 'zod';
import { bounded, endpoint, maybe } from '#platform/contract.ts';
import { ENDPOINT_LIMIT, endpointProblem, KINDS } from './rules.ts';

const kinds = () => z.array(z.enum(KINDS)).max(KINDS.length);

/** In base64url without padding. */
const bytes = (count: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}$`), `is not ${count} bytes in base64url`);

/** The command refuses this machine, and the client a name with an address that is not public. */
const address = bounded(ENDPOINT_LIMIT).superRefine((value, context) => {
  const problem = endpointProblem(value, true);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

export const Subscribing = z.object({
  endpoint: address,
  /** From the browser: an uncompressed point on P-256, and the secret of RFC 8291. */
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
  /** By default the kinds that the device has; all for a new subscription. */
  kinds: maybe(kinds()),
});
export type Subscribing = z.output<typeof Subscribing>;

export const readPushKey = endpoint({
  route: 'GET /api/push/key',
  summary: 'The key with which browsers subscribe to push messages of this festival.',
  who: 'anyone',
  answer: z.object({ publicKey: z.string() }),
});

export const subscribe = endpoint({
  route: 'PUT /api/push/subscription',
  summary: 'Where this device gets push messages, and of which kinds. Answers the kinds.',
  who: 'visitor',
  body: Subscribing,
  answer: z.object({ kinds: kinds() }),
  touches: [],
});

export const unsubscribe = endpoint({
  route: 'DELETE /api/push/subscription',
  summary: 'Send this device no more push messages.',
  who: 'visitor',
  answer: null,
  status: 204,
  touches: [],
});
