import type { FestivalEvent } from '#features/events/contract.ts';
import type { Drawable } from '#features/events/rules/clock.ts';
import { whyNotAddSeat, whyUndrawn } from '#features/events/rules/status.ts';
import type { Rsvp } from '#features/rsvps/contract.ts';
import { PLACES_PER_VISITOR } from '#features/rsvps/limits.ts';
import { countByEvent, type RegisterFacts, whyNotRegister } from '#features/rsvps/rules.ts';
import { firstTwice, groupBy } from '#platform/lists.ts';
import { nameKey } from '#platform/names.ts';
import { counted, listed, ordinal } from '#platform/numbers.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { ArchivedWaiting, WaitingEntry } from './contract.ts';

export type WaitFacts = Pick<RegisterFacts, 'event' | 'now' | 'festival' | 'people'> & {
  /** Of this device in this event: each entry can become a place. */
  readonly placesAndEntries: number;
  /** `waits`: its key is in the event's line. */
  readonly name?: RegisterFacts['name'] & { readonly waits: boolean };
  /** For a place that is still to be drawn. */
  readonly isRequest?: boolean;
};

/**
 * For the button and the server, which asks with the event locked. `checkWaiting`, soundness.ts and the constraint
 * `nobody_waits_in_vain` also say that nobody waits while a seat is free, or for an event that nobody can join.
 */
export const whyNotWait = (facts: WaitFacts): Verdict => {
  const { event, now, festival, placesAndEntries, people = 1, name, isRequest = false } = facts;
  if (name?.waits && name.heldBy !== null) {
    const { playerName, field } = name;
    const own = field ? `${playerName} is already waiting.` : "You're already waiting.";
    const sentence = `Someone called ${playerName} is already waiting. Add an initial.`;
    const isOwn = name.heldBy === 'same-visitor';
    return new Refusal('ALREADY_REGISTERED', isOwn ? own : sentence, { field: field ?? 'playerName' });
  }
  const verdict = whyNotRegister({ event, now, placesHere: 0, ...(festival && { festival }), ...(name && { name }) });
  if (!isRequest && event.lottery && (verdict === null || verdict.code === 'EVENT_FULL'))
    return new Refusal('SEAT_FREE', 'The places of this event are drawn. Press ASK FOR A PLACE.');
  if (verdict === null && !isRequest)
    return new Refusal('SEAT_FREE', 'There is a free place again. Press RSVP to take it.');
  if (verdict !== null && verdict.code !== 'EVENT_FULL') return verdict;
  if (people > event.capacity) {
    const seats = counted(event.capacity, 'place');
    return new Refusal(
      'GROUP_TOO_LARGE',
      `This event has ${seats}, too few for ${people} people together. Join in smaller groups.`,
    );
  }
  if (placesAndEntries + people <= PLACES_PER_VISITOR) return null;
  const most = `${PLACES_PER_VISITOR} places or entries on the waiting list, which is the most`;
  const sentence = people === 1 ? `You already have ${most}. Give one up first.` : `You would have more than ${most}.`;
  return new Refusal('TOO_MANY_HERE', sentence);
};

type InLine = { readonly id: string; readonly groupId: string | null };

/**
 * `complete`: their whole group has seats. `holding`: they keep theirs until it does: 2 seats for `Ann, Bo + Cy, Di` →
 * Ann is complete, Bo holds a seat, and Cy gets the next. The line may be cut after as many people as a group can have
 * beyond the seats.
 */
export function whoGetsSeats(line: readonly InLine[], seats: number): { complete: string[]; holding: string[] } {
  const [seated, rest] = [line.slice(0, seats), line.slice(seats)];
  const lacks = ({ groupId }: InLine) => groupId !== null && rest.some((other) => other.groupId === groupId);
  const ids = (people: readonly InLine[]) => people.map(({ id }) => id);
  return { complete: ids(seated.filter((line) => !lacks(line))), holding: ids(seated.filter(lacks)) };
}

export const canJoinLine = (
  event: RegisterFacts['event'] & Pick<FestivalEvent, 'googleDocUrl'>,
  now: string,
  { placesAndEntries = 0, ...opening }: Partial<Pick<WaitFacts, 'placesAndEntries' | 'festival'>> = {},
): boolean => event.googleDocUrl === null && whyNotWait({ event, now, placesAndEntries, ...opening }) === null;

type Ranked = Pick<WaitingEntry, 'rank'>;

/** '3rd of 7 in line', '3rd and 5th of 7 in line', or that places are not drawn yet. */
export const lineWords = (
  entries: readonly Ranked[],
  { waiting, lottery }: Pick<FestivalEvent, 'waiting'> & Drawable,
): string => {
  if (lottery) return 'Not drawn yet';
  const ranks = entries.map(({ rank }) => rank).sort((one, other) => one - other);
  // The length may come later than the rank.
  return `${listed(ranks.map(ordinal))} of ${Math.max(waiting, ...ranks)} in line`;
};

/** ' · together with Theo' */
export function togetherWords<E extends Pick<WaitingEntry, 'id' | 'groupId' | 'playerName'>>(
  entry: E,
  line: readonly E[],
): string {
  const others = line.filter(({ id, groupId }) => groupId !== null && groupId === entry.groupId && id !== entry.id);
  return others.length === 0 ? '' : ` · together with ${listed(others.map(({ playerName }) => playerName))}`;
}

/** Promoting by hand adds a seat, so that nobody is overbooked. */
export const whyNotPromote = (event: RegisterFacts['event'], now: string): Verdict => {
  const verdict = whyUndrawn(event) ?? whyNotRegister({ event, now, placesHere: 0 });
  return verdict !== null && verdict.code !== 'EVENT_FULL' ? verdict : whyNotAddSeat(event);
};

type FileLists = {
  readonly events: readonly (Pick<FestivalEvent, 'id' | 'title' | 'capacity' | 'status'> & Drawable)[];
  readonly rsvps: readonly Pick<Rsvp, 'id' | 'eventId' | 'playerName'>[];
  readonly waiting: readonly Pick<ArchivedWaiting, 'id' | 'eventId' | 'playerName' | 'groupId' | 'holdsSeat'>[];
  readonly brackets: readonly { readonly eventId: string }[];
};

export function checkWaiting({ events, rsvps, waiting, brackets }: FileLists): Verdict {
  if (waiting.length === 0) return null;
  const bad = (sentence: string) => new Refusal('BAD_INPUT', sentence, { field: 'waiting' });
  const seats = countByEvent(rsvps);
  const drawn = new Set(brackets.map(({ eventId }) => eventId));
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const [eventId, line] of groupBy(waiting, (entry) => entry.eventId)) {
    const event = byId.get(eventId);
    if (event === undefined) return bad(`The file holds a waiting list of an event that is not in it, ${eventId}.`);
    const groups = groupBy(
      line.filter(({ groupId }) => groupId !== null),
      ({ groupId }) => groupId,
    );
    const largest = Math.max(0, ...[...groups.values()].map((group) => group.length));
    if (largest > event.capacity)
      return bad(
        `The file holds a group of ${largest} in line for ${event.title}, which has ${counted(event.capacity, 'place')}.`,
      );
    const free = event.lottery ? 0 : event.capacity - (seats.get(eventId) ?? 0);
    const { complete, holding } = whoGetsSeats(line, free);
    const isOpen = event.status !== 'completed' && !drawn.has(eventId) && complete.length === 0;
    const isSettled = line.every(({ id, holdsSeat }) => holdsSeat === holding.includes(id));
    if (!isOpen || !isSettled)
      return bad(`The file holds a waiting list of ${event.title}, for which nobody can wait.`);
  }
  // An entry becomes a place with its id and name.
  const people = [...rsvps, ...waiting];
  const name = firstTwice(people, ({ eventId, playerName }) => `${eventId} ${nameKey(playerName)}`);
  if (name !== null) return bad('The file holds somebody twice in the places and the waiting list of one event.');
  return firstTwice(people, ({ id }) => id) === null ? null : bad('The file holds one id twice.');
}
