/** Stores a write that could not be sent, and withdraws it. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { newIdempotencyKey } from '#platform/web/api.ts';
import { probe } from '#platform/web/connection.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Rsvp } from '../../contract.ts';
import { HAS_BEGUN, howLong, NO_CONNECTION, NotTried, PLACE, type PlaceWrite, waitsUntil } from './place-writes.ts';

export type GivenEvent = Pick<FestivalEvent, 'title' | 'startTime'>;
type Given = Pick<Rsvp, 'id' | 'eventId' | 'playerName'>;

const loadWrites = () => import('#platform/web/unsent-writes.ts');

/** Call it when something may soon be written: without network the code could not be loaded any more. */
export const prepareToSendLater = (): void => void loadWrites().catch(() => undefined);

const STORES_NOTHING = 'No connection. This browser can’t keep a change for later.';

/** Stores a write that `failure` did not let through, and says so. Returns whether it will be sent. */
export async function sendLater(id: string, body: PlaceWrite, failure: Error): Promise<boolean> {
  const sent = !(failure instanceof NotTried);
  const until = waitsUntil(body.startTime);
  const store = async (until: string) => (await loadWrites()).addUnsent({ id, kind: PLACE, body, until, sent });
  const willBeSent =
    until !== null &&
    (await store(until).then(
      () => true,
      () => false,
    ));
  // The connection may be back: asked now, nobody waits for the next probe.
  void probe();
  if (willBeSent) showToast({ title: 'Waiting for network', description: `${NO_CONNECTION}, ${howLong()}.` });
  else showError(`${until === null ? HAS_BEGUN : STORES_NOTHING} ${whatNext(sent)}`);
  return willBeSent;
}

const whatNext = (sent: boolean): string =>
  sent
    ? 'It may have been sent: look in My schedule when you are back online.'
    : 'Nothing was sent: try again when you are back online.';

/** Stores that a place is cancelled, or a waiting list left. */
export const giveUpLater = (
  act: 'cancel' | 'leave',
  { id: placeId, eventId, playerName }: Given,
  { title, startTime }: GivenEvent,
  failure: Error,
): Promise<boolean> =>
  sendLater(newIdempotencyKey(), { act, eventId, playerName, title, startTime, placeId, known: true }, failure);

export const withdraw = async (id: string): Promise<void> =>
  (await loadWrites()).withdraw(id, 'You will see when you are back online.');
