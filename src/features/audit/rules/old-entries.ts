/** Entries from festival files hold names as text. */
import { nameKey } from '#platform/names.ts';

export type OldEntry = { readonly id: string; readonly before: unknown; readonly after: unknown };

const NAME_FIELDS = ['name', 'playerName', 'player1', 'player2', 'winner', 'players'] as const;

type Side = Readonly<Record<string, unknown>>;
const isSide = (value: unknown): value is Side => typeof value === 'object' && value !== null;

const namesIn = (side: Side): string[] =>
  NAME_FIELDS.flatMap((field) => side[field]).filter((name) => typeof name === 'string');

export function entriesAbout(entries: readonly OldEntry[], rows: readonly { id: string; name: string }[]): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  const read = entries.map(({ id, before, after }) => ({ id, sides: [before, after].filter(isSide) }));
  const theirs = read.flatMap(({ sides }) => sides).filter((side) => ids.has(String(side.id)));
  const names = [...rows.map(({ name }) => name), ...theirs.flatMap(namesIn)];
  const keys = new Set(names.map(nameKey));
  // `players` of an older entry is one text.
  const holds = (text: string) =>
    keys.has(nameKey(text)) || names.some((name) => `, ${text}, `.includes(`, ${name}, `));
  return read
    .filter(({ sides }) => sides.some((side) => ids.has(String(side.id)) || namesIn(side).some(holds)))
    .map(({ id }) => id);
}
