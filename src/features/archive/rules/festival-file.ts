/** What a festival's file must hold besides the form of its parts: nothing twice, and nothing that leads nowhere. */
import { nameKey } from '#platform/names.ts';
import { Refusal, type Verdict } from '#platform/refusal.ts';
import type { FestivalFile } from '../contract.ts';
import { checkBrackets } from './bracket-file.ts';

const bad = (field: string, sentence: string): Refusal => new Refusal('BAD_INPUT', sentence, { field });

/** Keys made between two places where the work may be interrupted. */
const STEPS = 50;

/** The first key that an element before it has too. */
function* firstTwice<T>(list: readonly T[], keyOf: (one: T) => string): Generator<void, string | null, void> {
  const seen = new Set<string>();
  for (const [index, one] of list.entries()) {
    if (index % STEPS === 0) yield;
    const key = keyOf(one);
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return null;
}

const LISTS = ['events', 'users', 'rsvps', 'games', 'uploads', 'audit'] as const;

/** How many places of each event are taken, by event id. */
export function seatsTaken({ rsvps }: Pick<FestivalFile, 'rsvps'>): ReadonlyMap<string, number> {
  const taken = new Map<string, number>();
  for (const { eventId } of rsvps) taken.set(eventId, (taken.get(eventId) ?? 0) + 1);
  return taken;
}

/** Yields where the work may be interrupted. */
export function* checkFestivalFile(file: FestivalFile): Generator<void, Verdict, void> {
  for (const list of LISTS) {
    const id = yield* firstTwice<{ readonly id: string }>(file[list], (one) => one.id);
    if (id !== null) return bad(list, `The file holds the id ${id} twice among its ${list}.`);
  }
  const name = yield* firstTwice(file.users, (user) => nameKey(user.name));
  if (name !== null) return bad('users', `The file holds two users called ${name}.`);
  const place = yield* firstTwice(file.rsvps, ({ eventId, playerName }) => `${eventId} ${nameKey(playerName)}`);
  if (place !== null) return bad('rsvps', 'The file holds the same name twice in one event.');
  const events = new Map(file.events.map((event) => [event.id, event]));
  const taken = seatsTaken(file);
  for (const [eventId, seats] of taken) {
    const event = events.get(eventId);
    if (event === undefined) return bad('rsvps', `The file holds a place in an event that is not in it, ${eventId}.`);
    if (seats > event.capacity) return bad('events', `${event.title} has more places taken than it has room for.`);
  }
  return yield* checkBrackets(file);
}
