/** Sends taps that waited for a network, in the order they were made. Loaded when there are any. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/web/api.ts';
import { connectedNow, NoConnection, whenConnected } from '#platform/web/connection.ts';
import { onKeptWrites } from '#platform/web/kept-mark.ts';
import { keptWrites, type SendResult, sendKept } from '#platform/web/kept-writes.ts';
import { agesInOrder, type DoorTap, warningFor } from '../../rules/waiting-taps.ts';
import { sendTap, staffListQuery } from '../queries.ts';
import { DOOR } from '../state.ts';
import { ageNow, dropOldTaps, type KeptTap, type TapEnd } from './kept-taps.ts';

const AGAIN_MS = 5_000;
/** After a pass that left taps behind which the server fails to handle. */
const STUCK_AGAIN_MS = 60_000;

/** Sends now, whenever the connection returns or the page is looked at, and after a pause. Returns a function that stops. */
export function startSending(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isAskedAgain = false;
  let isStopped = false;
  const pass = async (): Promise<void> => {
    isAskedAgain = isSending;
    if (isSending || isStopped || !connectedNow()) return;
    isSending = true;
    clearTimeout(timer);
    const result = await sendAll(client).catch((failure: unknown) => ({ failure }));
    isSending = false;
    if (isStopped) return;
    if (typeof result === 'object') {
      const seconds = result.failure instanceof ApiError ? (result.failure.retryAfter ?? 0) : 0;
      timer = setTimeout(pass, Math.max(AGAIN_MS, seconds * 1_000));
      return;
    }
    // Tapped while the others were sent.
    if (isAskedAgain) return pass();
    if (result === 'some') timer = setTimeout(pass, STUCK_AGAIN_MS);
  };
  const soon = () => void pass();
  const listening = [whenConnected(soon), onKeptWrites(DOOR, soon)];
  document.addEventListener('visibilitychange', soon);
  soon();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stopListening of listening) stopListening();
    document.removeEventListener('visibilitychange', soon);
  };
}

/**
 * Returns whether some failed alone, to be tried again. Throws when sending must stop; the taps stay queued, as they do when
 * admin mode went off, until it is on again.
 */
async function sendAll(client: QueryClient): Promise<'all' | 'some'> {
  await dropOldTaps();
  let result: 'all' | 'some' = 'all';
  await sendKept<DoorTap, TapEnd>(DOOR, async (tap) => {
    const sent = await sendOne(client, tap);
    if (sent === 'later') result = 'some';
    return sent;
  });
  return result;
}

async function sendOne(client: QueryClient, { id, body }: KeptTap): Promise<SendResult<TapEnd>> {
  const waiting = (await keptWrites<DoorTap, TapEnd>(DOOR)).filter(({ end }) => end === undefined);
  const ages = agesInOrder(waiting.map(ageNow));
  const age = ages[waiting.findIndex((tap) => tap.id === id)];
  try {
    const place = await sendTap(body, { tapId: id, ...(age === undefined ? {} : { age }) });
    client.setQueryData(staffListQuery(body.eventId).queryKey, (list) =>
      list?.map((one) => (one.id === place.id ? { ...one, ...place } : one)),
    );
    const isLast = waiting.findLast((tap) => tap.body.placeId === body.placeId)?.id === id;
    const sentence = isLast || body.placeId === null ? warningFor(body, place) : null;
    return sentence === null ? 'done' : { end: { sentence } };
  } catch (error) {
    if (error instanceof NoConnection) throw error;
    // What fails for this tap alone does not hold up the others: their times count, not the order in which they arrive.
    if (!(error instanceof ApiError)) return 'later';
    if (error.status === 429 || error.status === 503) throw error;
    if (error.status >= 500) return 'later';
    if (error.code === 'LOCKED') return 'stop';
    return { end: { sentence: error.sentence ?? 'The server refused it.' } };
  }
}
