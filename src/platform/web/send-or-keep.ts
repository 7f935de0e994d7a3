/** For calls that may be sent twice without harm: sent at once, or kept on the device until the network is back, in order. */
import { HOUR } from '../durations.ts';
import { ApiError, newIdempotencyKey } from './api.ts';
import { now } from './clock.tsx';
import { connectedNow, NoConnection } from './connection.ts';
import { showError } from './ui/toast.ts';
import { needsPerson, OUTCOMES, type Unsent } from './unsent.ts';
import type { Sender } from './unsent-sender.ts';
import { unsentNow } from './use-unsent.ts';

const LONGEST_MS = 2 * HOUR;

/** Returns the answer; null when it waits. What was kept before of this kind goes first. @throws ApiError. */
export async function sendOrKeep<Body, Answer>(
  kind: string,
  body: Body,
  send: (body: Body) => Promise<Answer>,
): Promise<Answer | null> {
  try {
    if (!connectedNow() || unsentNow(kind).unsent.length > 0) throw new NoConnection('No connection');
    return await send(body);
  } catch (error) {
    if (!(error instanceof NoConnection)) throw error;
    const { addUnsent } = await import('./unsent-writes.ts');
    const until = new Date(now() + LONGEST_MS).toISOString();
    await addUnsent({ id: newIdempotencyKey(), kind, body, until, sent: true });
    return null;
  }
}

/** Sends what was kept. One that is refused is told, and holds up nothing. */
export const keptSender = <Body>(send: (body: Body) => Promise<unknown>, refused: string): Sender => ({
  inOrder: true,
  send: async ({ body, until }: Unsent<Body>) => {
    // Also of what was begun: sent late, it would do something else.
    if (now() > Date.parse(until)) {
      showError(OUTCOMES.closed.sentence, refused);
      return null;
    }
    await send(body).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500 || needsPerson(error))
        throw error;
      showError(error.sentence ?? 'Please try again.', refused);
    });
    return null;
  },
});

/** Call it where something may soon be kept: without network the code could not be loaded any more. */
export const prepareToKeep = (): void => void import('./unsent-writes.ts').catch(() => undefined);
