import { BETWEEN_PLAYERS, NAME_FIELDS, PERSON_FIELDS } from '#features/audit/rules/mentions.ts';
import { nameKey } from '#platform/names.ts';

/** What stands in the place of a name once it is forgotten. Numbers keep the rows apart, and nothing else. */

/** A bracket still needs its players: who is gone is known by their seed, 1 the strongest. */
export const formerPlayer = (seed: number): string => `Former player ${seed}`;

type Entrant = { readonly rsvpId: string; readonly userId: string | null; readonly name: string };
/** Ids of the places and accounts that go. */
export type Gone = { readonly rsvps: ReadonlySet<string>; readonly users: ReadonlySet<string> };

/** The entrants of a bracket in seed order without the names of those who are gone, or null when none of them plays. */
export function withoutNames(entrants: readonly Entrant[], gone: Gone): Entrant[] | null {
  const isGone = ({ rsvpId, userId }: Entrant) => gone.rsvps.has(rsvpId) || (userId !== null && gone.users.has(userId));
  if (!entrants.some(isGone)) return null;
  return entrants.map((entrant, index) =>
    isGone(entrant) ? { rsvpId: entrant.rsvpId, userId: null, name: formerPlayer(index + 1) } : entrant,
  );
}

/** What the organisers' list of changes keeps; the features that record a change decide what they note of it. */
export type Change = { readonly subject: string; readonly before: unknown; readonly after: unknown };
type Noted = Readonly<Record<string, unknown>>;

const FORMER = 'Former player';

const isNoted = (value: unknown): value is Noted => typeof value === 'object' && value !== null;

/** By what names those who go were known to organisers: one who was renamed has several. */
export const notedNames = (changes: readonly Change[], gone: Gone): string[] =>
  changes
    .flatMap(({ before, after }) => [before, after].filter(isNoted))
    .filter(({ id }) => gone.rsvps.has(String(id)) || gone.users.has(String(id)))
    .flatMap((noted) => PERSON_FIELDS.map((field) => noted[field]).filter((name) => typeof name === 'string'));

/** A change without these names, or null when it holds none of them. What is no name of a person stays, whatever it says. */
export function changeWithoutNames({ subject, before, after }: Change, names: readonly string[]): Change | null {
  const keys = new Set(names.map(nameKey));
  const isGone = (name: unknown): name is string => typeof name === 'string' && keys.has(nameKey(name));
  const listed = (players: string): string => {
    // A name may itself hold what stands between two.
    const around = (text: string) => BETWEEN_PLAYERS + text + BETWEEN_PLAYERS;
    const whole = names.reduce((text, name) => text.replaceAll(around(name), around(FORMER)), around(players));
    const each = whole.slice(BETWEEN_PLAYERS.length, -BETWEEN_PLAYERS.length).split(BETWEEN_PLAYERS);
    return each.map((name) => (isGone(name) ? FORMER : name)).join(BETWEEN_PLAYERS);
  };
  const nameless = (noted: unknown): unknown => {
    if (!isNoted(noted)) return noted;
    const found = NAME_FIELDS.filter((field) => isGone(noted[field])).map((field) => [field, FORMER]);
    const players = typeof noted.players === 'string' ? { players: listed(noted.players) } : {};
    return { ...noted, ...Object.fromEntries(found), ...players };
  };
  const people = [before, after].filter(isNoted).flatMap((noted) => PERSON_FIELDS.map((field) => noted[field]));
  const person = people.filter(isGone).find((name) => subject.startsWith(name));
  const changed = {
    subject: person === undefined ? subject : FORMER + subject.slice(person.length),
    before: nameless(before),
    after: nameless(after),
  };
  return JSON.stringify(changed) === JSON.stringify({ subject, before, after }) ? null : changed;
}
