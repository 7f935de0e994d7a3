/** Replaces a forgotten person's name in audit entries. */
import { nameKey } from '#platform/names.ts';
import { BETWEEN_PLAYERS, NAME_FIELDS, PERSON_FIELDS } from './mentions.ts';

/** What an entry keeps; the slices that record a change decide what they note of it. */
export type Change = { readonly subject: string; readonly before: unknown; readonly after: unknown };
type Noted = Readonly<Record<string, unknown>>;

const FORMER = 'Former player';

const isNoted = (value: unknown): value is Noted => typeof value === 'object' && value !== null;

/** By what names those who go were known to organisers: one who was renamed has several. */
export const notedNames = (changes: readonly Change[], ids: ReadonlySet<string>): string[] =>
  changes
    .flatMap(({ before, after }) => [before, after].filter(isNoted))
    .filter(({ id }) => ids.has(String(id)))
    .flatMap((noted) => PERSON_FIELDS.map((field) => noted[field]).filter((name) => typeof name === 'string'));

/** Returns a change without these names, or null when it contains none. Other texts stay. */
export function changeWithoutNames({ subject, before, after }: Change, names: readonly string[]): Change | null {
  const keys = new Set(names.map(nameKey));
  const isGone = (name: unknown): name is string => typeof name === 'string' && keys.has(nameKey(name));
  const listed = (players: string): string => {
    // A name may itself contain the separator.
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
