/** Sends a registration, a cancellation or a waiting entry that waited for the network. The server decides. */
import type { readBelongings } from '#features/privacy/contract.ts';
import { isForgetting } from '#features/privacy/web/state.ts';
import { COPIED_AT_HEADER } from '#platform/build.ts';
import { nameKey } from '#platform/names.ts';
import { ApiError, request } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.tsx';
import { NoConnection } from '#platform/web/connection.ts';
import { type End, hasUnsent } from '#platform/web/unsent.ts';
import type { Sender } from '#platform/web/unsent-sender.ts';
import { dropUnsent } from '#platform/web/unsent-writes.ts';
import type { cancelRsvp, myRsvps, Rsvp, register } from '../../contract.ts';
import { PLACE, type PlaceWrite, peopleOf, type UnsentPlace } from './place-writes.ts';

/** The calls of the waiting list are of the same shapes. */
const CALLS = {
  register: 'POST /api/rsvps',
  join: 'POST /api/waiting',
  cancel: 'DELETE /api/rsvps/{id}',
  leave: 'DELETE /api/waiting/{id}',
  places: 'GET /api/rsvps/my',
  entries: 'GET /api/waiting/my',
} as const;

const REMOVED = 'This phone was removed from your devices.';
const DONE: End = { outcome: 'done' };
const ASKED: End = {
  outcome: 'done',
  sentence: 'You have asked for a place. You will be told when the places are drawn.',
};

export const placeSender: Sender = {
  inOrder: true,
  send: async ({ id, body, until, sent }: UnsentPlace): Promise<End | null> => {
    if ((body.known || isForgetting()) && !(await isKnown())) {
      // Asked for on this phone, and its answer was lost.
      if (isForgetting()) return null;
      return sent
        ? { outcome: 'unknown', sentence: REMOVED }
        : { outcome: 'closed', sentence: `${REMOVED} Nothing was sent.` };
    }
    // Too late to send it again.
    if (now() > Date.parse(until)) return lookFor(body);
    return body.placeId === undefined ? take(id, body) : give(body);
  },
};

async function take(idempotencyKey: string, write: PlaceWrite): Promise<End> {
  const { act, eventId, playerName, playerNames, playerEmail, isFriend, answers } = write;
  const people = playerNames ? { playerNames } : { playerName };
  const more = {
    ...(playerEmail === undefined ? {} : { playerEmail }),
    ...(isFriend && { isFriend }),
    ...(answers && { answers }),
  };
  const registration = { eventId, ...people, ...more };
  const address = CALLS[act] as typeof CALLS.register;
  const send = (body: typeof registration) => request<typeof register>(address, { body, idempotencyKey });
  const answer = await send(registration).catch((error: unknown) => {
    // Nobody is there to be asked, and a place must not be lost over a name: it goes on as a friend.
    if (!(error instanceof ApiError) || error.code !== 'NAME_OF_ACCOUNT') throw error;
    return send({ ...registration, isFriend: true });
  });
  return 'state' in answer ? ASKED : DONE;
}

async function give(body: PlaceWrite): Promise<End> {
  try {
    await request<typeof cancelRsvp>(CALLS[body.act] as typeof CALLS.cancel, { params: { id: body.placeId ?? '' } });
    return DONE;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return lookFor(body);
    throw error;
  }
}

/** Returns how a write ended, from what the device has now. A first write's visitor may be lost with its answer. */
async function lookFor(body: PlaceWrite): Promise<End> {
  const { act, eventId, placeId, known } = body;
  const keys = peopleOf(body).map(nameKey);
  const mine = (address: typeof CALLS.places | typeof CALLS.entries) =>
    request<typeof myRsvps>(address as typeof CALLS.places, { hear: refuseCopy });
  // A promoted entry becomes a place with its id.
  const isThere = (all: readonly Rsvp[]) =>
    placeId === undefined
      ? keys.every((key) => all.some((one) => one.eventId === eventId && nameKey(one.playerName) === key))
      : all.some(({ id }) => id === placeId);
  const isAboutLine = act === 'join' || act === 'leave';
  const hasPlace = isThere(await mine(CALLS.places));
  if (hasPlace && isAboutLine) return { outcome: 'closed', sentence: 'A place became free. It is in My schedule.' };
  const waits = !hasPlace && (isAboutLine || act === 'register') && isThere(await mine(CALLS.entries));
  if (waits && act === 'register') return ASKED;
  const has = hasPlace || waits;
  if (has === (placeId === undefined)) return DONE;
  return known ? { outcome: 'closed' } : { outcome: 'unknown', sentence: 'Ask event staff, or try again.' };
}

/** Drops everything after the visitor was forgotten here. */
export async function dropIfForgotten(): Promise<void> {
  if (hasUnsent() && !(await isKnown())) await dropUnsent(({ kind }) => kind === PLACE);
}

const isKnown = async (): Promise<boolean> =>
  (await request<typeof readBelongings>('GET /api/visitor', { hear: refuseCopy })).known;

/** An offline copy is not what the server has. */
const refuseCopy = (header: (name: string) => string | null): void => {
  if (header(COPIED_AT_HEADER) !== null) throw new NoConnection('Only an offline copy');
};
