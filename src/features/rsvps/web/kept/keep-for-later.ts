import type { FestivalEvent } from '#features/events/contract.ts';
import { newIdempotencyKey } from '#platform/web/api.ts';
import { showError } from '#platform/web/ui/toast.ts';
import type { Rsvp } from '../../contract.ts';
import type { PlaceWrite } from './place-writes.ts';

export type GivenEvent = Pick<FestivalEvent, 'title' | 'startTime'>;
type Given = Pick<Rsvp, 'id' | 'eventId' | 'playerName'>;

const loadKeeping = () => import('./keep.ts');

/** Call it when something may soon be written: without network it could not be loaded any more. */
export const prepareToKeep = (): void => void loadKeeping().catch(() => undefined);

/** Keeps a write that `failure` did not let through. Returns whether it is kept; if not, a toast says why. */
export async function keepForLater(id: string, write: PlaceWrite, failure: Error): Promise<boolean> {
  const keeping = await loadKeeping().catch(() => null);
  if (keeping !== null) return keeping.keepPlace(id, write, failure);
  showError('No connection. Nothing could be kept for later: try again when you are back online.');
  return false;
}

/** Keeps that a place is cancelled, or a waiting list left. */
export const keepGiving = (
  act: 'cancel' | 'leave',
  { id: placeId, eventId, playerName }: Given,
  { title, startTime }: GivenEvent,
  failure: Error,
): Promise<boolean> =>
  keepForLater(newIdempotencyKey(), { act, eventId, playerName, title, startTime, placeId, known: true }, failure);
