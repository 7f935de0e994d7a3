/** Taps that wait on this phone for a network, and what became of those that could not be applied. */
import { newIdempotencyKey } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.ts';
import { confirmTime } from '#platform/web/connection.ts';
import { keptStore } from '#platform/web/kept-store.ts';
import { changeWrite, dropWrite, type KeptWrite, keepWrite, keptWrites } from '#platform/web/kept-writes.ts';
import { TAP_WAITS_MS } from '../../rules/taps.ts';
import { ageOf, type DoorTap, type WaitingTap } from '../../rules/waiting-taps.ts';
import { DOOR } from '../state.ts';

/** Why it was not applied, or what else to know. */
export type TapEnd = { readonly sentence: string };
export type KeptTap = KeptWrite<DoorTap, TapEnd>;
export type EndedTap = DoorTap & TapEnd & { readonly id: string };
type Kept = { readonly waiting: readonly WaitingTap[]; readonly ended: readonly EndedTap[] };

const store = keptStore<Kept>(DOOR, { waiting: [], ended: [] }, async () => {
  const taps = await keptWrites<DoorTap, TapEnd>(DOOR);
  return {
    waiting: taps.filter(({ end }) => end === undefined).map(({ id, sent, body }) => ({ ...body, id, sent })),
    ended: taps.flatMap(({ id, body, end }) => (end === undefined ? [] : [{ ...body, ...end, id }])),
  };
});

/** In the order they were made. */
export const useKeptTaps = store.use;

/** Returns the latest tap on a place that waits. */
const waitingTap = (placeId: string | null): WaitingTap | undefined =>
  placeId === null ? undefined : store.now().waiting.findLast((tap) => tap.placeId === placeId);

export const isWaiting = (placeId: string): boolean => waitingTap(placeId) !== undefined;

export const newTapId = newIdempotencyKey;

/** When taps were made in this page, in milliseconds since it was opened. */
const made = new Map<string, number>();

/** Returns how many milliseconds ago a kept tap was made. */
export const ageNow = ({ id, body }: Pick<KeptTap, 'id' | 'body'>): number =>
  ageOf(body.tappedAt, { now: now(), steady: performance.now(), madeAt: made.get(id) });

/** Keeps a tap that could not be sent; `sent` when the server may have it. @throws CannotKeep. */
export async function keepTap(id: string, body: DoorTap, { sent }: { sent: boolean }): Promise<void> {
  made.set(id, performance.now() - Math.max(0, now() - body.tappedAt));
  await keepWrite({ id, kind: DOOR, body, until: new Date(body.tappedAt + TAP_WAITS_MS).toISOString(), sent });
  await store.refresh();
}

/** Takes a waiting tap back, so that it is never sent. Returns false when the server may have it already. */
export async function takeBack(id: string): Promise<boolean> {
  const before = await changeWrite(id, (tap) => (tap.sent || tap.end !== undefined ? tap : null));
  await store.refresh();
  return before !== undefined && !before.sent && before.end === undefined;
}

/** A second tap on a waiting place takes the first back, or follows it. @throws CannotKeep. */
export async function tapAgain(body: DoorTap): Promise<void> {
  const last = waitingTap(body.placeId);
  if (last !== undefined && last.checksIn !== body.checksIn && (await takeBack(last.id))) return;
  await keepTap(newTapId(), body, { sent: false });
}

/** Call on every visit: names do not stay on the phone. What was refused as too old is listed for another day. */
export async function dropOldTaps(): Promise<void> {
  if (!(await confirmTime())) return;
  const before = new Date(now() - TAP_WAITS_MS).toISOString();
  for (const { id, until } of await keptWrites(DOOR)) if (until < before) await dropWrite(id);
}

export const dismissTap = (id: string): Promise<void> => dropWrite(id);
