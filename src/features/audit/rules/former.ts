/** Replaces a forgotten person's name in audit entries. */
import { nameKey } from '#platform/names.ts';
import { BETWEEN_PLAYERS, isSide, NAME_FIELDS, PERSON_FIELDS } from './mentions.ts';

/** What an entry keeps; the slices that record a change decide what they record of it. */
export type Change = { readonly subject: string; readonly before: unknown; readonly after: unknown };

const FORMER = 'Former player';

/** Returns the names that entries hold for these ids; a renamed person has several. */
export const auditNames = (changes: readonly Change[], ids: ReadonlySet<string>): string[] =>
  changes
    .flatMap(({ before, after }) => [before, after].filter(isSide))
    .filter(({ id }) => ids.has(String(id)))
    .flatMap((side) => PERSON_FIELDS.map((field) => side[field]).filter((name) => typeof name === 'string'));

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
  const nameless = (side: unknown): unknown => {
    if (!isSide(side)) return side;
    const found = NAME_FIELDS.filter((field) => isGone(side[field])).map((field) => [field, FORMER]);
    const players = typeof side.players === 'string' ? { players: listed(side.players) } : {};
    return { ...side, ...Object.fromEntries(found), ...players };
  };
  const people = [before, after].filter(isSide).flatMap((side) => PERSON_FIELDS.map((field) => side[field]));
  const person = people.filter(isGone).find((name) => subject.startsWith(name));
  const changed = {
    subject: person === undefined ? subject : FORMER + subject.slice(person.length),
    before: nameless(before),
    after: nameless(after),
  };
  return JSON.stringify(changed) === JSON.stringify({ subject, before, after }) ? null : changed;
}
