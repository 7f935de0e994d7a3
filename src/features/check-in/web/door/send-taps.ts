/** Sends taps that waited for a network, in the order they were made. Loaded when there are any. */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/web/api.ts';
import { connectedNow, whenConnected } from '#platform/web/connection.ts';
import { onKeptWrites } from '#platform/web/kept-mark.ts';
import { dropWrite, keptWrites, type SendResult, sendKept } from '#platform/web/kept-writes.ts';
import { agesOf, type DoorTap, noteOn } from '../../rules/waiting-taps.ts';
import { sendTap, staffListQuery } from '../queries.ts';
import { DOOR } from '../state.ts';
import type { KeptTap, TapEnd } from './kept-taps.ts';

const AGAIN_MS = 5_000;

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
    const failure = await sendAll(client).catch((error: unknown) => error);
    isSending = false;
    if (isStopped) return;
    // Tapped while the others were sent.
    if (failure === undefined) return isAskedAgain ? pass() : undefined;
    const seconds = failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0;
    timer = setTimeout(pass, Math.max(AGAIN_MS, seconds * 1_000));
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

/** Throws what will pass: the taps wait. */
async function sendAll(client: QueryClient): Promise<void> {
  const isOld = ({ end, until }: KeptTap) => end !== undefined && until < new Date().toISOString();
  for (const tap of await keptWrites<DoorTap, TapEnd>(DOOR)) if (isOld(tap)) await dropWrite(tap.id);
  await sendKept<DoorTap, TapEnd>(DOOR, (tap) => sendOne(client, tap));
}

async function sendOne(client: QueryClient, { id, body }: KeptTap): Promise<SendResult<TapEnd>> {
  const waiting = (await keptWrites<DoorTap, TapEnd>(DOOR)).filter(({ end }) => end === undefined);
  const ages = agesOf(
    waiting.map((tap) => tap.body.tappedAt),
    Date.now(),
  );
  const age = ages[waiting.findIndex((tap) => tap.id === id)];
  try {
    const place = await sendTap(body, { tapId: id, ...(age === undefined ? {} : { age }) });
    client.setQueryData(staffListQuery(body.eventId).queryKey, (list) =>
      list?.map((one) => (one.id === place.id ? { ...one, ...place } : one)),
    );
    const isLast = waiting.findLast((tap) => tap.body.placeId === body.placeId)?.id === id;
    const sentence = isLast || body.placeId === null ? noteOn(body, place) : null;
    return sentence === null ? 'done' : { end: { sentence } };
  } catch (error) {
    const isPassing = !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
    if (isPassing) throw error;
    if (error.code === 'LOCKED') return 'stop';
    return { end: { sentence: error.sentence ?? 'The server refused it.' } };
  }
}
