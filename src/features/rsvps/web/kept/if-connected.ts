import { connectedNow } from '#platform/web/connection.ts';
import { isMarked } from '#platform/web/kept-mark.ts';
import { KEPT_KIND, NotTried } from './shape.ts';

/**
 * Sends a write after those that wait, so that the order stays, and a new device knows its first visitor. Without a
 * connection it does not try, because somebody would wait for the time limit. @throws NotTried.
 */
export async function sendIfConnected<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (isMarked(KEPT_KIND) && isConnected()) {
    // Whatever keeps them waiting, this write gets an answer of its own.
    await import('./send.ts').then(({ sendPlaces }) => sendPlaces()).catch(() => undefined);
  }
  if (!isConnected()) throw new NotTried('No connection');
  return send();
}

const isConnected = (): boolean => connectedNow() && navigator.onLine;
