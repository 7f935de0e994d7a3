/** Stores a write that could not be sent, and withdraws it. */
import type { FestivalEvent } from '#features/events/contract.ts';
import { isFull } from '#features/events/rules/status.ts';
import { HOUR } from '#platform/durations.ts';
import { isolated } from '#platform/names.ts';
import { newIdempotencyKey } from '#platform/web/api.ts';
import { isTimeSure, now } from '#platform/web/clock.tsx';
import { NoConnection, probe } from '#platform/web/connection.ts';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import { type Ended, OUTCOMES, sentenceOfEnd, type Unsent } from '#platform/web/unsent.ts';
import { useUnsent } from '#platform/web/use-unsent.ts';
import type { Registration, Registrations, Rsvp } from '../../contract.ts';

/** Writes of places and waiting entries that wait for the network: their shape, for how long they wait, and what forms say of it. */
export const PLACE = 'place';

/** `join` and `leave` are about the waiting list. */
export type Act = 'register' | 'join' | 'cancel' | 'leave';

export type PlaceWrite = Registration &
  Pick<Registrations, 'answers'> & {
    /** Several who are registered, or wait, together; `playerName` then lists them. */
    readonly playerNames?: string[] | undefined;
    readonly isFriend?: boolean | undefined;
    readonly act: Act;
    /** The event's when the write was made, for what a notice says. */
    readonly title: string;
    readonly startTime: string;
    /** The place or entry that is given up. */
    readonly placeId?: string;
    /** Whether the device had a place or entry then: the server knew its visitor. */
    readonly known: boolean;
  };

export const peopleOf = ({ playerName, playerNames = [playerName] }: PlaceWrite): string[] => playerNames;

export type UnsentPlace = Unsent<PlaceWrite>;
export type EndedPlace = Ended<PlaceWrite>;

/** Returns this device's writes that wait and those that ended, in the order they were made. */
export const useUnsentPlaces = () => useUnsent<PlaceWrite>(PLACE);

/** It was not tried, so that the server cannot have it. */
export class NotTried extends NoConnection {}

const LONGEST_MS = 2 * HOUR;

export const NO_CONNECTION = 'No connection. We will send this when you are back online';
export const howLong = (): string => `${isTimeSure() ? `for ${LONGEST_MS / HOUR} hours or ` : ''}until it starts`;
export const HAS_BEGUN = 'No connection. This event has begun, so nothing can wait for it.';

/** Returns until when a write may wait; null for an event that has begun. Where the time is not sure, the server decides that. */
export function waitsUntil(startTime: string): string | null {
  if (!isTimeSure()) return startTime;
  if (Date.parse(startTime) <= now()) return null;
  return new Date(Math.min(Date.parse(startTime), now() + LONGEST_MS)).toISOString();
}

const WORDS: Record<Act, { readonly is: string; readonly not: string }> = {
  register: { is: 'has a place in', not: 'has no place in' },
  join: { is: 'is on the waiting list of', not: 'did not join the waiting list of' },
  cancel: { is: 'no longer has a place in', not: 'did not give up the place in' },
  leave: { is: 'no longer waits for', not: 'did not leave the waiting list of' },
};

const OF_SEVERAL: typeof WORDS = {
  ...WORDS,
  register: { is: 'have places in', not: 'have no places in' },
  join: { is: 'are on the waiting list of', not: 'did not join the waiting list of' },
};

/** Returns the title of the toast about a write that ended. */
export const titleOf = ({ end }: EndedPlace): string => OUTCOMES[end.outcome].title;

/** Whether an event is full now. Where only some seats were missing for several people, nobody can wait. */
export const leadsToLine = ({ body, end }: EndedPlace, events: readonly FestivalEvent[] = []): boolean =>
  end.outcome === 'full' && events.some((event) => event.id === body.eventId && isFull(event));

/** Returns how a write ended: "Rosa has no place in Train games. This event is full." */
export function wordsOf({ body: { act, playerName, playerNames, title }, end }: EndedPlace): string {
  const sentence = sentenceOfEnd(end);
  const words = (playerNames === undefined ? WORDS : OF_SEVERAL)[act];
  const is = `${playerName} ${words.is} ${title}.`;
  if (end.outcome === 'done' && end.sentence === undefined) return is;
  if (end.outcome === 'unknown') return `It is not certain whether ${is} ${sentence}`;
  if (end.outcome === 'closed' || end.outcome === 'done')
    return `${isolated(playerName)}, ${isolated(title)}: ${sentence}`;
  return `${playerName} ${words.not} ${title}. ${sentence}`;
}

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
