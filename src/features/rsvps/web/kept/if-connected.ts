import { connectedNow } from '#platform/web/connection.ts';
import { isMarked } from '#platform/web/kept-mark.ts';
import { KEPT_KIND, NotTried } from './place-writes.ts';

/**
 * Sends a write after those that wait, so that the order stays, and a new device knows its first visitor. Without a
 * connection it does not try, because somebody would wait for the time limit. @throws NotTried.
 */
export async function sendIfConnected<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (isMarked(KEPT_KIND) && isConnected()) {
    // A failure of earlier writes does not stop this one.
    await import('./send.ts').then(({ sendPlaces }) => sendPlaces()).catch(() => undefined);
  }
  if (!isConnected()) throw new NotTried('No connection');
  return send();
}

const isConnected = (): boolean => connectedNow() && navigator.onLine;
