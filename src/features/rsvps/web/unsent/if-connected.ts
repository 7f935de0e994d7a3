import { useEffect } from 'react';
import { onTouched } from '#platform/web/api.ts';
import { connectedNow } from '#platform/web/connection.ts';
import { hasUnsent } from '#platform/web/unsent.ts';
import type { Senders } from '#platform/web/unsent-sender.ts';
import { NotTried, PLACE } from './place-writes.ts';

export const PLACE_SENDERS: Senders = { [PLACE]: () => import('./send.ts').then(({ placeSender }) => placeSender) };

/** Returns what sends registrations, cancellations and waiting entries. They are dropped when the visitor is forgotten here. */
export function usePlaceSenders(): Senders {
  useEffect(() => onTouched((topics) => topics.includes('visitor') && hasUnsent() && void dropIfForgotten()), []);
  return PLACE_SENDERS;
}

const dropIfForgotten = async () => (await import('./send.ts')).dropIfForgotten();

/**
 * Sends a write after those that wait, so that the order stays, and a new device knows its first visitor. Without a
 * connection it does not try, because somebody would wait for the time limit. @throws NotTried.
 */
export async function sendIfConnected<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (hasUnsent() && isConnected()) {
    // A failure of earlier writes does not stop this one.
    await import('#platform/web/unsent-sender.ts').then(({ sendAll }) => sendAll(PLACE_SENDERS)).catch(() => undefined);
  }
  if (!isConnected()) throw new NotTried('No connection');
  return send();
}

const isConnected = (): boolean => connectedNow() && navigator.onLine;
