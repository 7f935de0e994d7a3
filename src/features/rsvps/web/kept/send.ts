/** Sends what waits for the network. The server decides; what it says becomes a notice. */
import type { readBelongings } from '#features/privacy/contract.ts';
import { isForgetting } from '#features/privacy/web/state.ts';
import { nameKey } from '#platform/names.ts';
import { KEPT_AT_HEADER } from '#platform/release.ts';
import { ApiError, call } from '#platform/web/api.ts';
import { now, nowIso } from '#platform/web/clock.ts';
import { confirmTime, NoConnection } from '#platform/web/connection.ts';
import { changeWrite, dropWrites, keptWrites, type SendResult, sendKept } from '#platform/web/kept-writes.ts';
import type { cancelRsvp, myRsvps, Rsvp, register } from '../../contract.ts';
import * as ends from './ends.ts';
import { type Act, isTake, KEPT_KIND, type KeptPlace, type PlaceEnd, type PlaceWrite } from './place-writes.ts';

type Outcome = SendResult<PlaceEnd>;

/** The calls of the waiting list are of the same shapes. */
const CALLS = {
  place: { add: 'POST /api/rsvps', remove: 'DELETE /api/rsvps/{id}', list: 'GET /api/rsvps/my' },
  entry: { add: 'POST /api/waiting', remove: 'DELETE /api/waiting/{id}', list: 'GET /api/waiting/my' },
} as const;
const callsOf = (act: Act) =>
  CALLS[act === 'register' || act === 'cancel' ? 'place' : 'entry'] as (typeof CALLS)['place'];

const ended = ({ title, words }: Pick<PlaceEnd, 'title' | 'words'>, offersLine = false) => ({
  end: { title, words, offersLine, at: nowIso() },
});

/** Sends all that waits, in one tab, and calls `onAnswer` after each that ended. Throws NoConnection, or ApiError for a refusal that will pass. */
export async function sendPlaces(onAnswer?: () => void): Promise<void> {
  // Else a device's clock could end what was never sent.
  if (!(await confirmTime())) throw new NoConnection('The server has not told the time.');
  await endIfRemoved();
  await sendKept<PlaceWrite, PlaceEnd>(KEPT_KIND, async (write) => {
    const outcome = await sendPlace(write);
    onAnswer?.();
    return outcome;
  });
}

/** Another device removed this one, or forgot the visitor: nothing is registered for them any more. */
async function endIfRemoved(): Promise<void> {
  const waiting = (await keptWrites<PlaceWrite>(KEPT_KIND)).filter(({ end }) => end === undefined);
  if (!waiting.some(({ body }) => body.known) || (await isKnown())) return;
  // Asked for on this phone, and its answer was lost.
  if (isForgetting()) return dropWrites(KEPT_KIND);
  for (const { id } of waiting) {
    await changeWrite<PlaceWrite, PlaceEnd>(id, (write) =>
      write.end === undefined ? { ...write, ...ended(ends.removed(write.body, write.sent)) } : write,
    );
  }
}

/** Drops everything after the visitor was forgotten here. */
export async function dropIfForgotten(): Promise<void> {
  if (!(await isKnown())) await dropWrites(KEPT_KIND);
}

const isKnown = async (): Promise<boolean> =>
  (await call<typeof readBelongings>('GET /api/visitor', { hear: refuseKept })).known;

/** What the worker kept is not what the server has. */
const refuseKept = (header: (name: string) => string | null): void => {
  if (header(KEPT_AT_HEADER) !== null) throw new NoConnection('Only a kept answer');
};

const sendPlace = async (write: KeptPlace): Promise<Outcome> => {
  const isLate = now() > Date.parse(write.until);
  const takes = isTake(write.body.act);
  if (isLate && !write.sent) return ended(ends.tooLate(write.body));
  if (write.withdrawn) return takes ? undoRegistration(write) : checkCancelled(write);
  if (isLate) return takes ? checkRegistered(write) : checkCancelled(write);
  return takes ? sendRegistration(write) : sendCancellation(write);
};

/** Rethrows temporary errors; the write stays queued. */
const rethrowTemporary = (failure: unknown): ApiError => {
  const isPassing =
    !(failure instanceof ApiError) || failure.status === 429 || failure.status >= 500 || failure.code === 'BADGE_WORD';
  if (isPassing) throw failure;
  return failure;
};

const refusalWords = ({ code, sentence }: ApiError): string =>
  (code === 'KEY_REUSED' ? undefined : sentence) ?? 'Please try again.';

const post = ({ id, body }: KeptPlace): Promise<Rsvp> => {
  const { act, eventId, playerName, playerEmail } = body;
  const registration = { eventId, playerName, ...(playerEmail === undefined ? {} : { playerEmail }) };
  return call<typeof register>(callsOf(act).add, { body: registration, idempotencyKey: id });
};
const remove = (act: Act, id: string) => call<typeof cancelRsvp>(callsOf(act).remove, { params: { id } });
const mine = (act: Act) => call<typeof myRsvps>(callsOf(act).list, { hear: refuseKept });

async function sendRegistration(write: KeptPlace): Promise<Outcome> {
  const { body } = write;
  try {
    await post(write);
    return ended(ends.DONE[body.act](body));
  } catch (failure) {
    const error = rethrowTemporary(failure);
    if (await isPromoted(body, error)) return ended(ends.DONE.register(body));
    if (error.code === 'GONE') return ended(ends.gone(body, refusalWords(error)));
    if (error.code === 'EVENT_FULL') return ended(ends.full(body), true);
    if (error.code === 'NOT_FOUND') return ended(ends.eventGone(body));
    return ended(ends.refused(body, refusalWords(error)));
  }
}

/** Sends the request once more: its key returns the first place or entry, or takes one now. Then gives it back. */
async function undoRegistration(write: KeptPlace): Promise<Outcome> {
  const { body } = write;
  const place = await post(write).catch(rethrowTemporary);
  if (place instanceof ApiError) {
    if (await isPromoted(body, place)) return ended(ends.promotedBefore(body));
    // Its visitor may be unknown: the cookie was lost with the first answer.
    return ended(isGoneEntry(body, place) ? ends.gone(body, refusalWords(place)) : ends.takenBack(body));
  }
  try {
    await remove(body.act, place.id);
  } catch (failure) {
    if (rethrowTemporary(failure).status !== 404) return ended(ends.notTakenBack(body));
    if (await hasBecomePlace(body.act, place.id)) return ended(ends.promotedBefore(body));
  }
  return ended(ends.takenBack(body));
}

/** Whether the entry that the first request made has become a place. */
const isPromoted = async (body: PlaceWrite, error: ApiError): Promise<boolean> =>
  isGoneEntry(body, error) && (await isNamed('register', body));
const isGoneEntry = ({ act }: PlaceWrite, { code }: ApiError): boolean => act === 'join' && code === 'GONE';

async function sendCancellation({ body, sent }: KeptPlace): Promise<Outcome> {
  const { act, placeId = '' } = body;
  try {
    await remove(act, placeId);
    return ended(ends.DONE[act](body));
  } catch (failure) {
    const error = rethrowTemporary(failure);
    if (error.status !== 404) return ended(ends.refused(body, refusalWords(error)));
    if (await hasBecomePlace(act, placeId)) return ended(ends.promotedBefore(body));
    return ended(sent ? ends.DONE[act](body) : ends.goneBefore(body));
  }
}

const isNamed = async (act: Act, { eventId, playerName }: PlaceWrite): Promise<boolean> =>
  (await mine(act)).some((one) => one.eventId === eventId && nameKey(one.playerName) === nameKey(playerName));

const holds = async (act: Act, id: string): Promise<boolean> => (await mine(act)).some((place) => place.id === id);

/** Whether an entry of a waiting list has become a place, which has its id. */
const hasBecomePlace = async (act: Act, id: string): Promise<boolean> =>
  (act === 'join' || act === 'leave') && (await holds('cancel', id));

/** No answer came in time, and it is too late to send it again. A first write's visitor may be lost with its answer. */
async function checkRegistered({ body }: KeptPlace): Promise<Outcome> {
  if (await isNamed('register', body)) return ended(ends.DONE.register(body));
  if (body.act === 'join' && (await isNamed('join', body))) return ended(ends.DONE.join(body));
  return ended(body.known ? ends.tooLate(body) : ends.unknown(body));
}

async function checkCancelled({ body, withdrawn }: KeptPlace): Promise<Outcome> {
  const { act, placeId = '' } = body;
  if (await holds(act, placeId)) return ended(withdrawn ? ends.stillThere(body) : ends.tooLate(body));
  return ended((await hasBecomePlace(act, placeId)) ? ends.promotedBefore(body) : ends.DONE[act](body));
}
