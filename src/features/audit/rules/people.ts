/** An entry refers to people by number, so that forgetting a person changes no entry. */

import { finder, nameToSearch } from '#platform/names.ts';

export type Person = { readonly id: string; readonly name: string; readonly visitorId: string | null };

export type Named = { readonly person: Person };

export const person = (id: string, name: string, visitorId: string | null): Named => ({
  person: { id, name, visitorId },
});

const isNamed = (part: unknown): part is Named =>
  typeof part === 'object' && part !== null && 'person' in part && typeof part.person === 'object';

type Sides = { readonly who: Named | null; readonly before: unknown; readonly after: unknown };
type Numbered = Person & { readonly position: number };

/** Each person becomes `{"person": n}`; `who` has number 0. */
export function takeNames({ who, before, after }: Sides) {
  const people: Numbered[] = who === null ? [] : [{ ...who.person, position: 0 }];
  const numberOf = (person: Person): number => {
    const known = people.find(({ id, name }) => id === person.id && name === person.name);
    if (known !== undefined) return known.position;
    const position = people.length + (who === null ? 1 : 0);
    people.push({ ...person, position });
    return position;
  };
  const asJson = (side: unknown): string | null =>
    side === null
      ? null
      : JSON.stringify(side, (_, part) => (isNamed(part) ? { person: numberOf(part.person) } : part));
  return { before: asJson(before), after: asJson(after), people };
}

type Texts = { readonly subject: string; readonly before: string | null; readonly after: string | null };

export function putNames({ subject, before, after }: Texts, names: ReadonlyMap<number, string>) {
  const withNames = (text: string | null): object | null =>
    text === null ? null : JSON.parse(text, (_, part) => names.get(part?.person) ?? part);
  return {
    subject: [names.get(0) ?? '', subject].filter((part) => part !== '').join(' at '),
    before: withNames(before),
    after: withNames(after),
  };
}

/** Imported entries hold names as text: of these only the subject is compared. */
export const isAbout = (
  person: string | undefined,
  { subject, byName }: { readonly subject: string; readonly byName: string | null },
  names: ReadonlyMap<number, string>,
): boolean => person === undefined || [subject, byName ?? '', ...names.values()].map(nameToSearch).some(finder(person));
