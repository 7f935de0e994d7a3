/** Extracts the people and things an entry mentions, so that forgetting finds its entries by an index. */
import { NAME_LIMIT, nameKey } from '#platform/names.ts';

/** Fields of `before` and `after` that hold the name of the person who was changed; the subject begins with it. */
export const PERSON_FIELDS = ['name', 'playerName'] as const;
export const NAME_FIELDS = [...PERSON_FIELDS, 'player1', 'player2', 'winner'] as const;

/** Separates the names in `players` of a draw; a name may contain it too. */
export const BETWEEN_PLAYERS = ', ';
/** More than a bracket has players; an imported entry may hold any list. */
const PIECES_AT_MOST = 1000;

/** No name key is longer. PostgreSQL indexes at most 2,704 bytes, and an imported entry may hold any text as an id. */
export const MENTION_LIMIT = 1080;

type Side = Readonly<Record<string, unknown>>;
export const isSide = (value: unknown): value is Side => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the ids and name keys an entry is found by. Some may not be names. */
export function mentionsIn({ before, after }: { readonly before: unknown; readonly after: unknown }): string[] {
  const found = [before, after].filter(isSide).flatMap((side) => [
    ...[side.id].filter(isText),
    ...NAME_FIELDS.map((field) => side[field])
      .filter(isText)
      .map(nameKey),
    ...(isText(side.players) ? possibleNames(side.players).map(nameKey) : []),
  ]);
  return [...new Set(found)].filter((mention) => mention !== '' && mention.length <= MENTION_LIMIT);
}

/** Returns every sequence of pieces that is short enough to be a name. */
function possibleNames(players: string): string[] {
  const pieces = players.split(BETWEEN_PLAYERS).slice(0, PIECES_AT_MOST);
  return pieces.flatMap((first, start) => {
    const names = [first];
    for (let end = start + 1; end < pieces.length; end += 1) {
      const longer = `${names.at(-1)}${BETWEEN_PLAYERS}${pieces[end]}`;
      if ([...longer].length > NAME_LIMIT) break;
      names.push(longer);
    }
    return names;
  });
}
