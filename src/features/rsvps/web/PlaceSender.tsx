import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MINE } from '#platform/live.ts';
import { onTouched } from '#platform/web/api.ts';
import { connectedNow, whenConnected } from '#platform/web/connection.ts';
import { isMarked } from '#platform/web/kept-mark.ts';
import { KEPT_KIND } from './kept/place-writes.ts';
import { useKept } from './state.ts';

/** Sends the registrations, cancellations and waiting entries that this device keeps. Loads the code when there are any. */
export function PlaceSender() {
  const client = useQueryClient();
  const { waiting, ended } = useKept();
  const waits = waiting.map(({ id, withdrawn }) => `${id} ${withdrawn}`).join();
  useEffect(() => (waits === '' ? undefined : sendWhenLoaded()), [waits]);
  const ends = ended.map(({ id }) => id).join();
  // Another tab may have sent it, and with the first place even the visitor is new to this one.
  useEffect(() => {
    if (ends !== '') void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === MINE });
  }, [ends, client]);
  useEffect(
    () => onTouched((topics) => topics.includes('visitor') && isMarked(KEPT_KIND) && void dropIfForgotten()),
    [],
  );
  return null;
}

/** Returns a function that stops. */
function sendWhenLoaded(): () => void {
  let stop = () => {};
  let isLeft = false;
  const load = async () => {
    stop();
    const { startSending } = await import('./kept/sending.ts');
    if (!isLeft) stop = startSending();
  };
  const tryToLoad = () => void load().catch(() => undefined);
  // A browser may never ask again for code that did not load.
  stop = whenConnected(tryToLoad);
  if (connectedNow()) tryToLoad();
  return () => {
    isLeft = true;
    stop();
  };
}

const dropIfForgotten = async () => (await import('./kept/send.ts')).dropIfForgotten();
